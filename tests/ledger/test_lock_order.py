"""Writes that need the same two rows take them in one order, so that none waits for one that waits for it.

Each pair is tried several times, in turn and at once; PostgreSQL ends one of two that wait for each other, and that
would be an error here.
"""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import pytest

from ledger.models import Club, Session, User
from ledger.services import closing
from ledger.services.accounts import user_create
from ledger.services.checks import audit_ledger
from ledger.services.closing import debts_carry, payment_mark, session_reopen
from ledger.services.errors import ConflictError
from ledger.services.links import link_make
from ledger.services.people import player_merge, player_unmerge
from ledger.services.sessions import session_start
from ofcscore.engine.rules import PRESETS
from tests.ledger.at_once import IS_SQLITE, at_once, refusals
from tests.ledger.boards import FOUL
from tests.ledger.closing import PAID, carry, close, mark, marks, payment, state
from tests.ledger.conftest import PASSWORD
from tests.ledger.events import now
from tests.ledger.links import KINDS
from tests.ledger.tables import DAY, NAMES, record, start

pytestmark = pytest.mark.django_db(transaction=not IS_SQLITE)

TIMES = 12


@pytest.fixture
def ann_user(committed: None) -> User:
    return user_create(username="ann", password=PASSWORD)


@pytest.fixture(autouse=True)
def books_are_right(committed: None) -> Iterator[None]:
    """Whoever was first, the books are right afterwards."""
    yield
    assert audit_ledger().problems == ()


def indebted(user: User) -> Session:
    """A closed table at which something is owed."""
    session = start(user)
    record(session, FOUL)
    close(session)
    return session


def both_ways(one: Callable[[], Any], other: Callable[[], Any], time: int) -> list[Any]:
    """What both give, begun at once, now the one first and now the other."""
    results = at_once(one, other) if time % 2 else at_once(other, one)[::-1]
    return list(results)


@pytest.mark.parametrize("time", range(4))
def test_debts_are_carried_or_their_table_is_opened_again(ann_user: User, time: int) -> None:
    session, into = indebted(ann_user), start(ann_user)
    carrying = partial(carry, session, into)
    opening = partial(session_reopen, session=session, reason="One more hand.", **now(session))
    results = both_ways(carrying, opening, time)
    (refusal,) = refusals(results)
    assert isinstance(refusal, ConflictError)
    assert state(session) == ("settled" if results[1] is refusal else "open")


def test_debts_are_carried_there_and_taken_back_here(ann_user: User) -> None:
    """What is carried from one table into another takes both; so does taking back what was carried the other way."""
    for time in range(TIMES):
        one, other = indebted(ann_user), start(ann_user)
        carry(one, other)
        record(other, FOUL)
        close(other)
        carrying = partial(debts_carry, session=other, user=ann_user, into=one)
        taking_back = partial(payment_mark, payment=payment(one), user=ann_user, kind=PAID)
        assert len(refusals(both_ways(carrying, taking_back, time))) == 2
        assert set(marks(one)) == {"carried"}


def test_a_payment_that_is_carried_while_it_is_looked_up_is_refused(
    ann_user: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Which tables to take is known before they are taken, and may be others by then."""
    one, other = indebted(ann_user), start(ann_user)
    carry(one, other)
    looked_up, look_up = [[]], closing._carried_into
    monkeypatch.setattr(closing, "_carried_into", lambda owed: looked_up.pop() if looked_up else look_up(owed))
    with pytest.raises(ConflictError, match="changed meanwhile"):
        mark(payment(one))
    assert set(marks(one)) == {"carried"}
    assert mark(payment(one)) is not None


def test_debts_are_carried_both_ways(ann_user: User) -> None:
    for time in range(TIMES):
        one, other = indebted(ann_user), indebted(ann_user)
        there = partial(debts_carry, session=one, user=ann_user, into=other)
        back = partial(debts_carry, session=other, user=ann_user, into=one)
        assert len(refusals(both_ways(there, back, time))) == 2, "neither of them is open"


def test_links_are_made_while_hands_are_saved(ann_user: User) -> None:
    """The one has the club and names the table, the other has the table and names the club."""
    session = start(ann_user)

    def make_links() -> None:
        for _ in range(5 * TIMES):
            link_make(session=session, user=ann_user, kind=KINDS["take_over"])

    def save_hands() -> None:
        for _ in range(TIMES):
            record(session, FOUL)

    assert refusals(at_once(make_links, save_hands)) == []
    assert session.hands.count() == TIMES


def test_players_are_merged_and_taken_apart_while_hands_are_saved(ann_user: User) -> None:
    session, other = start(ann_user), start(ann_user, ("Ann", "Dee"))
    dee, bob = (table.seats.get(player__name=name).player for table, name in ((other, "Dee"), (session, "Bob")))

    def merge() -> None:
        for _ in range(2 * TIMES):
            player_merge(player=dee, into=bob, user=ann_user)
            player_unmerge(player=dee, user=ann_user)

    def save_hands() -> None:
        for _ in range(TIMES):
            record(session, FOUL)

    assert refusals(at_once(merge, save_hands)) == []
    assert session.hands.count() == TIMES


def test_somebody_who_starts_two_tables_at_once_has_one_club(ann_user: User) -> None:
    begin = partial(
        session_start, user=ann_user, names=NAMES, rules=PRESETS["pineapple"], unit_value=0, currency="", day=DAY
    )
    assert refusals(at_once(begin, begin)) == []
    assert Club.objects.count() == 1
    assert Session.objects.count() == 2
