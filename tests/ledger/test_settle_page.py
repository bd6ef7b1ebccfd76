"""Settling up on its page: the payments as they would be, closing, paying, carrying over, opening again."""

import re
from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest
from django.conf import settings
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext

from ledger.models import Session, StateChange, User
from tests.ledger import boards
from tests.ledger.closing import OWED, archive, carry, close, mark, mark_all, marks, payment, plan, reopen, state
from tests.ledger.events import pay
from tests.ledger.links import let_score
from tests.ledger.pages import HandPages, alerts, button_form, fields, text, typed
from tests.ledger.tables import nothing_saved, record, start

Url = Callable[..., str]
Browsers = Callable[[User], Client]


@pytest.fixture
def played(session: Session) -> Session:
    """Ann is 7 up, Bob 5, and Cy 12 down."""
    record(session, boards.FOUL)
    return session


@pytest.fixture
def closed(played: Session) -> Session:
    close(played)
    return played


@pytest.fixture
def later(ann_user: User) -> Session:
    return start(ann_user, ("Ann", "Bob"), day=date(2026, 3, 21))


def press(browser: Client, page: str, address: str, **changes: str) -> HttpResponse:
    """Press the button on a page that posts to an address."""
    return browser.post(address, button_form(browser.get(page), address) | changes, follow=True)


def copied(answer: HttpResponse) -> str:
    """What stands in the field to copy from."""
    found = re.search(r"<textarea[^>]*readonly[^>]*>(.*?)</textarea>", answer.content.decode(), re.DOTALL)
    assert found
    return found[1]


class TestWhileItIsOpen:
    def test_r11_2_nets_and_the_fewest_payments_as_it_stands(self, played: Session, browser: Client, url: Url) -> None:
        page = text(browser.get(url("settle")))
        assert "Settle up Saturday 14 March · open" in page
        assert "Ann +7 units +€7 Bob +5 units +€5 Cy −12 units −€12" in page
        assert "The fewest payments, as it stands now Cy pays Ann €7 Cy pays Bob €5" in page
        assert "Close the table" in page
        assert "Open again" not in page and "Carry" not in page and "Archive" not in page

    def test_r11_1_the_pairs_are_not_simplified(self, session: Session, browser: Client, url: Url) -> None:
        """R11.1: Bob won from Ann what he lost to Cy, so he is out of the plan, and in the pairs."""
        pay(session, "Ann", "Bob", units=4)
        pay(session, "Bob", "Cy", units=4)
        page = text(browser.get(url("settle")))
        assert "as it stands now Ann pays Cy €4 Who owes whom" in page
        assert "pair by pair Ann owes Bob €4 Bob owes Cy €4 What every two won and lost" in page

    def test_before_the_first_hand_nobody_owes_anything(self, session: Session, browser: Client, url: Url) -> None:
        answer = browser.get(url("settle"))
        assert "Ann 0 units €0" in text(answer)
        assert "as it stands now Nobody owes anybody anything." in text(answer)
        assert "pair by pair" not in text(answer)
        assert copied(answer).endswith("Nobody owes anybody anything.")

    def test_without_money_it_is_in_units(self, ann_user: User, browser: Client) -> None:
        session = start(ann_user, currency="", unit_value=0)
        pay(session, "Ann", "Bob")
        pay(session, "Ann", "Cy", units=2)
        page = text(browser.get(f"/t/{session.public_id}/settle/"))
        assert "Ann −3 Bob +1 Cy +2" in page
        assert "Ann pays Cy 2 units Ann pays Bob 1 unit" in page
        assert "€" not in page

    def test_a_hand_that_is_begun_is_told(
        self, played: Session, browser: Client, url: Url, score_pages: HandPages
    ) -> None:
        assert "A hand is begun" not in text(browser.get(url("settle")))
        browser.post(url("keep"), score_pages.open(boards.QUIET))
        assert "A hand is begun and not saved." in text(browser.get(url("settle")))

    def test_closing_it(self, played: Session, browser: Client, url: Url, ann_user: User) -> None:
        page = text(press(browser, url("settle"), url("settle")))
        assert "The table is closed." in page
        assert "Saturday 14 March · closed" in page
        assert "Payments Cy pays Ann €7 Paid Cy pays Bob €5 Paid Still owed: €12." in page
        assert "What was done Closed" in page
        assert state(played) == "closed"

    def test_sent_twice_it_is_closed_once(self, played: Session, browser: Client, url: Url) -> None:
        sent = button_form(browser.get(url("settle")), url("settle"))
        for _ in range(2):
            assert browser.post(url("settle"), sent).status_code == 302
        assert StateChange.objects.count() == 1

    def test_a_table_that_moved_on_is_a_conflict_and_shows_the_new_plan(
        self, played: Session, browser: Client, url: Url
    ) -> None:
        sent = button_form(browser.get(url("settle")), url("settle"))
        record(played, boards.SCOOPS)
        with nothing_saved():
            answer = browser.post(url("settle"), sent)
        assert answer.status_code == 409
        assert alerts(answer) == ["Something at this table has changed meanwhile. Look at it, and try again."]
        assert "Cy pays Bob €12 Ann pays Bob €5" in text(answer)
        assert browser.post(url("settle"), button_form(answer, url("settle"))).status_code == 302

    @pytest.mark.parametrize("version", ["", "x", "9" * 5000])
    def test_an_odd_version_is_mended(self, played: Session, browser: Client, url: Url, version: str) -> None:
        with nothing_saved():
            answer = browser.post(url("settle"), {"version": version})
        assert answer.status_code == 422
        assert "This page had come apart." in alerts(answer)[0]
        assert browser.post(url("settle"), button_form(answer, url("settle"))).status_code == 302


