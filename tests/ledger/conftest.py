"""The people of the tests and their table: Ann owns a club and keeps score, the others may more or less of it."""

import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.urls import reverse

from ledger.models import Membership, Session, User
from ledger.services.accounts import guest_create, user_create
from ledger.services.backups import using_file
from tests.ledger.links import let_score
from tests.ledger.pages import HandPages
from tests.ledger.tables import start

PASSWORD = "thirteen-cards-a-board"
# How the settings open a SQLite file.
SERVED = "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL"


def member(session: Session, name: str, role: Membership.Role) -> User:
    user = user_create(username=name, password=PASSWORD)
    Membership.objects.create(club=session.club, user=user, role=role)
    return user


@pytest.fixture
def ann_user(db: None) -> User:
    """The owner of the club that plays."""
    return user_create(username="ann", password=PASSWORD)


@pytest.fixture
def session(ann_user: User) -> Session:
    """A pineapple table of Ann, Bob and Cy, at one euro a unit."""
    return start(ann_user)


@pytest.fixture
def scorer(session: Session) -> User:
    return member(session, "scorer", Membership.Role.SCORER)


@pytest.fixture
def viewer(session: Session) -> User:
    return member(session, "viewer", Membership.Role.VIEWER)


@pytest.fixture
def stranger(db: None) -> User:
    """The owner of another club, with a table of their own."""
    user = user_create(username="stranger", password=PASSWORD)
    start(user, ("Xan", "Yve"))
    return user


@pytest.fixture
def guest(db: None) -> User:
    """Somebody with a cookie and nothing else."""
    return guest_create()


@pytest.fixture
def linked(session: Session) -> User:
    """Somebody who keeps score at the table by a link, and belongs to no club."""
    user = user_create(username="linked", password=PASSWORD)
    let_score(session, user)
    return user


@pytest.fixture
def admin(db: None) -> User:
    """Somebody who may do everything on the admin's pages, and belongs to no club."""
    return User.objects.create_superuser("admin", password=PASSWORD)


@pytest.fixture
def browser_of(db: None) -> Callable[[User | None], Client]:
    """A browser in which somebody is logged in; None for nobody."""

    def browser(user: User | None) -> Client:
        client = Client()
        if user is not None:
            client.force_login(user)
        return client

    return browser


@pytest.fixture
def browser(browser_of: Callable[[User | None], Client], ann_user: User) -> Client:
    """Ann's browser."""
    return browser_of(ann_user)


@pytest.fixture
def url(session: Session) -> Callable[..., str]:
    """Addresses of Ann's table: ``url("hand", 1)``."""

    def address(name: str, *args: Any) -> str:
        return reverse(name, args=(session.public_id, *args))

    return address


@pytest.fixture
def score_pages(browser: Client, url: Callable[..., str]) -> HandPages:
    return HandPages(browser, url("score"))


@pytest.fixture(scope="session")
def empty_books(tmp_path_factory: pytest.TempPathFactory, django_db_setup: None, django_db_blocker: Any) -> Path:
    """A SQLite file with all the tables and nothing in them."""
    path = tmp_path_factory.mktemp("books") / "empty.sqlite3"
    with django_db_blocker.unblock():
        if connection.vendor != "sqlite":
            pytest.skip("PostgreSQL keeps no file of its own.")
        connection.ensure_connection()
        with closing(sqlite3.connect(path)) as copy:
            connection.connection.backup(copy)
    return path


@pytest.fixture
def books_file(empty_books: Path, tmp_path: Path, django_db_blocker: Any) -> Iterator[Path]:
    """A server's database in a file of its own, for what cannot be shown inside a transaction that is rolled back."""
    path = tmp_path / "books.sqlite3"
    shutil.copy(empty_books, path)
    with django_db_blocker.unblock(), using_file(path, init_command=SERVED):
        yield path


if connection.vendor == "sqlite":

    @pytest.fixture
    def committed(books_file: Path) -> None:
        """Books in which every commit counts, and other connections see it: here a file of the test's own."""

else:

    @pytest.fixture
    def committed(transactional_db: None) -> None:
        """Books in which every commit counts, and other connections see it: here all is emptied afterwards."""
