// Entering a hand by taps. The form of text fields underneath is what counts; this fills it in.
import { showKeys, showSlots, showTab } from "./board-view.js";
import { ROWS, STARTS, glyphOf, rankOf, readCards, rowOf } from "./cards.js";
import { fieldsOf, fillForm, keepOnServer, loadDraft, newKey, storeDraft } from "./drafts.js";
import { Hand, slotsOf } from "./hand.js";
import { listenToKeys } from "./keyboard.js";
import { phoneManners, tick } from "./phone.js";
import { freshToken } from "./token.js";

const $ = (selector) => document.querySelector(selector);
const $$ = (selector) => [...document.querySelectorAll(selector)];
const form = $("[data-entry]");
const primary = $("[data-primary]");
const seats = $$("[data-seat]").map((fieldset) => fieldset.dataset.seat);
const field = (seat, name) => form.elements[`seat${seat}-${name}`];
const tabOf = (seat) => $(`[data-tab="${seat}"]`);
const nameOf = (seat) => tabOf(seat).dataset.name;
const isDone = (seat) => field(seat, "dead").checked || hand.count(seat) === 13;
const playing = () => seats.filter((seat) => field(seat, "dealt_in").checked);
const status = (text) => ($("#draft-status").textContent = text);
let hand = null;
let done = 0;

function nextSeat() {
  const order = playing();
  const after = order.slice(order.indexOf(hand.seat) + 1).concat(order);
  return after.find((seat) => seat !== hand.seat && !isDone(seat));
}

function show() {
  const next = nextSeat();
  showSlots(hand);
  showKeys(hand, nameOf);
  for (const seat of seats) {
    const here = seat === hand.seat;
    $(`[data-seat="${seat}"]`).classList.toggle("active", here);
    showTab(tabOf(seat), {
      here,
      playing: playing().includes(seat),
      foul: field(seat, "dead").checked,
      count: hand.count(seat),
      cards: field(seat, "fantasyland").value,
    });
  }
  primary.textContent = next ? `Next: ${nameOf(next)}` : primary.dataset.label;
  primary.classList.toggle("waiting", !isDone(hand.seat));
  $("[data-tool=foul]").ariaPressed = String(field(hand.seat, "dead").checked);
}

// Writes the boards into the form, keeps the draft, and asks what the rows are worth.
function changed() {
  for (const seat of seats) {
    ROWS.forEach((row, at) => {
      const cards = hand.boards[seat].slice(STARTS[at], STARTS[at + 1]);
      field(seat, row).value = cards.filter(Boolean).join(" ");
    });
  }
  ask("");
  show();
  keep();
}

async function keep() {
  const kept = storeDraft(form.dataset.draft, { fields: fieldsOf(form), seat: hand?.seat });
  status(kept ? "Draft kept on this phone" : "This phone keeps no drafts");
  form.dispatchEvent(new Event("cards-changed"));
  const before = done;
  done = hand ? seats.filter(isDone).length : 0;
  if (done > before && (await keepOnServer(form))) status("Draft kept here and on the server");
}

// Asks above the buttons; without a text nothing is asked, without an action it is only said.
function ask(text, action = null) {
  $("#question").hidden = !text;
  $("#question-text").textContent = text;
  $("[data-yes]").hidden = !action;
  $("[data-yes]").onclick = action;
}

function tapCard(card) {
  const place = hand.find(card);
  if (place?.seat === hand.seat) return tapSlot(place.slot);
  if (hand.cursor === null) return ask(`${nameOf(hand.seat)}’s board is full. Tap a card on it to take it back.`);
  const move = () => (hand.put(card), changed());
  if (!place) return move();
  const where = `${nameOf(place.seat)}’s ${ROWS[rowOf(place.slot)]}`;
  return ask(`${rankOf(card)}${glyphOf(card)} is in ${where}. Move it here?`, move);
}

function tapSlot(slot) {
  if (hand.board[slot]) {
    hand.take(slot);
    return changed();
  }
  hand.cursor = slot;
  return show();
}

function select(seat) {
  hand.select(seat);
  ask("");
  show();
}