class TestWhileItIsClosed:
    def test_who_marked_a_payment_and_when(self, closed: Session, browser_of: Browsers, scorer: User, url: Url) -> None:
        browser = browser_of(scorer)
        first = payment(closed)
        page = text(press(browser, url("settle"), url("payment_paid", first.pk)))
        assert "Written down: Cy has paid Ann." in page
        assert re.search(r"Cy pays Ann paid \d+ \w+, \d\d:\d\d, by scorer €7 Not paid after all", page)
        assert "Cy pays Bob €5 Paid Still owed: €5." in page
        page = text(press(browser, url("settle"), url("payment_owed", first.pk)))
        assert "Written down: Cy still has to pay Ann." in page
        assert re.search(r"Cy pays Ann not paid after all · \d+ \w+, \d\d:\d\d, by scorer €7 Paid", page)

    def test_pressed_twice_it_is_marked_once(self, closed: Session, browser: Client, url: Url) -> None:
        address = url("payment_paid", payment(closed).pk)
        assert browser.post(address).status_code == 302
        with nothing_saved():
            assert browser.post(address).status_code == 302

    def test_the_last_one_settles_it(self, closed: Session, browser: Client, url: Url) -> None:
        mark(payment(closed, 0))
        page = text(press(browser, url("settle"), url("payment_paid", payment(closed, 1).pk)))
        assert "Saturday 14 March · settled" in page
        assert "Nothing is owed any more." in page
        assert "Archive" in page

    def test_a_payment_of_another_table_is_not_found(
        self, closed: Session, browser: Client, url: Url, later: Session
    ) -> None:
        with nothing_saved():
            for name in ("payment_paid", "payment_owed"):
                assert browser.post(f"/t/{later.public_id}/settle/{payment(closed).pk}/paid/").status_code == 404
                assert browser.post(url(name, 10**18)).status_code == 404

    def test_opening_it_again_takes_a_reason(self, closed: Session, browser: Client, url: Url) -> None:
        sent = fields(browser.get(url("settle")), "reopen")
        with nothing_saved():
            answer = browser.post(url("reopen"), sent)
        assert answer.status_code == 422
        assert alerts(answer) == ["Say in a few words why the table is opened again."]
        page = text(browser.post(url("reopen"), sent | {"reason": "A hand was missing."}, follow=True))
        assert "The table is open again" in page
        assert "What was done Opened again" in page and "A hand was missing." in page

    def test_what_is_typed_stays_when_the_table_moved_on(self, closed: Session, browser: Client, url: Url) -> None:
        sent = fields(browser.get(url("settle")), "reopen") | {"reason": "A hand was missing."}
        mark(payment(closed))
        with nothing_saved():
            answer = browser.post(url("reopen"), sent)
        assert answer.status_code == 409
        assert fields(answer, "reopen")["reason"] == "A hand was missing."
        assert browser.post(url("reopen"), fields(answer, "reopen")).status_code == 302

    def test_a_void_plan_says_so_and_what_was_paid_of_it(self, closed: Session, browser: Client, url: Url) -> None:
        mark(payment(closed, 0))
        reopen(closed)
        page = text(browser.get(url("settle")))
        assert "Ann +7 units · +€7 played · −€7 paid before €0" in page
        assert "as it stands now Cy pays Bob €5" in page
        assert re.search(
            r"Void: the payments of \d+ \w+, \d\d:\d\d Cy pays Ann void paid .* €7 Not paid after all", page
        )
        assert "What was paid of them, €7, is counted above." in page
        assert "won and lost from each other, with what was carried here and what was paid before" in page
        close(closed)
        page = text(browser.get(url("settle")))
        assert "Cy pays Bob €5 Paid Still owed: €5." in page
        assert "Not paid after all" not in page, "a void plan is frozen with the new one"

    def test_r11_5_what_was_paid_of_a_void_plan_counts_between_the_two(
        self, session: Session, browser: Client, url: Url
    ) -> None:
        """R11.5: Ann paid Cy, from whom she had lost nothing, so that Cy owes her that until Bob has paid Cy."""
        pay(session, "Ann", "Bob", units=4)
        pay(session, "Bob", "Cy", units=4)
        close(session)
        mark(payment(session))
        reopen(session)
        page = text(browser.get(url("settle")))
        assert "pair by pair Ann owes Bob €4 Bob owes Cy €4 Cy owes Ann €4 What" in page
        assert "as it stands now Nobody owes anybody anything." in page

    def test_a_void_plan_of_which_nothing_was_paid(self, closed: Session, browser: Client, url: Url) -> None:
        reopen(closed)
        assert "Nothing was paid of them." in text(browser.get(url("settle")))

    def test_a_button_of_a_void_plan_is_a_conflict(self, closed: Session, browser: Client, url: Url) -> None:
        old = payment(closed)
        reopen(closed)
        close(closed)
        with nothing_saved():
            answer = browser.post(url("payment_paid", old.pk))
        assert answer.status_code == 409
        assert "This payment is part of a plan that is void." in text(answer)


