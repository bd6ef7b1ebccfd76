"""The page of penalties: writing one down, who is paid when nothing else is said, and taking one back."""

from collections.abc import Callable
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client

from ledger.models import Adjustment, Session, User
from ledger.services.adjustments import adjustment_undo
from tests.ledger import boards
from tests.ledger.chips import buy_in, start_stakes
from tests.ledger.events import leave, pay
from tests.ledger.pages import alerts, button_form, fields, text
from tests.ledger.tables import balances, nothing_saved, record, start

Url = Callable[..., str]
Sent = dict[str, Any]


def form(answer: HttpResponse) -> Sent:
    """What a browser would send for the form of the page, with every box that is ticked."""
    return fields(answer, "adjustment") | {"payees": answer.context["form"]["payees"].value()}


@pytest.fixture
def sent(browser: Client, url: Url, session: Session) -> Sent:
    """Bob pays one to each, from a form that was just opened."""
    return form(browser.get(url("adjustments"))) | {"payer": "1", "units": "1", "reason": "exposed card"}


class TestWriting:
    def test_one_to_each_is_what_the_form_begins_with(
        self, browser: Client, url: Url, session: Session, sent: Sent
    ) -> None:
        assert sent["payees"] == ["0", "1", "2"]
        page = browser.get(browser.post(url("adjustments"), sent).url)
        assert "Bob pays 1 to each of Ann, Cy." in text(page)
        assert "Bob pays 1 to each of Ann, Cy exposed card Before the first hand" in text(page)
        assert ", by ann" in text(page)
        assert balances(session) == (1, -2, 1)

    def test_one_pays_one(self, browser: Client, url: Url, session: Session, sent: Sent) -> None:
        page = browser.post(url("adjustments"), sent | {"payees": ["0"], "units": " 3 "}, follow=True)
        assert "Bob pays 3 to Ann exposed card" in text(page)
        assert balances(session) == (3, -3, 0)

    def test_it_is_told_after_which_hand(self, browser: Client, url: Url, session: Session) -> None:
        record(session, boards.QUIET)
        pay(session, "Cy", "Ann", reason="missed turn")
        assert "missed turn After hand 1" in text(browser.get(url("adjustments")))

    def test_the_newest_comes_first(self, browser: Client, url: Url, session: Session) -> None:
        for name in ("Ann", "Cy"):
            pay(session, "Bob", name)
        lines = browser.get(url("adjustments")).context["lines"]
        assert [line.what for line in lines] == ["Bob pays 1 to Cy", "Bob pays 1 to Ann"]

    def test_who_left_is_not_ticked_and_can_be(self, browser: Client, url: Url, session: Session) -> None:
        leave(session, "Cy")
        page = browser.get(url("adjustments"))
        filled = form(page) | {"payer": "1", "units": "2", "reason": "absent"}
        assert filled["payees"] == ["0", "1"]
        assert "Cy (left)" in text(page)
        assert browser.post(url("adjustments"), filled | {"payees": ["2"]}).status_code == 302
        assert balances(session) == (0, -2, 2)

    def test_a_box_that_is_sent_twice_is_ticked_once(
        self, browser: Client, url: Url, session: Session, sent: Sent
    ) -> None:
        assert browser.post(url("adjustments"), sent | {"payees": ["0", "0", "2"]}).status_code == 302
        assert balances(session) == (1, -2, 1)

    def test_usual_reasons_are_suggested(self, browser: Client, url: Url) -> None:
        assert b'<datalist id="reasons"><option value="exposed card">' in browser.get(url("adjustments")).content

    def test_sent_twice_it_counts_once(self, browser: Client, url: Url, session: Session, sent: Sent) -> None:
        for _ in range(2):
            assert browser.post(url("adjustments"), sent).status_code == 302
        assert Adjustment.objects.count() == 1

    def test_sent_again_with_other_units_it_is_a_conflict_and_then_another(
        self, browser: Client, url: Url, session: Session, sent: Sent
    ) -> None:
        browser.post(url("adjustments"), sent)
        with nothing_saved():
            answer = browser.post(url("adjustments"), sent | {"units": "2"})
        assert answer.status_code == 409
        assert alerts(answer) == ["This was already saved, with other units. Look at the list before you go on."]
        assert "Bob pays 1 to each of Ann, Cy" in text(answer)
        assert browser.post(url("adjustments"), form(answer)).status_code == 302
        assert balances(session) == (3, -6, 3)


