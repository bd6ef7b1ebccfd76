"""The change log of a session: everything that was written down, each thing once, the newest first, and no other's."""

import uuid
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from ledger.models import PaymentMark, PlannedPayment, Player, Revision, SeatChange, Session, User
from ledger.reports.log import Entry, log_view
from ledger.services.adjustments import adjustment_undo
from ledger.services.closing import (
    debts_carry,
    payment_mark,
    session_archive,
    session_close,
    session_reopen,
    session_unarchive,
)
from ledger.services.deals import deal_of
from ledger.services.hands import hand_correct
from ledger.services.people import player_rename
from ledger.services.questions import question_answer, question_ask
from ledger.services.rules import pair_value_set, rules_change
from ofcscore.engine.rules import PRESETS
from tests.ledger.boards import FOUL, QUIET, SCOOPS
from tests.ledger.chips import buy_in, move, restore, start_stakes, undo, undo_move
from tests.ledger.events import come_back, join, leave, now, pay, swap
from tests.ledger.links import let_score
from tests.ledger.pages import text
from tests.ledger.tables import entry, record, seat_of, start

pytestmark = pytest.mark.django_db

Changes = list[tuple[str, str, str]]
PAID, OWED = PaymentMark.Kind.PAID, PaymentMark.Kind.OWED


def entries(session: Session, page: str = "") -> list[Entry]:
    as_read = Session.objects.readable_by(session.created_by).get(pk=session.pk)
    return list(log_view(as_read, page).entries)


def last(session: Session) -> Entry:
    return entries(session)[0]


def told(session: Session) -> list[str]:
    """What the log says was done, the newest first, without the start of the table."""
    return [one.what for one in entries(session)][:-1]


def changes(one: Entry) -> Changes:
    return [(change.label, change.before, change.after) for change in one.changes]


def correct(session: Session, number: int, cards: Any, reason: str = "Read off the photo.", **how: Any) -> Revision:
    hand = session.hands.get(number=number)
    return hand_correct(
        hand=hand,
        user=session.created_by,
        entry=entry(session, cards, deal=deal_of(hand), **how),
        key=uuid.uuid4(),
        expected_revision=hand.revisions.count(),
        reason=reason,
    )


def change_rules(session: Session, unit_value: int = 100, **settings: Any) -> None:
    rules = session.rules_versions.latest("number").ruleset
    rules_change(session=session, rules=replace(rules, **settings), unit_value=unit_value, **now(session))


def agree(session: Session, one: str, other: str, unit_value: int | None) -> None:
    pair_value_set(one=seat_of(session, one), other=seat_of(session, other), unit_value=unit_value, **now(session))


def close(session: Session) -> PlannedPayment:
    """Close a session in which something is owed; returns the first payment of its plan."""
    closing = session_close(session=session, **now(session))
    assert closing is not None
    return closing.payments.earliest("pk")


def mark(payment: PlannedPayment, kind: PaymentMark.Kind) -> None:
    payment_mark(payment=payment, user=payment.closing.created_by, kind=kind)


class TestStart:
    def test_it_begins_with_the_start_of_the_table(self, session: Session) -> None:
        one = last(session)
        assert (one.what, one.by) == ("Saturday 14 March started: Pineapple, €1 a unit", "ann")
        assert (one.when, one.reason, one.changes, one.number) == ("", "", (), None)

    def test_a_table_without_money_says_so(self, ann_user: User) -> None:
        table = start(ann_user, unit_value=0, currency="")
        assert last(table).what == "Saturday 14 March started: Pineapple, for units only"


