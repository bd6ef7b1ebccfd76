"""The audit finds what was done to plans, marks and states of sessions past the services."""

import pytest

from ledger.models import PaymentMark, PlannedPayment, Session, User
from ledger.services.checks import audit_ledger
from tests.ledger import test_checks_service
from tests.ledger.boards import FOUL, QUIET, SCOOPS
from tests.ledger.closing import CARRIED, OWED, carry, close, mark, mark_all, payment, reopen
from tests.ledger.tables import record, start

pytestmark = pytest.mark.django_db
OURS = ("statechange", "plannedpayment", "paymentmark")


def problems() -> str:
    return " ".join(audit_ledger().problems)


@pytest.fixture
def tamper(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(test_checks_service, "TABLES", (*test_checks_service.TABLES, *OURS))
    return test_checks_service.tamper


@pytest.fixture
def busy(session: Session, ann_user: User) -> Session:
    """Closed, partly paid, opened again, closed again, and carried into another table, which is closed as well."""
    record(session, FOUL)
    close(session)
    mark(payment(session, 0))
    reopen(session)
    record(session, SCOOPS)
    close(session)
    mark(payment(session, 1))
    mark(payment(session, 1), OWED)
    later = start(ann_user)
    carry(session, later)
    record(later, QUIET)
    mark(payment(session, 1), OWED)
    carry(session, later)
    close(later)
    mark(payment(later, 0))
    return session


def test_it_passes_good_books(busy: Session) -> None:
    assert problems() == ""


VOID = "(SELECT min(id) FROM ledger_plannedpayment)"
CHANGES = {
    "an amount of the plan that stands": (
        "UPDATE ledger_plannedpayment SET amount = amount + 1 WHERE id = (SELECT max(id) FROM ledger_plannedpayment)",
        "its plan of payments does not settle what stood",
    ),
    "an amount of a void plan": (
        f"UPDATE ledger_plannedpayment SET amount = amount + 1 WHERE id = {VOID}",
        "the void plan of 20",
    ),
    "a payer": (
        "UPDATE ledger_plannedpayment SET payer_id = (SELECT max(id) FROM ledger_player WHERE id NOT IN"
        f" (payer_id, payee_id)) WHERE id = {VOID}",
        "does not settle",
    ),
    "a mark": ("UPDATE ledger_paymentmark SET kind = 'owed' WHERE kind = 'paid'", "does not settle"),
    "a carried debt that was taken back": (
        "UPDATE ledger_paymentmark SET kind = 'owed', into_id = NULL WHERE kind = 'carried'",
        "does not settle",
    ),
    "a state": ("UPDATE ledger_session SET state = 'open'", "by what was written down it is"),
    "a change of state": (
        "UPDATE ledger_statechange SET state = 'archived' WHERE state = 'open'",
        "it became archived",
    ),
    "a reason": ("UPDATE ledger_statechange SET reason = ''", "nobody said why"),
    "a payment of no closing": (
        "UPDATE ledger_plannedpayment SET closing_id = (SELECT min(id) FROM ledger_statechange WHERE state = 'open')"
        f" WHERE id = {VOID}",
        "closed nothing",
    ),
    "a session of a mark": (
        "UPDATE ledger_paymentmark SET session_id = (SELECT max(id) FROM ledger_session)",
        "marks of another session’s payments",
    ),
    "what a unit was worth": ("UPDATE ledger_transfer SET unit_value = 7", "does not settle"),
}


@pytest.mark.parametrize("change", CHANGES)
def test_it_finds_a_change(busy: Session, change: str, tamper) -> None:
    sql, words = CHANGES[change]
    tamper(sql)
    assert words in problems()


def test_it_finds_a_plan_that_is_gone(busy: Session, tamper) -> None:
    tamper("DELETE FROM ledger_paymentmark")
    tamper("DELETE FROM ledger_plannedpayment")
    assert "its plan of payments does not settle what stood when it was made" in problems()


def test_it_finds_a_settled_table_on_which_something_is_owed(session: Session, ann_user: User) -> None:
    record(session, FOUL)
    close(session)
    mark_all(session)
    row = {"club": session.club, "session": session, "after_number": 1, "created_by": ann_user}
    PaymentMark.objects.create(**row, payment=payment(session), kind=OWED)
    assert "it is settled, and of its plan something is owed" in problems()


def test_it_finds_a_closed_table_on_which_nothing_is_owed(session: Session, ann_user: User) -> None:
    record(session, FOUL)
    close(session)
    row = {"club": session.club, "session": session, "after_number": 1, "created_by": ann_user}
    for planned in PlannedPayment.objects.all():
        PaymentMark.objects.create(**row, payment=planned, kind="paid")
    assert "it is closed, and of its plan nothing is owed" in problems()


def test_it_finds_a_hand_that_was_added_to_a_closed_table(session: Session) -> None:
    record(session, FOUL)
    close(session)
    Session.objects.filter(pk=session.pk).update(state="open")
    record(session, QUIET)
    Session.objects.filter(pk=session.pk).update(state="closed")
    assert "its plan of payments does not settle what stood when it was made" in problems()


def test_it_finds_a_debt_carried_into_another_club_or_other_money(
    session: Session, stranger: User, ann_user: User
) -> None:
    record(session, FOUL)
    close(session)
    row = {"club": session.club, "session": session, "after_number": 1, "created_by": ann_user, "kind": CARRIED}
    for into in (Session.objects.get(created_by=stranger), start(ann_user, currency="USD")):
        PaymentMark.objects.create(**row, payment=payment(session), into=into)
    assert "2 debts carried into another club or other money" in problems()


def test_it_finds_rows_of_another_club(busy: Session, stranger: User, tamper) -> None:
    for table in OURS:
        tamper(f"UPDATE ledger_{table} SET club_id = %s", Session.objects.get(created_by=stranger).club_id)
    found = problems()
    for what in ("changes of state", "planned payments", "marks of payments"):
        assert f"{what} belong to another club" in found
