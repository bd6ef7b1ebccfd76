"""Evenings at tables that play for stacks: who is paid what and when, who is dealt in, and what can be changed."""

import uuid
from dataclasses import replace
from typing import Any

import pytest

from ledger.models import Board, Revision, Session, SessionRules, User
from ledger.services.adjustments import adjustment_record
from ledger.services.checks import audit_ledger
from ledger.services.deals import deal_next, deal_of
from ledger.services.errors import ConflictError, RefusedError
from ledger.services.hands import hand_correct
from ledger.services.rules import pair_value_set, rules_change
from ledger.services.seats import seat_leave, seats_swap
from tests.ledger.chips import (
    BEST,
    GOOD,
    KINGS,
    LOW,
    QUEENS,
    WEAK,
    buy_in,
    move,
    restore,
    stacks,
    start_stakes,
    undo,
    undo_move,
)
from tests.ledger.events import pay
from tests.ledger.tables import balances, entry, nothing_saved, record, seat_of, start

MODES = ("loss_cap", "loss_and_win_cap")


@pytest.fixture
def table(ann_user: User) -> Session:
    return start_stakes(ann_user)


@pytest.fixture(autouse=True)
def good_books(db: None) -> Any:
    """Whatever a test does, the books are right after it."""
    yield
    assert audit_ledger().problems == ()


def play(session: Session, *hand: str | None, button: str = "Cy", **how: Any) -> Revision:
    return record(session, hand, button=button, reason="as the test wants it", **how)


def correct(revision: Revision, *hand: str | None) -> Revision:
    deal = deal_of(revision.hand)
    changed = entry(revision.hand.session, hand, deal=deal, button=revision.button.player.name, reason="as before")
    return hand_correct(
        hand=revision.hand,
        user=revision.created_by,
        entry=changed,
        key=uuid.uuid4(),
        expected_revision=revision.hand.revisions.count(),
        reason="read again",
    )


def change_rules(session: Session, unit_value: int = 100, **settings: Any) -> SessionRules:
    session = Session.objects.get(pk=session.pk)
    newest = SessionRules.objects.newest_of(session)
    return rules_change(
        session=session,
        user=session.created_by,
        rules=replace(newest.ruleset, **settings),
        unit_value=unit_value,
        expected_version=session.version,
    )


def agree(session: Session, unit_value: int | None) -> SessionRules:
    session = Session.objects.get(pk=session.pk)
    one, other = seat_of(session, "Ann"), seat_of(session, "Bob")
    return pair_value_set(
        one=one, other=other, user=session.created_by, unit_value=unit_value, expected_version=session.version
    )


class TestPaying:
    @pytest.mark.parametrize(("mode", "after"), [("loss_cap", (30, 0, 120)), ("loss_and_win_cap", (20, 0, 130))])
    def test_r9_3_the_published_stacks_on_real_boards(self, ann_user: User, mode: str, after: tuple[int, ...]) -> None:
        """R9.1, R9.3: 5, 10 and 135 units, the button last; the first beats both, the third the second."""
        table = start_stakes(ann_user, mode)
        buy_in(table, ann=5, bob=10, cy=135)
        play(table, BEST, WEAK, GOOD)
        assert stacks(table) == after

    @pytest.mark.parametrize(("mode", "after"), [("loss_cap", (6, 75, 29)), ("loss_and_win_cap", (0, 75, 35))])
    def test_r9_1_who_has_paid_everything(self, ann_user: User, mode: str, after: tuple[int, ...]) -> None:
        """R9.1, R9.3: Ann owes Bob 15 with 10 before her, and is owed 6 by Cy."""
        table = start_stakes(ann_user, mode)
        buy_in(table, ann=10, bob=50, cy=50)
        play(table, GOOD, BEST, WEAK)
        assert stacks(table) == after

    @pytest.mark.parametrize(("button", "won"), [("Cy", (25, -15, -10)), ("Ann", (19, -9, -10))])
    def test_r9_2_the_button_decides_who_is_paid_first(self, table: Session, button: str, won: tuple[int, ...]) -> None:
        buy_in(table, ann=50, bob=50, cy=10)
        play(table, BEST, GOOD, WEAK, button=button)
        assert balances(table) == won

    def test_r9_2_the_order_is_that_of_those_dealt_in(self, ann_user: User) -> None:
        table = start_stakes(ann_user, names=("Ann", "Dee", "Bob", "Cy"))
        buy_in(table, ann=50, bob=50, cy=10)
        play(table, BEST, None, GOOD, WEAK, button="Ann")
        assert stacks(table) == (69, 0, 41, 0)

    def test_r9_4_a_cap_limits_what_a_stack_would_pay(self, ann_user: User) -> None:
        table = start_stakes(ann_user, cap=12)
        buy_in(table, ann=50, bob=50, cy=10)
        play(table, BEST, GOOD, WEAK)
        assert stacks(table) == (72, 38, 0)

    def test_r9_4_a_cap_alone_needs_no_stacks(self, session: Session) -> None:
        change_rules(session, cap=12)
        play(session, BEST, GOOD, WEAK)
        assert balances(session) == (24, -12, -12)
        assert {board.stack for board in Board.objects.all()} == {None}

    @pytest.mark.parametrize("mode", MODES)
    def test_stacks_go_on_from_hand_to_hand(self, ann_user: User, mode: str) -> None:
        table = start_stakes(ann_user, mode)
        buy_in(table, ann=100, bob=100, cy=100)
        play(table, BEST, GOOD, WEAK)
        play(table, GOOD, WEAK, BEST, fantasyland={"Ann": 0})
        assert stacks(table) == (100 + 30 - 9, 100 - 9 - 21, 100 - 21 + 30)
        before = Board.objects.filter(revision__hand__number=2).order_by("position").values_list("stack", flat=True)
        assert list(before) == [130, 91, 79]


