// Cards as text: what people type and paste. What hand they make is for the server to say.
export const SIZES = [3, 5, 5];
export const ROWS = ["top", "middle", "bottom"];

const GLYPHS = { s: "♠", h: "♥", d: "♦", c: "♣" };
const SUITS = { "♠": "s", "♤": "s", "♥": "h", "♡": "h", "♦": "d", "♢": "d", "♣": "c", "♧": "c" };
const NAMES = { s: "spades", h: "hearts", d: "diamonds", c: "clubs" };
const CARD = /^(10|[2-9tjqka])([shdc♠♤♥♡♦♢♣♧])[\ufe0e\ufe0f]?[\s,]*/i;

// The cards of a text in the order written, or null when some of it is no card.
export function readCards(text) {
  const cards = [];
  let rest = text.trim();
  while (rest) {
    const match = CARD.exec(rest);
    if (!match) return null;
    const rank = match[1] === "10" ? "T" : match[1].toUpperCase();
    cards.push(rank + (SUITS[match[2]] ?? match[2].toLowerCase()));
    rest = rest.slice(match[0].length);
  }
  return cards;
}

export const rankOf = (card) => (card[0] === "T" ? "10" : card[0]);
export const glyphOf = (card) => GLYPHS[card[1]] + "\ufe0e";
export const nameOf = (card) => rankOf(card) + GLYPHS[card[1]];
export const spokenName = (card) => `${rankOf(card)} of ${NAMES[card[1]]}`;
