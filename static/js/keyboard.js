// Cards from a hardware keyboard: rank and suit as in "qh", arrows, backspace, paste.
const RANKS = "23456789TJQKA";
const SUITS = "shdc";

export function listenToKeys({ hand, tapCard, tools, paste, show, primary }) {
  let rank = "";
  const moves = {
    ArrowLeft: (boards) => boards.step(-1),
    ArrowRight: (boards) => boards.step(1),
    ArrowUp: (boards) => boards.stepRow(-1),
    ArrowDown: (boards) => boards.stepRow(1),
  };

  function typed(character) {
    if (character === "0" && rank === "1") rank = "T";
    else if (character === "1" || RANKS.includes(character.toUpperCase())) rank = character.toUpperCase();
    else if (SUITS.includes(character.toLowerCase()) && RANKS.includes(rank || "?")) {
      tapCard(rank + character.toLowerCase());
      rank = "";
    } else rank = "";
  }

  const isElsewhere = (event) => !hand() || event.target.closest("input, select, textarea, summary");

  document.addEventListener("keydown", (event) => {
    if (isElsewhere(event)) return;
    if ((event.ctrlKey || event.metaKey) && event.key === "z") tools.undo();
    else if (event.ctrlKey || event.metaKey || event.altKey) return;
    else if (moves[event.key]) {
      moves[event.key](hand());
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