class TestRefusals:
    @pytest.mark.parametrize(
        ("filled", "words"),
        [
            ({"payer": ""}, "Choose who pays."),
            ({"payer": "9"}, "9 is not one of the available choices"),
            ({"payees": []}, "Choose who is paid."),
            ({"payees": ["1"]}, "Bob cannot be paid by Bob."),
            ({"payees": ["9"]}, "9 is not one of the available choices"),
            ({"units": ""}, "Write how many units, as a whole number."),
            ({"units": "1.5"}, "Write how many units, as a whole number."),
            ({"units": "9" * 5000}, "Write how many units, as a whole number."),
            ({"units": "0"}, "Write how many units, 1 to 100000."),
            ({"units": "-3"}, "Write how many units, 1 to 100000."),
            ({"units": "9" * 30}, "Write how many units, 1 to 100000."),
            ({"reason": "  "}, "Say in a few words what it is for."),
            ({"reason": "x" * 201}, "at most 200 characters"),
            ({"reason": "a\x00b"}, "Null characters are not allowed."),
        ],
    )
    def test_what_cannot_be_is_refused_and_stays_typed(
        self, browser: Client, url: Url, sent: Sent, filled: Sent, words: str
    ) -> None:
        with nothing_saved():
            answer = browser.post(url("adjustments"), sent | filled)
        assert answer.status_code == 422
        assert [words in alert for alert in alerts(answer)] == [True]
        kept = ("units", "reason", "payees", "key", "version")
        again = form(answer)
        assert {name: again[name] for name in kept} == {name: (sent | filled)[name] for name in kept}
        assert browser.post(url("adjustments"), sent).status_code == 302, "mended, it counts"

    @pytest.mark.parametrize("field", ["key", "version"])
    @pytest.mark.parametrize("value", [None, "", "x", "9" * 5000])
    def test_odd_hidden_values_are_mended(
        self, browser: Client, url: Url, sent: Sent, field: str, value: str | None
    ) -> None:
        odd = {name: text for name, text in sent.items() if name != field} | ({} if value is None else {field: value})
        with nothing_saved():
            answer = browser.post(url("adjustments"), odd)
        assert answer.status_code == 422
        assert alerts(answer) == ["This page had come apart. It is whole again: look it over and send it once more."]
        assert browser.post(url("adjustments"), form(answer)).status_code == 302

    def test_a_table_that_moved_on_is_a_conflict_and_the_page_goes_on_from_there(
        self, browser: Client, url: Url, session: Session, sent: Sent
    ) -> None:
        record(session, boards.QUIET)
        with nothing_saved():
            answer = browser.post(url("adjustments"), sent | {"payees": ["2"]})
        assert answer.status_code == 409
        again = form(answer)
        assert (again["payer"], again["units"], again["reason"], again["payees"]) == ("1", "1", "exposed card", ["2"])
        assert browser.post(url("adjustments"), again).status_code == 302
        assert Adjustment.objects.get().after_number == 1

    def test_nobody_pays_more_than_lies_on_the_table(self, browser: Client, ann_user: User) -> None:
        session = start_stakes(ann_user)
        buy_in(session, ann=5, bob=5, cy=5)
        address = f"/t/{session.public_id}/adjustments/"
        filled = form(browser.get(address)) | {"payer": "1", "units": "3", "reason": "late"}
        with nothing_saved():
            answer = browser.post(address, filled)
        assert answer.status_code == 409
        assert "That would leave Bob 1 units short." in alerts(answer)[0]
        assert browser.post(address, form(answer) | {"units": "2"}).status_code == 302

    def test_r10_3_at_criss_cross_both_boards_are_one_player(self, browser: Client, ann_user: User) -> None:
        session = start(ann_user, ("Ann", "Bob"), preset="criss-cross")
        address = f"/t/{session.public_id}/adjustments/"
        filled = form(browser.get(address)) | {"units": "1", "reason": "late"}
        assert filled["payees"] == ["0", "1"], "one board of each"
        with nothing_saved():
            answer = browser.post(address, filled | {"payer": "0", "payees": ["2"]})
        assert alerts(answer) == ["Ann cannot be paid by Ann. Choose somebody else."]
        assert browser.post(address, filled | {"payer": "2"}).status_code == 302
        assert balances(session) == (0, 1, -1, 0)


