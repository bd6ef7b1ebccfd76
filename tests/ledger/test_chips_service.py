"""Buying in, cashing out and taking either back, at a table that plays for stacks."""

import uuid

import pytest

from ledger.models import ChipMove, Seat, Session, User
from ledger.services.chips import chips_move
from ledger.services.errors import ConflictError, RefusedError
from ofcscore.engine.rules import HIGHEST_STACK
from tests.ledger.chips import BEST, GOOD, WEAK, buy_in, move, restore, stacks, start_stakes, undo, undo_move
from tests.ledger.tables import balances, nothing_saved, record, seat_of

KEY = uuid.UUID(int=9)


@pytest.fixture
def table(ann_user: User) -> Session:
    return start_stakes(ann_user)


def test_r9_5_units_are_bought_and_cashed_out_between_hands(table: Session) -> None:
    move(table, 100, "Ann", "Bob", "Cy")
    move(table, -30, "Bob")
    move(table, 5, "Bob")
    assert stacks(table) == (100, 75, 100)
    assert balances(table) == (0, 0, 0), "what is bought is nobody's win"


def test_a_hand_moves_stacks_and_balances_alike(table: Session) -> None:
    move(table, 100, "Ann", "Bob", "Cy")
    record(table, (BEST, GOOD, WEAK), button="Cy")
    assert balances(table) == (30, -9, -21)
    assert stacks(table) == (130, 91, 79)


def test_everything_is_cashed_out_at_once(table: Session) -> None:
    buy_in(table, ann=10, bob=50, cy=50)
    record(table, (GOOD, BEST, WEAK), button="Cy")
    assert stacks(table) == (6, 75, 29)
    moves = move(table, None, "Ann", "Bob", "Cy")
    assert [each.units for each in moves] == [-6, -75, -29]
    assert stacks(table) == (0, 0, 0)


def test_who_has_nothing_is_left_out_when_all_cash_out(table: Session) -> None:
    buy_in(table, ann=10)
    assert [each.seat.name for each in move(table, None, "Ann", "Bob")] == ["Ann"]
    with nothing_saved(), pytest.raises(RefusedError, match="There is nothing to cash out"):
        move(table, None, "Ann", "Bob")


@pytest.mark.parametrize("units", [0, HIGHEST_STACK + 1, -HIGHEST_STACK - 1])
def test_an_amount_that_is_none_is_refused(table: Session, units: int) -> None:
    with nothing_saved(), pytest.raises(RefusedError, match="Write how many units, 1 to 1000000") as caught:
        move(table, units, "Ann")
    assert caught.value.field == "units"


def test_nobody_and_strangers_are_refused(table: Session, stranger: User) -> None:
    with nothing_saved(), pytest.raises(RefusedError, match="Choose who it is for"):
        move(table, 10)
    foreign = Seat.objects.exclude(session=table).first()
    with nothing_saved(), pytest.raises(RefusedError, match="no seat at this table"):
        chips_move(session=table, user=table.created_by, seats=[foreign], units=10, key=KEY, expected_version=1)


def test_a_table_without_stakes_has_no_stacks(session: Session) -> None:
    with nothing_saved(), pytest.raises(RefusedError, match="does not play for stacks"):
        move(session, 10, "Ann")


def test_the_same_key_counts_once(table: Session) -> None:
    first = move(table, 100, "Ann", "Bob", key=KEY)
    with nothing_saved():
        assert move(table, 100, "Ann", "Bob", key=KEY, expected_version=1) == first
    assert stacks(table) == (100, 100, 0)


def test_the_same_key_for_everything_counts_once(table: Session) -> None:
    buy_in(table, ann=10)
    first = move(table, None, "Ann", "Bob", key=KEY)
    with nothing_saved():
        assert move(table, None, "Ann", "Bob", key=KEY) == first


