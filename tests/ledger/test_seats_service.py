"""People who join, leave, come back and change places: what is dealt then, and what old hands keep."""

import uuid

import pytest

from ledger.models import Seat, SeatChange, Session, User
from ledger.services.checks import session_problems
from ledger.services.deals import deal_next, deal_of
from ledger.services.errors import ConflictError, RefusedError
from ledger.services.hands import hand_correct, hand_restore, hand_undo
from ledger.services.seats import seat_join, seat_leave, seat_return, seats_swap
from tests.ledger import boards
from tests.ledger.chips import BEST, GOOD, WEAK, buy_in, move, start_stakes
from tests.ledger.events import (
    button,
    come_back,
    dealt_in,
    join,
    leave,
    now,
    order_of,
    places,
    record_by_name,
    start_by,
    swap,
)
from tests.ledger.tables import balances, entry, nothing_saved, record, seat_of, start

BY_NAME = dict(zip(("Ann", "Bob", "Cy"), boards.QUIET, strict=True))


def changes(session: Session) -> list[tuple[str, str, str, int, str]]:
    """Everything that was written down: what, whose seat, the other's, after which hand, why."""
    rows = SeatChange.objects.filter(session=session).order_by("pk")
    return [
        (row.kind, row.seat.player.name, row.other.player.name if row.other else "", row.after_number, row.reason)
        for row in rows
    ]


class TestLeaving:
    def test_who_left_is_not_dealt_in_and_keeps_the_balance(self, session: Session) -> None:
        record(session, boards.QUIET)
        leave(session, "Cy")
        assert dealt_in(session) == ["Ann", "Bob"]
        assert balances(session) == boards.QUIET_UNITS
        record(session, (*boards.ANN_LEAVES[:2], None))
        assert dealt_in(session) == ["Ann", "Bob"]
        assert changes(session) == [("left", "Cy", "", 1, "")]

    def test_the_button_passes_over_who_left(self, session: Session) -> None:
        record(session, boards.QUIET)
        leave(session, "Bob")
        assert button(session) == "Cy"

    def test_the_button_passes_on_when_its_player_left(self, session: Session) -> None:
        record(session, boards.QUIET)
        leave(session, "Ann")
        assert button(session) == "Bob"

    def test_somebody_who_sat_out_takes_the_place_of_who_left(self, ann_user: User) -> None:
        session = start(ann_user, ("Ann", "Bob", "Cy"))
        record(session, (*boards.QUIET[:2], None))
        leave(session, "Bob")
        assert dealt_in(session) == ["Ann", "Cy"]

    def test_leaving_twice_is_leaving_once(self, session: Session) -> None:
        sent = now(session)
        assert seat_leave(seat=seat_of(session, "Cy"), reason="", **sent) is not None
        with nothing_saved():
            assert seat_leave(seat=seat_of(session, "Cy"), reason="", **sent) is None

    def test_who_left_comes_back_to_the_same_seat(self, session: Session) -> None:
        record(session, boards.QUIET)
        leave(session, "Cy")
        come_back(session, "Cy")
        assert dealt_in(session) == places(session) == ["Ann", "Bob", "Cy"]
        assert [kind for kind, *_ in changes(session)] == ["left", "returned"]

    def test_who_comes_back_after_a_hand_is_dealt_in_by_the_dealer(self, session: Session) -> None:
        record(session, boards.QUIET)
        leave(session, "Cy")
        record(session, (*boards.ANN_LEAVES[:2], None))
        come_back(session, "Cy")
        assert dealt_in(session) == ["Ann", "Bob"]
        record(session, boards.SCOOPS)
        assert dealt_in(session) == ["Ann", "Bob", "Cy"]

    def test_coming_back_twice_is_coming_back_once(self, session: Session) -> None:
        leave(session, "Cy")
        sent = now(session)
        assert seat_return(seat=seat_of(session, "Cy"), **sent) is not None
        with nothing_saved():
            assert seat_return(seat=seat_of(session, "Cy"), **sent) is None

    def test_who_never_left_does_not_come_back(self, session: Session) -> None:
        with nothing_saved():
            assert come_back(session, "Cy") is None

    @pytest.mark.parametrize("stay", ["Ann", ""])
    def test_a_table_that_empties_still_has_a_next_deal(self, session: Session, stay: str) -> None:
        record(session, boards.QUIET)
        for name in ("Ann", "Bob", "Cy"):
            if name != stay:
                leave(session, name)
        assert deal_next(session).number == 2

    def test_the_deal_of_a_hand_knows_who_was_still_there(self, session: Session) -> None:
        record(session, boards.QUIET)
        second = record(session, boards.QUIET).hand
        leave(session, "Cy")
        third = record(session, (*boards.QUIET[:2], None)).hand
        come_back(session, "Cy")
        assert [[seat.name for seat in deal_of(hand).seats] for hand in (second, third)] == [
            ["Ann", "Bob", "Cy"],
            ["Ann", "Bob"],
        ]

    def test_a_table_that_moved_on_is_a_conflict(self, session: Session) -> None:
        sent = now(session)
        record(session, boards.QUIET)
        cy = seat_of(session, "Cy")
        with nothing_saved(), pytest.raises(ConflictError, match="has changed meanwhile"):
            seat_leave(seat=cy, reason="", **sent)
        leave(session, "Cy")
        with nothing_saved(), pytest.raises(ConflictError):
            seat_return(seat=cy, **sent)

    def test_r9_5_who_has_units_on_the_table_cashes_out_first(self, ann_user: User) -> None:
        session = start_stakes(ann_user)
        buy_in(session, ann=40, bob=40, cy=40)
        record(session, (BEST, WEAK, GOOD), button="Cy")
        left = deal_next(session).stacks[seat_of(session, "Bob").pk]
        with nothing_saved(), pytest.raises(RefusedError, match=f"Bob still has {left} units on the table") as refused:
            leave(session, "Bob", "tired")
        assert refused.value.field is None
        move(session, None, "Bob")
        leave(session, "Bob", "tired")
        assert dealt_in(session) == ["Ann", "Cy"]

    def test_r10_1_nobody_leaves_criss_cross(self, ann_user: User) -> None:
        session = start(ann_user, ("Ann", "Bob"), preset="criss-cross")
        with nothing_saved(), pytest.raises(RefusedError, match="Criss-cross needs both players"):
            seat_leave(seat=session.seats.get(number=2), reason="", **now(session))