class TestUndoing:
    def test_it_is_marked_with_who_undid_it(
        self, browser_of: Callable[[User], Client], url: Url, session: Session, scorer: User
    ) -> None:
        address = url("adjustment_undo", pay(session, "Bob", "Ann", "Cy").pk)
        browser = browser_of(scorer)
        page = browser.post(address, button_form(browser.get(url("adjustments")), address), follow=True)
        assert "Undone: Bob pays 1 to each of Ann, Cy." in text(page)
        assert "Bob pays 1 to each of Ann, Cy undone exposed card" in text(page)
        assert "by ann · undone by scorer" in text(page)
        assert address not in page.content.decode(), "there is nothing left to undo"
        assert balances(session) == (0, 0, 0)

    def test_pressed_twice_it_counts_once(self, browser: Client, url: Url, session: Session) -> None:
        address = url("adjustment_undo", pay(session, "Bob", "Ann").pk)
        assert browser.post(address).status_code == 302
        with nothing_saved():
            assert browser.post(address).status_code == 302

    def test_an_undoing_is_not_undone(self, browser: Client, url: Url, session: Session, ann_user: User) -> None:
        undone = adjustment_undo(adjustment=pay(session, "Bob", "Ann"), user=ann_user)
        with nothing_saved():
            assert browser.post(url("adjustment_undo", undone.pk)).status_code == 404

    def test_one_of_another_table_is_not_found(
        self, browser: Client, url: Url, session: Session, ann_user: User
    ) -> None:
        paid = pay(start(ann_user), "Bob", "Ann")
        with nothing_saved():
            assert browser.post(url("adjustment_undo", paid.pk)).status_code == 404

    @pytest.mark.parametrize("pk", [0, 10**18, 10**30])
    def test_one_that_is_not_there_is_not_found(self, browser: Client, url: Url, session: Session, pk: int) -> None:
        assert browser.post(url("adjustment_undo", pk)).status_code == 404

    def test_a_conflict_is_told_on_the_page(self, browser: Client, ann_user: User) -> None:
        session = start_stakes(ann_user)
        buy_in(session, ann=50, bob=50, cy=50)
        paid = pay(session, "Bob", "Ann", units=50)
        pay(session, "Ann", "Cy", units=100)
        with nothing_saved():
            answer = browser.post(f"/t/{session.public_id}/adjustments/{paid.pk}/undo/")
        assert answer.status_code == 409
        assert "leave Ann 50 units short" in text(answer)


def test_who_only_views_reads_and_writes_nothing(
    browser_of: Callable[[User], Client], url: Url, session: Session, viewer: User
) -> None:
    paid = pay(session, "Bob", "Ann")
    browser = browser_of(viewer)
    page = browser.get(url("adjustments"))
    assert "Bob pays 1 to Ann" in text(page)
    assert b"<form" not in page.content and b"<button" not in page.content
    with nothing_saved():
        assert browser.post(url("adjustments"), {}).status_code == 404
        assert browser.post(url("adjustment_undo", paid.pk)).status_code == 404


def test_a_night_without_penalties_says_so(browser: Client, url: Url) -> None:
    assert "No penalties so far." in text(browser.get(url("adjustments")))
