"""Tables to test on: what a test says about a hand, turned into what the services take, and what the books then say."""

import uuid
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import date
from typing import Any

from django.apps import apps

from ledger.models import Draft, Revision, Seat, Session, User
from ledger.services.deals import Deal, deal_next
from ledger.services.hands import HandEntry, hand_record
from ledger.services.scoring import SeatBoard
from ledger.services.sessions import session_start
from ofcscore.engine.rules import PRESETS

DAY = date(2026, 3, 14)
NAMES = ("Ann", "Bob", "Cy")
DEAD = "dead"
Boards = Sequence[str | None]


def start(user: User, names: Sequence[str] = NAMES, *, preset: str = "pineapple", **details: Any) -> Session:
    """A table of the user's own club, at one euro a unit."""
    settings = {"unit_value": 100, "currency": "EUR", "day": DAY} | details
    return session_start(user=user, names=names, rules=PRESETS[preset], **settings)


def seat_of(session: Session, name: str) -> Seat:
    return session.seats.select_related("player").get(player__name=name)


def entry(
    session: Session,
    boards: Boards,
    *,
    deal: Deal | None = None,
    button: str = "",
    fantasyland: Mapping[str, int] | None = None,
    reason: str = "",
) -> HandEntry:
    """A hand as the form would hand it over: boards in the order of the seats as they stood then, None for who is not
    dealt in, DEAD for a foul without cards. Button and Fantasyland follow from the hand before unless they are given.
    """
    deal = deal or deal_next(session)
    chosen = fantasyland or {}
    dealt = [
        SeatBoard(
            seat,
            "" if cards == DEAD else cards,
            chosen.get(seat.player.name, deal.fantasyland.get(seat.pk, 0)),
            cards == DEAD,
        )
        for seat, cards in zip(deal.table, boards, strict=True)
        if cards is not None
    ]
    return HandEntry(tuple(dealt), seat_of(session, button) if button else deal.button, reason)


def record(
    session: Session, boards: Boards, *, user: User | None = None, key: uuid.UUID | None = None, **how: Any
) -> Revision:
    """Save the next hand from a form that was just opened."""
    session = Session.objects.get(pk=session.pk)
    return hand_record(
        session=session,
        user=user or session.created_by,
        entry=entry(session, boards, **how),
        key=key or uuid.uuid4(),
        expected_number=deal_next(session).number,
        expected_version=session.version,
    )


def balances(session: Session) -> tuple[int, ...]:
    """How the seats stand, in order."""
    return tuple(seat.balance for seat in session.seats.with_balances())


def books() -> dict[str, Any]:
    """How many rows every table of the ledger has, and the version of every session. Drafts are no part of the
    books.
    """
    models = [model for model in apps.get_app_config("ledger").get_models() if model is not Draft]
    counts = {model.__name__: model._default_manager.count() for model in models}
    return counts | {"versions": list(Session.objects.order_by("pk").values_list("version", flat=True))}


@contextmanager
def nothing_saved() -> Iterator[None]:
    """Fails when what runs inside adds or takes away a single row, or moves a session's version."""
    before = books()
    yield
    assert books() == before
