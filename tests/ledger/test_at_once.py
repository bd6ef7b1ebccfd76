"""Eight writers at one table, and pairs of writes of which one has to be first: nothing is lost, nothing is twice.

On PostgreSQL the rows are locked, on SQLite the file; the tests are the same.
"""

import os
import subprocess
import sys
import uuid
from collections.abc import Callable, Iterator
from functools import partial

import pytest
from django.db import DatabaseError, connection
from django.test import Client
from django.urls import reverse

from ledger.models import Hand, Revision, Session, Transfer, User
from ledger.services.accounts import guest_create, guest_keep, user_create
from ledger.services.checks import audit_ledger
from ledger.services.closing import session_close
from ledger.services.deals import deal_next
from ledger.services.errors import ConflictError, RefusedError
from ledger.services.hands import hand_record, hand_undo
from ledger.services.seats import seat_join
from tests.ledger.at_once import IS_SQLITE, at_once, refusals
from tests.ledger.boards import FOUL, QUIET, SCOOPS
from tests.ledger.conftest import PASSWORD
from tests.ledger.events import now
from tests.ledger.pages import HandPages, fields, typed
from tests.ledger.tables import entry, record, start

pytestmark = pytest.mark.django_db(transaction=not IS_SQLITE)

WRITERS = 8
HANDS = 3
# How often a pair of writes is tried: now the one is first, now the other.
TIMES = 5


@pytest.fixture
def ann_user(committed: None) -> User:
    return user_create(username="ann", password=PASSWORD)


@pytest.fixture
def session(ann_user: User) -> Session:
    return start(ann_user)


@pytest.fixture(autouse=True)
def books_are_right(committed: None) -> Iterator[None]:
    """Whoever was first, the books are right afterwards."""
    yield
    assert audit_ledger().problems == ()


def numbers(session: Session) -> list[int]:
    return list(session.hands.order_by("number").values_list("number", flat=True))


def keep_at_it(session: Session, hands: int) -> int:
    """Save so many hands, each from a new form as long as somebody else is first; how often somebody was."""
    refused = 0
    while hands:
        try:
            record(session, QUIET)
            hands -= 1
        except ConflictError:
            refused += 1
    return refused


def form_of(session: Session, key: uuid.UUID) -> Callable[[], Revision]:
    """Saves the hand that comes next now, whenever it is called."""
    session = Session.objects.get(pk=session.pk)
    sent = {
        "user": session.created_by,
        "entry": entry(session, QUIET),
        "key": key,
        "expected_number": deal_next(session).number,
        "expected_version": session.version,
    }
    return partial(hand_record, session=session, **sent)


class TestEightWriters:
    def test_hands_are_numbered_without_gaps_and_no_update_is_lost(self, session: Session) -> None:
        version = session.version
        at_once(*[lambda: keep_at_it(session, HANDS)] * WRITERS)
        assert numbers(session) == list(range(1, WRITERS * HANDS + 1))
        assert Session.objects.get(pk=session.pk).version == version + WRITERS * HANDS

    def test_of_eight_forms_of_one_hand_one_is_saved(self, session: Session) -> None:
        results = at_once(*[form_of(session, uuid.uuid4()) for _ in range(WRITERS)])
        assert len(refusals(results)) == WRITERS - 1
        assert all(isinstance(refusal, ConflictError) for refusal in refusals(results))
        assert numbers(session) == [1]

    def test_one_form_that_is_sent_eight_times_counts_once(self, session: Session) -> None:
        results = at_once(*[form_of(session, uuid.uuid4())] * WRITERS)
        assert len({revision.pk for revision in results}) == 1
        assert numbers(session) == [1]

    def test_what_is_kept_for_good_is_kept_meanwhile(self, session: Session) -> None:
        record(session, FOUL)

        def tamper() -> int:
            refused = 0
            for statement in ("UPDATE ledger_transfer SET units = 99", "DELETE FROM ledger_transfer"):
                try:
                    with connection.cursor() as cursor:
                        cursor.execute(statement)
                except DatabaseError as error:
                    refused += "kept for good" in str(error)
            return refused

        *_, refused = at_once(*[lambda: keep_at_it(session, 1)] * (WRITERS - 1), tamper)
        assert refused == 2
        assert not Transfer.objects.filter(units=99).exists()
        assert numbers(session) == list(range(1, WRITERS + 1))

    @pytest.mark.slow
    def test_eight_processes_are_numbered_without_gaps(self, session: Session) -> None:
        database = connection.settings_dict
        url = f"sqlite:///{database['NAME']}"
        if not IS_SQLITE:
            url = f"postgres://{database['USER']}@{database['HOST']}:{database['PORT']}/{database['NAME']}"
        command = [sys.executable, "-m", "tests.ledger.writer", url, str(session.pk), str(HANDS)]
        writers = [subprocess.Popen(command, env=os.environ) for _ in range(WRITERS)]
        assert [writer.wait(60) for writer in writers] == [0] * WRITERS
        assert numbers(session) == list(range(1, WRITERS * HANDS + 1))


