"""What is known of the boards of a hand while they are typed: row by row, and of each as a whole."""

from collections.abc import Sequence
from dataclasses import dataclass

from ledger.services.scoring import TypedBoard
from ofcscore.engine.board import Board, read_board
from ofcscore.engine.cards import parse_cards
from ofcscore.engine.errors import OFCError
from ofcscore.engine.explain import fantasyland_reason
from ofcscore.engine.jokers import joker_problem, judge
from ofcscore.engine.progress import board_progress
from ofcscore.engine.rules import BOARD_SIZE, ROW_SIZES, ROWS, Ruleset


@dataclass(frozen=True)
class RowProgress:
    """One row so far: the hand it makes once it is full, its royalty, or what is wrong with its text."""

    row: str
    hand: str
    royalty: int
    problem: str


@dataclass(frozen=True)
class SeatProgress:
    """One board so far. ``foul`` says why it must foul, ``fantasyland`` what follows from a finished one."""

    number: int
    rows: tuple[RowProgress, ...]
    foul: str
    fantasyland: str
    cards_next: int


def progress_view(rules: Ruleset, boards: Sequence[TypedBoard]) -> list[SeatProgress]:
    """Every board of the hand, in the order of the seats; no more is judged of one that cannot be read."""
    read = [[_read(row, size, rules) for row, size in zip(board.rows, ROW_SIZES, strict=True)] for board in boards]
    return [
        _seat_progress(rules, board, rows, _elsewhere(read, place))
        for place, (board, rows) in enumerate(zip(boards, read, strict=True))
    ]


def _elsewhere(read: Sequence[Sequence[tuple[tuple[str, ...], str]]], place: int) -> set[str]:
    """The cards on the boards of the others."""
    return {card for other, rows in enumerate(read) if other != place for cards, _ in rows for card in cards}


def _read(text: str, size: int, rules: Ruleset) -> tuple[tuple[str, ...], str]:
    """A row's cards, and what is wrong with it."""
    try:
        cards = parse_cards(text)
    except OFCError as error:
        return (), str(error)
    if len(cards) > size:
        return (), f"{len(cards)} cards, and only {size} fit."
    if len(set(cards)) < len(cards):
        return (), "A card is here twice."
    problem = joker_problem(cards, rules)
    if problem:
        return (), problem
    return cards, ""


def _seat_progress(
    rules: Ruleset, board: TypedBoard, read: list[tuple[tuple[str, ...], str]], elsewhere: set[str]
) -> SeatProgress:
    rows = [cards for cards, _ in read]
    known = {card for row in rows for card in row}
    if len(known) < sum(map(len, rows)):
        return SeatProgress(board.seat.number, _row_views(read), "", "", 0)
    progress = board_progress(rows, rules, elsewhere)
    names = [hand.short_name if hand else "" for hand in progress.hands]
    reason, cards_next = _fantasyland(rules, board, rows)
    return SeatProgress(
        board.seat.number,
        tuple(
            RowProgress(row, name, royalty, problem)
            for row, name, royalty, (_, problem) in zip(ROWS, names, progress.royalties, read, strict=True)
        ),
        "declared by the dealer; tap Foul again to take it back" if board.dead else progress.foul,
        reason,
        cards_next,
    )


def _row_views(read: list[tuple[tuple[str, ...], str]]) -> tuple[RowProgress, ...]:
    return tuple(RowProgress(row, "", 0, problem) for row, (_, problem) in zip(ROWS, read, strict=True))


def _fantasyland(rules: Ruleset, board: TypedBoard, rows: list[tuple[str, ...]]) -> tuple[str, int]:
    """What a finished board brings its player in the next deal."""
    if board.dead or sum(map(len, rows)) < BOARD_SIZE:
        return "", 0
    finished = Board(board.seat.name, "/".join(map("".join, rows)), board.fantasyland)
    text, weights = read_board(finished, 0)
    judged = judge(finished, text, weights, rules)
    return fantasyland_reason(judged, rules), judged.fantasyland_next
