"""What is kept of a table from page to page: never what it was before somebody wrote."""

from collections.abc import Callable
from dataclasses import replace

from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from ledger.models import ChipMove, Session, User
from ledger.services.adjustments import adjustment_undo
from ledger.services.rules import pair_value_set, rules_change
from ofcscore.engine.rules import PRESETS
from tests.ledger import boards
from tests.ledger.chips import move, start_stakes, undo_move
from tests.ledger.closing import archive, carry, close, mark_all, reopen, unarchive
from tests.ledger.events import come_back, join, leave, now, pay, swap
from tests.ledger.pages import text
from tests.ledger.tables import record, seat_of, start
from tests.ledger.test_live_page import correct, rename, restore, undo

Write = Callable[[Session], object]


def other_rules(session: Session) -> None:
    rules = replace(PRESETS["pineapple"], scoring="2-4")
    rules_change(session=session, rules=rules, unit_value=200, **now(session))


def other_value(session: Session) -> None:
    pair_value_set(one=seat_of(session, "Ann"), other=seat_of(session, "Bob"), unit_value=7, **now(session))


# All that is written at a table, each going on from the one before.
EVENING: dict[str, Write] = {
    "a hand": lambda session: record(session, boards.ANN_ENTERS),
    "a correction": correct,
    "an undo": undo,
    "a restore": restore,
    "a penalty": lambda session: pay(session, "Bob", "Ann", "Cy"),
    "its undoing": lambda session: adjustment_undo(
        adjustment=pay(session, "Cy", "Ann", reason="late"), user=session.created_by
    ),
    "a new name": rename,
    "somebody who joins": lambda session: join(session, "Dee"),
    "who leaves": lambda session: leave(session, "Dee"),
    "who comes back": lambda session: come_back(session, "Dee"),
    "who change places": lambda session: swap(session, "Ann", "Bob"),
    "other rules": other_rules,
    "another value": other_value,
    "the end": close,
    "its being paid": mark_all,
    "its being archived": archive,
    "and taken out again": unarchive,
    "one more hand": reopen,
    "its first hand undone": undo,
}


def read(browser: Client, session: Session) -> list[str]:
    """What the pages that keep something say: of the table, and of its next hand."""
    return [text(browser.get(f"/t/{session.public_id}/{page}", follow=True)) for page in ("", "score/")]


def read_anew(browser: Client, session: Session) -> list[str]:
    cache.clear()
    return read(browser, session)


def version_of(session: Session) -> int:
    return Session.objects.values_list("version", flat=True).get(pk=session.pk)


def test_after_whatever_is_written_the_pages_say_what_they_would_say_anew(session: Session, browser: Client) -> None:
    for what, write in EVENING.items():
        read(browser, session)
        before = version_of(session)
        write(Session.objects.get(pk=session.pk))
        assert version_of(session) > before, what
        assert read(browser, session) == read_anew(browser, session), what


def test_the_same_of_stacks(ann_user: User, browser: Client) -> None:
    table = start_stakes(ann_user)
    before = read(browser, table)
    bought: list[ChipMove] = []
    for what, write in {
        "bought": lambda: bought.extend(move(table, 50, "Ann", "Bob", "Cy")),
        "undone": lambda: undo_move(bought[0]),
        "bought again": lambda: move(table, 20, "Ann"),
        "a hand": lambda: record(table, boards.QUIET),
        "cashed out": lambda: move(table, None, "Cy"),
    }.items():
        write()
        after = read(browser, table)
        assert after != before, what
        assert after == read_anew(browser, table), what
        before = after


def test_a_table_that_debts_are_carried_into_has_changed(session: Session, ann_user: User) -> None:
    into = start(ann_user)
    record(session, boards.SCOOPS)
    close(session)
    before = version_of(into)
    carry(session, into)
    assert version_of(into) > before


def test_what_is_kept_is_not_asked_for_again(session: Session, browser: Client) -> None:
    counts = []
    for _ in range(2):
        with CaptureQueriesContext(connection) as queries:
            read(browser, session)
        counts.append(len(queries))
    assert counts[1] < counts[0] / 2


def test_nobody_changes_what_is_kept_for_others(session: Session, browser: Client) -> None:
    """A form writes in the seats and rules that it is given; each request has its own."""
    first = browser.get(f"/t/{session.public_id}/score/").context["form"]
    second = browser.get(f"/t/{session.public_id}/score/").context["form"]
    assert first.deal == second.deal
    assert first.deal is not second.deal
    assert first.deal.table[0] is not second.deal.table[0]