class TestWhoIsDealtIn:
    def test_r9_5_nobody_without_units(self, table: Session) -> None:
        buy_in(table, ann=50, bob=50)
        with nothing_saved(), pytest.raises(RefusedError, match="Cy has no units left to play for. Cy buys in first"):
            play(table, BEST, GOOD, WEAK)
        buy_in(table, cy=1)
        play(table, BEST, GOOD, WEAK)

    def test_r9_5_who_is_broke_is_left_out_of_the_next_deal(self, table: Session) -> None:
        buy_in(table, ann=50, bob=50, cy=10)
        play(table, BEST, GOOD, WEAK)
        assert [seat.name for seat in deal_next(table).seats] == ["Ann", "Bob"]
        buy_in(table, cy=10)
        assert [seat.name for seat in deal_next(table).seats] == ["Ann", "Bob", "Cy"]

    def test_who_has_units_on_the_table_cashes_out_before_leaving(self, table: Session) -> None:
        buy_in(table, ann=50, bob=50, cy=10)
        cy = seat_of(table, "Cy")

        def leave() -> None:
            version = Session.objects.get(pk=table.pk).version
            seat_leave(seat=cy, user=table.created_by, reason="", expected_version=version)

        with nothing_saved(), pytest.raises(RefusedError, match="Cy still has 10 units on the table"):
            leave()
        move(table, None, "Cy")
        leave()
        assert [seat.name for seat in deal_next(table).seats] == ["Ann", "Bob"]


class TestFantasyland:
    def due(self, session: Session) -> tuple[dict[str, int], dict[str, int]]:
        """What is due next and what is cancelled, by name."""
        deal = deal_next(session)
        names = {seat.pk: seat.name for seat in deal.table}
        due, cancelled = deal.fantasyland, deal.cancelled
        return {names[pk]: cards for pk, cards in due.items()}, {names[pk]: cards for pk, cards in cancelled.items()}

    def test_r9_6_it_is_cancelled_when_its_owner_is_broke(self, table: Session) -> None:
        """R9.6: and Bob's too, who has no other opponent."""
        buy_in(table, ann=10, bob=50)
        play(table, QUEENS, KINGS, None, button="Bob")
        assert stacks(table) == (0, 60, 0)
        assert self.due(table) == ({}, {"Ann": 14, "Bob": 14})

    def test_r9_6_others_keep_theirs(self, table: Session) -> None:
        buy_in(table, ann=10, bob=50, cy=1)
        play(table, QUEENS, KINGS, LOW, button="Ann")
        buy_in(table, cy=20)
        assert stacks(table)[0] == 0
        assert self.due(table) == ({"Bob": 14}, {"Ann": 14})
        buy_in(table, ann=10)
        assert self.due(table) == ({"Ann": 14, "Bob": 14}, {})

    def test_r9_6_it_is_cancelled_when_every_opponent_is_broke(self, table: Session) -> None:
        buy_in(table, ann=50, bob=10, cy=10)
        play(table, BEST, GOOD, WEAK)
        assert stacks(table) == (70, 0, 0)
        assert self.due(table) == ({}, {"Ann": 14})
        move(table, 20, "Cy")
        assert self.due(table) == ({"Ann": 14}, {})

    def test_r9_6_what_is_cancelled_keeps_nobody_and_no_button(self, table: Session) -> None:
        """R9.6: a Fantasyland that is not played does not hold the button, and nobody need be dealt into it."""
        buy_in(table, ann=10, bob=50, cy=1)
        play(table, QUEENS, KINGS, None, button="Bob")
        move(table, 20, "Cy")
        deal = deal_next(table)
        assert (deal.fantasyland, deal.button_stayed) == ({}, False)
        record(table, (None, GOOD, WEAK), button=deal.button.name)
        assert Revision.objects.latest("pk").deal_note == ""

    def test_r9_6_it_is_gone_when_a_hand_was_played_without_it(self, table: Session) -> None:
        buy_in(table, ann=10, bob=50, cy=1)
        play(table, QUEENS, KINGS, None, button="Bob")
        move(table, 20, "Cy")
        record(table, (None, GOOD, WEAK))
        buy_in(table, ann=10)
        assert self.due(table) == ({}, {})


