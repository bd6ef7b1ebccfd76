"""Pages ask the database as often at forty hands as at one."""

from collections.abc import Callable

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from ledger.models import Session
from tests.ledger.boards import FOUL, QUIET
from tests.ledger.pages import HandPages
from tests.ledger.tables import record

pytestmark = pytest.mark.django_db

WHAT_IF = "?preset=classic&scoring=2-4&royalty_payment=net"
QUERIES = {
    "home": 3,
    "table": 12,
    "history": 7,
    "hand": 7,
    "score": 10,
    "correct": 9,
    "check sent": 19,
    "check": 14,
    "rules": 4,
    "rules_change": 4,
    "what_if": 7,
    "progress": 9,
    "keep": 17,
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
    counts = {}
    for name, address in addresses.items():
        with CaptureQueriesContext(connection) as queries:
            assert browser.get(address).status_code == 200
        counts[name] = len(queries)
    sent = score_pages.open(QUIET) | {"action": "check"}
    with CaptureQueriesContext(connection) as queries:
        address = browser.post(url("score"), sent).url
    counts["check sent"] = len(queries)
    with CaptureQueriesContext(connection) as queries:
        assert browser.get(address).status_code == 200
    counts["check"] = len(queries)
    for name in ("progress", "keep"):
        with CaptureQueriesContext(connection) as queries:
            assert browser.post(url(name), sent).status_code in (200, 204)
        counts[name] = len(queries)
    assert counts == QUERIES
