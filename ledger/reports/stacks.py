"""What lies before everybody at a table that plays for stacks, and how it came there."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from ledger.models import ChipMove, Seat, Session, SessionRules
from ledger.services.deals import last_number, last_standing


@dataclass(frozen=True)
class StackLine:
    """A seat, the units that it bought and cashed out in all, and what it has won or lost."""

    name: str
    stack: int
    bought: int
    cashed_out: int
    balance: int
    is_away: bool


@dataclass(frozen=True)
class MoveLine:
    """A buy-in or a cash-out, after which hand it was (0: before the first), and whether it is or can be undone."""

    pk: int
    what: str
    after_number: int
    at: datetime
    by: str
    is_undone: bool
    can_be_undone: bool


@dataclass(frozen=True)
class StacksView:
    """All that the page of stacks shows. ``seats`` are annotated with their stacks, for the form."""

    plays_for_stacks: bool
    seats: tuple[Seat, ...]
    lines: tuple[StackLine, ...]
    moves: tuple[MoveLine, ...]
    on_the_table: int


def stacks_view(session: Session) -> StacksView:
    """The stacks as they are now, with every move, the newest first."""
    moves = list(ChipMove.objects.filter(session=session).shown())
    counting = [move for move in moves if not hasattr(move, "undone_by")]
    seats = tuple(session.seats.select_related("player").with_balances().as_of(last_number(session) + 1))
    last = last_standing(session)
    return StacksView(
        plays_for_stacks=SessionRules.objects.newest_of(session).ruleset.plays_for_stacks,
        seats=seats,
        lines=tuple(_stack_line(seat, counting) for seat in seats),
        moves=tuple(_move_line(move, last) for move in moves),
        on_the_table=sum(seat.stack for seat in seats),
    )


def _stack_line(seat: Seat, moves: Sequence[ChipMove]) -> StackLine:
    mine = [move.units for move in moves if move.seat_id == seat.pk]
    bought = sum(units for units in mine if units > 0)
    return StackLine(seat.name, seat.stack, bought, bought - sum(mine), seat.balance, seat.is_away)


def _move_line(move: ChipMove, last: int) -> MoveLine:
    undone = hasattr(move, "undone_by")
    can_be_undone = not undone and last <= move.after_number
    return MoveLine(move.pk, move_words(move), move.after_number, move.created_at, move.by, undone, can_be_undone)


def move_words(move: ChipMove) -> str:
    """A move in words: "Ann bought 100"."""
    return f"{move.seat.name} {'bought' if move.units > 0 else 'cashed out'} {abs(move.units)}"


def moves_sentence(moves: Sequence[ChipMove]) -> str:
    """What was just moved: "Ann bought 100, Bob bought 100."."""
    return ", ".join(map(move_words, moves)) + "."
