"""The table now, and its history: who stands where, what comes next, what can be undone."""

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from ledger.models import Session, User
from ledger.services.hands import hand_undo
from tests.ledger import boards
from tests.ledger.pages import button_form, text
from tests.ledger.tables import balances, record, start

Urls = Callable[..., str]


def test_an_empty_table_says_what_to_do(session: Session, browser: Client, url: Urls) -> None:
    page = text(browser.get(url("table")))
    assert "Saturday 14 March Pineapple · €1 a unit" in page
    assert "Next: hand 1. Ann has the button." in page
    assert "No hands yet. When the first boards are set, score them here." in page
    assert "Undo" not in page
    assert "Score hand 1" in page


def test_balances_are_signed_and_the_last_hand_beside_them(session: Session, browser: Client, url: Urls) -> None:
    record(session, boards.QUIET)
    record(session, boards.FOUL)
    page = text(browser.get(url("table")))
    for line in ("Ann +7 last hand · +€7 +7", "Bob +5 last hand · +€7 +7", "Cy −12 last hand · −€14 D −14"):
        assert line in page


def test_the_button_and_fantasyland_stand_beside_who_has_them(session: Session, browser: Client, url: Urls) -> None:
    record(session, boards.ANN_ENTERS)
    page = text(browser.get(url("table")))
    assert "Ann Fantasyland · 14 +21 last hand · +€21 D +21" in page
    assert "Next: hand 2. Ann keeps the button. Deal Ann 14 cards." in page


def test_where_there_are_too_many_it_says_who_sits_out(ann_user: User, browser: Client) -> None:
    table = start(ann_user, ("Ann", "Bob", "Cy", "Dee", "Ann 2"), preset="classic")
    page = text(browser.get(reverse("table", args=(table.public_id,))))
    assert "Next: hand 1. Ann has the button. Ann 2 sits out." in page


def test_who_sat_out_is_said_to(session: Session, browser: Client, url: Urls) -> None:
    record(session, (*boards.SCOOPS[:2], None))
    page = text(browser.get(url("table")))
    assert "Cy sat out" in page
    assert "Next: hand 2. Bob has the button. Cy sits out." in page
    assert "sat out" in text(browser.get(url("history")))


def test_it_shows_the_last_five_hands_and_the_history_all(session: Session, browser: Client, url: Urls) -> None:
    for _ in range(6):
        record(session, boards.QUIET)
    assert url("hand", 1) not in browser.get(url("table")).content.decode()
    assert url("hand", 2) in browser.get(url("table")).content.decode()
    assert url("hand", 1) in browser.get(url("history")).content.decode()


def test_undo_is_offered_for_the_last_hand_that_stands(
    session: Session, browser: Client, url: Urls, ann_user: User
) -> None:
    record(session, boards.QUIET)
    hand_undo(hand=record(session, boards.FOUL).hand, user=ann_user, expected_revision=1)
    page = browser.get(url("table"))
    assert "Undo hand 1" in text(page)
    assert button_form(page, url("undo", 1))["revision"] == "1"
    assert "+2 last hand" in text(page)


def test_when_the_last_five_hands_are_undone_the_sixth_can_still_be(
    session: Session, browser: Client, url: Urls, ann_user: User
) -> None:
    for _ in range(6):
        record(session, boards.QUIET)
    for hand in session.hands.filter(number__gt=1):
        hand_undo(hand=hand, user=ann_user, expected_revision=1)
    page = text(browser.get(url("table")))
    assert "Undo hand 1" in page
    assert "+2 last hand" in page


def test_an_undone_hand_stays_listed_and_counts_for_nothing(
    session: Session, browser: Client, url: Urls, ann_user: User
) -> None:
    hand_undo(hand=record(session, boards.FOUL).hand, user=ann_user, expected_revision=1)
    for page in ("table", "history"):
        content = browser.get(url(page))
        assert '<tr class="undone">' in content.content.decode()
        assert "1 undone +7" in text(content)
        assert balances(session) == (0, 0, 0)


def test_a_table_for_units_only_says_so(ann_user: User, browser: Client) -> None:
    session = start(ann_user, unit_value=0, currency="")
    assert "Pineapple · for units only" in text(browser.get(f"/t/{session.public_id}/"))


def test_an_empty_history_says_so(session: Session, browser: Client, url: Urls) -> None:
    assert "No hands yet." in text(browser.get(url("history")))


def test_the_history_sums_every_line_and_all_of_them_to_zero(session: Session, browser: Client, url: Urls) -> None:
    record(session, boards.QUIET)
    record(session, boards.FOUL)
    page = text(browser.get(url("history")))
    assert "2 foul +7 +7 +5 +7 −12 −14 0 1 0 0 +2 +2 −2 −2 0 Total +7 +7 −14 0" in page


@pytest.mark.parametrize("page", ["table", "history"])
def test_pages_of_the_books_are_not_kept_by_any_cache(session: Session, browser: Client, url: Urls, page: str) -> None:
    answer = browser.get(url(page))
    assert "no-store" in answer["Cache-Control"]
    assert "HX-Request" in answer["Vary"]


def test_every_page_says_what_a_browser_may_do(session: Session, browser: Client, url: Urls) -> None:
    answer = browser.get(url("table"))
    assert "default-src 'self'" in answer["Content-Security-Policy"]
    assert "camera=()" in answer["Permissions-Policy"]
    assert (answer["X-Frame-Options"], answer["X-Content-Type-Options"]) == ("DENY", "nosniff")
