"""Closing, settling, opening again, archiving: every way between the states, and what is refused on the way."""

import uuid
from collections.abc import Callable
from datetime import date
from typing import Any

import pytest

from ledger.models import PaymentMark, PlannedPayment, Session, StateChange, User
from ledger.services import adjustments, chips, closing, hands, rules, seats
from ledger.services.adjustments import adjustment_undo
from ledger.services.chips import chips_undo
from ledger.services.closing import TRANSITIONS
from ledger.services.errors import ConflictError, RefusedError
from ledger.services.hands import hand_correct, hand_restore, hand_undo
from ledger.services.rules import pair_value_set, rules_change
from ledger.services.seats import seat_return
from ofcscore.engine.rules import PRESETS
from tests.ledger.boards import FOUL, FOUR_BOARDS, QUIET, SCOOPS
from tests.ledger.chips import BEST, GOOD, WEAK, buy_in, move, start_stakes
from tests.ledger.closing import (
    CARRIED,
    OWED,
    PAID,
    archive,
    bring_to,
    carry,
    close,
    mark,
    mark_all,
    marks,
    nets,
    payment,
    plan,
    reopen,
    state,
    unarchive,
)
from tests.ledger.events import join, leave, now, pay, start_by, swap
from tests.ledger.tables import entry, nothing_saved, record, seat_of, start

pytestmark = pytest.mark.django_db
STATES = tuple(Session.State.values)
# What a person can ask for, and from which states it is granted; from the second ones it changes nothing.
ACTIONS: dict[str, tuple[Callable[[Session], Any], tuple[str, ...], tuple[str, ...], str]] = {
    "close": (close, ("open",), ("closed", "settled"), "closed"),
    "reopen": (reopen, ("closed", "settled"), ("open",), "open"),
    "archive": (archive, ("settled",), ("archived",), "archived"),
    "unarchive": (unarchive, ("archived",), ("settled",), "settled"),
}


@pytest.fixture
def played(session: Session) -> Session:
    """Ann is 7 up, Bob 5, and Cy 12 down."""
    record(session, FOUL)
    return session


@pytest.mark.parametrize("wanted", STATES)
@pytest.mark.parametrize("action", ACTIONS)
def test_every_action_from_every_state(played: Session, action: str, wanted: str) -> None:
    do, granted, idle, after = ACTIONS[action]
    bring_to(played, wanted)
    if wanted in granted:
        change = do(played)
        assert (change.state, change.session, change.created_by) == (after, played, played.created_by)
        assert state(played) == after
        return
    with nothing_saved():
        if wanted in idle:
            assert do(played) is None
        else:
            with pytest.raises(ConflictError):
                do(played)
    assert state(played) == wanted


@pytest.mark.parametrize("before", STATES)
@pytest.mark.parametrize("after", STATES)
def test_no_state_is_reached_but_by_the_table_of_ways(played: Session, before: str, after: str) -> None:
    """All pairs, from the inside: those that are no ways are refused and change nothing."""
    bring_to(played, before)
    session = Session.objects.get(pk=played.pk)
    if after in TRANSITIONS[Session.State(before)]:
        closing._go_to(session, played.created_by, Session.State(after))
        assert state(played) == after
        assert StateChange.objects.filter(session=played).last().state == after
        return
    with nothing_saved(), pytest.raises(ConflictError):
        closing._go_to(session, played.created_by, Session.State(after))
    assert state(played) == before


@pytest.mark.parametrize("kind", [PAID, OWED])
@pytest.mark.parametrize("wanted", STATES)
def test_marking_in_every_state(played: Session, wanted: str, kind: PaymentMark.Kind) -> None:
    bring_to(played, "closed")
    first = payment(played)
    if wanted == "open":
        reopen(played)
    elif wanted != "closed":
        mark_all(played)
        if wanted == "archived":
            archive(played)
    other = OWED if wanted in ("settled", "archived") else PAID
    with nothing_saved():
        assert mark(first, PAID if other == OWED else OWED) is None, "as it is already"
    if wanted == "archived":
        with nothing_saved(), pytest.raises(ConflictError, match="Bring it back"):
            mark(first, other)
        return
    made = mark(first, other)
    assert made is not None
    assert (made.kind, made.payment, made.created_by) == (other, first, played.created_by)
    assert state(played) == {"settled": "closed"}.get(wanted, wanted)
    with nothing_saved():
        assert mark(first, other) is None, "marked twice is marked once"