class TestHands:
    def test_a_saved_hand_tells_its_units_in_the_order_of_the_places(self, session: Session) -> None:
        revision = record(session, QUIET)
        one = last(session)
        assert (one.what, one.number, one.by, one.at) == ("Hand 1 saved", 1, "ann", revision.created_at)
        assert changes(one) == [("Ann", "", "0"), ("Bob", "", "+2"), ("Cy", "", "−2")]

    def test_who_sat_out_is_left_out(self, session: Session) -> None:
        record(session, (*QUIET[:2], None))
        assert [change.label for change in last(session).changes] == ["Ann", "Bob"]

    def test_a_correction_tells_before_and_after_and_why(self, session: Session) -> None:
        record(session, QUIET)
        correct(session, 1, SCOOPS)
        one = last(session)
        assert (one.what, one.reason, one.number) == ("Hand 1 corrected", "Read off the photo.", 1)
        assert changes(one) == [("Ann", "0", "−12"), ("Bob", "+2", "+12"), ("Cy", "−2", "0")]
        assert len(entries(session)) == 3

    def test_a_second_correction_begins_where_the_first_ended(self, session: Session) -> None:
        record(session, QUIET)
        correct(session, 1, SCOOPS)
        correct(session, 1, FOUL)
        assert changes(last(session)) == [("Ann", "−12", "+7"), ("Bob", "+12", "+5"), ("Cy", "0", "−12")]

    def test_who_was_not_dealt_in_before_or_after_sat_out(self, session: Session) -> None:
        record(session, (*SCOOPS[:2], None))
        correct(session, 1, (None, *SCOOPS[1:]), button="Bob")
        assert changes(last(session)) == [("Cy", "sat out", "−6"), ("Ann", "−6", "sat out")]

    def test_a_correction_that_moves_nothing_says_so(self, session: Session) -> None:
        record(session, QUIET)
        correct(session, 1, [cards.replace("/", " / ") for cards in QUIET], "The button was wrong.")
        one = last(session)
        assert one.what == "Hand 1 corrected, and the units stay as they were"
        assert (one.reason, one.changes) == ("The button was wrong.", ())

    def test_undone_and_restored(self, session: Session) -> None:
        hand = record(session, QUIET).hand
        undo(hand)
        assert last(session).what == "Hand 1 undone"
        assert changes(last(session)) == [("Bob", "+2", "0"), ("Cy", "−2", "0")]
        restore(hand)
        assert last(session).what == "Hand 1 restored"
        assert changes(last(session)) == [("Ann", "", "0"), ("Bob", "", "+2"), ("Cy", "", "−2")]
        assert told(session) == ["Hand 1 restored", "Hand 1 undone", "Hand 1 saved"]

    def test_what_the_dealer_decided_against_the_deal_is_told(self, session: Session) -> None:
        record(session, QUIET)
        revision = record(session, QUIET, button="Ann", reason="Ann dealt twice.")
        assert revision.deal_note
        assert last(session).reason == f"Dealt differently: {revision.deal_note}"


