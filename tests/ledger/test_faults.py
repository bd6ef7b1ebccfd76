"""A database that cannot do its part: locked by another program, only to be read, full, or gone; each for real."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
from django.contrib.sessions.backends.db import SessionStore
from django.db import DataError, IntegrityError, InterfaceError, InternalError, OperationalError, connection
from django.test import Client
from django.urls import reverse

from ledger.models import Session
from ledger.services import transactions
from ledger.services.accounts import user_create
from ledger.services.faults import Fault, NoTurnError, fault_of
from tests.ledger.boards import QUIET
from tests.ledger.conftest import PASSWORD
from tests.ledger.pages import HandPages, button_form, text, typed
from tests.ledger.tables import nothing_saved, record, start


def pragma(text: str) -> int:
    with connection.cursor() as cursor:
        cursor.execute(f"PRAGMA {text}")
        row = cursor.fetchone()
        return row[0] if row else 0


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Another program is in the middle of writing, and stays there."""
    pragma("busy_timeout = 20")
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")
    pragma("busy_timeout = 5000")


@contextmanager
def only_read(path: Path) -> Iterator[None]:
    """What SQLite answers when the file may not be written; a test that runs as root may write any file."""
    pragma("query_only = ON")
    yield
    pragma("query_only = OFF")


@contextmanager
def full(path: Path) -> Iterator[None]:
    """The database may not grow by a single page, and the next hand finds no room in those that it has."""
    pragma(f"max_page_count = {pragma('page_count')}")
    with pytest.raises(OperationalError, match="full"):
        for _ in range(300):
            record(Session.objects.get(), QUIET)
    yield
    pragma("max_page_count = 1073741823")


FAULTS = pytest.mark.parametrize(
    ("fault", "why"),
    [
        (locked, "another program is writing in them and does not stop"),
        (only_read, "nobody may write in them"),
        (full, "there is no room left for them"),
    ],
)
How = Callable[[Path], "contextmanager[None]"]


@pytest.fixture
def table(books_file: Path) -> Session:
    session = start(user_create(username="ann", password=PASSWORD))
    record(session, QUIET)
    return session


@pytest.fixture
def pages(table: Session) -> HandPages:
    """Ann's browser, which shows a page for an error as a server does."""
    client = Client(raise_request_exception=False)
    client.force_login(table.created_by)
    return HandPages(client, reverse("score", args=(table.public_id,)))


@FAULTS
def test_a_hand_that_cannot_be_saved_is_kept_and_can_be_sent_again(
    pages: HandPages, books_file: Path, fault: How, why: str
) -> None:
    with fault(books_file):
        hands = Session.objects.get().hands.count()
        sent = pages.open(QUIET) | {"action": "save"}
        with nothing_saved():
            answer = pages.client.post(pages.url, sent)
    assert answer.status_code == 503
    assert answer["Retry-After"] == "10"
    assert "no-store" in answer["Cache-Control"]
    assert f"The books cannot be written right now: {why}. Nothing was saved." in text(answer)
    again = button_form(answer, pages.url)
    assert typed(again) == typed(sent)
    assert pages.client.post(pages.url, again).status_code == 302
    assert Session.objects.get().hands.count() == hands + 1


@FAULTS
def test_pages_can_be_read_meanwhile(pages: HandPages, table: Session, books_file: Path, fault: How, why: str) -> None:
    with fault(books_file):
        for name in ("table", "history", "score"):
            assert pages.client.get(reverse(name, args=(table.public_id,))).status_code == 200


@pytest.mark.parametrize("fault", [locked, only_read])
def test_a_password_is_not_in_the_page(books_file: Path, table: Session, fault: How) -> None:
    client = Client(raise_request_exception=False)
    with fault(books_file):
        answer = client.post(reverse("login"), {"username": "ann", "password": PASSWORD})
    assert answer.status_code == 503
    assert "Nothing was saved. Go back, and send it again" in text(answer)
    assert PASSWORD not in answer.content.decode()


def test_a_fault_after_the_answer_is_not_said_to_have_saved_nothing(
    pages: HandPages, table: Session, books_file: Path, monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    """The hand is saved, and then the login's session is not."""

    def save(self: SessionStore, must_create: bool = False) -> None:
        with only_read(books_file), connection.cursor() as cursor:
            cursor.execute("DELETE FROM django_session")

    sent = pages.open(QUIET) | {"action": "save"}
    settings.SESSION_SAVE_EVERY_REQUEST = True
    monkeypatch.setattr(SessionStore, "save", save)
    answer = pages.client.post(pages.url, sent)
    assert answer.status_code == 503
    assert table.hands.count() == 2
    assert "What you sent may be saved already, or not." in text(answer)
    pragma("query_only = OFF")
    monkeypatch.undo()
    assert pages.client.post(pages.url, button_form(answer, pages.url)).status_code == 302
    assert table.hands.count() == 2, "it counts once"


def test_a_database_that_cannot_be_read_is_a_page_to_try_again(
    pages: HandPages, table: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    connection.close()
    monkeypatch.setitem(connection.settings_dict, "NAME", "/nowhere/books.sqlite3")
    answer = pages.client.get(reverse("table", args=(table.public_id,)))
    assert answer.status_code == 503
    assert "The books cannot be read right now: they do not answer." in text(answer)
    assert "Try again" in text(answer)
    assert pages.client.get(reverse("healthz")).status_code == 503


def test_a_mistake_of_ours_stays_one(pages: HandPages, table: Session) -> None:
    with connection.cursor() as cursor:
        cursor.execute("DROP TABLE ledger_draft")
    answer = pages.client.get(pages.url)
    assert answer.status_code == 500
    assert "Something went wrong on our side" in text(answer)


def test_who_waits_too_long_in_line_is_told(
    pages: HandPages, books_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent = pages.open(QUIET) | {"action": "save"}
    monkeypatch.setattr(transactions, "PATIENCE", 0.02)
    with transactions._one_writer, nothing_saved():
        answer = pages.client.post(pages.url, sent)
    assert answer.status_code == 503
    assert "Nothing was saved" in text(answer)
    assert pages.client.post(pages.url, sent).status_code == 302


class PostgreSQLError(Exception):
    """As psycopg's carry it."""

    def __init__(self, sqlstate: str | None) -> None:
        super().__init__()
        self.sqlstate = sqlstate


@pytest.mark.parametrize(
    ("kind", "sqlstate", "fault"),
    [
        (OperationalError, None, Fault.AWAY),
        (InterfaceError, None, Fault.AWAY),
        (OperationalError, "08006", Fault.AWAY),
        (OperationalError, "57P01", Fault.AWAY),
        (OperationalError, "53300", Fault.AWAY),
        (OperationalError, "53100", Fault.FULL),
        (OperationalError, "55P03", Fault.BUSY),
        (OperationalError, "40P01", Fault.BUSY),
        (InternalError, "25006", Fault.READ_ONLY),
        (InternalError, "25P02", None),
        (IntegrityError, "23505", None),
        (DataError, None, None),
    ],
)
def test_the_faults_of_postgresql(kind: type[Exception], sqlstate: str | None, fault: Fault | None) -> None:
    error = kind()
    error.__cause__ = PostgreSQLError(sqlstate)
    assert fault_of(error) is fault


@pytest.mark.parametrize("error", [None, ValueError(), OperationalError("made by hand")])
def test_other_errors_are_none(error: Exception | None) -> None:
    assert fault_of(error) is None


def test_a_lost_answer_may_have_been_a_yes() -> None:
    assert [fault for fault in Fault if not fault.is_certain] == [Fault.AWAY]
    assert fault_of(NoTurnError()) is Fault.BUSY
