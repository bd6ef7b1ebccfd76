// Cards from a keyboard: rank and suit as in "qh", arrows, backspace, paste.
import { readCards } from "./cards.js";

export function listenToKeys({ hand, tapCard, tools, paste, show, primary }) {
  let rank = "";
  const moves = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -5, ArrowDown: 5 };

  function typed(character) {
    rank += character;
    const [card] = readCards(rank) ?? [];
    if (card) tapCard(card);
    if (card || !/^(10?|[2-9tjqkax])$/i.test(rank)) rank = "";
  }

  const isElsewhere = (event) => !hand() || event.target.closest("input, select, textarea, summary");

  document.addEventListener("keydown", (event) => {
    if (isElsewhere(event) || event.ctrlKey || event.metaKey || event.altKey) return;
    if (moves[event.key]) {
      hand().step(moves[event.key]);
      show();
    } else if (event.key === "Backspace") tools.back();
    else if (event.key === "Enter" && !event.target.closest("button, a")) primary.click();
    else if (event.key.length === 1 && event.key !== " ") return typed(event.key);
    else return;
    event.preventDefault();
  });
  document.addEventListener("paste", (event) => {
    if (isElsewhere(event)) return;
    event.preventDefault();
    paste(event.clipboardData.getData("text"));
  });
}
