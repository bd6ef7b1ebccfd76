// Entering a hand by taps. The form of text fields underneath is what counts; this fills it in.
import { ROWS, SIZES, glyphOf, nameOf, rankOf, readCards, spokenName } from "./cards.js";
import { fieldsOf, fillForm, forgetDraft, loadDraft, newKey, storeDraft } from "./drafts.js";
import { Hand, emptyBoard } from "./hand.js";
import { listenToKeys } from "./keyboard.js";
import { phoneManners, tick } from "./phone.js";
import { freshToken, renewToken } from "./token.js";

const form = document.querySelector("[data-entry]");
const { draft: draftName, keepUrl, number } = form.dataset;
const $ = (selector) => document.querySelector(selector);
const $$ = (selector) => [...document.querySelectorAll(selector)];
const seats = $$("[data-seat]").map((fieldset) => fieldset.dataset.seat);
const tabs = Object.fromEntries($$("[data-tab]").map((tab) => [tab.dataset.tab, tab]));
const keys = Object.fromEntries($$("[data-card]").map((key) => [key.dataset.card, key]));
const slots = {};
const question = $("#question");
const primary = $("[data-primary]");
const field = (seat, name) => form.elements[`seat${seat}-${name}`];
const nameOfSeat = (seat) => tabs[seat].dataset.name;
const dealtIn = () => seats.filter((seat) => field(seat, "dealt_in").checked);
const isDone = (seat) => field(seat, "dead").checked || hand.count(seat) === 13;
let hand = null;
let done = 0;

// Changes a property only where it differs, so that a tap touches few elements.
function set(element, property, value) {
  if (element[property] !== value) element[property] = value;
}

function buildSlots() {
  for (const seat of seats) {
    slots[seat] = ROWS.map((row, at) => {
      const group = $(`[data-seat="${seat}"] [data-slots="${row}"]`);
      return Array.from({ length: SIZES[at] }, (_, slot) => {
        const button = Object.assign(document.createElement("button"), { type: "button", className: "slot" });
        button.append(document.createElement("b"), document.createElement("i"));
        button.addEventListener("click", () => tapSlot(at, slot));
        group.append(button);
        return button;
      });
    });
  }
}

function showSlots() {
  const { seat, cursor } = hand;
  slots[seat].forEach((row, at) =>
    row.forEach((button, slot) => {
      const card = hand.board[at][slot];
      const here = cursor?.row === at && cursor.slot === slot;
      set(button, "className", `slot${card ? ` card suit-${card[1]}` : ""}${here ? " here" : ""}`);
      set(button.children[0], "textContent", card ? rankOf(card) : "");
      set(button.children[1], "textContent", card ? glyphOf(card) : "");
      const label = `${ROWS[at]} ${slot + 1}: ${card ? `${spokenName(card)}, take back` : here ? "empty, next card" : "empty"}`;
      set(button, "ariaLabel", label);
    }),
  );
}

function showKeys() {
  for (const [card, key] of Object.entries(keys)) {
    const place = hand.find(card);
    const state = place ? (place.seat === hand.seat ? " own" : " other") : "";
    set(key, "className", `key suit-${card[1]}${state}`);
    set(key, "ariaLabel", spokenName(card) + (place ? `, in ${nameOfSeat(place.seat)}’s ${ROWS[place.row]}` : ""));
  }
}

function showTabs() {
  const playing = dealtIn();
  for (const seat of seats) {
    const tab = tabs[seat];
    const count = field(seat, "dead").checked ? "foul ✓" : `${hand.count(seat)} of 13${isDone(seat) ? " ✓" : ""}`;
    set(tab, "hidden", !playing.includes(seat));
    set(tab, "ariaPressed", String(seat === hand.seat));
    set(tab.querySelector("[data-count]"), "textContent", count);
    const cards = field(seat, "fantasyland").value;
    const badge = tab.querySelector("[data-badge]");
    set(badge, "hidden", cards === "0" && cards === tab.dataset.due);
    set(badge, "textContent", cards === tab.dataset.due ? cards : `${cards}, changed`);
    set($(`[data-seat="${seat}"]`), "hidden", seat !== hand.seat);
  }
  const foul = $("[data-tool=foul]");
  set(foul, "ariaPressed", String(field(hand.seat, "dead").checked));
}