def writes(session: Session) -> dict[str, Callable[[], Any]]:
    """Every write of a table, ready to be done on one that plays for stacks and has all of it already."""
    hand = session.hands.order_by("number").last()
    undone = session.hands.get(number=1)
    user = session.created_by
    away = seat_of(session, "Dee")
    kings = PRESETS["pineapple"]
    return {
        "hand_record": lambda: record(session, (BEST, GOOD, WEAK, None)),
        "hand_correct": lambda: hand_correct(
            hand=hand,
            user=user,
            entry=entry(session, (BEST, GOOD, WEAK, None)),
            key=uuid.uuid4(),
            expected_revision=1,
            reason="x",
        ),
        "hand_undo": lambda: hand_undo(hand=hand, user=user, expected_revision=1),
        "hand_restore": lambda: hand_restore(hand=undone, user=user, expected_revision=2),
        "adjustment_record": lambda: pay(session, "Ann", "Bob"),
        "adjustment_undo": lambda: adjustment_undo(adjustment=session.adjustments.get(), user=user),
        "chips_move": lambda: move(session, 5, "Ann"),
        "chips_undo": lambda: chips_undo(move=session.chipmoves.order_by("pk").last(), user=user),
        "seat_join": lambda: join(session, "Eve"),
        "seat_leave": lambda: leave(session, "Cy", "late"),
        "seat_return": lambda: seat_return(seat=away, **now(session)),
        "seats_swap": lambda: swap(session, "Ann", "Bob", "draughty"),
        "rules_change": lambda: rules_change(session=session, rules=kings, unit_value=5, **now(session)),
        "pair_value_set": lambda: pair_value_set(
            one=seat_of(session, "Ann"), other=seat_of(session, "Bob"), unit_value=5, **now(session)
        ),
    }


WRITES = tuple(
    name
    for module in (hands, adjustments, chips, seats, rules)
    for name in vars(module)
    if name.startswith(("hand_", "adjustment_", "chips_", "seat_", "seats_", "rules_", "pair_"))
    and getattr(module, name).__module__ == module.__name__
    and name != "hand_score"
)


@pytest.fixture
def busy(ann_user: User) -> Session:
    """A table for stacks on which everything happened that can be undone, with units that still have to be paid."""
    session = start_stakes(ann_user, names=("Ann", "Bob", "Cy", "Dee"))
    buy_in(session, ann=60, bob=60, cy=60)
    hand_undo(hand=record(session, (BEST, GOOD, WEAK, None)).hand, user=ann_user, expected_revision=1)
    leave(session, "Dee", "late")
    record(session, (BEST, GOOD, WEAK, None))
    pay(session, "Ann", "Bob")
    buy_in(session, ann=7)
    return session


@pytest.mark.parametrize("wanted", ["closed", "settled", "archived"])
def test_nothing_is_written_to_a_table_that_is_not_open(busy: Session, wanted: str) -> None:
    ready = writes(busy)
    assert set(ready) == set(WRITES), "every write service is tried"
    bring_to(busy, wanted)
    for name, write in ready.items():
        with nothing_saved(), pytest.raises(ConflictError) as refusal:
            write()
        assert "This table is closed. Open it again" in str(refusal.value), name


@pytest.mark.parametrize("name", ["hand_record", "adjustment_record", "seat_return", "chips_undo", "seats_swap"])
def test_opened_again_it_can_be_written_to(busy: Session, name: str) -> None:
    ready = writes(busy)
    bring_to(busy, "settled")
    reopen(busy)
    ready[name]()


