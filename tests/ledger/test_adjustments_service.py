"""Penalties: one pays others outside a hand. It sums to zero, counts once, and can be taken back."""

import uuid

import pytest

from ledger.models import Adjustment, Session, Transfer, User
from ledger.services.adjustments import MOST_UNITS, adjustment_record, adjustment_undo
from ledger.services.checks import audit_ledger
from ledger.services.errors import ConflictError, RefusedError
from ledger.services.rules import pair_value_set
from tests.ledger import boards
from tests.ledger.chips import BEST, GOOD, WEAK, buy_in, stacks, start_stakes
from tests.ledger.events import leave, now, pay, swap
from tests.ledger.tables import balances, nothing_saved, record, seat_of, start
from tests.ledger.test_checks_service import tamper

KEY = uuid.UUID("00000000-0000-4000-8000-000000000007")


def problems() -> str:
    return " ".join(audit_ledger().problems)


def undo(adjustment: Adjustment, user: User) -> Adjustment:
    return adjustment_undo(adjustment=adjustment, user=user)


class TestPaying:
    def test_one_to_each(self, session: Session) -> None:
        record(session, boards.QUIET)
        paid = pay(session, "Bob", "Ann", "Cy", units=3)
        assert balances(session) == (3, 2 - 6, -2 + 3)
        assert (paid.after_number, paid.reason) == (1, "exposed card")
        assert problems() == ""

    def test_one_pays_one_before_the_first_hand(self, session: Session) -> None:
        paid = pay(session, "Cy", "Ann", units=5, reason="  late ")
        assert balances(session) == (5, 0, -5)
        assert (paid.after_number, paid.reason) == (0, "late")

    def test_whoever_left_can_pay_and_be_paid(self, session: Session) -> None:
        leave(session, "Cy")
        pay(session, "Cy", "Ann")
        pay(session, "Bob", "Cy", units=4)
        assert balances(session) == (1, -4, 3)

    def test_no_hand_is_moved_by_it(self, session: Session) -> None:
        saved = record(session, boards.QUIET)
        pay(session, "Bob", "Ann", "Cy")
        assert set(saved.transfers.all()) == set(Transfer.objects.filter(revision__hand=saved.hand))
        record(session, boards.SCOOPS)
        assert sum(balances(session)) == 0

    def test_a_unit_is_worth_what_the_table_plays_for(self, session: Session) -> None:
        pay(session, "Bob", "Ann", "Cy")
        assert [seat.money for seat in session.seats.with_balances()] == [100, -200, 100]

    def test_a_unit_is_worth_what_the_pair_agreed_on(self, session: Session) -> None:
        pair_value_set(one=seat_of(session, "Ann"), other=seat_of(session, "Bob"), unit_value=250, **now(session))
        paid = pay(session, "Bob", "Ann", "Cy", units=2)
        assert sorted(paid.transfers.values_list("payee__player__name", "unit_value")) == [("Ann", 250), ("Cy", 100)]
        assert [seat.money for seat in session.seats.with_balances()] == [500, -700, 200]
        assert problems() == ""


class TestOnce:
    def test_the_same_key_counts_once(self, session: Session) -> None:
        first = pay(session, "Bob", "Ann", "Cy", key=KEY)
        with nothing_saved():
            assert pay(session, "Bob", "Cy", "Ann", key=KEY) == first

    def test_sent_twice_from_the_same_page_it_counts_once(self, session: Session) -> None:
        sent = now(session) | {"key": KEY}
        first = pay(session, "Bob", "Ann", **sent)
        with nothing_saved():
            assert pay(session, "Bob", "Ann", **sent) == first

    @pytest.mark.parametrize(
        ("payer", "payees", "units"),
        [("Bob", ["Ann"], 2), ("Bob", ["Cy"], 1), ("Bob", ["Ann", "Cy"], 1), ("Ann", ["Bob"], 1)],
    )
    def test_the_same_key_for_something_else_is_a_conflict(
        self, session: Session, payer: str, payees: list[str], units: int
    ) -> None:
        pay(session, "Bob", "Ann", key=KEY)
        with nothing_saved(), pytest.raises(ConflictError, match="already saved, with other units"):
            pay(session, payer, *payees, units=units, key=KEY)

    def test_the_key_of_another_table_is_a_conflict(self, session: Session, ann_user: User) -> None:
        pay(session, "Bob", "Ann", key=KEY)
        other = start(ann_user)
        with nothing_saved(), pytest.raises(ConflictError):
            pay(other, "Bob", "Ann", key=KEY)

    def test_another_club_may_have_the_same_key(self, session: Session, stranger: User) -> None:
        pay(session, "Bob", "Ann", key=KEY)
        pay(Session.objects.get(created_by=stranger), "Xan", "Yve", key=KEY)
        assert Adjustment.objects.filter(key=KEY).count() == 2

    def test_a_table_that_moved_on_is_a_conflict(self, session: Session) -> None:
        sent = now(session)
        record(session, boards.QUIET)
        with nothing_saved(), pytest.raises(ConflictError, match="has changed meanwhile"):
            pay(session, "Bob", "Ann", **sent)


