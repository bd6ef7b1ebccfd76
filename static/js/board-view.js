// Shows a hand; a tap touches only what differs.
import { ROWS, keyOf, rowOf } from "./cards.js";

const all = (selector) => [...document.querySelectorAll(selector)];
export const set = (element, property, value) => {
  if (element[property] !== value) element[property] = value;
};

export function showSlots({ board, seat, cursor }) {
  all(`[data-seat="${seat}"] [data-slot]`).forEach((button, slot) => {
    const card = board[slot];
    set(button, "className", `slot${card ? ` card suit-${card[1]}` : ""}${slot === cursor ? " here" : ""}`);
    const key = card && keyOf(card);
    for (const at of [0, 1]) set(button.children[at], "textContent", card ? key.children[at].textContent : "");
    set(button, "ariaLabel", `${ROWS[rowOf(slot)]}: ${card ? `${key.dataset.name}, take back` : "empty"}`);
  });
}

export function showKeys(hand, nameOf) {
  for (const key of all("[data-card]")) {
    const { card, name } = key.dataset;
    const place = hand.find(card);
    set(key, "className", `key suit-${card[1]}${place ? (place.seat === hand.seat ? " own" : " other") : ""}`);
    set(key, "ariaLabel", name + (place ? `, in ${nameOf(place.seat)}’s ${ROWS[rowOf(place.slot)]}` : ""));
  }
}

export function showTab(tab, here, count, cards) {
  const { due } = tab.dataset;
  set(tab, "ariaPressed", String(here));
  set(tab.querySelector("[data-count]"), "textContent", count);
  set(tab.querySelector("[data-badge]"), "textContent", cards !== due ? `${cards}, changed` : due.replace(/^0$/, ""));
}
