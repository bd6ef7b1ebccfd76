"""Saving and correcting a hand: what is posted, what is refused, and that a refusal leaves no trace."""

import uuid
from dataclasses import replace
from typing import Any

import pytest

from ledger.models import Hand, Revision, Session, Transfer, User
from ledger.services.deals import deal_next, deal_of
from ledger.services.errors import ConflictError, RefusedError
from ledger.services.hands import hand_correct, hand_record, hand_score, hand_undo
from ledger.services.scoring import SeatBoard
from ofcscore.engine.errors import ImpossibleError, NotAllowedError, UnreadableError
from tests.ledger import boards
from tests.ledger.tables import DEAD, balances, entry, nothing_saved, record, seat_of, start

KEY = uuid.UUID("00000000-0000-4000-8000-000000000001")


def posted(revision: Revision) -> set[tuple[str, str, int]]:
    """What a revision posted: (payer, payee, units)."""
    rows = revision.transfers.select_related("payer__player", "payee__player")
    return {(row.payer.player.name, row.payee.player.name, row.units) for row in rows}


def correct(hand: Hand, cards: Any, *, user: User | None = None, **how: Any) -> Revision:
    """Correct a hand from a form that was just opened; ``how`` overrides what the form would send."""
    sent = {
        "entry": entry(hand.session, cards, deal=deal_of(hand)),
        "key": uuid.uuid4(),
        "expected_revision": hand.revisions.count(),
        "reason": "A card was misread.",
    }
    return hand_correct(hand=hand, user=user or hand.session.created_by, **sent | how)