class TestRefusals:
    @pytest.mark.parametrize("units", [0, -1, MOST_UNITS + 1])
    def test_an_amount_that_is_none(self, session: Session, units: int) -> None:
        with nothing_saved(), pytest.raises(RefusedError, match="Write how many units, 1 to 100000") as refused:
            pay(session, "Bob", "Ann", units=units)
        assert refused.value.field == "units"

    def test_no_reason(self, session: Session) -> None:
        with nothing_saved(), pytest.raises(RefusedError, match="what it is for") as refused:
            pay(session, "Bob", "Ann", reason="  ")
        assert refused.value.field == "reason"

    @pytest.mark.parametrize(
        ("payees", "words"), [([], "Choose who is paid"), (["Ann", "Bob"], "Bob cannot be paid by Bob")]
    )
    def test_nobody_else(self, session: Session, payees: list[str], words: str) -> None:
        with nothing_saved(), pytest.raises(RefusedError, match=words) as refused:
            pay(session, "Bob", *payees)
        assert refused.value.field == "payees"

    def test_a_seat_of_another_table(self, session: Session, ann_user: User) -> None:
        foreign = seat_of(start(ann_user, ("Cy", "Dee")), "Dee")
        with nothing_saved(), pytest.raises(RefusedError, match="no seat at this table"):
            adjustment_record(
                payer=seat_of(session, "Ann"), payees=[foreign], units=1, reason="late", key=KEY, **now(session)
            )

    def test_r10_3_nobody_pays_themselves_through_the_other_board(self, ann_user: User) -> None:
        session = start(ann_user, ("Ann", "Bob"), preset="criss-cross")
        first, bob, second, _ = session.seats.all()
        how = {"units": 1, "reason": "late", **now(session)}
        with nothing_saved(), pytest.raises(RefusedError, match="Ann cannot be paid by Ann"):
            adjustment_record(payer=first, payees=[bob, second], key=KEY, **how)
        adjustment_record(payer=second, payees=[bob], key=KEY, **how)
        assert balances(session) == (0, 1, -1, 0)


class TestUndo:
    def test_the_units_are_given_back_and_it_stays_listed(self, session: Session, scorer: User) -> None:
        record(session, boards.QUIET)
        paid = pay(session, "Bob", "Ann", "Cy", units=3)
        undone = undo(paid, scorer)
        assert balances(session) == boards.QUIET_UNITS
        (shown,) = Adjustment.objects.shown()
        assert (shown, shown.undone_by, shown.undone_by.created_by) == (paid, undone, scorer)
        assert problems() == ""

    def test_undoing_twice_is_undoing_once(self, session: Session, ann_user: User) -> None:
        paid = pay(session, "Bob", "Ann")
        undone = undo(paid, ann_user)
        with nothing_saved():
            assert undo(paid, ann_user) == undone

    def test_it_gives_back_what_a_unit_was_worth_then(self, session: Session, ann_user: User) -> None:
        paid = pay(session, "Bob", "Ann")
        pair_value_set(one=seat_of(session, "Ann"), other=seat_of(session, "Bob"), unit_value=250, **now(session))
        undo(paid, ann_user)
        assert [seat.money for seat in session.seats.with_balances()] == [0, 0, 0]
        assert problems() == ""

    def test_only_what_is_undone_is_given_back(self, session: Session, ann_user: User) -> None:
        first = pay(session, "Bob", "Ann")
        pay(session, "Bob", "Cy", units=2)
        swap(session, "Ann", "Cy")
        undo(first, ann_user)
        assert balances(session) == (2, -2, 0)