const tools = {
  undo: () => (hand.undo(), changed()),
  back: () => (hand.back(), changed()),
  clear: () => (hand.clearRow(), changed()),
  type: () => mode("type"),
  tap: () => start() || ask("Some of this is no card. Mend it here, or check the hand to see what is wrong."),
  leave: () => ask(""),
  foul: () => (field(hand.seat, "dead").click(), show()),
};

// A whole board, its rows parted by strokes or lines, or else cards to put at the cursor.
function paste(text) {
  const rows = text.trim().split(/[/\n]/).map(readCards);
  const cards = rows.flat();
  const elsewhere = (card) => ![undefined, hand.seat].includes(hand.find(card)?.seat);
  if (rows.includes(null) || cards.some(elsewhere)) return ask("Not pasted: some of it is no card, or on another board.");
  if (rows.length > 1) hand.fill(rows);
  else cards.forEach((card) => hand.find(card) || hand.put(card));
  return changed();
}

// The boards as the text fields have them; null where these hold what no grid can show.
function readForm() {
  const boards = seats.map((seat) => [seat, ROWS.map((row) => readCards(field(seat, row).value))]);
  const cards = boards.flatMap(([, rows]) => rows.flat());
  const fits = boards.every(([, rows]) => rows.every((row, at) => row?.length <= STARTS[at + 1] - STARTS[at]));
  return fits && new Set(cards).size === cards.length
    ? Object.fromEntries(boards.map(([seat, rows]) => [seat, slotsOf(rows)]))
    : null;
}

function mode(name) {
  document.body.dataset.entry = name;
  for (const element of $$("[data-mode]")) element.hidden = !element.dataset.mode.split(" ").includes(name);
  primary.textContent = primary.dataset.label;
  primary.classList.remove("waiting");
  hand = null;
}

// Begins with the seat where something is wrong, or where one was, or the first that is not done.
function start(seat) {
  const boards = readForm();
  mode(boards ? "tap" : "type");
  if (!boards) return false;
  hand = new Hand(boards);
  const wrong = $("[data-seat] .error")?.closest("[data-seat]").dataset.seat;
  const first = [wrong, seat, playing().find((one) => !isDone(one)), ...playing()].find((one) => playing().includes(one));
  hand.select(first ?? seats[0]);
  done = seats.filter(isDone).length;
  show();
  form.dispatchEvent(new Event("cards-changed"));
  return true;
}

// Puts in what this phone had begun, unless the page came with cards of its own. Gives the seat one was at.
function restore() {
  const draft = loadDraft(form.dataset.draft);
  if (!("fresh" in form.dataset)) {
    storeDraft(form.dataset.draft, { fields: fieldsOf(form), seat: draft?.seat });
    return draft?.seat;
  }
  if (!draft) {
    form.elements.key.value = newKey();
    return undefined;
  }
  const { number } = form.dataset;
  fillForm(form, draft.fields);
  if ($("[data-begun]")?.dataset.begun === draft.fields.key) $("[data-begun]").hidden = true;
  // Saved meanwhile, here or on another phone: the server says how it differs.
  if (number && draft.fields.number !== number) form.requestSubmit(primary);
  status("Draft kept on this phone");
  return draft.seat;
}

document.addEventListener("click", (event) => {
  const { card, slot, tab, tool } = event.target.closest("button")?.dataset ?? {};
  if (card ?? slot ?? tab ?? tool) tick();
  if (card) tapCard(card);
  else if (slot) tapSlot(Number(slot));
  else if (tab) select(tab);
  else if (tool) tools[tool]();
});
primary.addEventListener("click", (event) => {
  const next = hand && nextSeat();
  if (!next) return;
  event.preventDefault();
  select(next);
});
form.addEventListener("input", () => (hand && show(), keep()));
document.addEventListener("htmx:configRequest", (event) => event.detail.formData.set("csrfmiddlewaretoken", freshToken()));
document.addEventListener("htmx:sendError", () => status("No connection. Draft kept on this phone"));
listenToKeys({ hand: () => hand, tapCard, tools, paste, show, primary });
start(restore());
phoneManners();
