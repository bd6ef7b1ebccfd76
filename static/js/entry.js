// Taps fill in the text fields underneath; these are what counts.
import { isNew, showKeys, showSlots, showTab } from "./board-view.js";
import { ROWS, keyOf, readCards, rowOf } from "./cards.js";
import { fieldsOf, fillForm, forgetDraft, keepOnServer, loadDraft, newKey, storeDraft } from "./drafts.js";
import { Hand, rowsOf, slotsOf } from "./hand.js";
import { listenToKeys } from "./keyboard.js";
import { phoneManners, tick } from "./phone.js";
import { renewToken } from "./token.js";

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
const say = (element, text) => isNew(element, text) && (element.textContent = text);
const status = (text) => say($("#draft-status"), text);
let hand = null;
let done = 0;

// The next player to enter, clockwise.
function nextSeat() {
  const open = playing().filter((seat) => seat !== hand.seat && !isDone(seat));
  return open.find((seat) => seats.indexOf(seat) > seats.indexOf(hand.seat)) ?? open[0];
}

function show() {
  const next = nextSeat();
  showSlots(hand);
  showKeys(hand, nameOf);
  for (const seat of seats) {
    const here = seat === hand.seat;
    const foul = field(seat, "dead").checked;
    $(`[data-seat="${seat}"]`).className = `panel seat${here ? " active" : ""}${foul ? " foul" : ""}`;
    const count = foul ? "foul" : `${hand.count(seat)} of 13`;
    showTab(tabOf(seat), here, isDone(seat) ? `${count} ✓` : count, field(seat, "fantasyland").value);
    tabOf(seat).hidden = !playing().includes(seat);
  }
  say(primary, next ? `Next: ${nameOf(next)}` : primary.dataset.label);
  primary.classList.toggle("waiting", !isDone(hand.seat));
  $("[data-tool=foul]").ariaPressed = String(field(hand.seat, "dead").checked);
}

// Writes the boards into the form, and the draft later.
function changed() {
  for (const seat of seats) {
    for (const [at, cards] of rowsOf(hand.boards[seat]).entries()) field(seat, ROWS[at]).value = cards.join(" ");
  }
  ask("");
  $("[data-restored]").hidden = true;
  show();
  setTimeout(keep);
}

// Keeps the draft, and has htmx ask what the rows are worth.
async function keep() {
  const kept = storeDraft(form.dataset.draft, { fields: fieldsOf(form), seat: hand?.seat });
  status(kept ? "Draft kept on this phone" : "This phone keeps no drafts");
  renewToken(form);
  form.dispatchEvent(new Event("cards-changed"));
  const before = done;
  done = hand ? seats.filter(isDone).length : 0;
  if (form.dataset.keepUrl && done > before && (await keepOnServer(form))) status("Draft kept here and on the server");
}

// Says or asks above the buttons; no text ends it.
function ask(text, action = null) {
  $("#question").hidden = !text;
  $("#question-text").textContent = text;
  $("[data-yes]").hidden = !action;
  $("[data-yes]").onclick = action;
  $("[data-tool=leave]").textContent = action ? "Leave it" : "OK";
}

function tapCard(card) {
  const place = hand.find(card);
  if (place?.seat === hand.seat) return tapSlot(place.slot);
  if (hand.cursor === null) return ask(`${nameOf(hand.seat)}’s board is full.`);
  const put = () => (hand.put(card), changed());
  if (!place) return put();
  return ask(`${keyOf(card).textContent} is in ${nameOf(place.seat)}’s ${ROWS[rowOf(place.slot)]}. Move it here?`, put);
}

function tapSlot(slot) {
  if (!hand.board[slot]) {
    hand.cursor = slot;
    return show();
  }
  hand.take(slot);
  return changed();
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
  tap: () => start() || ask("Not all of this is cards. Check the hand to see why."),
  leave: () => ask(""),
  foul: () => field(hand.seat, "dead").click(),
  over: () => {
    forgetDraft(form.dataset.draft);
    location.replace(form.getAttribute("action"));
  },
};

// A whole board, its rows parted by / or lines.
function paste(text) {
  const rows = text.trim().split(/[/\n]/).map(readCards);
  const elsewhere = (card) => ![undefined, hand.seat].includes(hand.find(card)?.seat);
  if (rows.length !== 3 || rows.includes(null) || rows.flat().some(elsewhere)) {
    return ask("No board of three rows, or a card is on another.");
  }
  hand.fill(rows);
  return changed();
}

// The boards in the text fields; null where no grid can show them.
function readForm() {
  const boards = {};
  const seen = [];
  for (const seat of seats) {
    const typed = ROWS.map((row) => field(seat, row).value);
    const rows = (typed[0].includes("/") ? typed[0].split("/") : typed).map(readCards);
    if (rows.includes(null)) return null;
    boards[seat] = slotsOf(rows);
    seen.push(...rows.flat());
  }
  const shown = new Set(Object.values(boards).flat().filter(Boolean));
  return shown.size === seen.length ? boards : null;
}

function mode(name) {
  document.body.dataset.entry = name;
  for (const element of $$("[data-mode]")) element.hidden = element.dataset.mode !== name;
  say(primary, primary.dataset.label);
  primary.classList.remove("waiting");
  hand = null;
}

// Begins where something is wrong, where one was, or at an open one.
function start(seat) {
  const boards = readForm();
  mode(boards ? "tap" : "type");
  if (!boards) return false;
  hand = new Hand(boards);
  const wrong = $("[data-seat] .error")?.closest("[data-seat]").dataset.seat;
  const order = playing();
  hand.select([wrong, seat, order.find((one) => !isDone(one)), order[0]].find((one) => order.includes(one)) ?? seats[0]);
  done = seats.filter(isDone).length;
  show();
  return true;
}

// Puts in what this phone had begun.
function restore() {
  const draft = loadDraft(form.dataset.draft);
  if (!("fresh" in form.dataset)) {
    storeDraft(form.dataset.draft, { fields: fieldsOf(form), seat: draft?.seat });
    // Loaded anew, it finds this.
    history.replaceState(null, "", form.getAttribute("action"));
    return draft?.seat;
  }
  const begun = [...ROWS, "dead"].some((name) => seats.some((seat) => draft?.fields[`seat${seat}-${name}`]));
  if (!begun) {
    form.elements.key.value = newKey();
    return undefined;
  }
  const { number } = form.dataset;
  fillForm(form, draft.fields);
  $("[data-begun]")?.remove();
  // Saved meanwhile: the server says how it differs.
  if (number && draft.fields.number !== number) form.requestSubmit(primary);
  $("[data-restored]").hidden = false;
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
document.addEventListener("htmx:sendError", () => status("No connection. Draft kept on this phone"));
listenToKeys({ hand: () => hand, tapCard, tools, paste, show, primary });
start(restore());
phoneManners();
