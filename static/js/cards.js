// Cards as text, a board as thirteen slots. What hand they make the server says.
export const ROWS = ["top", "middle", "bottom"];
export const STARTS = [0, 3, 8, 13];
export const rowOf = (slot) => (slot < 3 ? 0 : slot < 8 ? 1 : 2);

const LETTERS = { "♠": "s", "♥": "h", "♦": "d", "♣": "c" };
const CARD = /^(10|[2-9tjqkax])([shdc12♠♥♦♣])[\ufe0e\ufe0f]?[\s,]*/i;

// The key of a card, which knows how it is drawn and said.
export const keyOf = (card) => document.querySelector(`[data-card="${card}"]`);

// The cards of a text in order, or null when some of it has no key.
export function readCards(text) {
  const cards = [];
  for (let rest = text.trim(), match; rest; rest = rest.slice(match[0].length)) {
    match = CARD.exec(rest);
    const card = match && match[1].toUpperCase().replace("10", "T") + (LETTERS[match[2]] ?? match[2].toLowerCase());
    if (!keyOf(card)) return null;
    cards.push(card);
  }
  return cards;
}
