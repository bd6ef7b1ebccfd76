"""More tampering that the audit finds: with reversals, undone hands, boards taken away, and rules."""

import pytest

from ledger.models import Session, User
from ledger.services.checks import audit_ledger
from ledger.services.hands import hand_undo
from tests.ledger.boards import FOUL, QUIET
from tests.ledger.tables import record, start
from tests.ledger.test_checks_service import tamper

pytestmark = pytest.mark.django_db


def problems() -> str:
    return " ".join(audit_ledger().problems)


def test_good_books_with_a_sitting_out_and_an_undone_hand_pass(session: Session, ann_user: User) -> None:
    record(session, (*QUIET[:2], None))
    hand_undo(hand=record(session, FOUL).hand, user=ann_user, expected_revision=1)
    assert problems() == ""


def test_it_finds_a_reversal_of_other_units(session: Session, ann_user: User) -> None:
    hand_undo(hand=record(session, QUIET).hand, user=ann_user, expected_revision=1)
    tamper("UPDATE ledger_transfer SET units = 40 WHERE reverses_id IS NOT NULL")
    assert "does not reverse transfer" in problems()


def test_it_finds_an_undone_hand_made_to_stand(session: Session, ann_user: User) -> None:
    hand_undo(hand=record(session, QUIET).hand, user=ann_user, expected_revision=1)
    tamper("DELETE FROM ledger_transfer WHERE reverses_id IS NOT NULL")
    assert "should have paid" in problems()


def test_it_finds_boards_taken_away(session: Session) -> None:
    record(session, QUIET)
    tamper("DELETE FROM ledger_board")
    assert "hand 1: its cards cannot be scored" in problems()


def test_it_finds_other_rules(session: Session) -> None:
    record(session, FOUL)
    tamper("""UPDATE ledger_sessionrules SET data = '{"preset": "pineapple", "scoring": "2-4"}'""")
    assert "should have paid" in problems()


@pytest.mark.parametrize("data", ["{}", '{"preset": "omaha"}', '{"preset": "pineapple", "scoring": 7}', "3"])
def test_it_answers_rules_that_make_no_sense_with_a_sentence(session: Session, data: str) -> None:
    record(session, ("AhJh3d/6c6s7s5c3s/KdKh9s4h2d", "AdQh7d/JdJsQs8s6h/4c4d4sAcTc", "AsJcTd/9d9hQc8d2s/8c8h5d5h7c"))
    tamper("UPDATE ledger_sessionrules SET data = %s", data)
    # An empty object is the classic game, which scores this hand alike.
    assert ("cannot be scored" in problems()) == (data != "{}")


def test_it_finds_a_hand_without_any_revision(session: Session) -> None:
    record(session, QUIET)
    tamper("DELETE FROM ledger_transfer")
    tamper("DELETE FROM ledger_board")
    tamper("DELETE FROM ledger_revision")
    assert "hand 1" in problems()


def test_it_finds_a_hand_under_another_sessions_rules(session: Session, ann_user: User) -> None:
    record(session, QUIET)
    other = start(ann_user)
    tamper("UPDATE ledger_hand SET rules_id = %s", other.rules_versions.get().pk)
    assert "rules" in problems()


def test_it_finds_a_button_with_nobody_dealt_in(session: Session) -> None:
    record(session, (*QUIET[:2], None))
    tamper("UPDATE ledger_revision SET button_id = %s", session.seats.get(position=2).pk)
    assert "button" in problems()
