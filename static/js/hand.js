// Boards under the finger: thirteen slots a seat, a card or null in each; the cursor is null on a full one.
import { ROWS, STARTS, rowOf } from "./cards.js";

export class Hand {
  constructor(boards) {
    this.boards = boards;
    this.past = [];
  }

  get board() {
    return this.boards[this.seat];
  }

  count(seat) {
    return this.boards[seat].filter(Boolean).length;
  }

  // Where a card lies; null when it is still in the deck.
  find(card) {
    const seat = Object.keys(this.boards).find((one) => this.boards[one].includes(card));
    return seat ? { seat, slot: this.boards[seat].indexOf(card) } : null;
  }

  select(seat) {
    this.seat = seat;
    this.advance(0);
  }

  step(by) {
    this.cursor = ((this.cursor ?? 0) + by + 13) % 13;
  }

  put(card) {
    this.remember();
    const from = this.find(card);
    if (from) this.boards[from.seat][from.slot] = null;
    this.board[this.cursor] = card;
    this.advance(this.cursor);
  }

  take(slot) {
    this.remember();
    this.board[slot] = null;
    this.cursor = slot;
  }

  back() {
    const last = this.board.slice(0, this.cursor ?? 13).findLastIndex(Boolean);
    if (last >= 0) this.take(last);
  }

  // The row one is in or, if empty, the one before.
  clearRow() {
    const filled = rowsOf(this.board).map((cards) => cards.length > 0);
    const row = filled.lastIndexOf(true, rowOf(this.cursor ?? 12));
    if (row < 0) return;
    this.remember();
    this.board.fill(null, STARTS[row], STARTS[row + 1]);
    this.cursor = STARTS[row];
  }

  fill(rows) {
    this.remember();
    this.boards[this.seat] = slotsOf(rows);
    this.advance(0);
  }

  undo() {
    if (this.past.length) Object.assign(this, JSON.parse(this.past.pop()));
  }

  remember() {
    this.past.push(JSON.stringify({ boards: this.boards, seat: this.seat, cursor: this.cursor }));
  }

  // To the next free slot: on in this row, round in it, then anywhere.
  advance(from) {
    const free = this.board.flatMap((card, slot) => (card ? [] : [slot]));
    const row = free.filter((slot) => rowOf(slot) === rowOf(from));
    this.cursor = row.find((slot) => slot >= from) ?? row[0] ?? free[0] ?? null;
  }
}

export const rowsOf = (board) => ROWS.map((_, row) => board.slice(STARTS[row], STARTS[row + 1]).filter(Boolean));

export const slotsOf = (rows) =>
  rows.flatMap((cards, row) => Array.from({ length: STARTS[row + 1] - STARTS[row] }, (_, at) => cards[at] ?? null));