function nextSeat() {
  const playing = dealtIn();
  const after = playing.slice(playing.indexOf(hand.seat) + 1).concat(playing);
  return after.find((seat) => seat !== hand.seat && !isDone(seat));
}

function showPrimary() {
  const next = nextSeat();
  set(primary, "textContent", next ? `Next: ${nameOfSeat(next)}` : primary.dataset.label);
  primary.classList.toggle("waiting", !isDone(hand.seat));
}

function show() {
  showSlots();
  showKeys();
  showTabs();
  showPrimary();
}

// Writes the boards into the form, keeps the draft, and asks what the rows are worth.
function changed() {
  for (const seat of seats) {
    ROWS.forEach((row, at) => set(field(seat, row), "value", hand.boards[seat][at].filter(Boolean).join(" ")));
  }
  ask(null);
  show();
  keep();
}

function keep() {
  const kept = storeDraft(draftName, { fields: fieldsOf(form), seat: hand?.seat });
  status(kept ? "Draft kept on this phone" : "This phone keeps no drafts");
  form.dispatchEvent(new Event("cards-changed"));
  const before = done;
  done = hand ? seats.filter(isDone).length : 0;
  if (done > before) keepOnServer();
}

async function keepOnServer() {
  if (!keepUrl) return;
  renewToken(form);
  try {
    const response = await fetch(keepUrl, { method: "POST", body: new FormData(form) });
    if (response.status === 204) status("Draft kept here and on the server");
  } catch {
    status("No connection. Draft kept on this phone");
  }
}

function status(text) {
  set($("#draft-status"), "textContent", text);
}

// The question above the buttons; nothing asked hides it.
function ask(text, answer, yes) {
  question.hidden = !text;
  if (!text) return;
  question.querySelector("p").textContent = text;
  const button = question.querySelector("[data-yes]");
  button.hidden = !yes;
  button.textContent = yes ?? "";
  button.onclick = answer;
}

export function tapCard(card) {
  tick();
  const place = hand.find(card);
  if (!place) return hand.put(card) ? changed() : ask(`${nameOfSeat(hand.seat)}’s board is full. Tap a card on it to take it back.`);
  if (place.seat === hand.seat) {
    hand.take(place);
    return changed();
  }
  const where = `${nameOf(card)} is in ${nameOfSeat(place.seat)}’s ${ROWS[place.row]}.`;
  if (!hand.cursor) return ask(`${where} ${nameOfSeat(hand.seat)}’s board is full.`);
  return ask(`${where} Move it here?`, () => hand.move(card) && changed(), "Move it here");
}

function tapSlot(row, slot) {
  tick();
  if (hand.board[row][slot]) {
    hand.take({ seat: hand.seat, row, slot });
    return changed();
  }
  hand.point(row, slot);
  return show();
}

function select(seat) {
  hand.select(seat);
  ask(null);
  show();
}

const tools = {
  undo: () => (hand.undo(), changed()),
  back: () => (hand.backspace(), changed()),
  clear: () => (hand.clearRow(), changed()),
  type: () => mode("type"),
  tap: () => (readForm() ? start() : ask("Some of this cannot be shown as cards. Mend it here, or check the hand to see what is wrong.")),
  foul: () => {
    const dead = field(hand.seat, "dead");
    dead.checked = !dead.checked;
    changed();
  },
};

