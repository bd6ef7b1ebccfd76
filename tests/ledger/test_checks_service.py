"""The audit finds every kind of tampering; the triggers are taken away first, as somebody with the file could do."""

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from ledger.models import Session, Transfer
from ledger.services.checks import audit_ledger
from tests.ledger.boards import FOUL, QUIET, SCOOPS
from tests.ledger.tables import record, start

pytestmark = pytest.mark.django_db
TABLES = (
    "sessionrules",
    "hand",
    "revision",
    "board",
    "transfer",
    "adjustment",
    "chipmove",
    "seatchange",
    "pairvalue",
    "handquestion",
    "handanswer",
)


def tamper(sql: str, *values: object) -> None:
    on = {"sqlite": "", "postgresql": " ON ledger_{0}"}[connection.vendor]
    with connection.cursor() as cursor:
        for table in TABLES:
            for action in ("update", "delete"):
                cursor.execute(f"DROP TRIGGER IF EXISTS ledger_{table}_no_{action}" + on.format(table))
        cursor.execute(sql, values)
        assert cursor.rowcount >= 1


@pytest.fixture
def played(session: Session) -> Session:
    for boards in (QUIET, FOUL, SCOOPS):
        record(session, boards)
    return session


def test_it_passes_good_books_and_counts_them(played: Session) -> None:
    audit = audit_ledger()
    assert audit.problems == ()
    assert (audit.sessions, audit.hands) == (1, 3)


CHANGES = {
    "units": (
        "UPDATE ledger_transfer SET units = units + 1 WHERE id = (SELECT min(id) FROM ledger_transfer)",
        "posted",
    ),
    "a transfer gone": ("DELETE FROM ledger_transfer WHERE id = (SELECT min(id) FROM ledger_transfer)", "posted"),
    "payer and payee": ("UPDATE ledger_transfer SET payer_id = payee_id, payee_id = payer_id", "posted"),
    "unit value": ("UPDATE ledger_transfer SET unit_value = 7", "unit value 7"),
    "a card": ("UPDATE ledger_board SET cards = replace(cards, 'KcJc6s', 'KcJc6h')", "cannot be scored"),
    "a board": ("UPDATE ledger_board SET dead = NOT dead WHERE id = (SELECT min(id) FROM ledger_board)", "posted"),
    "a number": ("UPDATE ledger_hand SET number = 9 WHERE number = 2", "numbered"),
    "a revision": ("UPDATE ledger_revision SET number = 4", "revisions"),
}


@pytest.mark.parametrize("change", CHANGES)
def test_it_finds_a_change(played: Session, change: str, capsys: pytest.CaptureFixture[str]) -> None:
    sql, words = CHANGES[change]
    tamper(sql)
    assert any(words in problem for problem in audit_ledger().problems)
    with pytest.raises(CommandError, match="difference"):
        call_command("check_ledger")
    assert words in capsys.readouterr().err


def test_it_finds_rows_of_another_club(played: Session, stranger: object) -> None:
    other = Session.objects.exclude(pk=played.pk).get()
    tamper("UPDATE ledger_board SET club_id = %s", other.club_id)
    tamper("UPDATE ledger_transfer SET session_id = %s", other.pk)
    problems = " ".join(audit_ledger().problems)
    assert "boards belong to another club" in problems
    assert "transfers filed under another session" in problems


def test_it_looks_at_every_session(played: Session, ann_user: object) -> None:
    record(start(ann_user), QUIET)
    tamper("UPDATE ledger_transfer SET units = units + 1 WHERE id = (SELECT max(id) FROM ledger_transfer)")
    assert len(audit_ledger().problems) == 1
    assert Transfer.objects.count() > 0
