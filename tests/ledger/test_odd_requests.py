"""Requests that no page of ours sends: each gets an answer of its own kind, none an error of the server."""

from collections.abc import Callable

import pytest
from django.test import Client

from ledger.models import Session
from tests.ledger import boards
from tests.ledger.pages import HandPages, alerts, fields, typed
from tests.ledger.tables import nothing_saved, record

START = {f"names_{place}": name for place, name in enumerate(("Ann", "Bob", "", "", "", "", "", ""))}
START |= {"preset": "pineapple", "unit_value": "1", "currency": "EUR", "day": "2026-03-14"}
ODD_NUMBERS = ["", "x", "-1", "1.5", "²", "9" * 30, "9" * 5000]


@pytest.mark.parametrize("field", ["key", "number", "version"])
@pytest.mark.parametrize("value", [None, "9" * 5000], ids=["none", "5000 digits"])
def test_a_hand_with_odd_hidden_values_is_refused_with_its_cards(
    score_pages: HandPages, field: str, value: str | None
) -> None:
    sent = score_pages.open(boards.QUIET, **{field: value})
    with nothing_saved():
        answer = score_pages.save(sent)
    assert answer.status_code in (409, 422)
    assert alerts(answer)
    assert typed(fields(answer)) == typed(sent)
    assert score_pages.save(fields(answer)).status_code == 302, "what comes back is whole again"


@pytest.mark.parametrize("action", ["undo", "restore"])
@pytest.mark.parametrize(
    "value", [None, *ODD_NUMBERS], ids=["none", "", "x", "-1", "1.5", "square", "30 digits", "5000 digits"]
)
def test_an_odd_revision_is_a_conflict(
    session: Session, browser: Client, url: Callable[..., str], action: str, value: str | None
) -> None:
    record(session, boards.QUIET)
    sent = {} if value is None else {"revision": value}
    with nothing_saved():
        assert browser.post(url(action, 1), sent).status_code == 409


@pytest.mark.parametrize("page", ["hand", "correct"])
@pytest.mark.parametrize("number", [0, 2, 10**18, 10**30])
def test_a_hand_that_is_not_there_is_not_found(
    session: Session, browser: Client, url: Callable[..., str], page: str, number: int
) -> None:
    record(session, boards.QUIET)
    assert browser.get(url(page, number)).status_code == 404


@pytest.mark.parametrize("address", ["x", "x" * 24, "x" * 500, "%00", "ä", "%F0%9F%82%A1"])
def test_a_table_that_is_not_there_is_not_found(browser: Client, address: str) -> None:
    assert browser.get(f"/t/{address}/").status_code == 404


@pytest.mark.parametrize("value", ["0", "99", "x", ""])
@pytest.mark.parametrize("field", ["button", "seat0-fantasyland"])
def test_a_choice_that_is_not_offered_is_refused(score_pages: HandPages, field: str, value: str) -> None:
    allowed = field == "seat0-fantasyland" and value == "0"
    sent = score_pages.open(boards.QUIET) | {field: value}
    with nothing_saved():
        answer = score_pages.check(sent)
    assert answer.status_code == (200 if allowed else 422)
    assert bool(alerts(answer)) != allowed


def test_a_button_of_another_table_is_refused(score_pages: HandPages, stranger: object) -> None:
    foreign = Session.objects.get(created_by=stranger).seats.all()[0]
    with nothing_saved():
        assert score_pages.save(score_pages.open(boards.QUIET) | {"button": str(foreign.pk)}).status_code == 422


@pytest.mark.parametrize("row", ["9" * 61, "Qh\x00Qd7c", "/" * 60, "\u202eQhQd7c", "🂡🂢🂣"])
def test_odd_text_in_a_row_is_refused_beside_it(score_pages: HandPages, row: str) -> None:
    sent = score_pages.open(boards.QUIET) | {"seat1-top": row}
    with nothing_saved():
        answer = score_pages.save(sent)
    assert answer.status_code == 422
    assert alerts(answer)


@pytest.mark.parametrize("action", ["", "delete", "Save"])
def test_an_unknown_action_saves_nothing(score_pages: HandPages, action: str) -> None:
    with nothing_saved():
        assert score_pages.send(score_pages.open(boards.QUIET), action).status_code == 200


def test_without_any_action_it_is_a_check(score_pages: HandPages) -> None:
    with nothing_saved():
        answer = score_pages.client.post(score_pages.url, score_pages.open(boards.QUIET), follow=True)
    assert b"Nothing is saved yet" in answer.content


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["A\x00nn", "A\x1bnn", "A\u202enn"], ids=["NUL", "escape", "right-to-left override"])
def test_a_name_with_control_characters_is_refused(client: Client, name: str) -> None:
    with nothing_saved():
        answer = client.post("/start/", START | {"names_2": name})
    assert answer.status_code == 422
    assert alerts(answer)


@pytest.mark.django_db
@pytest.mark.parametrize("day", ["yesterday", "2026-02-30"])
def test_an_odd_date_never_stops_a_table_without_a_word(client: Client, day: str) -> None:
    """The date is a hidden field: an error about it that nobody sees would leave the person stuck."""
    answer = client.post("/start/", START | {"day": day})
    assert answer.status_code == 302 or alerts(answer)


@pytest.mark.django_db
@pytest.mark.parametrize("currency", ["XXX", "eur", "<b>"])
def test_an_unknown_currency_is_refused(client: Client, currency: str) -> None:
    with nothing_saved():
        answer = client.post("/start/", START | {"currency": currency})
    assert answer.status_code == 422
    assert alerts(answer)


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/start/", "/signup/", "/login/", "/logout/"])
def test_a_request_from_another_site_is_refused(path: str) -> None:
    answer = Client(enforce_csrf_checks=True).post(path, START)
    assert answer.status_code == 403
    assert b"This page is too old" in answer.content


def test_a_hand_from_another_site_is_refused(score_pages: HandPages, ann_user: object) -> None:
    sent = score_pages.open(boards.QUIET)
    hostile = Client(enforce_csrf_checks=True)
    hostile.force_login(ann_user)
    with nothing_saved():
        assert hostile.post(score_pages.url, {**sent, "action": "save"}).status_code == 403
