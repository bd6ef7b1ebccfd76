"""The page of stacks: buying in for everybody with one form, cashing out, and taking either back."""

import uuid
from collections.abc import Callable

import pytest
from django.http import QueryDict
from django.test import Client

from ledger.forms.stacks import ChipsForm
from ledger.models import Session, User
from ledger.services.seats import seat_leave
from tests.ledger.chips import BEST, GOOD, WEAK, buy_in, move, stacks, start_stakes, undo
from tests.ledger.pages import Fields, alerts, button_form, fields, text
from tests.ledger.tables import nothing_saved, record, seat_of

Url = Callable[..., str]


@pytest.fixture
def session(ann_user: User) -> Session:
    """A table of Ann, Bob and Cy that plays for stacks; nobody has bought anything."""
    return start_stakes(ann_user)


def ticked(page: object, session: Session) -> list[str]:
    """Whom the form is for if nothing is changed."""
    chosen = page.context["form"]["seats"].value()
    return [seat.name for seat in session.seats.all() if str(seat.number) in chosen]


def opened(browser: Client, url: Url, session: Session, *names: str, **changes: str) -> dict[str, object]:
    """The form as it is served, for these people."""
    sent: Fields = fields(browser.get(url("stacks")), "chips")
    return {**sent, "seats": [str(seat_of(session, name).number) for name in names], **changes}


def test_the_first_buy_in_is_one_form_for_everybody(browser: Client, url: Url, session: Session) -> None:
    page = browser.get(url("stacks"))
    assert ticked(page, session) == ["Ann", "Bob", "Cy"]
    sent = opened(browser, url, session, "Ann", "Bob", "Cy", units="100", action="buy")
    page = browser.post(url("stacks"), sent, follow=True)
    assert "Ann bought 100, Bob bought 100, Cy bought 100." in text(page)
    assert "300 units on the table" in text(page)
    assert stacks(session) == (100, 100, 100)
    assert ticked(page, session) == []


def test_it_shows_stacks_what_was_bought_and_who_is_broke(browser: Client, url: Url, session: Session) -> None:
    buy_in(session, ann=50, bob=50, cy=10)
    move(session, -5, "Ann")
    record(session, (BEST, GOOD, WEAK), button="Cy")
    page = browser.get(url("stacks"))
    assert "Ann bought 50 · cashed out 5 · balance +25 70" in text(page)
    assert "Bob bought 50 · balance −15 35" in text(page)
    assert "Cy no units bought 10 · balance −10 0" in text(page)
    assert ticked(page, session) == ["Cy"]


def test_who_left_is_marked_and_not_ticked(browser: Client, url: Url, session: Session) -> None:
    buy_in(session, ann=50, bob=50)
    version = Session.objects.get(pk=session.pk).version
    seat_leave(seat=seat_of(session, "Cy"), user=session.created_by, reason="", expected_version=version)
    page = browser.get(url("stacks"))
    assert "Cy left bought 0" in text(page)
    assert ticked(page, session) == []


def test_a_part_and_everything_are_cashed_out(browser: Client, url: Url, session: Session) -> None:
    buy_in(session, ann=50, bob=30)
    browser.post(url("stacks"), opened(browser, url, session, "Ann", units="20", action="cash_out"))
    assert stacks(session) == (30, 30, 0)
    sent = opened(browser, url, session, "Ann", "Bob", "Cy", units="", action="cash_out")
    page = browser.post(url("stacks"), sent, follow=True)
    assert "Ann cashed out 30, Bob cashed out 30." in text(page)
    assert stacks(session) == (0, 0, 0)


def test_sent_twice_it_counts_once(browser: Client, url: Url, session: Session) -> None:
    sent = opened(browser, url, session, "Ann", units="20", action="buy")
    assert browser.post(url("stacks"), sent).status_code == 302
    with nothing_saved():
        assert browser.post(url("stacks"), sent).status_code == 302


@pytest.mark.parametrize(
    ("names", "change", "sentence"),
    [
        (("Ann",), {"units": ""}, "Write how many units are bought."),
        (("Ann",), {"units": "0"}, "greater than or equal to 1"),
        (("Ann",), {"units": "-5"}, "greater than or equal to 1"),
        (("Ann",), {"units": "1000001"}, "less than or equal to 1000000"),
        (("Ann",), {"units": "2.5"}, "whole number"),
        (("Ann",), {"units": "9" * 5000}, "whole number"),
        (("Ann",), {"units": "²"}, "whole number"),
        ((), {}, "Choose who it is for."),
        (("Ann",), {"seats": ["7"]}, "not one of the available choices"),
        (("Ann",), {"action": ""}, "Press one of the buttons"),
        (("Ann",), {"action": "steal"}, "not one of the available choices"),
        (("Ann",), {"key": "x"}, "This page had come apart."),
        (("Ann",), {"version": "9" * 5000}, "This page had come apart."),
        (("Ann",), {"action": "cash_out"}, "Ann has only 9 units."),
        (("Bob",), {"action": "cash_out", "units": ""}, "There is nothing to cash out"),
    ],
)
def test_what_cannot_be_is_refused_with_all_that_was_typed(
    browser: Client, url: Url, session: Session, names: tuple[str, ...], change: dict[str, object], sentence: str
) -> None:
    buy_in(session, ann=9)
    sent = {**opened(browser, url, session, *names, units="10", action="buy"), **change}
    with nothing_saved():
        answer = browser.post(url("stacks"), sent)
    assert answer.status_code == 422
    assert any(sentence in alert for alert in alerts(answer))
    back = fields(answer, "chips")
    assert (back["units"], back["version"]) == (sent["units"], "2")
    assert uuid.UUID(back["key"])
    assert answer.context["form"]["seats"].value() == sent["seats"]