class TestStacks:
    @pytest.fixture
    def table(self, ann_user: User) -> Session:
        table = start_stakes(ann_user)
        buy_in(table, ann=50, bob=50, cy=50)
        return table

    def test_a_penalty_moves_what_lies_on_the_table(self, table: Session) -> None:
        pay(table, "Bob", "Ann", "Cy", units=5)
        assert stacks(table) == (55, 40, 55)

    def test_r9_5_nobody_pays_more_than_lies_there(self, table: Session) -> None:
        with nothing_saved(), pytest.raises(ConflictError, match="leave Bob 2 units short"):
            pay(table, "Bob", "Ann", "Cy", units=26)

    def test_r9_7_it_is_not_undone_from_under_a_hand(self, table: Session, ann_user: User) -> None:
        paid = pay(table, "Bob", "Ann", "Cy", units=5)
        record(table, (BEST, GOOD, WEAK), button="Cy")
        with nothing_saved(), pytest.raises(ConflictError, match="Undo hand 1 first"):
            undo(paid, ann_user)

    def test_nobody_is_left_short_by_giving_back(self, table: Session, ann_user: User) -> None:
        paid = pay(table, "Bob", "Ann", units=50)
        pay(table, "Ann", "Cy", units=100)
        with nothing_saved(), pytest.raises(ConflictError, match="leave Ann 50 units short"):
            undo(paid, ann_user)


LAST = "id = (SELECT max(id) FROM ledger_transfer)"
CHANGES = {
    "units of one of the paid": (
        f"UPDATE ledger_transfer SET units = 9 WHERE {LAST}",
        "is not one payment of the same",
    ),
    "who pays one": (
        f"UPDATE ledger_transfer SET payer_id = payee_id, payee_id = payer_id WHERE {LAST}",
        "is not one payment of the same",
    ),
    "what a unit was worth": (f"UPDATE ledger_transfer SET unit_value = 7 WHERE {LAST}", "which was never played for"),
    "all of it gone": ("DELETE FROM ledger_transfer", "“exposed card” moves no units"),
}
CHANGES_OF_AN_UNDOING = {
    "units": (f"UPDATE ledger_transfer SET units = 9 WHERE {LAST}", "does not reverse transfer"),
    "what a unit was worth": (
        f"UPDATE ledger_transfer SET unit_value = 50 WHERE {LAST}",
        "does not reverse transfer",
    ),
    "one row gone": (f"DELETE FROM ledger_transfer WHERE {LAST}", "does not undo it exactly"),
    "what it undoes": ("UPDATE ledger_adjustment SET undoes_id = NULL", "is not one payment of the same"),
}


class TestTampering:
    @pytest.mark.parametrize("change", CHANGES)
    def test_the_check_finds_a_change(self, session: Session, change: str) -> None:
        pay(session, "Bob", "Ann", "Cy", units=3)
        sql, words = CHANGES[change]
        tamper(sql)
        assert words in problems()

    @pytest.mark.parametrize("change", CHANGES_OF_AN_UNDOING)
    def test_the_check_finds_a_change_of_an_undoing(self, session: Session, ann_user: User, change: str) -> None:
        paid = pay(session, "Bob", "Ann", "Cy", units=3)
        undo(paid, ann_user)
        pair_value_set(one=seat_of(session, "Ann"), other=seat_of(session, "Bob"), unit_value=50, **now(session))
        sql, words = CHANGES_OF_AN_UNDOING[change]
        tamper(sql)
        assert words in problems()

    def test_the_check_finds_an_adjustment_of_another_club(self, session: Session, stranger: User) -> None:
        pay(session, "Bob", "Ann")
        tamper("UPDATE ledger_adjustment SET club_id = %s", Session.objects.get(created_by=stranger).club_id)
        assert "1 adjustments belong to another club" in problems()