class TestFantasyland:
    """R5.8: nobody leaves and nobody joins while anybody is due in Fantasyland."""

    @pytest.mark.parametrize(
        ("name", "words"),
        [("Ann", "Ann is due in Fantasyland and must be"), ("Cy", "Cy was in the last hand and plays on while Fant")],
    )
    def test_r5_8_nobody_who_was_dealt_in_leaves_without_a_reason(
        self, session: Session, name: str, words: str
    ) -> None:
        record(session, boards.ANN_ENTERS)
        with nothing_saved(), pytest.raises(RefusedError, match=words) as refused:
            leave(session, name, "  ")
        assert refused.value.field == "reason"
        leave(session, name, " the last train ")
        assert changes(session) == [("left", name, "", 1, "the last train")]

    def test_r5_8_who_leaves_gives_fantasyland_up(self, session: Session) -> None:
        record(session, boards.ANN_ENTERS)
        leave(session, "Ann", "ill")
        deal = deal_next(session)
        assert (deal.fantasyland, button(session)) == ({}, "Bob")
        assert record(session, (None, *boards.QUIET[1:])).deal_note == ""

    def test_who_comes_back_before_the_next_hand_is_due_again(self, session: Session) -> None:
        record(session, boards.ANN_ENTERS)
        leave(session, "Ann", "ill")
        come_back(session, "Ann")
        assert list(deal_next(session).fantasyland.values()) == [14]

    def test_who_comes_back_after_it_is_not(self, session: Session) -> None:
        record(session, boards.ANN_ENTERS)
        leave(session, "Ann", "ill")
        record(session, (None, *boards.QUIET[1:]))
        come_back(session, "Ann")
        assert deal_next(session).fantasyland == {}

    def test_who_sat_out_leaves_as_they_like(self, session: Session) -> None:
        record(session, (*boards.ANN_ENTERS[:2], None))
        assert leave(session, "Cy") is not None

    def test_r5_8_who_comes_back_joins_when_it_is_over(self, session: Session) -> None:
        record(session, boards.QUIET)
        leave(session, "Cy")
        record(session, (*boards.ANN_ENTERS[:2], None))
        come_back(session, "Cy")
        with nothing_saved(), pytest.raises(RefusedError, match="Cy was not in the last hand and joins when"):
            record(session, boards.ANN_LEAVES)

    def test_r5_8_nobody_changes_places_without_a_reason(self, session: Session) -> None:
        record(session, boards.ANN_ENTERS)
        with nothing_saved(), pytest.raises(RefusedError, match="Nobody changes places while") as refused:
            swap(session, "Bob", "Cy")
        assert refused.value.field == "reason"
        swap(session, "Bob", "Cy", "draughty")
        assert changes(session) == [("swapped", "Bob", "Cy", 1, "draughty")]


