"""The audit finds tampering with what a table plays for: stacks, buy-ins, and what a unit is worth between two."""

import pytest

from ledger.models import Board, ChipMove, PairValue, Session, User
from ledger.services.checks import audit_ledger
from ledger.services.rules import pair_value_set
from tests.ledger.chips import BEST, GOOD, WEAK, buy_in, move, start_stakes, undo_move
from tests.ledger.tables import record, seat_of, start
from tests.ledger.test_checks_service import tamper

pytestmark = pytest.mark.django_db


def problems() -> str:
    return " ".join(audit_ledger().problems)


@pytest.fixture
def played(ann_user: User) -> Session:
    """Ann has 50 units and wins 25 of them from Bob's 50 and Cy's 10."""
    session = start_stakes(ann_user)
    buy_in(session, ann=50, bob=50, cy=10)
    undo_move(move(session, 7, "Bob")[0])
    record(session, (BEST, GOOD, WEAK), button="Cy")
    return session


def test_good_books_pass(played: Session) -> None:
    move(played, 7, "Cy")
    assert problems() == ""


def test_it_finds_another_stack_before_a_hand(played: Session) -> None:
    tamper("UPDATE ledger_board SET stack = 11 WHERE stack = 10")
    assert "hand 1 was paid from 11 units of Cy, and 10 lay there." in problems()


def test_it_finds_another_order_of_payment(played: Session) -> None:
    """The button decides who is paid first, and so what is left for whom."""
    tamper("UPDATE ledger_revision SET button_id = %s", seat_of(played, "Ann").pk)
    assert "should have paid" in problems()


def test_it_finds_places_that_were_changed(played: Session) -> None:
    first, second = Board.objects.order_by("position")[:2]
    tamper("UPDATE ledger_board SET position = 9 WHERE id = %s", first.pk)
    tamper("UPDATE ledger_board SET position = 0 WHERE id = %s", second.pk)
    tamper("UPDATE ledger_board SET position = 1 WHERE id = %s", first.pk)
    assert "should have paid" in problems()


def test_it_finds_another_buy_in(played: Session) -> None:
    tamper("UPDATE ledger_chipmove SET units = 60 WHERE id = (SELECT min(id) FROM ledger_chipmove)")
    assert "hand 1 was paid from 50 units of Ann, and 60 lay there." in problems()


def test_it_finds_a_buy_in_that_is_gone(played: Session) -> None:
    tamper("DELETE FROM ledger_chipmove WHERE id = (SELECT min(id) FROM ledger_chipmove)")
    assert "and 0 lay there" in problems()


def test_it_finds_a_buy_in_moved_behind_the_hand(played: Session) -> None:
    tamper("UPDATE ledger_chipmove SET after_number = 1 WHERE units = 10")
    assert "hand 1 was paid from 10 units of Cy, and 0 lay there." in problems()


@pytest.mark.parametrize("change", ["units = -6", "after_number = 1"])
def test_it_finds_an_undoing_that_is_not_exact(played: Session, change: str) -> None:
    tamper(f"UPDATE ledger_chipmove SET {change} WHERE undoes_id IS NOT NULL")
    assert "of Bob does not undo chip move" in problems()


def test_it_finds_a_stack_below_nothing_with_and_without_hands(played: Session, ann_user: User) -> None:
    move(played, -5, "Ann")
    fresh = start_stakes(ann_user)
    buy_in(fresh, bob=20)
    move(fresh, -5, "Bob")
    tamper("UPDATE ledger_chipmove SET units = -500 WHERE units = -5")
    assert "Ann has a stack of -425." in problems()
    assert "Bob has a stack of -480." in problems()


def test_it_finds_chips_of_another_club_and_another_session(played: Session, stranger: User) -> None:
    other = Session.objects.exclude(pk=played.pk).get()
    (bought,) = move(played, 7, "Cy")
    tamper("UPDATE ledger_chipmove SET seat_id = %s WHERE id = %s", other.seats.first().pk, bought.pk)
    tamper("UPDATE ledger_chipmove SET club_id = %s WHERE id = %s", other.club_id, ChipMove.objects.first().pk)
    assert "1 chip moves belong to another club." in problems()
    assert "there are 1 chips before another session’s seats." in problems()


def test_it_answers_rules_that_make_no_sense_with_a_sentence(played: Session) -> None:
    tamper("UPDATE ledger_sessionrules SET data = %s", '{"preset": "omaha"}')
    assert "hand 1: its cards cannot be scored" in problems()


def test_it_finds_stakes_taken_out_of_the_rules(played: Session) -> None:
    tamper("UPDATE ledger_sessionrules SET data = %s", '{"preset": "pineapple"}')
    assert "should have paid" in problems()


class TestPairValues:
    @pytest.fixture
    def agreed(self, ann_user: User) -> Session:
        session = start(ann_user)
        one, other = seat_of(session, "Ann"), seat_of(session, "Bob")
        pair_value_set(one=one, other=other, user=ann_user, unit_value=200, expected_version=1)
        record(session, (BEST, GOOD, WEAK))
        assert problems() == ""
        return session

    def test_it_finds_another_value(self, agreed: Session) -> None:
        tamper("UPDATE ledger_pairvalue SET unit_value = 300")
        assert "has unit value 200, not that of the hand’s rules" in problems().replace("'", "’")

    def test_it_finds_a_value_that_is_gone(self, agreed: Session) -> None:
        tamper("DELETE FROM ledger_pairvalue")
        assert "has unit value 200" in problems()

    def test_it_finds_a_value_of_another_pair(self, agreed: Session) -> None:
        tamper("UPDATE ledger_pairvalue SET second_id = %s", seat_of(agreed, "Cy").pk)
        assert "has unit value 100" in problems()

    def test_it_finds_one_transfer_at_another_value(self, agreed: Session) -> None:
        tamper("UPDATE ledger_transfer SET unit_value = 100 WHERE unit_value = 200")
        assert "has unit value 100" in problems()

    def test_it_finds_another_sessions_seats(self, agreed: Session, stranger: User) -> None:
        other = Session.objects.exclude(pk=agreed.pk).get()
        tamper("UPDATE ledger_pairvalue SET second_id = %s", other.seats.first().pk)
        assert "there are 1 unit values of another session’s seats." in problems()
        assert PairValue.objects.count() == 1