class TestWhatCanBeChanged:
    @pytest.fixture
    def two_hands(self, table: Session) -> tuple[Revision, Revision]:
        buy_in(table, ann=100, bob=100, cy=100)
        return play(table, GOOD, WEAK, BEST), play(table, GOOD, BEST, WEAK, fantasyland={"Cy": 0})

    def test_r9_7_only_the_last_hand_is_corrected(self, two_hands: tuple[Revision, Revision]) -> None:
        first, second = two_hands
        with nothing_saved(), pytest.raises(ConflictError, match="Undo hand 2 first, and restore it when hand 1"):
            correct(first, BEST, WEAK, GOOD)
        correct(second, WEAK, BEST, GOOD)
        assert balances(second.hand.session) == (-9 - 21, -21 + 30, 30 - 9)

    def test_r9_7_only_the_last_hand_is_undone(self, two_hands: tuple[Revision, Revision], table: Session) -> None:
        first, second = two_hands
        with nothing_saved(), pytest.raises(ConflictError, match="The stacks of hand 2 follow from hand 1"):
            undo(first.hand)
        undo(second.hand)
        undo(first.hand)
        assert stacks(table) == (100, 100, 100)

    def test_r9_7_hands_are_restored_in_their_order(self, two_hands: tuple[Revision, Revision], table: Session) -> None:
        first, second = two_hands
        before = stacks(table)
        undo(second.hand)
        undo(first.hand)
        restore(second.hand)
        with nothing_saved(), pytest.raises(ConflictError, match="Undo hand 2 first"):
            restore(first.hand)
        undo(second.hand)
        restore(first.hand)
        restore(second.hand)
        assert stacks(table) == before

    def test_r9_7_the_hand_before_is_put_right_under_the_last(self, table: Session) -> None:
        """R9.7: the last hand is restored from the stacks that the corrected one leaves."""
        buy_in(table, ann=100, bob=21, cy=100)
        first, second = play(table, BEST, GOOD, WEAK), play(table, GOOD, BEST, WEAK, fantasyland={"Ann": 0})
        assert stacks(table) == (121, 42, 58)
        undo(second.hand)
        correct(first, BEST, WEAK, GOOD)
        assert stacks(table) == (130, 0, 91)
        with nothing_saved(), pytest.raises(ConflictError, match="Bob has no units for hand 2. Let Bob buy in first"):
            restore(second.hand)
        move(table, 5, "Bob")
        restore(second.hand)
        assert stacks(table) == (130 - 15 + 6, 5 + 15 + 15, 91 - 6 - 15)

    def test_r9_7_a_restored_hand_is_paid_from_the_stacks_of_now(self, table: Session) -> None:
        buy_in(table, ann=100, bob=100, cy=10)
        hand = play(table, BEST, GOOD, WEAK).hand
        assert balances(table) == (25, -15, -10)
        undo(hand)
        move(table, 90, "Cy")
        restore(hand)
        assert balances(table) == (30, -9, -21)
        assert Board.objects.latest("pk").stack == 100

    def test_a_restored_hand_is_paid_in_the_order_of_its_seats(self, table: Session) -> None:
        """Whoever changes places after a hand changes nothing in it."""
        buy_in(table, ann=50, bob=50, cy=10)
        hand = play(table, BEST, GOOD, WEAK).hand
        before = balances(table)
        undo(hand)
        version = Session.objects.get(pk=table.pk).version
        user, ann, cy = table.created_by, seat_of(table, "Ann"), seat_of(table, "Cy")
        seats_swap(one=ann, other=cy, user=user, reason="", expected_version=version)
        restore(hand)
        assert balances(table) == tuple(reversed(before))
        shown = Board.objects.filter(revision__kind="restored").order_by("position")
        assert [board.seat.player.name for board in shown] == ["Ann", "Bob", "Cy"]

    @pytest.mark.parametrize("change", ["undo", "correct"])
    def test_r9_5_a_hand_whose_winnings_were_cashed_out_stays(self, table: Session, change: str) -> None:
        buy_in(table, ann=10, bob=100)
        hand = play(table, BEST, GOOD, None, button="Bob")
        move(table, None, "Ann")
        with (
            nothing_saved(),
            pytest.raises(ConflictError, match="would leave Ann .* units short. Let Ann buy in first"),
        ):
            undo(hand.hand) if change == "undo" else correct(hand, GOOD, BEST, None)

    def test_a_hand_may_be_undone_when_who_cashed_out_buys_in_again(self, table: Session) -> None:
        buy_in(table, ann=10, bob=100)
        hand = play(table, BEST, GOOD, None, button="Bob").hand
        move(table, None, "Ann")
        buy_in(table, ann=15)
        undo(hand)
        assert stacks(table) == (0, 100, 0)
        restore(hand)
        assert stacks(table) == (15, 85, 0)

    def test_r9_5_a_restored_hand_is_never_paid_from_less_than_nothing(self, table: Session) -> None:
        """R9.5: what was cashed out before the hand stays, and what was bought before it is undone."""
        (bought, _) = move(table, 10, "Ann", "Bob")
        move(table, -5, "Ann")
        hand = play(table, BEST, GOOD, None, button="Bob").hand
        undo(hand)
        buy_in(table, ann=20)
        undo_move(bought)
        assert stacks(table)[0] == 15
        restore(hand)
        assert stacks(table)[0] == 25

    @pytest.mark.parametrize("mode", MODES)
    def test_r9_5_a_penalty_is_paid_from_the_stack(self, ann_user: User, mode: str) -> None:
        table = start_stakes(ann_user, mode)
        buy_in(table, ann=10, bob=10)

        def fine(units: int) -> None:
            adjustment_record(
                user=table.created_by,
                payer=seat_of(table, "Ann"),
                payees=[seat_of(table, "Bob")],
                units=units,
                reason="phone",
                key=uuid.uuid4(),
                expected_version=Session.objects.get(pk=table.pk).version,
            )

        fine(4)
        assert stacks(table) == (6, 14, 0)
        with nothing_saved(), pytest.raises(ConflictError, match="would leave Ann 1 units short"):
            fine(7)


