"""Who sits at a table, and who came, left and changed places there."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from ledger.models import SeatChange, Session, SessionRules
from ledger.services.deals import last_number


@dataclass(frozen=True)
class Person:
    """One seat: its number, which never changes, who has it, the balance, and whether its player left."""

    number: int
    name: str
    balance: int
    is_away: bool


@dataclass(frozen=True)
class ChangeLine:
    """Something that happened to seats, as a sentence without its full stop, and by whom it was written down."""

    what: str
    by: str
    at: datetime
    reason: str


@dataclass(frozen=True)
class PeopleView:
    """The seats in the order of their places, and what happened to them, newest first. ``is_closed`` is whether nobody
    joins or leaves, as at criss-cross.
    """

    people: tuple[Person, ...]
    changes: tuple[ChangeLine, ...]
    is_closed: bool


def people_view(session: Session) -> PeopleView:
    """The seats of the session as they stand before its next hand."""
    seats = list(session.seats.select_related("player").with_balances().as_of(last_number(session) + 1))
    names = {seat.pk: seat.name for seat in seats}
    changes = SeatChange.objects.filter(session=session).select_related("created_by").order_by("-pk")
    return PeopleView(
        people=tuple(Person(seat.number, seat.name, seat.balance, seat.is_away) for seat in seats),
        changes=tuple(
            ChangeLine(what_happened(change, names), change.by, change.created_at, change.reason) for change in changes
        ),
        is_closed=SessionRules.objects.newest_of(session).ruleset.criss_cross,
    )


def what_happened(change: SeatChange, names: Mapping[int, str]) -> str:
    """What happened to a seat and when, as a sentence without its full stop; ``names`` are the seats'."""
    name = names[change.seat_id]
    if change.other_id:
        return f"{name} and {names[change.other_id]} changed places {change.when}"
    return f"{name} {SeatChange.Kind(change.kind).label.lower()} {change.when}"
