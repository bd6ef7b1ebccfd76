"""Where the ledger's rows meet the engine: a revision in, a scored hand out."""

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from ledger.models import Board, Revision, Seat, SessionRules
from ofcscore.engine import board as engine
from ofcscore.engine.rules import Ruleset
from ofcscore.engine.scoring import HandResult, score_hand


class SeatBoard(NamedTuple):
    """What was entered for one seat: the text of the cards, the Fantasyland cards dealt, and whether it is a dead
    board. ``stack`` is what lies before it, None where the house does not play for stacks.
    """

    seat: Seat
    cards: str
    fantasyland: int = 0
    dead: bool = False
    stack: int | None = None

    def for_engine(self) -> engine.Board:
        """The same as the engine takes it."""
        owner = str(self.seat.player_id)
        return engine.Board(self.seat.name, self.cards, self.fantasyland, self.dead, self.stack or 0, owner)


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
    boards = list(map(seat_board, revision.boards.all()))
    return score_boards(boards, revision.hand.rules.ruleset, revision.button_id)


def score_boards(boards: Sequence[SeatBoard], rules: Ruleset, button: int | None) -> HandResult:
    """Score the boards of one hand, in the order of the seats; ``button`` is the id of the seat that has it. Raises
    OFCError.
    """
    place = next((place for place, board in enumerate(boards) if board.seat.pk == button), -1)
    return score_hand([board.for_engine() for board in boards], rules, place)


def seat_board(board: Board) -> SeatBoard:
    """A saved board as it was entered; it should be fetched with its seat's player."""
    return SeatBoard(board.seat, board.cards, board.fantasyland, board.dead, board.stack)


def unit_values(rules: SessionRules) -> Callable[[int, int], int]:
    """What a unit is worth between two seats under these rules, in minor units: what the two agreed on, or what all
    play for.
    """
    agreed = rules.agreed_values
    return lambda one, other: agreed.get(frozenset((one, other)), rules.unit_value)


def units_by_pair(seats: Iterable[Seat], result: HandResult) -> dict[tuple[int, int], int]:
    """What each pair of seats settles, by (payer, payee); pairs between which nothing is paid are left out."""
    places = [seat.pk for seat in seats]
    if result.payments:
        return {(places[each.payer], places[each.payee]): each.paid for each in result.payments if each.paid}
    settled = {}
    for pair in result.pairs:
        first, second = places[pair.first], places[pair.second]
        if pair.units > 0:
            settled[second, first] = pair.units
        elif pair.units < 0:
            settled[first, second] = -pair.units
    return settled
