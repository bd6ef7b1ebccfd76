"""The harness itself would notice: books from which something is gone, or in which something is twice or half there."""

import uuid
from pathlib import Path

import pytest

from ledger.models import Hand, Session
from ledger.services.accounts import user_create
from ledger.services.hands import hand_undo
from tests.databases import Database, sqlite_file
from tests.faults.books import Books, breaches_of, found_saved
from tests.faults.sent import CORRECTION, HAND, UNDO, Account, Sent
from tests.ledger.boards import FOUL, QUIET, SCOOPS
from tests.ledger.conftest import PASSWORD
from tests.ledger.evenings import correct
from tests.ledger.tables import record, start

pytestmark = pytest.mark.django_db

TRIGGERS = "SELECT name FROM sqlite_master WHERE type = 'trigger'"


@pytest.fixture
def evening(books_file: Path) -> tuple[Database, Account]:
    """Three hands, of which one is corrected and one undone; and what the dealer was told of it."""
    session = start(user_create(username="ann", password=PASSWORD))
    table = f"/t/{session.public_id}/"
    account = Account()
    for number, boards in enumerate((QUIET, FOUL, SCOOPS), start=1):
        key = record(session, boards, reason="so be it").key
        account.begin(Sent(HAND, table, number, key=key, boards=boards, tries=1, is_acknowledged=True))
    swapped = (QUIET[1], QUIET[0], QUIET[2])
    key = correct(Hand.objects.get(number=1).revisions.get(), swapped).key
    account.begin(Sent(CORRECTION, table, 1, 2, key, swapped, tries=1, is_acknowledged=True))
    hand_undo(hand=Hand.objects.get(number=3), user=session.created_by, expected_revision=1)
    account.begin(Sent(UNDO, table, 3, 2, tries=1, is_acknowledged=True))
    return sqlite_file(books_file), account


def found(evening: tuple[Database, Account]) -> list[str]:
    """The kinds of breach that there are."""
    database, account = evening
    return [kind for kind, sentences in breaches_of(Books.read(database), account).items() if sentences]


def tamper(evening: tuple[Database, Account], *changes: str) -> None:
    """Change rows that are kept for good, as nothing but a fault could."""
    for (trigger,) in evening[0].rows(TRIGGERS):
        evening[0].change(f"DROP TRIGGER {trigger}")
    for change in changes:
        evening[0].change(change)


def test_good_books_are_good(evening: tuple[Database, Account]) -> None:
    assert found(evening) == []
    assert evening[0].damage() == []


LAST = "(SELECT id FROM ledger_hand WHERE number = 3)"
REVISIONS_OF_LAST = f"(SELECT id FROM ledger_revision WHERE hand_id = {LAST})"
COLUMNS = "kind, deal_note, reason, author, created_at, button_id, club_id, created_by_id"


@pytest.mark.parametrize(
    ("changes", "kinds"),
    [
        (
            [
                f"DELETE FROM ledger_transfer WHERE revision_id IN {REVISIONS_OF_LAST}",
                f"DELETE FROM ledger_board WHERE revision_id IN {REVISIONS_OF_LAST}",
                f"DELETE FROM ledger_revision WHERE hand_id = {LAST}",
                "DELETE FROM ledger_hand WHERE number = 3",
            ],
            ["lost"],
        ),
        (
            [f"DELETE FROM ledger_revision WHERE hand_id = {LAST} AND number = 2"],
            ["lost", "half posted"],
        ),
        ([f"DELETE FROM ledger_revision WHERE hand_id = {LAST}"], ["lost", "half posted"]),
        (["DELETE FROM ledger_board WHERE id = (SELECT MIN(id) FROM ledger_board)"], ["lost", "half posted"]),
        (["UPDATE ledger_board SET cards = '2c3d4h/2h3h4d5s6c/7c8c9dTdJd' WHERE id = 1"], ["lost"]),
        (["UPDATE ledger_hand SET number = 4 WHERE number = 3"], ["lost", "never sent", "gaps in the numbers"]),
        (
            [
                "INSERT INTO ledger_hand (number, created_at, club_id, session_id, rules_id)"
                " SELECT 4, created_at, club_id, session_id, rules_id FROM ledger_hand WHERE number = 2",
                f"INSERT INTO ledger_revision (hand_id, number, key, {COLUMNS})"
                f" SELECT (SELECT MAX(id) FROM ledger_hand), 1, '{32 * '7'}', {COLUMNS}"
                " FROM ledger_revision WHERE hand_id = (SELECT id FROM ledger_hand WHERE number = 2)",
                "INSERT INTO ledger_board (revision_id, position, cards, fantasyland, dead, club_id, seat_id)"
                " SELECT (SELECT MAX(id) FROM ledger_revision), position, cards, fantasyland, dead, club_id, seat_id"
                " FROM ledger_board WHERE revision_id = (SELECT revision.id FROM ledger_revision AS revision"
                " JOIN ledger_hand AS hand ON hand.id = revision.hand_id WHERE hand.number = 2)",
            ],
            ["doubled", "never sent"],
        ),
    ],
    ids=["gone", "undoing gone", "no revision", "a board gone", "other cards", "a gap", "twice"],
)
def test_a_breach_is_noticed(evening: tuple[Database, Account], changes: list[str], kinds: list[str]) -> None:
    tamper(evening, *changes)
    assert found(evening) == kinds


def test_a_hand_that_was_refused_and_is_there_is_noticed(evening: tuple[Database, Account]) -> None:
    hand = evening[1].sent[1]
    hand.is_acknowledged, hand.is_refused = False, True
    assert found(evening) == ["refused and saved"]


def test_a_hand_that_nobody_sent_is_noticed(evening: tuple[Database, Account]) -> None:
    del evening[1].sent[1]
    assert found(evening) == ["never sent"]


def test_one_that_was_never_answered_may_be_there_or_not(evening: tuple[Database, Account]) -> None:
    """Its dealer sends it again; until then nothing is wrong."""
    table = f"/t/{Session.objects.get().public_id}/"
    evening[1].sent[1].is_acknowledged = False
    evening[1].begin(Sent(HAND, table, 4, key=uuid.uuid4(), boards=QUIET, tries=1))
    assert found(evening) == []


def test_a_damaged_file_is_noticed(evening: tuple[Database, Account], books_file: Path) -> None:
    evening[0].change("PRAGMA wal_checkpoint(TRUNCATE)")
    # A fifth on, behind the pages that say what the tables are.
    start = books_file.stat().st_size // 5
    with books_file.open("r+b") as file:
        file.seek(start)
        file.write(bytes(4096 * 20))
    assert evening[0].damage() != []


def test_what_was_saved_before_the_try_that_was_answered_was_found(evening: tuple[Database, Account]) -> None:
    books, sent = Books.read(evening[0]), evening[1].of(HAND)
    assert found_saved(books, sent) == 0
    sent[0].last_try_at = books.revisions[sent[0].table, 1, 1].at + 1
    assert found_saved(books, sent) == 1