class TestClosing:
    def test_r11_5_the_plan_is_that_of_what_stood_and_is_frozen(self, played: Session) -> None:
        """R11.3: the largest first."""
        change = close(played)
        assert plan(played) == [("Cy", "Ann", 700), ("Cy", "Bob", 500)]
        assert [each.closing for each in PlannedPayment.objects.all()] == [change] * 2
        mark(payment(played))
        assert plan(played) == [("Cy", "Ann", 700), ("Cy", "Bob", 500)], "paying one changes none"

    def test_with_nothing_to_pay_it_is_settled_at_once(self, session: Session) -> None:
        close(session)
        assert state(session) == "settled"
        assert plan(session) == []

    def test_a_table_that_moved_on_is_a_conflict(self, played: Session) -> None:
        stale = now(played)
        record(played, QUIET)
        with nothing_saved(), pytest.raises(ConflictError, match="changed meanwhile"):
            closing.session_close(session=played, **stale)

    def test_without_money_it_settles_in_units(self, ann_user: User) -> None:
        session = start(ann_user, currency="", unit_value=0)
        record(session, FOUL)
        close(session)
        assert plan(session) == [("Cy", "Ann", 7), ("Cy", "Bob", 5)]

    def test_r11_1_m01_pairs_at_their_own_values(self, ann_user: User) -> None:
        """R11.1: units −9, −21, +30; Ann and Bob play for 20, the others for 10, so money is −30, −270, +300."""
        session = start_by(ann_user)
        rules_change(session=session, rules=PRESETS["pineapple"], unit_value=10, **now(session))
        pair_value_set(one=seat_of(session, "Ann"), other=seat_of(session, "Bob"), unit_value=20, **now(session))
        record(session, (GOOD, WEAK, BEST))
        assert [seat.balance for seat in session.seats.with_balances()] == [-9, -21, 30]
        assert nets(session) == {"Ann": -30, "Bob": -270, "Cy": 300}
        close(session)
        assert plan(session) == [("Bob", "Cy", 270), ("Ann", "Cy", 30)]

    def test_r10_3_both_boards_of_a_player_are_one(self, ann_user: User) -> None:
        session = start(ann_user, ("Ann", "Bob"), preset="criss-cross")
        record(session, FOUR_BOARDS)
        won = [seat.money for seat in session.seats.with_balances()]
        assert nets(session) == {"Ann": won[0] + won[2], "Bob": won[1] + won[3]}
        close(session)
        assert len(plan(session)) == 1


class TestOpeningAgain:
    @pytest.mark.parametrize("reason", ["", "  "])
    def test_it_takes_a_reason(self, played: Session, reason: str) -> None:
        close(played)
        with nothing_saved(), pytest.raises(RefusedError, match="why") as refusal:
            reopen(played, reason)
        assert refusal.value.field == "reason"

    def test_the_reason_is_kept(self, played: Session) -> None:
        close(played)
        assert reopen(played, " A hand was missing. ").reason == "A hand was missing."

    def test_r11_5_what_was_paid_counts_in_the_next_plan(self, played: Session) -> None:
        close(played)
        mark(payment(played))
        reopen(played)
        assert plan(played) == []
        assert nets(played) == {"Ann": 0, "Bob": 500, "Cy": -500}
        record(played, SCOOPS)
        close(played)
        assert plan(played) == [("Ann", "Bob", 1200), ("Cy", "Bob", 500)]

    def test_what_was_paid_counts_however_often_it_is_opened_again(self, played: Session) -> None:
        for _ in range(2):
            close(played)
            mark(payment(played, -1))
            reopen(played)
        assert nets(played) == {"Ann": 0, "Bob": 0, "Cy": 0}
        close(played)
        assert state(played) == "settled"

    def test_a_void_payment_is_marked_while_the_table_is_open_and_not_later(self, played: Session) -> None:
        close(played)
        old = payment(played)
        mark(old)
        reopen(played)
        mark(old, OWED)
        assert nets(played) == {"Ann": 700, "Bob": 500, "Cy": -1200}
        assert state(played) == "open"
        mark(old)
        close(played)
        with nothing_saved(), pytest.raises(ConflictError, match="void"):
            mark(old, OWED)
        assert plan(played) == [("Cy", "Bob", 500)]

    def test_a_table_that_moved_on_is_a_conflict(self, played: Session) -> None:
        close(played)
        stale = now(played)
        mark(payment(played))
        with nothing_saved(), pytest.raises(ConflictError, match="changed meanwhile"):
            closing.session_reopen(session=played, reason="x", **stale)


class TestMarking:
    def test_the_last_one_paid_settles_and_one_owed_again_closes(self, played: Session) -> None:
        close(played)
        mark(payment(played, 0))
        assert state(played) == "closed"
        mark(payment(played, 1))
        assert state(played) == "settled"
        mark(payment(played, 0), OWED)
        assert state(played) == "closed"
        assert marks(played) == ["owed", "paid"]


