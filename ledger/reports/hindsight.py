"""The best that could have been made of one board of a hand, once all the boards are known."""

from collections.abc import Iterator
from dataclasses import dataclass

from ledger.models import Revision, Session
from ledger.reports.hands import BoardView, board_view
from ledger.services.scoring import score_revision, seat_board
from ofcscore.engine.board import BoardResult
from ofcscore.engine.errors import OFCError
from ofcscore.engine.hindsight import Setting, best_setting
from ofcscore.engine.rules import BOARD_SIZE, Ruleset
from ofcscore.engine.scoring import HandResult


@dataclass(frozen=True)
class OpponentLine:
    """What the board won from one opponent as it was set, and what the best setting would have won."""

    name: str
    as_set: int
    best: int


@dataclass(frozen=True)
class HindsightView:
    """A board as it was set beside its best setting; both are None where ``why_not`` says why none is looked for.

    The units are what pairs are worth, before stacks or a cap limit what is paid, and ``notes`` say what else has to be
    known.
    """

    number: int
    seat: int
    name: str
    why_not: str = ""
    as_set: BoardView | None = None
    best: BoardView | None = None
    is_same: bool = False
    more: int = 0
    headline: str = ""
    lines: tuple[OpponentLine, ...] = ()
    notes: tuple[str, ...] = ()


def hindsight_view(session: Session, number: int, seat: int) -> HindsightView | None:
    """The best setting of the board that this seat had in the session's hand; None when there is no such board."""
    revision = Revision.objects.shown().filter(hand__session=session, hand__number=number).first()
    if revision is None:
        return None
    boards = list(revision.boards.all())
    place = next((place for place, board in enumerate(boards) if board.seat.number == seat), None)
    if place is None:
        return None
    name = boards[place].seat.name
    if revision.is_undone:
        return HindsightView(number, seat, name, f"Hand {number} is undone, so nothing was won or lost with it.")
    result = score_revision(revision)
    rules = revision.hand.rules.ruleset
    won = _won_from(result, place)
    try:
        best = best_setting(
            seat_board(boards[place]).for_engine(), [result.boards[opponent] for opponent in won], rules
        )
    except OFCError as error:
        return HindsightView(number, seat, name, str(error))
    judged = result.boards[place]
    has_button = boards[place].seat_id == revision.button_id
    return HindsightView(
        number,
        seat,
        name,
        as_set=board_view(judged, best.units_as_set, rules, has_button=has_button),
        best=board_view(best.board, best.units, rules, has_button=has_button),
        is_same=_laid(judged) == _laid(best.board),
        more=best.more,
        headline=_headline(best),
        lines=tuple(
            OpponentLine(result.boards[opponent].name, units, could)
            for (opponent, units), could in zip(won.items(), best.pair_units, strict=True)
        ),
        notes=tuple(_notes(judged, best, rules)),
    )


def _won_from(result: HandResult, place: int) -> dict[int, int]:
    """What a board won from each that it was compared with, by that one's place, before stacks or a cap."""
    won = {}
    for pair in result.pairs:
        if place == pair.first:
            won[pair.second] = pair.units
        elif place == pair.second:
            won[pair.first] = -pair.units
    return won


def _laid(board: BoardResult) -> list[set[str]]:
    """The cards of each row, whatever their order."""
    return [set(row) for row in board.rows]


def _headline(best: Setting) -> str:
    if best.board.fouled:
        return "No setting was legal"
    if best.more:
        return f"{best.more} unit{'s'[: best.more != 1]} left on the table"
    return "This was the best"


def _notes(judged: BoardResult, best: Setting, rules: Ruleset) -> Iterator[str]:
    if best.board.fouled:
        yield "These thirteen cards foul in this game however they are set."
    elif not best.more and _laid(judged) != _laid(best.board):
        dealt = best.board.fantasyland_next
        same = f"is dealt {dealt} cards next" if dealt > judged.fantasyland_next else "has stronger rows"
        yield f"Nothing wins more. The setting below wins the same, and {same}."
    elif best.more and best.board.fantasyland_next < judged.fantasyland_next:
        yield "It gives up Fantasyland for that. What Fantasyland is worth is not counted."
    if judged.fantasyland > BOARD_SIZE:
        yield (
            f"{judged.name} was dealt {judged.fantasyland} cards in Fantasyland. Only the thirteen that were set are"
            " known, and what could have been made with the others is not."
        )
    if rules.limits_payments:
        yield "Units are what the boards are worth. With table stakes or a cap less of it may have been paid."
