"""Pages ask the database as often at forty hands as at one."""

from collections.abc import Callable
from functools import partial
from uuid import uuid4

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from ledger.models import Session, User
from ledger.services.adjustments import adjustment_undo
from ledger.services.rules import pair_value_set
from tests.ledger.boards import FOUL, QUIET
from tests.ledger.chips import move, start_stakes, undo_move
from tests.ledger.events import pay, swap
from tests.ledger.pages import HandPages
from tests.ledger.tables import record, start

pytestmark = pytest.mark.django_db

WHAT_IF = "?preset=classic&scoring=2-4&royalty_payment=net"
# Of each page, when nothing is kept of the table, and when it was asked for before.
QUERIES = {
    "home": (4, 4),
    "table": (14, 4),
    "history": (12, 12),
    "hand": (10, 10),
    "score": (9, 4),
    "correct": (9, 9),
    "check sent": (18, 13),
    "check": (13, 8),
    "rules": (4, 4),
    "rules_change": (4, 4),
    "what_if": (7, 7),
    "progress": (5, 5),
    "keep": (16, 11),
}


@pytest.mark.parametrize("hands", [1, 40])
def test_a_page_makes_this_many_queries(
    hands: int, session: Session, browser: Client, url: Callable[..., str], score_pages: HandPages
) -> None:
    for number in range(hands):
        record(session, FOUL if number % 2 else QUIET)
    addresses = {"home": "/", "table": url("table"), "history": url("history"), "hand": url("hand", 1)}
    addresses |= {"rules": url("rules"), "rules_change": url("rules_change"), "what_if": url("what_if") + WHAT_IF}
    addresses |= {"score": url("score"), "correct": url("correct", 1)}
    sent = score_pages.open(QUIET) | {"action": "check"}
    addresses["check"] = browser.post(url("score"), sent).url
    asked = {name: partial(browser.get, address) for name, address in addresses.items()}
    asked |= {"check sent": lambda: browser.post(url("score"), sent | {"key": str(uuid4())})}
    asked |= {name: partial(browser.post, url(name), sent) for name in ("progress", "keep")}
    counts = {}
    for name, ask in asked.items():
        cache.clear()
        with CaptureQueriesContext(connection) as first:
            assert ask().status_code in (200, 204, 302)
        with CaptureQueriesContext(connection) as again:
            ask()
        counts[name] = (len(first), len(again))
    assert counts == QUERIES


@pytest.mark.parametrize("size", [1, 20])
def test_a_page_of_what_happened_between_hands_makes_this_many_queries(
    size: int, session: Session, browser: Client, url: Callable[..., str]
) -> None:
    record(session, QUIET)
    for number in range(size):
        swap(session, "Ann", "Bob")
        paid = pay(session, "Bob", "Ann", "Cy")
        if number % 2 == 0:
            adjustment_undo(adjustment=paid, user=session.created_by)
    counts = {}
    for name in ("players", "adjustments"):
        with CaptureQueriesContext(connection) as queries:
            assert browser.get(url(name)).status_code == 200
        counts[name] = len(queries)
    assert counts == {"players": 9, "adjustments": 8}


@pytest.mark.parametrize("size", [1, 20])
def test_the_page_of_stacks_makes_this_many_queries(size: int, ann_user: User, browser: Client) -> None:
    table = start_stakes(ann_user, names=("Ann", "Bob", "Cy", "Dee")[: 3 + (size > 1)])
    for number in range(size):
        moves = move(table, 100, "Ann", "Bob", "Cy")
        if number % 2 == 0:
            undo_move(moves[0])
    move(table, 100, "Ann")
    record(table, (*QUIET, None)[: table.seats.count()])
    with CaptureQueriesContext(connection) as queries:
        assert browser.get(f"/t/{table.public_id}/stacks/").status_code == 200
    assert len(queries) == 8


@pytest.mark.parametrize("names", [("Ann", "Bob"), ("Ann", "Bob", "Cy", "Dee")])
def test_the_page_of_unit_values_makes_this_many_queries(
    names: tuple[str, ...], ann_user: User, browser: Client
) -> None:
    table = start(ann_user, names)
    first, *others = table.seats.all()
    for version, other in enumerate(others, 1):
        pair_value_set(one=first, other=other, user=ann_user, unit_value=7, expected_version=version)
    with CaptureQueriesContext(connection) as queries:
        assert browser.get(f"/t/{table.public_id}/units/").status_code == 200
    assert len(queries) == 6
