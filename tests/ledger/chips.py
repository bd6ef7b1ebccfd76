"""Tables that play for stacks, to test on: buying in, cashing out, and what then lies before everybody."""

import uuid
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from ledger.models import ChipMove, Hand, Revision, Session, User
from ledger.services.chips import chips_move, chips_undo
from ledger.services.deals import deal_next
from ledger.services.hands import hand_restore, hand_undo
from ledger.services.sessions import session_start
from ofcscore.engine.rules import PRESETS
from tests.ledger.tables import DAY, NAMES, seat_of

# Each of a pair's units between them: BEST wins 15 from either of the others, and GOOD 6 from WEAK. BEST enters
# Fantasyland.
BEST = "QhQsJc/AsAc8h7h6d/JhTd9c8s7s"
GOOD = "KhQd4c/9h9d5c6hJd/KcKdTh5s3h"
WEAK = "2c3d5h/7c7d2h3s4d/8c8dAh6s2d"
# QUEENS and KINGS both enter Fantasyland; KINGS wins 17 from QUEENS, and both win from LOW.
QUEENS = "QhQd7c/AhAd9d5c3c/KcKd8c8s2c"
KINGS = "KhKsJc/AsAc6h6d2d/ThTdTcTs4c"
LOW = "2h3d5h/3h3s7hJd9c/8h8d9h9s4d"


def start_stakes(
    user: User, stakes: str = "loss_cap", names: Sequence[str] = NAMES, *, cap: int = 0, unit_value: int = 100
) -> Session:
    """A pineapple table that plays for stacks, nothing bought yet."""
    rules = replace(PRESETS["pineapple"], stakes=stakes, cap=cap)
    return session_start(user=user, names=names, rules=rules, unit_value=unit_value, currency="EUR", day=DAY)


def move(session: Session, units: int | None, *names: str, **how: Any) -> list[ChipMove]:
    """Each of these buys, or cashes out, from a form that was just opened."""
    session = Session.objects.get(pk=session.pk)
    settings = {"key": uuid.uuid4(), "expected_version": session.version, "user": session.created_by} | how
    return chips_move(session=session, seats=[seat_of(session, name) for name in names], units=units, **settings)


def buy_in(session: Session, **units: int) -> None:
    """Everybody who is named buys so many units."""
    for name, bought in units.items():
        move(session, bought, name.capitalize())


def undo_move(move: ChipMove) -> ChipMove:
    return chips_undo(move=move, user=move.created_by)


def stacks(session: Session) -> tuple[int, ...]:
    """What lies before the seats, in order."""
    return tuple(seat.stack for seat in deal_next(session).table)


def undo(hand: Hand) -> Revision:
    return hand_undo(hand=hand, user=hand.session.created_by, expected_revision=hand.revisions.count())


def restore(hand: Hand) -> Revision:
    return hand_restore(hand=hand, user=hand.session.created_by, expected_revision=hand.revisions.count())
