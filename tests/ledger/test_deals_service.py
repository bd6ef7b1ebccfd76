"""The next deal, as it follows from the last hand that stands, and what the dealer may decide against it."""

import pytest

from ledger.models import Session, User
from ledger.services.deals import check_deal, deal_next, deal_of, fantasyland_choices
from ledger.services.errors import RefusedError
from ledger.services.hands import hand_correct, hand_restore, hand_score, hand_undo
from ofcscore.engine.errors import NotAllowedError
from ofcscore.engine.rules import PRESETS
from tests.ledger import boards
from tests.ledger.tables import DEAD, Boards, entry, nothing_saved, record, start
from tests.ledger.test_hands_service import KEY


def due(session: Session) -> dict[str, int]:
    """Fantasyland cards of the next deal by name."""
    deal = deal_next(session)
    return {seat.player.name: deal.fantasyland[seat.pk] for seat in deal.seats if seat.pk in deal.fantasyland}


def dealt_in(session: Session) -> list[str]:
    return [seat.player.name for seat in deal_next(session).seats]


def button(session: Session) -> str:
    return deal_next(session).button.player.name


def only(session: Session, *cards: str | None) -> None:
    """A hand of two quiet boards and somebody sitting out."""
    record(session, cards, button="Ann")


class TestFirstDeal:
    def test_it_is_hand_1_with_the_button_at_the_first_seat(self, session: Session) -> None:
        deal = deal_next(session)
        assert (deal.number, deal.button.player.name, deal.button_stayed, deal.fantasyland) == (1, "Ann", False, {})

    def test_everybody_is_dealt_in(self, session: Session) -> None:
        assert dealt_in(session) == ["Ann", "Bob", "Cy"]

    @pytest.mark.parametrize(
        ("preset", "names"), [("pineapple", ["Ann", "Bob", "Cy"]), ("classic", ["Ann", "Bob", "Cy", "Dee"])]
    )
    def test_no_more_than_the_rules_take(self, ann_user: User, preset: str, names: list[str]) -> None:
        assert dealt_in(start(ann_user, ("Ann", "Bob", "Cy", "Dee", "Eve"), preset=preset)) == names


class TestButton:
    def test_r6_2_it_passes_to_the_next_seat_and_round(self, session: Session) -> None:
        went = []
        for _ in range(4):
            went.append(button(session))
            record(session, boards.QUIET)
        assert went == ["Ann", "Bob", "Cy", "Ann"]

    def test_s16_it_stays_while_fantasyland_is_due_and_then_advances_once(self, session: Session) -> None:
        record(session, boards.QUIET)
        hands = (boards.BOB_ENTERS, boards.BOB_STAYS_CY_ENTERS, boards.BOB_AND_CY_LEAVE)
        went = [button(session)]
        for hand in hands:
            record(session, hand)
            went.append(button(session))
        assert went == ["Bob", "Bob", "Bob", "Cy"]
        assert not deal_next(session).button_stayed

    def test_s16_the_deal_says_that_it_stayed(self, session: Session) -> None:
        record(session, boards.ANN_ENTERS)
        assert deal_next(session).button_stayed

    def test_s17_it_passes_over_who_sat_out(self, session: Session) -> None:
        only(session, boards.SCOOPS[0], None, boards.SCOOPS[2])
        assert button(session) == "Cy"

    def test_it_follows_from_where_the_dealer_put_it(self, session: Session) -> None:
        record(session, boards.QUIET, button="Cy")
        assert button(session) == "Ann"


class TestFantasyland:
    def test_nobody_is_in_it_after_a_quiet_hand(self, session: Session) -> None:
        record(session, boards.QUIET)
        assert due(session) == {}

    def test_s01_s03_it_follows_entry_stay_and_leaving(self, session: Session) -> None:
        record(session, boards.BOB_ENTERS)
        assert due(session) == {"Bob": 14}
        record(session, boards.BOB_STAYS_CY_ENTERS)
        assert due(session) == {"Bob": 14, "Cy": 14}
        record(session, boards.BOB_AND_CY_LEAVE)
        assert due(session) == {}

    def test_s04_queens_inside_fantasyland_neither_stay_nor_enter(self, session: Session) -> None:
        record(session, boards.ANN_ENTERS)
        record(session, boards.ANN_ENTERS)
        assert due(session) == {}

    def test_s05_a_foul_in_fantasyland_loses_it(self, session: Session) -> None:
        record(session, boards.ANN_ENTERS)
        record(session, (DEAD, *boards.QUIET[1:]))
        assert due(session) == {}

    def test_progressive_deals_by_what_was_on_top(self, ann_user: User) -> None:
        session = start(ann_user, preset="progressive-pineapple")
        record(session, boards.BOB_ENTERS)
        assert due(session) == {"Bob": 16}
        record(session, boards.BOB_STAYS_CY_ENTERS)
        assert due(session) == {"Bob": 14, "Cy": 14}

    def test_there_is_none_where_the_rules_have_none(self, ann_user: User) -> None:
        session = start(ann_user, preset="classic-no-fantasyland")
        record(session, boards.ANN_ENTERS)
        assert due(session) == {}

    def test_the_choices_are_what_the_rules_deal(self) -> None:
        assert fantasyland_choices(PRESETS["progressive-pineapple"]) == (0, 14, 15, 16, 17)
        assert fantasyland_choices(PRESETS["classic-no-fantasyland"]) == (0,)