@pytest.mark.parametrize(("units", "names"), [(99, ["Ann"]), (100, ["Bob"]), (100, ["Ann", "Bob"]), (None, ["Ann"])])
def test_the_same_key_for_something_else_is_a_conflict(table: Session, units: int | None, names: list[str]) -> None:
    move(table, 100, "Ann", key=KEY)
    with nothing_saved(), pytest.raises(ConflictError, match="already saved"):
        move(table, units, *names, key=KEY)


def test_a_table_that_moved_on_is_a_conflict(table: Session) -> None:
    buy_in(table, ann=10)
    with nothing_saved(), pytest.raises(ConflictError, match="has changed meanwhile"):
        move(table, 10, "Bob", expected_version=1)


def test_r9_5_nobody_cashes_out_more_than_lies_there(table: Session) -> None:
    buy_in(table, ann=10, bob=20)
    with nothing_saved(), pytest.raises(RefusedError, match="Ann has only 10 units") as caught:
        move(table, -11, "Ann", "Bob")
    assert caught.value.field == "units"
    move(table, -10, "Ann", "Bob")
    assert stacks(table) == (0, 10, 0)


class TestUndoing:
    def test_it_takes_back_a_move_once(self, table: Session) -> None:
        (bought,) = move(table, 100, "Ann")
        undone = undo_move(bought)
        assert stacks(table) == (0, 0, 0)
        with nothing_saved():
            assert undo_move(bought) == undone

    def test_a_cash_out_comes_back(self, table: Session) -> None:
        buy_in(table, ann=10)
        (cashed_out,) = move(table, None, "Ann")
        undo_move(cashed_out)
        assert stacks(table) == (10, 0, 0)

    def test_r9_5_it_leaves_nobody_short(self, table: Session) -> None:
        (bought,) = move(table, 10, "Ann")
        move(table, -4, "Ann")
        with nothing_saved(), pytest.raises(ConflictError, match="would leave Ann 4 units short"):
            undo_move(bought)

    def test_r9_7_not_when_a_later_hand_was_paid_from_it(self, table: Session) -> None:
        (bought, _) = move(table, 100, "Ann", "Bob")
        hand = record(table, (BEST, GOOD, None)).hand
        with nothing_saved(), pytest.raises(ConflictError, match="Undo hand 1 first, and restore it afterwards"):
            undo_move(bought)
        undo(hand)
        undo_move(bought)
        assert stacks(table) == (0, 100, 0)

    def test_r9_7_a_move_after_the_last_hand_can_be(self, table: Session) -> None:
        move(table, 100, "Ann", "Bob")
        record(table, (BEST, GOOD, None))
        (bought,) = move(table, 7, "Bob")
        assert bought.after_number == 1
        undo_move(bought)
        assert stacks(table) == (115, 85, 0)

    def test_r9_7_a_wrong_buy_in_is_put_right_under_a_hand(self, table: Session) -> None:
        """R9.7: undo the hand, undo the buy-in, buy in rightly, restore the hand: it is paid from the right stacks."""
        move(table, 50, "Ann", "Bob")
        (wrong,) = move(table, 100, "Cy")
        hand = record(table, (BEST, GOOD, WEAK), button="Cy").hand
        assert stacks(table) == (80, 41, 79)
        undo(hand)
        undo_move(wrong)
        move(table, 10, "Cy")
        restore(hand)
        assert stacks(table) == (75, 35, 0)
        assert balances(table) == (25, -15, -10)
        assert list(ChipMove.objects.values_list("after_number", flat=True)) == [0, 0, 0, 0, 0]


def test_a_move_says_after_which_hand_that_stands_it_was(table: Session) -> None:
    move(table, 100, "Ann", "Bob")
    record(table, (BEST, GOOD, None))
    undo(record(table, (GOOD, BEST, None)).hand)
    (bought,) = move(table, 10, "Ann")
    assert bought.after_number == 1
    assert seat_of(table, "Ann") == bought.seat
