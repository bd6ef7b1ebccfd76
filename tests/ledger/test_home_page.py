"""The first page: your tables and nobody else's, or what this is for."""

from collections.abc import Callable
from datetime import date

import pytest
from django.test import Client

from ledger.models import Session, User
from ledger.services.hands import hand_undo
from tests.ledger import boards
from tests.ledger.pages import text
from tests.ledger.tables import record, start

Browsers = Callable[[User | None], Client]


@pytest.mark.django_db
def test_a_newcomer_is_told_what_it_is_and_can_start(client: Client) -> None:
    page = client.get("/")
    assert "Open Face Chinese, scored at the table" in text(page)
    assert 'href="/start/"' in page.content.decode()
    assert "Log in" in text(page)


def test_it_lists_the_tables_of_every_club_one_belongs_to(session: Session, scorer: User, browser_of: Browsers) -> None:
    own = start(scorer, name="My own")
    page = browser_of(scorer).get("/").content.decode()
    assert f"/t/{session.public_id}/" in page
    assert f"/t/{own.public_id}/" in page


def test_a_strangers_tables_are_not_on_it(session: Session, stranger: User, browser_of: Browsers) -> None:
    assert session.public_id not in browser_of(stranger).get("/").content.decode()


def test_the_newest_night_comes_first(ann_user: User, browser: Client) -> None:
    for month in (5, 7, 6):
        start(ann_user, name=f"Month {month}", day=date(2026, month, 1))
    page = text(browser.get("/"))
    assert page.index("Month 7") < page.index("Month 6") < page.index("Month 5")


def test_it_shows_the_last_twenty_tables(ann_user: User, browser: Client) -> None:
    for night in range(21):
        start(ann_user, name=f"Night {night:02}")
    page = text(browser.get("/"))
    assert "Night 20" in page
    assert "Night 01" in page
    assert "Night 00" not in page


def test_it_counts_the_hands_that_stand(session: Session, ann_user: User, browser: Client) -> None:
    assert "0 hands" in text(browser.get("/"))
    hand = record(session, boards.QUIET).hand
    assert "1 hand " in text(browser.get("/"))
    record(session, boards.FOUL)
    assert "2 hands" in text(browser.get("/"))
    hand_undo(hand=hand, user=ann_user, expected_revision=1)
    assert "1 hand " in text(browser.get("/"))


def test_a_guest_with_tables_is_told_that_only_this_browser_opens_them(guest: User, browser_of: Browsers) -> None:
    assert "Only this browser" not in text(browser_of(guest).get("/"))
    start(guest)
    page = text(browser_of(guest).get("/"))
    assert "Only this browser can open these tables. Set a password" in page
    assert guest.username not in page
    assert "Log out" not in page


def test_a_user_sees_their_name_and_the_ways_out(session: Session, browser: Client) -> None:
    page = text(browser.get("/"))
    assert "Only this browser" not in page
    assert "ann" in page
    assert "Log out" in page
    assert "Change password" in page
