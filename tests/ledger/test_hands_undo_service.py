"""Taking a hand back and bringing it back: each counts once, and neither moves any other hand."""

import pytest

from ledger.models import Revision, Session, User
from ledger.services.deals import deal_of
from ledger.services.errors import ConflictError
from ledger.services.hands import hand_correct, hand_restore, hand_undo
from tests.ledger import boards
from tests.ledger.tables import balances, entry, nothing_saved, record
from tests.ledger.test_hands_service import KEY, posted


def shown_cards(session: Session) -> list[list[str]]:
    """The boards that the hands' pages show, hand by hand."""
    shown = Revision.objects.shown().filter(hand__session=session)
    return [[board.cards for board in revision.boards.all()] for revision in shown]


def test_undo_reverses_every_transfer_and_nothing_else(session: Session, scorer: User) -> None:
    first, second = record(session, boards.QUIET), record(session, boards.FOUL)
    undone = hand_undo(hand=second.hand, user=scorer, expected_revision=1)
    assert (undone.kind, undone.number, undone.created_by) == ("undone", 2, scorer)
    assert posted(undone) == {(payee, payer, units) for payer, payee, units in posted(second)}
    assert balances(session) == boards.QUIET_UNITS
    assert posted(first) == {("Ann", "Bob", 1), ("Cy", "Ann", 1), ("Cy", "Bob", 1)}


def test_an_undone_hand_keeps_its_number_and_its_boards(session: Session, ann_user: User) -> None:
    undone = record(session, boards.QUIET).hand
    hand_undo(hand=undone, user=ann_user, expected_revision=1)
    assert record(session, boards.FOUL).hand.number == 2
    assert shown_cards(session) == [list(boards.QUIET), list(boards.FOUL)]
    live = Revision.objects.live().filter(hand__session=session)
    assert [revision.hand.number for revision in live] == [2]


def test_undoing_twice_is_undoing_once(session: Session, ann_user: User) -> None:
    hand = record(session, boards.QUIET).hand
    first = hand_undo(hand=hand, user=ann_user, expected_revision=1)
    with nothing_saved():
        assert hand_undo(hand=hand, user=ann_user, expected_revision=1) == first
        assert hand_undo(hand=hand, user=ann_user, expected_revision=2) == first
    assert balances(session) == (0, 0, 0)


@pytest.mark.parametrize("revision", [0, 1, 3])
def test_undo_of_a_hand_corrected_since_is_a_conflict(session: Session, ann_user: User, revision: int) -> None:
    hand = record(session, boards.QUIET).hand
    corrected(session, ann_user)
    with nothing_saved(), pytest.raises(ConflictError, match="changed in the meantime"):
        hand_undo(hand=hand, user=ann_user, expected_revision=revision)


def test_undo_bumps_the_version_of_the_session(session: Session, ann_user: User) -> None:
    hand = record(session, boards.QUIET).hand
    hand_undo(hand=hand, user=ann_user, expected_revision=1)
    assert Session.objects.get(pk=session.pk).version == session.version + 2


def test_restore_brings_back_units_boards_button_and_note(session: Session, ann_user: User, scorer: User) -> None:
    saved = record(session, boards.QUIET, button="Cy", fantasyland={"Bob": 14}, reason="It was agreed.")
    hand_undo(hand=saved.hand, user=ann_user, expected_revision=1)
    restored = hand_restore(hand=saved.hand, user=scorer, expected_revision=2)
    assert (restored.kind, restored.number, restored.created_by) == ("restored", 3, scorer)
    assert (restored.button, restored.deal_note) == (saved.button, saved.deal_note)
    kept = ("seat", "cards", "fantasyland", "dead")
    assert set(restored.boards.values_list(*kept)) == set(saved.boards.values_list(*kept))
    assert posted(restored) == posted(saved)
    assert balances(session) == boards.QUIET_UNITS


def test_restore_brings_back_the_correction_not_the_first_version(session: Session, ann_user: User) -> None:
    hand = record(session, boards.QUIET).hand
    corrected(session, ann_user)
    hand_undo(hand=hand, user=ann_user, expected_revision=2)
    hand_restore(hand=hand, user=ann_user, expected_revision=3)
    assert balances(session) == boards.SCOOPS_UNITS
    assert shown_cards(session) == [list(boards.SCOOPS)]


def test_restoring_twice_is_restoring_once(session: Session, ann_user: User) -> None:
    hand = record(session, boards.QUIET).hand
    hand_undo(hand=hand, user=ann_user, expected_revision=1)
    first = hand_restore(hand=hand, user=ann_user, expected_revision=2)
    with nothing_saved():
        assert hand_restore(hand=hand, user=ann_user, expected_revision=2) == first
        assert hand_restore(hand=hand, user=ann_user, expected_revision=3) == first
    assert balances(session) == boards.QUIET_UNITS


def test_restoring_a_hand_that_stands_changes_nothing(session: Session, ann_user: User) -> None:
    saved = record(session, boards.QUIET)
    with nothing_saved():
        assert hand_restore(hand=saved.hand, user=ann_user, expected_revision=1) == saved


@pytest.mark.parametrize("revision", [0, 1, 3])
def test_restore_from_a_stale_page_is_a_conflict(session: Session, ann_user: User, revision: int) -> None:
    hand = record(session, boards.QUIET).hand
    hand_undo(hand=hand, user=ann_user, expected_revision=1)
    with nothing_saved(), pytest.raises(ConflictError, match="changed in the meantime"):
        hand_restore(hand=hand, user=ann_user, expected_revision=revision)


def test_a_restored_hand_can_be_undone_and_corrected_again(session: Session, ann_user: User) -> None:
    hand = record(session, boards.QUIET).hand
    hand_undo(hand=hand, user=ann_user, expected_revision=1)
    hand_restore(hand=hand, user=ann_user, expected_revision=2)
    corrected(session, ann_user)
    assert balances(session) == boards.SCOOPS_UNITS
    hand_undo(hand=hand, user=ann_user, expected_revision=4)
    assert balances(session) == (0, 0, 0)


def corrected(session: Session, user: User) -> Revision:
    """Hand 1, corrected from how it stands to a night of scoops."""
    hand = session.hands.get(number=1)
    return hand_correct(
        hand=hand,
        user=user,
        entry=entry(session, boards.SCOOPS, deal=deal_of(hand)),
        key=KEY,
        expected_revision=hand.revisions.count(),
        reason="Other boards.",
    )
