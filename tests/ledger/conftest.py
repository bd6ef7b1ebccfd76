"""The people of the tests and their table: Ann owns a club and keeps score, the others may more or less of it."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from ledger.models import Membership, Session, User
from ledger.services.accounts import guest_create, user_create
from tests.ledger.pages import HandPages
from tests.ledger.tables import start

PASSWORD = "thirteen-cards-a-board"


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