// A whole board, or as many cards as there are, at the cursor.
function paste(text) {
  const rows = text.trim().split(/[/\n]/).map(readCards);
  const cards = rows.flat();
  if (rows.includes(null) || !cards.length) return ask("What you pasted is not all cards.");
  const taken = cards.find((card) => ![undefined, hand.seat].includes(hand.find(card)?.seat));
  if (taken) return ask(`${nameOf(taken)} is in ${nameOfSeat(hand.find(taken).seat)}’s board. Nothing was pasted.`);
  const fits = rows.length === 3 && rows.every((row, at) => row.length <= SIZES[at]) && new Set(cards).size === cards.length;
  if (fits) hand.fill(rows);
  else if (rows.length === 1) cards.forEach((card) => hand.find(card) || hand.put(card));
  else return ask("A board is top / middle / bottom, with 3, 5 and 5 cards.");
  return changed();
}

// The boards as the text fields have them; null where they hold what no grid can show.
function readForm() {
  const boards = {};
  const seen = new Set();
  for (const seat of seats) {
    boards[seat] = emptyBoard();
    for (const [at, row] of ROWS.entries()) {
      const cards = readCards(field(seat, row).value);
      if (!cards || cards.length > SIZES[at] || cards.some((card) => seen.size === seen.add(card).size)) return null;
      cards.forEach((card, slot) => (boards[seat][at][slot] = card));
    }
  }
  return boards;
}

function mode(name) {
  document.body.dataset.entry = name;
  for (const element of $$("[data-mode]")) element.hidden = !element.dataset.mode.split(" ").includes(name);
  for (const fieldset of $$("[data-seat]")) fieldset.hidden = false;
  primary.textContent = primary.dataset.label;
  primary.classList.remove("waiting");
  if (name === "type") hand = null;
}

function start(seat) {
  const boards = readForm();
  if (!boards) return mode("type");
  const playing = dealtIn();
  const wrong = $("[data-seat] .error")?.closest("[data-seat]").dataset.seat;
  mode("tap");
  hand = new Hand(boards, seats[0]);
  hand.select([wrong, seat].find((one) => playing.includes(one)) ?? playing.find((one) => !isDone(one)) ?? playing[0] ?? seats[0]);
  done = seats.filter(isDone).length;
  show();
  return form.dispatchEvent(new Event("cards-changed"));
}

// What this phone had begun, unless the page came with cards of its own.
function restore() {
  const draft = loadDraft(draftName);
  if (!form.hasAttribute("data-fresh")) {
    storeDraft(draftName, { fields: fieldsOf(form), seat: draft?.seat });
    return draft?.seat;
  }
  const begun = $("[data-begun]");
  if (!draft) {
    form.elements.key.value = newKey();
    return undefined;
  }
  fillForm(form, draft.fields);
  if (begun?.dataset.begun === draft.fields.key) begun.hidden = true;
  status("Draft kept on this phone");
  // The hand was saved meanwhile, here or on another phone: the server says which, and how it differs.
  if (number && draft.fields.number !== number) form.requestSubmit(primary);
  return draft.seat;
}

function listen() {
  for (const [card, key] of Object.entries(keys)) key.addEventListener("click", () => tapCard(card));
  for (const [seat, tab] of Object.entries(tabs)) tab.addEventListener("click", () => select(seat));
  for (const button of $$("[data-tool]")) button.addEventListener("click", () => (tick(), tools[button.dataset.tool]()));
  question.querySelector("[data-no]").addEventListener("click", () => ask(null));
  primary.addEventListener("click", (event) => {
    const next = hand && nextSeat();
    if (!next) return;
    event.preventDefault();
    select(next);
  });
  form.addEventListener("input", () => (hand && show(), keep()));
  $("[data-forget]")?.addEventListener("click", () => forgetDraft(draftName));
  document.addEventListener("htmx:configRequest", (event) => (event.detail.parameters.set?.("csrfmiddlewaretoken", freshToken())));
  document.addEventListener("htmx:sendError", () => status("No connection. Draft kept on this phone"));
  listenToKeys({ hand: () => hand, tapCard, tools, paste, show, primary });
}

buildSlots();
listen();
start(restore());
phoneManners();
