// The boards under the dealer's finger: for each seat three rows of slots, each a card or null, and a cursor. Every
// change can be taken back, one at a time.
import { SIZES } from "./cards.js";

const SLOTS = SIZES.flatMap((size, row) => Array.from({ length: size }, (_, slot) => ({ row, slot })));

export const emptyBoard = () => SIZES.map((size) => Array(size).fill(null));

export class Hand {
  constructor(boards, seat) {
    this.boards = boards;
    this.seat = seat;
    this.past = [];
    this.cursor = this.nextFree(0);
  }

  get board() {
    return this.boards[this.seat];
  }

  count(seat) {
    return this.boards[seat].flat().filter(Boolean).length;
  }

  // Where a card lies: its seat, row and slot; null when it is still in the deck.
  find(card) {
    for (const [seat, board] of Object.entries(this.boards)) {
      for (const { row, slot } of SLOTS) if (board[row][slot] === card) return { seat, row, slot };
    }
    return null;
  }

  select(seat) {
    this.seat = seat;
    this.cursor = this.nextFree(0);
  }

  point(row, slot) {
    this.cursor = { row, slot };
  }

  // Moves the cursor by so many slots, round the board.
  step(by) {
    const at = this.cursor ? this.indexOf(this.cursor) : -Math.sign(by);
    this.cursor = SLOTS[(at + by + SLOTS.length) % SLOTS.length];
  }

  stepRow(by) {
    const row = ((this.cursor?.row ?? 0) + by + SIZES.length) % SIZES.length;
    this.cursor = { row, slot: Math.min(this.cursor?.slot ?? 0, SIZES[row] - 1) };
  }

  put(card) {
    if (!this.cursor) return false;
    this.remember();
    this.board[this.cursor.row][this.cursor.slot] = card;
    this.cursor = this.nextFree(this.indexOf(this.cursor) + 1);
    return true;
  }

  take({ seat, row, slot }) {
    this.remember();
    this.boards[seat][row][slot] = null;
    if (seat === this.seat) this.cursor = { row, slot };
  }

  // Brings a card here from wherever it lies; one step to undo.
  move(card) {
    if (!this.cursor) return false;
    const from = this.find(card);
    this.remember();
    this.boards[from.seat][from.row][from.slot] = null;
    this.put(card);
    this.past.pop();
    return true;
  }

  // Takes back the card before the cursor, or the last one of a full board.
  backspace() {
    const end = this.cursor ? this.indexOf(this.cursor) : SLOTS.length;
    const last = SLOTS.slice(0, end).findLast(({ row, slot }) => this.board[row][slot]);
    if (last) this.take({ seat: this.seat, ...last });
  }

  clearRow() {
    const row = this.cursor?.row ?? SIZES.length - 1;
    if (!this.board[row].some(Boolean)) return;
    this.remember();
    this.board[row].fill(null);
    this.cursor = { row, slot: 0 };
  }

  fill(rows) {
    this.remember();
    rows.forEach((cards, row) => this.board[row].forEach((_, slot) => (this.board[row][slot] = cards[slot] ?? null)));
    this.cursor = this.nextFree(0);
  }

  undo() {
    if (this.past.length) Object.assign(this, JSON.parse(this.past.pop()));
  }

  remember() {
    this.past.push(JSON.stringify({ boards: this.boards, seat: this.seat, cursor: this.cursor }));
  }

  indexOf({ row, slot }) {
    return SLOTS.findIndex((at) => at.row === row && at.slot === slot);
  }

  // The first free slot from a place on, in reading order and then from the start; first the rest of the same row.
  nextFree(from) {
    const row = SLOTS[from - 1]?.row ?? 0;
    const free = SLOTS.filter((at) => !this.board[at.row][at.slot]);
    const later = free.filter((at) => this.indexOf(at) >= from);
    return free.find((at) => at.row === row && this.indexOf(at) >= from) ?? free.find((at) => at.row === row) ?? later[0] ?? free[0] ?? null;
  }
}