class TestRules:
    @pytest.mark.parametrize(("before", "after"), [("none", "loss_cap"), ("loss_cap", "none")])
    def test_stakes_are_settled_before_the_first_hand(self, ann_user: User, before: str, after: str) -> None:
        table = start_stakes(ann_user, before)
        change_rules(table, stakes=after)
        change_rules(table, stakes=before)
        if before != "none":
            move(table, 100, "Ann", "Bob")
        hand = play(table, GOOD, WEAK, None, button="Ann").hand
        with nothing_saved(), pytest.raises(RefusedError, match="played or paid. Start a new table"):
            change_rules(table, stakes=after)
        undo(hand)
        with nothing_saved(), pytest.raises(RefusedError, match="settled before anything"):
            change_rules(table, stakes=after)

    def test_nobody_plays_for_stacks_after_something_was_paid(self, ann_user: User) -> None:
        table = start(ann_user)
        pay(table, "Bob", "Ann", units=5)
        with nothing_saved(), pytest.raises(RefusedError, match="played or paid"):
            change_rules(table, stakes="loss_cap")

    def test_how_stacks_limit_may_change_at_any_time(self, table: Session) -> None:
        """Both kinds of stakes and a cap leave every stack what it was."""
        move(table, 100, "Ann", "Bob")
        play(table, GOOD, WEAK, None, button="Ann")
        change_rules(table, stakes="loss_and_win_cap", cap=12)
        play(table, BEST, WEAK, None, button="Ann")
        assert stacks(table) == (118, 82, 0)

    def test_what_a_unit_is_worth_stays_once_units_are_bought(self, table: Session) -> None:
        change_rules(table, 200)
        move(table, 100, "Ann")
        with nothing_saved(), pytest.raises(RefusedError, match="bought at another price. Start a new table") as caught:
            change_rules(table, 300)
        assert caught.value.field == "unit_value"

    @pytest.mark.parametrize("limit", [{"stakes": "loss_cap"}, {"stakes": "loss_and_win_cap"}, {"cap": 50}])
    def test_r9_8_a_pairs_own_value_and_limits_exclude_each_other(
        self, session: Session, limit: dict[str, Any]
    ) -> None:
        agree(session, 200)
        with nothing_saved(), pytest.raises(RefusedError, match="Two players have a unit value of their own"):
            change_rules(session, **limit)
        agree(session, None)
        change_rules(session, **limit)
        with nothing_saved(), pytest.raises(RefusedError, match="a unit is worth the same between all players"):
            agree(session, 200)