class TestCarryingOver:
    def test_it_goes_into_the_table_that_is_chosen(
        self, closed: Session, browser: Client, url: Url, later: Session
    ) -> None:
        mark(payment(closed, 0))
        page = browser.get(url("settle"))
        assert "Carry over €5" in text(page)
        answer = browser.post(url("carry"), fields(page, "carry") | {"into": later.public_id}, follow=True)
        assert "What was owed is carried over." in text(answer)
        assert "Saturday 14 March · settled" in text(answer)
        assert re.search(r"Cy pays Bob carried over into Saturday 21 March · .*, by ann €5 Take it back", text(answer))
        there = text(browser.get(f"/t/{later.public_id}/settle/"))
        assert "Carried into this table Cy owes Bob €5 from Saturday 14 March" in there
        assert "Cy 0 units · €0 played · −€5 carried here −€5" in there
        assert "as it stands now Cy pays Bob €5" in there

    def test_it_is_taken_back(self, closed: Session, browser: Client, url: Url, later: Session) -> None:
        carry(closed, later)
        press(browser, url("settle"), url("payment_owed", payment(closed).pk))
        assert marks(closed) == ["owed", "carried"]
        close(later)
        with nothing_saved():
            answer = browser.post(url("payment_owed", payment(closed, 1).pk))
        assert answer.status_code == 409
        assert "It is part of what settles Saturday 21 March. Open that table again first." in text(answer)

    def test_who_came_by_a_link_sees_nothing_of_the_other_table(
        self, closed: Session, browser_of: Browsers, url: Url, later: Session, guest: User
    ) -> None:
        let_score(closed, guest)
        browser = browser_of(guest)
        assert "Carry" not in text(browser.get(url("settle")))
        with nothing_saved():
            assert browser.post(url("carry"), {"version": "3", "into": later.public_id}).status_code == 422
        carry(closed, later)
        page = browser.get(url("settle"))
        assert "carried over into another table" in text(page)
        assert later.name not in text(page) and later.public_id not in page.content.decode()

    def test_a_table_has_to_be_chosen(self, closed: Session, browser: Client, url: Url, later: Session) -> None:
        sent = fields(browser.get(url("settle")), "carry")
        for into in ("", "nowhere", closed.public_id):
            with nothing_saved():
                answer = browser.post(url("carry"), sent | {"into": into})
            assert answer.status_code == 422
            assert alerts(answer) == ["Choose a table that is still open."]

    def test_it_is_not_offered_where_there_is_no_table_for_it(
        self, closed: Session, browser: Client, url: Url, ann_user: User
    ) -> None:
        start(ann_user, currency="USD")
        assert "Carry" not in text(browser.get(url("settle")))

    def test_the_table_that_holds_what_was_carried_is_named_when_one_would_open_again(
        self, closed: Session, browser: Client, url: Url, later: Session
    ) -> None:
        carry(closed, later)
        sent = fields(browser.get(url("settle")), "reopen") | {"reason": "A hand was missing."}
        with nothing_saved():
            answer = browser.post(url("reopen"), sent)
        assert answer.status_code == 422
        assert alerts(answer) == [
            "What Cy owes Ann was carried into another table. Take it back first, then open this one again."
        ]
        assert fields(answer, "reopen")["reason"] == "A hand was missing."


