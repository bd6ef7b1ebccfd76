// Shows a hand; a tap touches only what differs.
import { ROWS, keyOf, rowOf } from "./cards.js";

const all = (selector) => [...document.querySelectorAll(selector)];
const keys = all("[data-card]").map((key) => [key, key.dataset]);
// Whether an element has to change to show this.
export function isNew(element, shown) {
  if (element.shown === shown) return false;
  element.shown = shown;
  return true;
}

export function showSlots({ board, seat, cursor }) {
  all(`[data-seat="${seat}"] [data-slot]`).forEach((button, slot) => {
    const card = board[slot];
    const here = slot === cursor ? " here" : "";
    if (!isNew(button, card + here)) return;
    const key = card && keyOf(card);
    button.className = `slot${card ? ` card suit-${card[1]}` : ""}${here}`;
    for (const at of [0, 1]) button.children[at].textContent = card ? key.children[at].textContent : "";
    button.ariaLabel = `${ROWS[rowOf(slot)]}: ${card ? `${key.dataset.name}, take back` : "empty"}`;
  });
}

export function showKeys(hand, nameOf) {
  for (const [key, { card, name }] of keys) {
    const place = hand.find(card);
    const state = place ? (place.seat === hand.seat ? " own" : " other") : "";
    const row = place && ROWS[rowOf(place.slot)];
    if (!isNew(key, state + place?.seat + row)) continue;
    key.className = `key suit-${card[1]}${state}`;
    key.ariaLabel = name + (place ? `, in ${nameOf(place.seat)}’s ${row}` : "");
  }
}

export function showTab(tab, here, count, cards) {
  if (!isNew(tab, here + count + cards)) return;
  const { due } = tab.dataset;
  tab.ariaPressed = here;
  tab.querySelector("[data-count]").textContent = count;
  tab.querySelector("[data-badge]").textContent = cards !== due ? `${cards}, changed` : due.replace(/^0$/, "");
}