def test_a_table_that_moved_on_is_shown_and_the_form_can_be_sent_again(
    browser: Client, url: Url, session: Session
) -> None:
    sent = opened(browser, url, session, "Ann", "Bob", units="20", action="buy")
    buy_in(session, ann=5)
    with nothing_saved():
        answer = browser.post(url("stacks"), sent)
    assert answer.status_code == 409
    assert "has changed meanwhile" in alerts(answer)[0]
    assert ticked(answer, session) == ["Ann", "Bob"]
    again = {**fields(answer, "chips"), "seats": sent["seats"], "action": "buy"}
    assert browser.post(url("stacks"), again).status_code == 302
    assert stacks(session) == (25, 20, 0)


def test_a_key_that_was_used_for_something_else_can_be_sent_again(browser: Client, url: Url, session: Session) -> None:
    sent = opened(browser, url, session, "Ann", units="20", action="buy")
    browser.post(url("stacks"), sent)
    answer = browser.post(url("stacks"), sent | {"units": "30"})
    assert answer.status_code == 409
    assert "already saved, with other units" in alerts(answer)[0]
    again = {**fields(answer, "chips"), "seats": sent["seats"], "action": "buy"}
    assert browser.post(url("stacks"), again).status_code == 302
    assert stacks(session) == (50, 0, 0)


def test_a_form_that_is_begun_again_keeps_every_tick() -> None:
    form = ChipsForm(Session(version=3), [], QueryDict("seats=0&seats=1&units=7&version=1&key=x"))
    form.begin_again()
    assert form.data.getlist("seats") == ["0", "1"]
    assert (form.data["units"], form.data["version"]) == ("7", "3")
    assert uuid.UUID(form.data["key"])


class TestUndo:
    def test_it_takes_back_and_marks(self, browser: Client, url: Url, session: Session) -> None:
        (bought,) = move(session, 20, "Ann")
        page = browser.get(url("stacks"))
        assert "Ann bought 20 Before the first hand" in text(page)
        assert "by ann" in text(page)
        address = url("stack_undo", bought.pk)
        page = browser.post(address, button_form(page, address), follow=True)
        assert "Undone: Ann bought 20." in text(page)
        assert "Ann bought 20 undone" in text(page)
        assert "Ann no units bought 0" in text(page)
        assert address.encode() not in page.content
        with nothing_saved():
            assert browser.post(address).status_code == 302

    def test_r9_7_only_what_no_later_hand_was_paid_from(self, browser: Client, url: Url, session: Session) -> None:
        first, _ = move(session, 50, "Ann", "Bob")
        hand = record(session, (BEST, GOOD, None)).hand
        (second,) = move(session, 7, "Cy")
        page = browser.get(url("stacks"))
        assert "Cy bought 7 After hand 1" in text(page)
        assert url("stack_undo", second.pk).encode() in page.content
        assert url("stack_undo", first.pk).encode() not in page.content
        with nothing_saved():
            answer = browser.post(url("stack_undo", first.pk))
        assert answer.status_code == 409
        assert "Undo hand 1 first" in text(answer)
        undo(hand)
        assert browser.post(url("stack_undo", first.pk)).status_code == 302

    def test_it_finds_only_moves_of_its_table_that_can_be_undone(
        self, browser: Client, url: Url, session: Session, ann_user: User
    ) -> None:
        (other,) = move(start_stakes(ann_user), 20, "Ann")
        (bought,) = move(session, 20, "Ann")
        browser.post(url("stack_undo", bought.pk))
        with nothing_saved():
            for pk in (other.pk, bought.undone_by.pk, 10**18, 10**30):
                assert browser.post(url("stack_undo", pk)).status_code == 404


class TestTablesThatDoNot:
    def test_they_say_so(self, browser: Client, ann_user: User) -> None:
        table = start_stakes(ann_user, "none")
        page = browser.get(f"/t/{table.public_id}/stacks/")
        assert "This table does not play for stacks" in text(page)
        assert f"/t/{table.public_id}/rules/".encode() in page.content
        assert b"<form" not in page.content

    def test_they_refuse(self, browser: Client, ann_user: User) -> None:
        table = start_stakes(ann_user, "none")
        sent = {"units": "5", "seats": ["0"], "key": str(uuid.uuid4()), "version": "1", "action": "buy"}
        with nothing_saved():
            answer = browser.post(f"/t/{table.public_id}/stacks/", sent)
        assert answer.status_code == 422
        assert "This table does not play for stacks." in alerts(answer)[0]


def test_a_viewer_reads_and_moves_nothing(browser_of: Callable[[User], Client], viewer: User, url: Url) -> None:
    page = browser_of(viewer).get(url("stacks"))
    assert "Ann no units bought 0" in text(page)
    assert b"<form" not in page.content