class TestArchiving:
    def test_away_and_back(self, closed: Session, browser: Client, url: Url) -> None:
        mark_all(closed)
        page = text(press(browser, url("settle"), url("archive")))
        assert "The table is archived." in page and "Saturday 14 March · archived" in page
        assert "Not paid after all" not in page and "Open again" not in page
        page = text(press(browser, url("settle"), url("unarchive")))
        assert "The table is back." in page and "Saturday 14 March · settled" in page

    def test_what_is_not_settled_is_not_archived(self, closed: Session, browser: Client, url: Url) -> None:
        version = str(Session.objects.get().version)
        with nothing_saved():
            answer = browser.post(url("archive"), {"version": version})
        assert answer.status_code == 409
        assert "This table is closed, and so cannot become archived." in alerts(answer)[0]


class TestAsText:
    def test_it_is_the_plan_in_lines(self, played: Session, browser: Client, url: Url) -> None:
        assert copied(browser.get(url("settle"))).splitlines() == [
            "Saturday 14 March, 14 March 2026 (so far)",
            "",
            "Ann +€7",
            "Bob +€5",
            "Cy −€12",
            "",
            "Cy pays Ann €7",
            "Cy pays Bob €5",
        ]

    def test_it_says_what_became_of_the_payments(
        self, closed: Session, browser: Client, url: Url, later: Session
    ) -> None:
        mark(payment(closed, 0))
        carry(closed, later)
        lines = copied(browser.get(url("settle"))).splitlines()
        assert lines[0] == "Saturday 14 March, 14 March 2026"
        assert lines[-2:] == ["Cy pays Ann €7 (paid)", "Cy pays Bob €5 (carried over)"]

    def test_names_are_written_safely(self, ann_user: User, browser: Client) -> None:
        session = start(ann_user, ("<i>Ann", "Bob"))
        assert "&lt;i&gt;Ann €0" in copied(browser.get(f"/t/{session.public_id}/settle/"))


@pytest.mark.parametrize("wanted", ["open", "closed", "settled", "archived"])
def test_who_only_views_reads_and_presses_nothing(
    played: Session, browser_of: Browsers, viewer: User, url: Url, wanted: str
) -> None:
    if wanted != "open":
        close(played)
    if wanted in ("settled", "archived"):
        mark_all(played)
    if wanted == "archived":
        archive(played)
    page = browser_of(viewer).get(url("settle"))
    assert "Cy pays Ann" in text(page)
    assert b"<form" not in page.content
    assert re.findall(rb"<button[^>]*>", page.content) == [
        b'<button type="button" class="button" data-share="as-text" hidden>'
    ]


