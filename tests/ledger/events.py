"""What happens between two hands, as a dealer who has just opened the page does it."""

import uuid
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from ledger.models import Adjustment, Revision, Seat, SeatChange, Session, User
from ledger.services.adjustments import adjustment_record
from ledger.services.deals import deal_next
from ledger.services.hands import hand_record
from ledger.services.seats import seat_join, seat_leave, seat_return, seats_swap
from ledger.services.sessions import session_start
from ofcscore.engine.rules import PRESETS
from tests.ledger.tables import DAY, NAMES, entry, seat_of


def start_by(user: User, names: Iterable[str] = NAMES, **settings: Any) -> Session:
    """A pineapple table, at one euro a unit, with some settings of its own."""
    rules = replace(PRESETS["pineapple"], **settings)
    return session_start(user=user, names=tuple(names), rules=rules, unit_value=100, currency="EUR", day=DAY)


def now(session: Session) -> dict[str, Any]:
    """What every form of the session's pages begins with, and who sends it."""
    session = Session.objects.get(pk=session.pk)
    return {"user": session.created_by, "expected_version": session.version}


def join(session: Session, name: str) -> Seat:
    return seat_join(session=session, name=name, **now(session))


def leave(session: Session, name: str, reason: str = "") -> SeatChange | None:
    return seat_leave(seat=seat_of(session, name), reason=reason, **now(session))


def come_back(session: Session, name: str) -> SeatChange | None:
    return seat_return(seat=seat_of(session, name), **now(session))


def swap(session: Session, one: str, other: str, reason: str = "") -> SeatChange:
    return seats_swap(one=seat_of(session, one), other=seat_of(session, other), reason=reason, **now(session))


def pay(session: Session, payer: str, *payees: str, units: int = 1, **how: Any) -> Adjustment:
    """One pays each of the others so many units."""
    sent = {"reason": "exposed card", "key": uuid.uuid4()} | now(session) | how
    paid = [seat_of(session, name) for name in payees]
    return adjustment_record(payer=seat_of(session, payer), payees=paid, units=units, **sent)


def record_by_name(session: Session, cards: Mapping[str, str], **how: Any) -> Revision:
    """Save the next hand, given who has which board."""
    session = Session.objects.get(pk=session.pk)
    boards = [cards.get(seat.player.name) for seat in session.seats.select_related("player")]
    return hand_record(
        session=session,
        user=session.created_by,
        entry=entry(session, boards, **how),
        key=uuid.uuid4(),
        expected_number=deal_next(session).number,
        expected_version=session.version,
    )


def places(session: Session) -> list[str]:
    """The names in the order of their places now."""
    return [seat.player.name for seat in session.seats.select_related("player")]


def dealt_in(session: Session) -> list[str]:
    """Who is dealt in next, in the order of their places."""
    return [seat.player.name for seat in deal_next(session).seats]


def button(session: Session) -> str:
    return deal_next(session).button.player.name


def order_of(revision: Revision) -> list[tuple[int, str]]:
    """The boards of a revision as they were stored: place and name."""
    rows = revision.boards.select_related("seat__player").order_by("position")
    return [(board.position, board.seat.player.name) for board in rows]