class TestRules:
    def test_what_changed_is_told_and_nothing_else(self, session: Session) -> None:
        change_rules(session, scoring="2-4", max_players=2)
        one = last(session)
        assert (one.what, one.by) == ("House rules changed, version 2", "ann")
        assert changes(one) == [("Players at most", "3", "2"), ("Scoring", "1-6", "2-4")]

    def test_the_value_of_a_unit(self, session: Session) -> None:
        change_rules(session, unit_value=250)
        assert changes(last(session)) == [("A unit is worth", "€1", "€2.50")]
        change_rules(session, unit_value=0)
        assert changes(last(session)) == [("A unit is worth", "€2.50", "nothing")]

    def test_a_value_of_two_players(self, session: Session) -> None:
        agree(session, "Ann", "Bob", 250)
        assert changes(last(session)) == [("A unit between Ann and Bob", "as for all", "€2.50")]
        agree(session, "Bob", "Ann", 300)
        assert changes(last(session)) == [("A unit between Ann and Bob", "€2.50", "€3")]
        agree(session, "Ann", "Bob", None)
        assert changes(last(session)) == [("A unit between Ann and Bob", "€3", "as for all")]

    def test_a_value_of_two_who_have_two_boards_each_is_told_once(self, ann_user: User) -> None:
        table = start(ann_user, ("Ann", "Bob"), preset="criss-cross")
        pair_value_set(one=table.seats.get(number=0), other=table.seats.get(number=1), unit_value=250, **now(table))
        assert changes(last(table)) == [("A unit between Ann and Bob", "as for all", "€2.50")]

    def test_cells_of_the_royalties(self, session: Session) -> None:
        table = {row: dict(cells) for row, cells in PRESETS["pineapple"].royalties.items()}
        table["top"]["QQ"], table["bottom"]["straight"] = 8, 0
        change_rules(session, royalties=table)
        assert changes(last(session)) == [
            ("Royalty for QQ on top", "7", "8"),
            ("Royalty for straight on the bottom", "2", "0"),
        ]

    def test_royalties_that_are_not_paid_are_not_told_cell_by_cell(self, session: Session) -> None:
        change_rules(session, royalty_payment="off")
        assert changes(last(session)) == [("Royalties", "Paid whoever wins the row", "None")]

    def test_fantasyland_goes_with_all_that_it_was_and_comes_with_all_that_it_is(self, session: Session) -> None:
        change_rules(session, fantasyland=False)
        assert changes(last(session)) == [("Fantasyland", "Yes", "No")]
        change_rules(session, fantasyland=True)
        first, *others = changes(last(session))
        assert first == ("Fantasyland", "No", "Yes")
        assert ("Who enters", "", "Queens or better on top") in others
        assert all(not before for _, before, _ in others)

    def test_another_game(self, session: Session) -> None:
        rules_change(session=session, rules=PRESETS["deuce-pineapple"], unit_value=100, **now(session))
        told_of = {label: (before, after) for label, before, after in changes(last(session))}
        assert told_of["Game"] == ("Pineapple", PRESETS["deuce-pineapple"].title)
        assert told_of["The middle row"] == ("", "Plays for the low, 2-7")
        rules_change(session=session, rules=PRESETS["pineapple"], unit_value=100, **now(session))
        told_of = {label: (before, after) for label, before, after in changes(last(session))}
        assert told_of["The middle row"] == ("Plays for the low, 2-7", "")


class TestBetweenHands:
    def test_people_come_and_go_and_change_places(self, session: Session) -> None:
        join(session, "Dee")
        leave(session, "Bob")
        record(session, (QUIET[0], None, QUIET[2], None))
        come_back(session, "Bob")
        swap(session, "Ann", "Cy", "draughty")
        assert [what for what in told(session) if "Hand" not in what] == [
            "Ann and Cy changed places after hand 1",
            "Bob came back after hand 1",
            "Bob left before the first hand",
            "Dee joined before the first hand",
        ]
        assert (last(session).reason, last(session).by) == ("draughty", "ann")

    def test_penalties_and_their_undoing(self, session: Session) -> None:
        record(session, QUIET)
        paid = pay(session, "Bob", "Ann", "Cy", units=3, reason="missed turn")
        adjustment_undo(adjustment=paid, user=session.created_by)
        undone, written, _, _ = entries(session)
        assert written.what == "Penalty: Bob pays 3 to each of Ann, Cy"
        assert undone.what == "Penalty undone: Bob pays 3 to each of Ann, Cy"
        assert (written.reason, written.when, undone.reason) == ("missed turn", "after hand 1", "missed turn")

    def test_stacks_bought_and_cashed_out_and_undone(self, ann_user: User) -> None:
        table = start_stakes(ann_user)
        buy_in(table, ann=100)
        (cashed,) = move(table, None, "Ann")
        undo_move(cashed)
        assert told(table) == ["Undone: Ann cashed out 100", "Ann cashed out 100", "Ann bought 100"]
        assert last(table).when == "before the first hand"

    def test_questions_and_answers(self, session: Session, viewer: User, ann_user: User) -> None:
        hand = record(session, QUIET).hand
        question = question_ask(hand=hand, user=viewer, text="Was that a flush?", key=uuid.uuid4())
        assert (last(session).what, last(session).by) == ("Question about hand 1", "viewer")
        assert (last(session).reason, last(session).number) == ("Was that a flush?", 1)
        question_answer(question=question, user=ann_user, text="It was not.", key=uuid.uuid4())
        one = last(session)
        assert (one.what, one.by, one.reason, one.number) == ("Answer about hand 1", "ann", "It was not.", 1)
        assert changes(one) == [("The question was", "", "Was that a flush?")]