class TestCarrying:
    @pytest.fixture
    def later(self, ann_user: User, played: Session) -> Session:
        """Another night of the same people, of whom Cy is away, with no hand yet."""
        close(played)
        return start(ann_user, ("Ann", "Bob"), day=date(2026, 3, 21))

    def test_r11_6_what_is_owed_settles_there_and_nothing_is_owed_here(self, played: Session, later: Session) -> None:
        mark(payment(played, 0))
        assert [made.payment for made in carry(played, later)] == [payment(played, 1)]
        assert marks(played) == ["paid", "carried"]
        assert state(played) == "settled"
        assert nets(later) == {"Ann": 0, "Bob": 500, "Cy": -500}
        close(later)
        assert plan(later) == [("Cy", "Bob", 500)]

    def test_carried_twice_it_counts_once(self, played: Session, later: Session) -> None:
        carry(played, later)
        with nothing_saved():
            assert carry(played, later) == []
        assert nets(later) == {"Ann": 700, "Bob": 500, "Cy": -1200}

    def test_both_tables_notice(self, played: Session, later: Session) -> None:
        stale = now(later)
        carry(played, later)
        with nothing_saved(), pytest.raises(ConflictError, match="changed meanwhile"):
            closing.session_close(session=later, **stale)
        stale = now(later)
        mark(payment(played, 0), OWED)
        with nothing_saved(), pytest.raises(ConflictError, match="changed meanwhile"):
            closing.session_close(session=later, **stale)

    def test_it_is_taken_back_one_by_one(self, played: Session, later: Session) -> None:
        carry(played, later)
        mark(payment(played, 0), OWED)
        assert state(played) == "closed"
        assert marks(played) == ["owed", "carried"]
        assert nets(later) == {"Ann": 0, "Bob": 500, "Cy": -500}
        carry(played, later)
        assert nets(later) == {"Ann": 700, "Bob": 500, "Cy": -1200}

    def test_it_is_not_taken_back_when_the_other_table_is_closed(self, played: Session, later: Session) -> None:
        carry(played, later)
        close(later)
        for kind in (OWED, PAID):
            with nothing_saved(), pytest.raises(ConflictError, match="It is part of what settles Saturday 21 March"):
                mark(payment(played), kind)
        reopen(later)
        assert mark(payment(played), OWED)

    def test_a_table_is_not_opened_again_while_something_of_it_is_carried(
        self, played: Session, later: Session
    ) -> None:
        carry(played, later)
        with nothing_saved(), pytest.raises(RefusedError, match="What Cy owes Ann was carried"):
            reopen(played)
        mark_all(played, OWED)
        reopen(played)
        assert nets(later) == {"Ann": 0, "Bob": 0}
        assert nets(played) == {"Ann": 700, "Bob": 500, "Cy": -1200}

    def test_only_an_open_table_of_the_club_in_the_same_money_takes_it(
        self, played: Session, later: Session, stranger: User, ann_user: User
    ) -> None:
        dollars = start(ann_user, currency="USD")
        shut = start(ann_user)
        close(shut)
        foreign = Session.objects.get(created_by=stranger)
        for table, words in (
            (dollars, "not played in the same money"),
            (shut, "not open any more"),
            (foreign, "another table of the club"),
            (played, "another table of the club"),
        ):
            with nothing_saved(), pytest.raises(RefusedError, match=words) as refusal:
                carry(played, table)
            assert refusal.value.field == "into"
        assert list(Session.objects.takes_debts_of(played)) == [later]

    @pytest.mark.parametrize("wanted", ["open", "archived"])
    def test_there_is_nothing_to_carry_without_a_plan_that_stands(
        self, ann_user: User, later: Session, wanted: str
    ) -> None:
        session = start(ann_user)
        record(session, FOUL)
        bring_to(session, wanted)
        with nothing_saved(), pytest.raises(ConflictError, match="no plan"):
            carry(session, later)

    def test_it_is_carried_on_from_night_to_night(self, played: Session, later: Session, ann_user: User) -> None:
        carry(played, later)
        close(later)
        third = start(ann_user)
        carry(later, third)
        assert nets(third) == {"Ann": 700, "Bob": 500, "Cy": -1200}
        assert [state(table) for table in (played, later, third)] == ["settled", "settled", "open"]


def test_a_mark_says_where_it_was_carried(played: Session, ann_user: User) -> None:
    close(played)
    later = start(ann_user)
    assert {(made.kind, made.into) for made in carry(played, later)} == {(CARRIED, later)}