class TestOrbit:
    """R6.6: where the house wants it so, who was dealt in plays on until the button has gone round."""

    @pytest.fixture
    def locked(self, ann_user: User) -> Session:
        return start_by(ann_user, orbit_lock=True)

    @pytest.mark.parametrize("hands", [1, 2])
    def test_r6_6_nobody_leaves_within_an_orbit_without_a_reason(self, locked: Session, hands: int) -> None:
        for _ in range(hands):
            record(locked, boards.QUIET)
        with nothing_saved(), pytest.raises(RefusedError, match="until the button has gone round") as refused:
            leave(locked, "Cy")
        assert refused.value.field == "reason"
        leave(locked, "Cy", "the last train")
        assert dealt_in(locked) == ["Ann", "Bob"]

    @pytest.mark.parametrize("hands", [0, 3, 6])
    def test_r6_6_everybody_may_leave_when_it_is_over(self, locked: Session, hands: int) -> None:
        for _ in range(hands):
            record(locked, boards.QUIET)
        assert leave(locked, "Cy") is not None

    def test_r6_6_sitting_out_is_leaving(self, locked: Session) -> None:
        record(locked, boards.QUIET)
        with nothing_saved(), pytest.raises(RefusedError, match="until the button has gone round"):
            record(locked, (*boards.QUIET[:2], None))
        saved = record(locked, (*boards.QUIET[:2], None), reason="ill")
        assert saved.deal_note == "Cy was left out before the button had gone round. Reason: ill"

    def test_r6_6_who_was_not_dealt_in_leaves_as_they_like(self, locked: Session) -> None:
        record(locked, (*boards.QUIET[:2], None))
        assert leave(locked, "Cy") is not None

    def test_r6_6_an_orbit_goes_on_while_fantasyland_holds_the_button(self, ann_user: User) -> None:
        locked = start_by(ann_user, ("Ann", "Bob"), orbit_lock=True)
        for hand in (boards.QUIET, boards.BOB_ENTERS):
            record(locked, hand[:2])
        assert (button(locked), deal_next(locked).begins_orbit) == ("Bob", False)
        record(locked, boards.ANN_LEAVES[:2])
        assert (button(locked), deal_next(locked).begins_orbit) == ("Ann", True)

    def test_without_the_setting_anybody_leaves(self, session: Session) -> None:
        record(session, boards.QUIET)
        assert leave(session, "Cy") is not None