class TestElsewhere:
    """What the other pages say of a table that is not open."""

    def test_the_table_offers_to_settle_up_and_nothing_to_write(
        self, closed: Session, browser: Client, url: Url
    ) -> None:
        page = text(browser.get(url("table")))
        assert "This table is closed. What is still owed stands under Settle up" in page
        for word in ("Score hand", "Undo", "Penalty", "Players", "Next: hand"):
            assert word not in page
        mark_all(closed)
        assert "This table is settled. Everything is settled." in text(browser.get(url("table")))

    def test_an_open_table_leads_there_too(self, session: Session, browser: Client, url: Url) -> None:
        page = browser.get(url("table"))
        assert f'href="{url("settle")}">Settle up</a>' in page.content.decode()
        assert "Score hand 1" in text(page)

    def test_home_and_history_say_it_in_words(self, closed: Session, browser: Client, url: Url) -> None:
        assert "14 March 2026 · closed" in text(browser.get("/"))
        assert "2026 · closed · Pineapple" in text(browser.get(url("history")))
        mark_all(closed)
        assert "14 March 2026 · settled" in text(browser.get("/"))
        reopen(closed)
        assert "14 March 2026 1 hand" in text(browser.get("/"))

    def test_a_hand_offers_nothing_to_change(self, closed: Session, browser: Client, url: Url) -> None:
        page = text(browser.get(url("hand", 1)))
        assert "Correct" not in page and "Undo hand" not in page

    def test_the_form_of_a_hand_leads_back_to_the_table(self, closed: Session, browser: Client, url: Url) -> None:
        answer = browser.get(url("score"), follow=True)
        assert answer.redirect_chain[-1][0] == url("table")
        assert "This table is closed, so no hand can be scored." in text(answer)
        answer = browser.get(url("correct", 1), follow=True)
        assert answer.redirect_chain[-1][0] == url("hand", 1)
        assert "This table is closed. Open it again" in text(answer)

    @pytest.mark.parametrize("action", ["check", "save"])
    @pytest.mark.parametrize("number", [None, 1])
    def test_a_hand_that_comes_too_late_is_a_conflict_and_keeps_its_cards(
        self, played: Session, browser: Client, url: Url, score_pages: HandPages, action: str, number: int | None
    ) -> None:
        pages = HandPages(browser, url("correct", 1)) if number else score_pages
        sent = pages.open(boards.QUIET, correction_reason="Read off the photo.")
        close(played)
        for _ in range(2):
            with nothing_saved():
                answer = pages.send(sent, action)
            assert answer.status_code == 409
            assert "This table is closed. Open it again under “Settle up” before" in " ".join(alerts(answer))
            assert typed(fields(answer)) == typed(sent)
            sent = fields(answer)
        reopen(played)
        again = pages.send(sent, "save")
        assert again.status_code == 409 if number is None else again.status_code == 302
        if number is None:
            assert pages.send(fields(again), "save").status_code == 302

    def test_a_check_that_was_open_shows_the_cards_again(
        self, played: Session, browser: Client, url: Url, score_pages: HandPages
    ) -> None:
        sent = score_pages.open(boards.QUIET)
        address = browser.post(url("score"), sent | {"action": "check"}).url
        close(played)
        answer = browser.get(address)
        assert answer.status_code == 409
        assert typed(fields(answer)) == typed(sent)

    def test_penalties_are_only_read(self, played: Session, browser: Client, url: Url) -> None:
        paid = pay(played, "Bob", "Ann")
        close(played)
        page = browser.get(url("adjustments"))
        assert "Bob pays 1 to Ann" in text(page)
        assert b"<form" not in page.content
        with nothing_saved():
            answer = browser.post(url("adjustment_undo", paid.pk))
        assert answer.status_code == 409
        assert "This table is closed. Open it again" in text(answer)
        assert b"<form" not in answer.content

    def test_undoing_a_hand_is_a_conflict(self, closed: Session, browser: Client, url: Url) -> None:
        with nothing_saved():
            answer = browser.post(url("undo", 1), {"revision": "1"})
        assert answer.status_code == 409
        assert "This table is closed. Open it again" in text(answer)


@pytest.mark.parametrize("size", [1, 12])
def test_it_makes_this_many_queries(size: int, session: Session, browser: Client, url: Url, ann_user: User) -> None:
    """At any number of nights that were carried here, of plans that are void, and of marks."""
    for night in range(size):
        other = start(ann_user, day=date(2026, 1, 1 + night))
        record(other, boards.FOUL)
        close(other)
        carry(other, session)
    counts = {}
    for _ in range(size):
        record(session, boards.FOUL)
        close(session)
        mark(payment(session, 0))
        mark(payment(session, 1))
        mark(payment(session, 1), OWED)
        reopen(session)
    record(session, boards.FOUL)
    for name, step in (("open", None), ("closed", close), ("settled", mark_all), ("archived", archive)):
        if step:
            step(session)
        with CaptureQueriesContext(connection) as queries:
            assert browser.get(url("settle")).status_code == 200
        counts[name] = len(queries)
    assert plan(session)
    assert counts == {"open": 16, "closed": 15, "settled": 14, "archived": 14}


def test_the_share_sheet_is_offered_by_a_script_of_its_own(session: Session, browser: Client) -> None:
    page = browser.get(f"/t/{session.public_id}/settle/").content.decode()
    assert "/static/js/share.js" in page
    assert (Path(settings.BASE_DIR) / "static" / "js" / "share.js").stat().st_size <= 600
    assert 'data-share="as-text" hidden' in page
    assert "share.js" not in browser.get(f"/t/{session.public_id}/score/").content.decode()
    assert "share.js" not in browser.get("/sw.js").content.decode()