class TestClosing:
    @pytest.fixture
    def played(self, session: Session) -> Session:
        record(session, QUIET)
        return session

    def test_closing_tells_the_plan(self, played: Session) -> None:
        close(played)
        one = last(played)
        assert (one.what, one.when) == ("Table closed", "after hand 1")
        assert changes(one) == [("Cy pays Bob", "", "€2")]

    def test_without_money_the_plan_is_in_units(self, ann_user: User) -> None:
        table = start(ann_user, ("Dee", "Bob"), unit_value=0, currency="")
        pay(table, "Dee", "Bob")
        payment = close(table)
        assert changes(last(table)) == [("Dee pays Bob", "", "1 unit")]
        mark(payment, PAID)
        assert told(table)[:2] == ["Everything is settled", "Dee paid Bob 1 unit"]

    def test_payments_marked_and_marked_again(self, played: Session) -> None:
        payment = close(played)
        mark(payment, PAID)
        mark(payment, OWED)
        assert told(played)[:4] == [
            "Not everything is settled any more",
            "Cy owes Bob €2 again",
            "Everything is settled",
            "Cy paid Bob €2",
        ]

    def test_opened_again_and_why(self, played: Session) -> None:
        close(played)
        session_reopen(session=played, reason="One more hand.", **now(played))
        assert (last(played).what, last(played).reason) == ("Table opened again", "One more hand.")
        close(played)
        assert told(played)[:3] == ["Table closed", "Table opened again", "Table closed"]

    def test_put_away_and_brought_back(self, played: Session) -> None:
        mark(close(played), PAID)
        session_archive(session=played, **now(played))
        assert last(played).what == "Table archived"
        session_unarchive(session=played, **now(played))
        assert last(played).what == "Table brought back from the archive"

    def test_what_is_carried_is_told_at_both_tables(self, played: Session, ann_user: User) -> None:
        payment = close(played)
        table = start(ann_user, ("Bob", "Cy"), name="Next night")
        debts_carry(session=played, user=ann_user, into=table)
        assert told(played)[1] == "Cy owes Bob €2, carried to Next night"
        assert told(table) == ["Cy owes Bob €2, carried here from Saturday 14 March"]
        mark(payment, OWED)
        assert told(table)[0] == "Cy owes Bob €2, not carried here from Saturday 14 March any more"
        mark(payment, PAID)
        assert len(told(table)) == 2

    def test_who_came_by_a_link_is_told_no_other_tables_name(
        self, played: Session, ann_user: User, stranger: User, browser_of: Callable[[User | None], Client]
    ) -> None:
        close(played)
        table = start(ann_user, ("Bob", "Cy"), name="Next night")
        debts_carry(session=played, user=ann_user, into=table)
        let_score(played, stranger)
        page = text(browser_of(stranger).get(f"/t/{played.public_id}/log/"))
        assert "carried to another table" in page
        assert "Next night" not in page


