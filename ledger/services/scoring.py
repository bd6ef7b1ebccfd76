"""Where the ledger's rows meet the engine: a revision in, a scored hand out."""

from collections.abc import Iterable
from typing import NamedTuple

from ledger.models import Board, Revision, Seat
from ofcscore.engine import board as engine
from ofcscore.engine.rules import Ruleset
from ofcscore.engine.scoring import HandResult, score_hand


class SeatBoard(NamedTuple):
    """What was entered for one seat: the text of the cards, the Fantasyland cards dealt, and whether it is a dead
    board.
    """

    seat: Seat
    cards: str
    fantasyland: int = 0
    dead: bool = False

    def for_engine(self) -> engine.Board:
        """The same as the engine takes it."""
        return engine.Board(self.seat.player.name, self.cards, self.fantasyland, self.dead)


class TypedBoard(NamedTuple):
    """One seat's board while it is typed: the text of its three rows, its Fantasyland cards, and whether it is dead."""

    seat: Seat
    rows: tuple[str, ...]
    fantasyland: int
    dead: bool


def score_revision(revision: Revision) -> HandResult:
    """Score a revision from its cards and its hand's rules. Boards are in the order of the seats.

    The revision's boards should be fetched with their players, as ``Revision.objects.shown()`` does.
    """
    return score_boards(map(seat_board, revision.boards.all()), revision.hand.rules.ruleset)


def score_boards(boards: Iterable[SeatBoard], rules: Ruleset) -> HandResult:
    """Score the boards of one hand. Raises OFCError."""
    return score_hand([board.for_engine() for board in boards], rules)


def seat_board(board: Board) -> SeatBoard:
    """A saved board as it was entered; it should be fetched with its seat's player."""
    return SeatBoard(board.seat, board.cards, board.fantasyland, board.dead)


def units_by_pair(seats: Iterable[Seat], result: HandResult) -> dict[tuple[int, int], int]:
    """What each pair of seats settles, by (payer, payee); pairs that come out even are left out."""
    places = [seat.pk for seat in seats]
    settled = {}
    for pair in result.pairs:
        first, second = places[pair.first], places[pair.second]
        if pair.units > 0:
            settled[second, first] = pair.units
        elif pair.units < 0:
            settled[first, second] = -pair.units
    return settled