class TestWhichHandItFollows:
    def test_the_players_dealt_in_last_are_dealt_in_again(self, session: Session) -> None:
        only(session, boards.SCOOPS[0], None, boards.SCOOPS[2])
        assert dealt_in(session) == ["Ann", "Cy"]

    def test_an_undone_hand_is_passed_over(self, session: Session, ann_user: User) -> None:
        record(session, boards.QUIET)
        hand = record(session, boards.ANN_ENTERS).hand
        hand_undo(hand=hand, user=ann_user, expected_revision=1)
        assert (deal_next(session).number, button(session), due(session)) == (3, "Bob", {})
        hand_restore(hand=hand, user=ann_user, expected_revision=2)
        assert (deal_next(session).number, button(session), due(session)) == (3, "Bob", {"Ann": 14})

    def test_when_all_are_undone_it_begins_anew_but_for_the_number(self, session: Session, ann_user: User) -> None:
        hand = record(session, boards.ANN_ENTERS, button="Cy").hand
        hand_undo(hand=hand, user=ann_user, expected_revision=1)
        assert (deal_next(session).number, button(session), due(session)) == (2, "Ann", {})

    def test_s12_a_correction_changes_the_deal_that_follows(self, session: Session, ann_user: User) -> None:
        hand = record(session, boards.ANN_ENTERS).hand
        hand_correct(
            hand=hand,
            user=ann_user,
            entry=entry(session, boards.QUIET, deal=deal_of(hand)),
            key=KEY,
            expected_revision=1,
            reason="A queen was a jack.",
        )
        assert (due(session), button(session)) == ({}, "Bob")

    def test_the_deal_of_an_old_hand_does_not_look_at_later_ones(self, session: Session) -> None:
        first = record(session, boards.ANN_ENTERS).hand
        second = record(session, boards.ANN_LEAVES).hand
        record(session, boards.BOB_ENTERS)
        assert deal_of(first).fantasyland == {}
        assert list(deal_of(second).fantasyland.values()) == [14]
        assert (deal_of(second).number, deal_of(second).button.player.name) == (2, "Ann")


class TestTheDealersDecisions:
    def test_a_deal_as_it_follows_has_no_note(self, session: Session) -> None:
        record(session, boards.ANN_ENTERS)
        assert record(session, boards.ANN_LEAVES).deal_note == ""

    def test_an_override_of_fantasyland_is_noted(self, session: Session) -> None:
        record(session, boards.ANN_ENTERS)
        saved = record(session, boards.QUIET, fantasyland={"Ann": 0, "Bob": 14})
        assert saved.deal_note == (
            "Ann got a normal deal instead of 14 cards in Fantasyland."
            " Bob got 14 cards in Fantasyland instead of a normal deal."
        )

    def test_an_override_of_the_button_is_noted_with_its_reason(self, session: Session) -> None:
        saved = record(session, boards.QUIET, button="Cy", reason="Ann was late.")
        assert saved.deal_note == "The button was given to Cy instead of Ann. Reason: Ann was late."

    def test_a_reason_alone_is_kept(self, session: Session) -> None:
        assert record(session, boards.QUIET, reason="Just so.").deal_note == "Reason: Just so."

    def test_an_override_decides_what_follows(self, session: Session) -> None:
        record(session, boards.QUIET)
        record(session, boards.BOB_STAYS_CY_ENTERS, fantasyland={"Bob": 14})
        assert due(session) == {"Bob": 14, "Cy": 14}

    def test_without_it_four_kings_on_the_bottom_lead_nowhere(self, session: Session) -> None:
        record(session, boards.BOB_STAYS_CY_ENTERS)
        assert due(session) == {"Cy": 14}

    def test_s13_s15_who_is_due_in_fantasyland_is_not_left_out_without_a_reason(self, session: Session) -> None:
        record(session, boards.ANN_ENTERS)
        with (
            nothing_saved(),
            pytest.raises(RefusedError, match="Ann is due in Fantasyland and must be dealt") as refused,
        ):
            record(session, (None, *boards.QUIET[1:]), button="Bob")
        assert refused.value.field == "reason"

    def test_s13_with_a_reason_it_is_given_up_and_noted(self, session: Session) -> None:
        record(session, boards.ANN_ENTERS)
        saved = record(session, (None, *boards.QUIET[1:]), button="Bob", reason="Ann went home.")
        assert saved.deal_note == (
            "Ann was left out and gave up Fantasyland. The button was given to Bob instead of Ann."
            " Reason: Ann went home."
        )
        assert due(session) == {}

    def test_the_button_stays_with_somebody_who_is_dealt_in(self, session: Session) -> None:
        deal = deal_next(session)
        hand = entry(session, (None, *boards.QUIET[1:]))
        with pytest.raises(RefusedError, match="Ann is not dealt in") as refused:
            check_deal(deal, hand.boards, hand.button, "")
        assert refused.value.field == "button"

    @pytest.mark.parametrize("cards", [1, 12, 13, 15, 17, 18])
    def test_fantasyland_is_dealt_as_many_cards_as_the_rules_say(self, session: Session, cards: int) -> None:
        hand = entry(session, boards.QUIET, fantasyland={"Bob": cards})
        with pytest.raises(NotAllowedError, match=f"Bob cannot have been dealt {cards} cards"):
            hand_score(deal=deal_next(session), entry=hand)

    def test_the_longest_note_fits_its_column(self, ann_user: User) -> None:
        names = [letter * 30 for letter in "abcd"]
        session = start(ann_user, names, preset="classic")
        hands: Boards = (*boards.QUIET, DEAD)
        everybody = dict.fromkeys(names, 13)
        saved = record(session, hands, button=names[3], fantasyland=everybody, reason="x" * 200)
        assert len(saved.deal_note) <= saved._meta.get_field("deal_note").max_length