class TestPlaces:
    def test_from_the_next_hand_on_they_sit_otherwise(self, session: Session) -> None:
        record(session, boards.QUIET)
        swap(session, "Ann", "Cy")
        assert places(session) == dealt_in(session) == ["Cy", "Bob", "Ann"]
        assert balances(session) == tuple(reversed(boards.QUIET_UNITS))
        assert sorted(session.seats.values_list("number", "player__name")) == [(0, "Ann"), (1, "Bob"), (2, "Cy")]

    def test_the_button_goes_on_from_where_its_player_sits_now(self, session: Session) -> None:
        record(session, boards.QUIET, button="Bob")
        swap(session, "Bob", "Cy")
        assert places(session) == ["Ann", "Cy", "Bob"]
        assert button(session) == "Ann"

    def test_changing_back_is_another_change(self, session: Session) -> None:
        swap(session, "Ann", "Cy")
        swap(session, "Cy", "Ann")
        assert places(session) == ["Ann", "Bob", "Cy"]
        assert len(changes(session)) == 2

    def test_two_different_players_change(self, session: Session) -> None:
        with nothing_saved(), pytest.raises(RefusedError, match="Choose two players") as refused:
            swap(session, "Ann", "Ann")
        assert refused.value.field == "other"

    def test_sent_twice_it_is_a_conflict_and_not_a_way_back(self, session: Session) -> None:
        sent = {"one": seat_of(session, "Ann"), "other": seat_of(session, "Cy"), "reason": "", **now(session)}
        seats_swap(**sent)
        with nothing_saved(), pytest.raises(ConflictError):
            seats_swap(**sent)

    def test_old_hands_keep_the_order_of_their_boards(self, session: Session) -> None:
        first = record(session, boards.QUIET)
        swap(session, "Ann", "Cy")
        second = record_by_name(session, BY_NAME)
        assert order_of(first) == [(0, "Ann"), (1, "Bob"), (2, "Cy")]
        assert order_of(second) == [(0, "Cy"), (1, "Bob"), (2, "Ann")]
        assert list(session_problems(session)) == []

    def test_an_old_hand_is_corrected_in_the_places_of_then(self, session: Session, ann_user: User) -> None:
        hand = record(session, boards.SCOOPS).hand
        swap(session, "Ann", "Cy")
        record_by_name(session, BY_NAME)
        swap(session, "Bob", "Cy")
        corrected = hand_correct(
            hand=hand,
            user=ann_user,
            entry=entry(session, boards.QUIET, deal=deal_of(hand)),
            key=uuid.uuid4(),
            expected_revision=1,
            reason="misread",
        )
        assert order_of(corrected) == [(0, "Ann"), (1, "Bob"), (2, "Cy")]
        assert {board.seat.player.name: board.cards for board in corrected.boards.all()} == BY_NAME
        assert places(session) == ["Bob", "Cy", "Ann"]
        assert list(session_problems(session)) == []

    def test_an_old_hand_is_restored_in_the_places_of_then(self, session: Session, ann_user: User) -> None:
        hand = record(session, boards.QUIET).hand
        hand_undo(hand=hand, user=ann_user, expected_revision=1)
        swap(session, "Ann", "Cy")
        restored = hand_restore(hand=hand, user=ann_user, expected_revision=2)
        assert order_of(restored) == [(0, "Ann"), (1, "Bob"), (2, "Cy")]

    def test_the_deal_of_an_old_hand_knows_the_places_of_then(self, session: Session) -> None:
        record(session, boards.QUIET)
        second = record(session, boards.QUIET).hand
        swap(session, "Bob", "Cy")
        assert [seat.name for seat in deal_of(second).table] == ["Ann", "Bob", "Cy"]
        assert deal_of(second).button.name == "Bob"

    def test_where_stacks_are_played_for_the_order_of_payment_is_that_of_then(self, ann_user: User) -> None:
        session = start_stakes(ann_user, "loss_and_win_cap")
        buy_in(session, ann=100, bob=100, cy=10)
        hand = record(session, (WEAK, GOOD, BEST), button="Cy").hand
        assert balances(session) == (-16, -9, 25), "Ann, left of the button, pays Cy first, and less"
        swap(session, "Ann", "Bob", "draughty")
        hand_undo(hand=hand, user=ann_user, expected_revision=1)
        hand_restore(hand=hand, user=ann_user, expected_revision=2)
        assert balances(session) == (-9, -16, 25), "and so she did, though Bob sits there now"
        assert list(session_problems(session)) == []


class TestJoining:
    def test_a_newcomer_sits_last_and_keeps_the_number_of_the_seat(self, session: Session) -> None:
        swap(session, "Ann", "Cy")
        dee = join(session, "Dee")
        assert (dee.number, dee.position) == (3, 3)
        swap(session, "Dee", "Bob")
        assert places(session) == ["Cy", "Dee", "Ann", "Bob"]
        assert Seat.objects.get(pk=dee.pk).number == 3
        assert changes(session)[1] == ("joined", "Dee", "", 0, "")

    def test_who_left_keeps_the_seat_and_the_name(self, session: Session) -> None:
        leave(session, "Cy")
        with nothing_saved(), pytest.raises(RefusedError, match="cy is named twice"):
            join(session, "cy")

    def test_nobody_joins_criss_cross(self, ann_user: User) -> None:
        session = start(ann_user, ("Ann", "Bob"), preset="criss-cross")
        with nothing_saved(), pytest.raises(RefusedError, match="Criss-cross is for two players"):
            seat_join(session=session, name="Cy", **now(session))

    def test_a_hand_from_before_has_no_board_of_the_newcomer(self, session: Session, ann_user: User) -> None:
        hand = record(session, boards.SCOOPS).hand
        join(session, "Dee")
        swap(session, "Dee", "Ann")
        corrected = hand_correct(
            hand=hand,
            user=ann_user,
            entry=entry(session, (*boards.QUIET, None), deal=deal_of(hand)),
            key=uuid.uuid4(),
            expected_revision=1,
            reason="misread",
        )
        assert order_of(corrected) == [(0, "Ann"), (1, "Bob"), (2, "Cy")]
        assert corrected.deal_note == ""