class TestRecord:
    def test_it_saves_the_boards_and_posts_what_each_pair_settles(self, session: Session, ann_user: User) -> None:
        saved = record(session, boards.QUIET)
        assert (saved.hand.number, saved.number, saved.kind) == (1, 1, "saved")
        assert saved.created_by == ann_user
        assert [board.cards for board in saved.boards.order_by("seat__position")] == list(boards.QUIET)
        assert posted(saved) == {("Ann", "Bob", 1), ("Cy", "Ann", 1), ("Cy", "Bob", 1)}
        assert balances(session) == boards.QUIET_UNITS

    def test_it_posts_at_the_unit_value_of_the_rules(self, session: Session) -> None:
        record(session, boards.QUIET)
        assert set(Transfer.objects.values_list("unit_value", flat=True)) == {100}

    def test_it_adds_hands_up(self, session: Session) -> None:
        first, second = record(session, boards.QUIET), record(session, boards.FOUL)
        assert [first.hand.number, second.hand.number] == [1, 2]
        assert balances(session) == (7, 7, -14)

    def test_a_deal_that_was_worked_out_before_somebody_wrote_is_worked_out_again(self, session: Session) -> None:
        deal, hand = deal_next(session), entry(session, boards.QUIET)
        record(session, boards.FOUL)
        saved = hand_record(
            session=session,
            user=session.created_by,
            entry=replace(hand, button=seat_of(session, "Bob")),
            key=KEY,
            expected_number=2,
            expected_version=2,
            deal=deal,
        )
        assert saved.hand.number == 2
        assert saved.deal_note == ""

    def test_a_deal_that_still_holds_is_not_worked_out_again(
        self, session: Session, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        deal, hand = deal_next(session), entry(session, boards.QUIET)
        monkeypatch.setattr("ledger.services.hands.deal_next", None)
        sent = {"key": KEY, "expected_number": 1, "expected_version": 1}
        saved = hand_record(session=session, user=session.created_by, entry=hand, deal=deal, **sent)
        assert saved.hand.number == 1

    def test_it_bumps_the_version_of_the_session_once(self, session: Session) -> None:
        record(session, boards.QUIET)
        assert Session.objects.get(pk=session.pk).version == session.version + 1

    def test_r4_5_two_fouls_settle_nothing_and_have_no_row(self, session: Session) -> None:
        saved = record(session, boards.BOTH_FOUL)
        assert posted(saved) == {("Ann", "Bob", 7), ("Cy", "Bob", 7)}
        assert balances(session) == boards.BOTH_FOUL_UNITS

    def test_a_pair_that_comes_out_even_has_no_row(self, session: Session) -> None:
        saved = record(session, boards.EVEN_PAIR)
        assert posted(saved) == {("Bob", "Ann", 6), ("Cy", "Ann", 6)}
        assert balances(session) == boards.EVEN_PAIR_UNITS

    def test_it_keeps_the_cards_in_their_one_form(self, session: Session) -> None:
        saved = record(session, ("kc, jc 6♠/7c7dqc8c2d/9d9hah10c3c", *boards.QUIET[1:]))
        assert saved.boards.get(seat=seat_of(session, "Ann")).cards == boards.QUIET[0]

    def test_a_dead_board_needs_no_cards_and_pays_as_a_foul(self, session: Session) -> None:
        saved = record(session, (boards.QUIET[0], boards.QUIET[1], DEAD))
        assert ("Cy", "Ann", 6) in posted(saved)
        assert ("Cy", "Bob", 8) in posted(saved)
        board = saved.boards.get(seat=seat_of(session, "Cy"))
        assert (board.dead, board.cards) == (True, "//")

    def test_who_sits_out_is_not_in_the_hand(self, session: Session) -> None:
        saved = record(session, (boards.SCOOPS[0], boards.SCOOPS[1], None))
        assert posted(saved) == {("Ann", "Bob", 6)}
        assert balances(session) == (-6, 6, 0)

    def test_the_preview_and_the_posting_are_the_same(self, session: Session) -> None:
        result, note = hand_score(deal=deal_next(session), entry=entry(session, boards.FOUL))
        saved = record(session, boards.FOUL)
        assert (result.units, note) == (balances(session), saved.deal_note)


class TestTheSameKey:
    def save(self, session: Session, cards: Any, **how: Any) -> Revision:
        """Send the first hand's form, however often."""
        sent = {"key": KEY, "expected_number": 1, "expected_version": 1} | how
        deal = deal_of(session.hands.get(number=1)) if session.hands.exists() else deal_next(session)
        hand = sent.pop("entry", None) or entry(session, cards, deal=deal)
        return hand_record(session=session, user=session.created_by, entry=hand, **sent)

    def test_the_same_hand_counts_once(self, session: Session) -> None:
        first = self.save(session, boards.QUIET)
        with nothing_saved():
            assert self.save(session, boards.QUIET) == first
        assert balances(session) == boards.QUIET_UNITS

    def test_the_same_cards_written_otherwise_are_the_same_hand(self, session: Session) -> None:
        first = self.save(session, boards.QUIET)
        with nothing_saved():
            assert self.save(session, [text.lower().replace("t", "10") for text in boards.QUIET]) == first

    def test_it_still_answers_when_later_hands_stand(self, session: Session) -> None:
        first = self.save(session, boards.QUIET)
        record(session, boards.FOUL)
        with nothing_saved():
            assert self.save(session, boards.QUIET) == first

    def test_other_cards_are_a_conflict(self, session: Session) -> None:
        self.save(session, boards.QUIET)
        with nothing_saved(), pytest.raises(ConflictError, match="already saved as hand 1, with other cards"):
            self.save(session, boards.FOUL)

    def test_another_button_is_a_conflict(self, session: Session) -> None:
        self.save(session, boards.QUIET)
        hand = replace(entry(session, boards.QUIET), button=seat_of(session, "Cy"))
        with nothing_saved(), pytest.raises(ConflictError):
            self.save(session, boards.QUIET, entry=hand)

    def test_fewer_players_are_a_conflict(self, session: Session) -> None:
        self.save(session, boards.QUIET)
        with nothing_saved(), pytest.raises(ConflictError):
            self.save(session, (*boards.QUIET[:2], None))

    def test_another_session_of_the_club_is_a_conflict(self, session: Session, ann_user: User) -> None:
        self.save(session, boards.QUIET)
        other = start(ann_user)
        with nothing_saved(), pytest.raises(ConflictError):
            self.save(other, boards.QUIET)

    def test_another_club_may_have_the_same_key(self, session: Session, stranger: User) -> None:
        self.save(session, boards.QUIET)
        theirs = Session.objects.get(created_by=stranger)
        assert self.save(theirs, boards.QUIET[:2]).hand.session == theirs


class TestRecordRefuses:
    @pytest.mark.parametrize(
        ("cards", "error", "words"),
        [
            (("KcJc6s/7c7dQc8c2d/9d9hAhTc3", *boards.QUIET[1:]), UnreadableError, "Ann’s bottom"),
            (("KcJc/7c7dQc8c2d/9d9hAhTc3c", *boards.QUIET[1:]), UnreadableError, "Ann’s top has 2 cards"),
            (("KcKc6s/7c7dQc8c2d/9d9hAhTc3c", *boards.QUIET[1:]), ImpossibleError, "K♣ is twice in Ann’s top"),
            ((boards.QUIET[0], "Kc5d4c/KdQdTs9s5s/AcKhQsJhTh", None), ImpossibleError, "K♣ is in Ann’s top and in Bob"),
            ((boards.QUIET[0], None, None), NotAllowedError, "played by 2 to 3; this hand has 1"),
            ((None, None, None), NotAllowedError, "this hand has 0"),
        ],
    )
    def test_cards_that_cannot_be_scored(
        self, session: Session, cards: Any, error: type[Exception], words: str
    ) -> None:
        button = "Ann" if cards[0] else "Bob"
        with nothing_saved(), pytest.raises(error, match=words):
            record(session, cards, button=button)

    def test_more_players_than_the_deck_has_cards_for(self, ann_user: User) -> None:
        session = start(ann_user, ("Ann", "Bob", "Cy", "Dee"))
        with nothing_saved(), pytest.raises(NotAllowedError, match="played by 2 to 3; this hand has 4"):
            record(session, (*boards.QUIET, DEAD))

    @pytest.mark.parametrize("number", [0, 1, 3])
    def test_a_stale_hand_number(self, session: Session, number: int) -> None:
        record(session, boards.QUIET)
        session.refresh_from_db()
        with nothing_saved(), pytest.raises(ConflictError, match=f"Hand {number} was already saved"):
            hand_record(
                session=session,
                user=session.created_by,
                entry=entry(session, boards.FOUL),
                key=KEY,
                expected_number=number,
                expected_version=session.version,
            )

    def test_a_stale_version(self, session: Session, ann_user: User) -> None:
        first = record(session, boards.QUIET)
        session.refresh_from_db()
        correct(first.hand, boards.SCOOPS)
        with nothing_saved(), pytest.raises(ConflictError, match="has changed since you began hand 2"):
            hand_record(
                session=session,
                user=ann_user,
                entry=entry(session, boards.FOUL),
                key=KEY,
                expected_number=2,
                expected_version=session.version,
            )

    def test_a_seat_of_another_table(self, session: Session, ann_user: User) -> None:
        guest_seat = seat_of(start(ann_user, ("Dee", "Eve")), "Dee")
        hand = entry(session, (*boards.QUIET[:2], None))
        with nothing_saved(), pytest.raises(RefusedError):
            hand_record(
                session=session,
                user=ann_user,
                entry=replace(hand, boards=(*hand.boards, SeatBoard(guest_seat, boards.QUIET[2]))),
                key=KEY,
                expected_number=1,
                expected_version=1,
            )

    def test_a_button_with_nobody_dealt_in(self, session: Session) -> None:
        with nothing_saved(), pytest.raises(RefusedError, match="Cy is not dealt in and cannot have the button"):
            record(session, (*boards.QUIET[:2], None), button="Cy")


class TestCorrect:
    def test_it_reverses_the_old_units_and_posts_the_new_ones(self, session: Session, scorer: User) -> None:
        first = record(session, boards.QUIET)
        second = correct(first.hand, boards.SCOOPS, user=scorer, reason="  Two boards were swapped. ")
        assert (second.number, second.kind, second.created_by) == (2, "corrected", scorer)
        assert second.reason == "Two boards were swapped."
        assert balances(session) == boards.SCOOPS_UNITS
        reversals = second.transfers.exclude(reverses=None)
        assert {row.reverses for row in reversals} == set(first.transfers.all())
        assert all((row.payer, row.payee) == (row.reverses.payee, row.reverses.payer) for row in reversals)

    def test_the_old_revision_stays_as_it_was(self, session: Session) -> None:
        first = record(session, boards.QUIET)
        before = posted(first), list(first.boards.order_by("seat").values())
        correct(first.hand, boards.SCOOPS)
        assert (posted(first), list(first.boards.order_by("seat").values())) == before

    def test_a_second_correction_reverses_only_the_first_one(self, session: Session) -> None:
        hand = record(session, boards.QUIET).hand
        second = correct(hand, boards.SCOOPS)
        third = correct(hand, boards.FOUL)
        reversed_now = {row.reverses for row in third.transfers.exclude(reverses=None)}
        assert reversed_now == set(second.transfers.filter(reverses=None))
        assert balances(session) == boards.FOUL_UNITS

    def test_it_leaves_later_hands_alone(self, session: Session) -> None:
        first, second = record(session, boards.QUIET), record(session, boards.FOUL)
        before = posted(second)
        correct(first.hand, boards.SCOOPS)
        assert posted(second) == before
        assert balances(session) == (-5, 17, -12)

    def test_it_can_change_who_was_dealt_in(self, session: Session) -> None:
        hand = record(session, boards.SCOOPS).hand
        correct(hand, (*boards.SCOOPS[:2], None))
        assert balances(session) == (-6, 6, 0)

    def test_the_same_key_counts_once(self, session: Session) -> None:
        hand = record(session, boards.QUIET).hand
        second = correct(hand, boards.SCOOPS, key=KEY)
        with nothing_saved():
            assert correct(hand, boards.SCOOPS, key=KEY, expected_revision=1) == second

    def test_the_same_key_with_other_cards_is_a_conflict(self, session: Session) -> None:
        hand = record(session, boards.QUIET).hand
        correct(hand, boards.SCOOPS, key=KEY)
        with nothing_saved(), pytest.raises(ConflictError, match="with other cards"):
            correct(hand, boards.FOUL, key=KEY, expected_revision=1)

    def test_a_key_of_another_hand_is_a_conflict_whatever_the_cards(self, session: Session) -> None:
        record(session, boards.QUIET, key=KEY, button="Ann")
        second = record(session, boards.FOUL, button="Ann").hand
        with nothing_saved(), pytest.raises(ConflictError):
            correct(second, boards.QUIET, key=KEY, entry=entry(session, boards.QUIET, button="Ann"))

    @pytest.mark.parametrize("reason", ["", "  \t"])
    def test_it_wants_a_reason(self, session: Session, reason: str) -> None:
        hand = record(session, boards.QUIET).hand
        with nothing_saved(), pytest.raises(RefusedError, match="why the hand is corrected") as refused:
            correct(hand, boards.SCOOPS, reason=reason)
        assert refused.value.field == "correction_reason"

    @pytest.mark.parametrize("revision", [0, 1, 3])
    def test_a_stale_revision_is_a_conflict(self, session: Session, revision: int) -> None:
        hand = record(session, boards.QUIET).hand
        correct(hand, boards.SCOOPS)
        with nothing_saved(), pytest.raises(ConflictError, match="Hand 1 was changed in the meantime"):
            correct(hand, boards.FOUL, expected_revision=revision)

    def test_an_undone_hand_must_be_restored_first(self, session: Session, ann_user: User) -> None:
        hand = record(session, boards.QUIET).hand
        hand_undo(hand=hand, user=ann_user, expected_revision=1)
        with nothing_saved(), pytest.raises(ConflictError, match="Hand 1 is undone. Restore it first"):
            correct(hand, boards.SCOOPS, expected_revision=2)

    @pytest.mark.parametrize(
        ("cards", "error"),
        [
            (("KcJc/7c7dQc8c2d/9d9hAhTc3c", *boards.QUIET[1:]), UnreadableError),
            (("KcKc6s/7c7dQc8c2d/9d9hAhTc3c", *boards.QUIET[1:]), ImpossibleError),
            ((boards.QUIET[0], None, None), NotAllowedError),
        ],
    )
    def test_cards_that_cannot_be_scored_are_refused(
        self, session: Session, cards: Any, error: type[Exception]
    ) -> None:
        hand = record(session, boards.QUIET).hand
        with nothing_saved(), pytest.raises(error):
            correct(hand, cards)

    def test_a_seat_of_another_table_is_refused(self, session: Session, ann_user: User) -> None:
        hand = record(session, boards.QUIET).hand
        guest_seat = seat_of(start(ann_user, ("Dee", "Eve")), "Dee")
        sound = entry(session, (*boards.QUIET[:2], None), deal=deal_of(hand))
        mixed = replace(sound, boards=(*sound.boards, SeatBoard(guest_seat, boards.QUIET[2])))
        with nothing_saved(), pytest.raises(RefusedError):
            correct(hand, boards.QUIET, entry=mixed)