class TestOneIsFirst:
    """Two forms that were begun from one page."""

    @pytest.mark.parametrize("what", ["close", "join"])
    @pytest.mark.parametrize("time", range(TIMES))
    def test_a_save_and_a_change_of_the_table(self, session: Session, what: str, time: int) -> None:
        record(session, FOUL)
        begun = now(session)
        changes = {
            "close": partial(session_close, session=session, **begun),
            "join": partial(seat_join, session=session, name="Dee", **begun),
        }
        results = at_once(form_of(session, uuid.uuid4()), changes[what])
        (refusal,) = refusals(results)
        assert isinstance(refusal, ConflictError)
        assert numbers(session) == ([1, 2] if results[1] is refusal else [1])

    @pytest.mark.parametrize("time", range(TIMES))
    def test_a_save_and_an_undo(self, session: Session, time: int) -> None:
        """The undo says nothing of what came after the hand; the save was begun from its balances."""
        first = record(session, FOUL)
        undoing = partial(hand_undo, hand=first.hand, user=first.created_by, expected_revision=1)
        saved, undone = at_once(form_of(session, uuid.uuid4()), undoing)
        assert undone.kind == Revision.Kind.UNDONE
        assert isinstance(saved, ConflictError) == (numbers(session) == [1])

    @pytest.mark.parametrize("time", range(TIMES))
    def test_of_two_corrections_one_is_taken_and_the_other_keeps_its_cards(self, session: Session, time: int) -> None:
        record(session, QUIET)
        url = reverse("correct", args=(session.public_id, 1))
        phones = [HandPages(Client(), url) for _ in range(2)]
        forms = []
        for phone, boards in zip(phones, (FOUL, SCOOPS), strict=True):
            phone.client.force_login(session.created_by)
            forms.append(phone.open(boards, correction_reason="misread"))
        answers = at_once(*(partial(phone.save, form) for phone, form in zip(phones, forms, strict=True)))
        assert sorted(answer.status_code for answer in answers) == [302, 409]
        loser = [answer.status_code for answer in answers].index(409)
        assert typed(fields(answers[loser])) == typed(forms[loser])
        assert Hand.objects.get().revisions.count() == 2

    def test_two_guests_who_want_one_name(self, session: Session) -> None:
        for names in (("Bob", "Bob"), ("cy", "Cy"), ("Dee", "dee"), ("x1", "X1"), ("x2", "x2")):
            guests = [guest_create() for _ in names]
            results = at_once(
                *(
                    partial(guest_keep, guest=guest, username=name, password=PASSWORD)
                    for guest, name in zip(guests, names, strict=True)
                )
            )
            (refusal,) = refusals(results)
            assert isinstance(refusal, RefusedError)
            assert refusal.field == "username"
            assert User.objects.filter(username__iexact=names[0]).count() == 1
