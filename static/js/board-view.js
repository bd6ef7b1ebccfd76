// Shows a hand: the slots of its boards, the keys, the tabs. A tap touches only what differs.
import { ROWS, glyphOf, rankOf, rowOf, spoken } from "./cards.js";

const all = (selector) => [...document.querySelectorAll(selector)];
const set = (element, property, value) => {
  if (element[property] !== value) element[property] = value;
};

export function showSlots({ board, seat, cursor }) {
  all(`[data-seat="${seat}"] [data-slot]`).forEach((button, slot) => {
    const card = board[slot];
    set(button, "className", `slot${card ? ` card suit-${card[1]}` : ""}${slot === cursor ? " here" : ""}`);
    set(button.children[0], "textContent", card ? rankOf(card) : "");
    set(button.children[1], "textContent", card ? glyphOf(card) : "");
    set(button, "ariaLabel", `${ROWS[rowOf(slot)]}: ${card ? `${spoken(card)}, take back` : "empty"}`);
  });
}

export function showKeys(hand, nameOf) {
  for (const key of all("[data-card]")) {
    const { card } = key.dataset;
    const place = hand.find(card);
    set(key, "className", `key suit-${card[1]}${place ? (place.seat === hand.seat ? " own" : " other") : ""}`);
    set(key, "ariaLabel", spoken(card) + (place ? `, in ${nameOf(place.seat)}’s ${ROWS[rowOf(place.slot)]}` : ""));
  }
}

export function showTab(tab, { here, playing, foul, count, cards }) {
  const { due } = tab.dataset;
  set(tab, "hidden", !playing);
  set(tab, "ariaPressed", String(here));
  set(tab.querySelector("[data-count]"), "textContent", foul ? "foul ✓" : `${count} of 13${count === 13 ? " ✓" : ""}`);
  set(tab.querySelector("[data-badge]"), "textContent", cards !== due ? `${cards}, changed` : due.replace(/^0$/, ""));
}