class TestPage:
    def test_it_is_read_on_a_page(self, session: Session, browser: Client, url: Callable[..., str]) -> None:
        record(session, QUIET)
        correct(session, 1, SCOOPS)
        agree(session, "Ann", "Bob", 250)
        page = text(browser.get(url("session_log")))
        assert "Hand 1 corrected Read off the photo. Ann: 0 became −12 Bob: +2 became +12 Cy: −2 became 0" in page
        assert "A unit between Ann and Bob: as for all became €2.50" in page
        assert "Hand 1 saved Ann: 0 Bob: +2 Cy: −2" in page
        assert f'href="{url("hand", 1)}"' in browser.get(url("session_log")).content.decode()
        assert "Newer" not in page
        assert "Older" not in page

    def test_a_rule_that_is_gone_is_told_as_gone(
        self, session: Session, browser: Client, url: Callable[..., str]
    ) -> None:
        for preset in ("deuce-pineapple", "pineapple"):
            rules_change(session=session, rules=PRESETS[preset], unit_value=100, **now(session))
        assert "The middle row: no longer Plays for the low, 2-7" in text(browser.get(url("session_log")))

    def test_the_table_and_the_history_lead_to_it(
        self, session: Session, browser: Client, url: Callable[..., str]
    ) -> None:
        for name in ("table", "history"):
            assert f'href="{url("session_log")}"' in browser.get(url(name)).content.decode()

    def test_a_new_name_is_in_old_entries_too(self, session: Session, ann_user: User) -> None:
        pay(session, "Bob", "Ann")
        player_rename(player=Player.objects.get(name="Bob"), user=ann_user, name="Bob Lee")
        assert last(session).what == "Penalty: Bob Lee pays 1 to Ann"

    def test_fifty_entries_are_a_page(self, session: Session, browser: Client, url: Callable[..., str]) -> None:
        for number in range(1, 51):
            pay(session, "Bob", "Ann", units=number)
        first, second = browser.get(url("session_log")), browser.get(url("session_log") + "?page=2")
        assert [one.what for one in first.context["log"].entries] == [
            f"Penalty: Bob pays {number} to Ann" for number in range(50, 0, -1)
        ]
        assert [one.what for one in second.context["log"].entries] == [
            "Saturday 14 March started: Pineapple, €1 a unit"
        ]
        assert "Older" in text(first)
        assert "Newer" in text(second)

    @pytest.mark.parametrize("page", ["x", "-1", "99", "1.5", ""])
    def test_an_odd_page_is_some_page(
        self, session: Session, browser: Client, url: Callable[..., str], page: str
    ) -> None:
        assert browser.get(url("session_log"), {"page": page}).status_code == 200

    def test_nothing_of_another_session_is_in_it(self, session: Session, ann_user: User) -> None:
        other = start(ann_user, name="Other night")
        everything_happens(other)
        assert told(session) == []
        everything_happens(session)
        assert len(entries(session)) == len(entries(other))
        assert "Other night" not in " ".join(told(session))

    def test_the_order_is_that_of_time_whatever_the_kind(self, session: Session) -> None:
        everything_happens(session)
        moments = [one.at for one in entries(session)]
        assert moments == sorted(moments, reverse=True)

    def test_what_was_brought_in_is_told_as_it_was_written_then(self, session: Session) -> None:
        row = {"club": session.club, "session": session, "created_by": session.created_by, "after_number": 0}
        long_ago = timezone.now() - timedelta(days=900)
        SeatChange.objects.create(**row, kind="left", seat=seat_of(session, "Bob"), author="Cy", created_at=long_ago)
        one = entries(session)[-1]
        assert (one.what, one.by, one.at) == ("Bob left before the first hand", "Cy", long_ago)

    @pytest.mark.parametrize("size", [1, 4])
    def test_it_makes_this_many_queries(
        self, size: int, session: Session, browser: Client, url: Callable[..., str]
    ) -> None:
        for _ in range(size):
            everything_happens(session)
        with CaptureQueriesContext(connection) as queries:
            page = browser.get(url("session_log"))
        assert page.context["log"].page.paginator.count >= 15 * size
        assert len(queries) == 22


def everything_happens(session: Session) -> None:
    """Something of every kind, but for stacks, which a table with money for all has none of."""
    hand = record(session, QUIET).hand
    correct(session, hand.number, SCOOPS)
    undo(hand)
    restore(hand)
    swap(session, "Ann", "Bob")
    leave(session, "Cy", "tired")
    come_back(session, "Cy")
    adjustment_undo(adjustment=pay(session, "Bob", "Ann", "Cy"), user=session.created_by)
    change_rules(session, moon=not session.rules_versions.latest("number").ruleset.moon)
    agree(session, "Ann", "Bob", 100 + session.rules_versions.count())
    question = question_ask(hand=hand, user=session.created_by, text="Why?", key=uuid.uuid4())
    question_answer(question=question, user=session.created_by, text="So.", key=uuid.uuid4())
    mark(close(session), PAID)
    session_reopen(session=session, reason="One more.", **now(session))
