"""The demo evening, played through the same services as every other."""

import secrets
import uuid
from collections.abc import Sequence
from dataclasses import replace

from django.utils import timezone

from ledger.demo_evening import HANDS, PLAYERS, SWAPPED_HAND
from ledger.models import Revision, Session, User
from ledger.services.accounts import user_create
from ledger.services.deals import deal_next
from ledger.services.hands import HandEntry, hand_correct, hand_record, hand_undo
from ledger.services.scoring import SeatBoard
from ledger.services.sessions import session_start
from ofcscore.engine.rules import PRESETS

USERNAME = "demo"


def demo_create() -> tuple[Session, str]:
    """A user called demo with one club and one evening; returns the session and the user's password.

    Raises RefusedError when there is a user called demo already.
    """
    password = secrets.token_urlsafe(9)
    user = user_create(username=USERNAME, password=password)
    session = session_start(
        user=user,
        names=PLAYERS,
        rules=PRESETS["pineapple"],
        unit_value=100,
        currency="EUR",
        day=timezone.localdate(),
        name="Demo evening",
    )
    for boards in HANDS:
        _play(session, user, boards)
    last = _play(session, user, HANDS[-1])
    hand_undo(hand=last.hand, user=user, expected_revision=1)
    return session, password


def _play(session: Session, user: User, boards: Sequence[str]) -> Revision:
    """Save the next hand as the table would; the one that is swapped is corrected at once."""
    session.refresh_from_db()
    number = deal_next(session).number
    entry = _entry(session, boards)
    saved = hand_record(
        session=session,
        user=user,
        entry=_swapped(entry) if number == SWAPPED_HAND else entry,
        key=uuid.uuid4(),
        expected_number=number,
        expected_version=session.version,
    )
    if number != SWAPPED_HAND:
        return saved
    return hand_correct(
        hand=saved.hand,
        user=user,
        entry=entry,
        key=uuid.uuid4(),
        expected_revision=saved.number,
        reason="Ann’s and Bob’s boards were swapped.",
    )


def _entry(session: Session, boards: Sequence[str]) -> HandEntry:
    deal = deal_next(session)
    dealt = zip(deal.seats, boards, strict=True)
    return HandEntry(
        tuple(SeatBoard(seat, cards, deal.fantasyland.get(seat.pk, 0)) for seat, cards in dealt), deal.button
    )


def _swapped(entry: HandEntry) -> HandEntry:
    """The entry with the cards of its first two boards changed over."""
    first, second, *others = entry.boards
    boards = (first._replace(cards=second.cards), second._replace(cards=first.cards), *others)
    return replace(entry, boards=boards)
