"""What is in the books, read by plain SQL, and everything that speaks against what the dealers were told."""

import uuid
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from ofcscore.engine.board import split_rows
from tests.databases import Database
from tests.faults.sent import CORRECTION, HAND, RESTORE, SEATS, UNDO, Account, Sent

# How the books call what a dealer did.
KINDS = {HAND: "saved", CORRECTION: "corrected", UNDO: "undone", RESTORE: "restored"}
Place = tuple[str, int, int]

REVISIONS = """
    SELECT session.public_id, hand.number,
        revision.number, revision.id, revision.kind, revision.key, revision.created_at
    FROM ledger_hand AS hand
    JOIN ledger_session AS session ON session.id = hand.session_id
    LEFT JOIN ledger_revision AS revision ON revision.hand_id = hand.id
"""
BOARDS = "SELECT revision_id, cards FROM ledger_board ORDER BY position"
BALANCES = """
    SELECT session.public_id, seat.id,
        (SELECT COALESCE(SUM(units), 0) FROM ledger_transfer AS won WHERE won.payee_id = seat.id)
        - (SELECT COALESCE(SUM(units), 0) FROM ledger_transfer AS lost WHERE lost.payer_id = seat.id)
    FROM ledger_seat AS seat JOIN ledger_session AS session ON session.id = seat.session_id
"""
UNFOUNDED = """
    SELECT transfer.id FROM ledger_transfer AS transfer
    LEFT JOIN ledger_revision AS revision ON revision.id = transfer.revision_id WHERE revision.id IS NULL
"""


@dataclass
class Revision:
    """A revision of a hand: what it did, by which key, with which boards, and when in seconds since 1970."""

    kind: str
    key: uuid.UUID
    at: float
    boards: list[str] = field(default_factory=list)


@dataclass
class Books:
    """Every revision by table, number of its hand and number of its own; hands without any; balances by table; and
    how many boards and transfers no revision is behind.
    """

    revisions: dict[Place, Revision]
    bare_hands: list[tuple[str, int]]
    balances: dict[str, int]
    unfounded: int

    @classmethod
    def read(cls, database: Database) -> "Books":
        """All of it."""
        revisions, bare, by_id = {}, [], {}
        for table, hand, number, pk, kind, key, at in database.rows(REVISIONS):
            if pk is None:
                bare.append((_path(table), hand))
                continue
            by_id[pk] = revisions[_path(table), hand, number] = Revision(kind, uuid.UUID(str(key)), _seconds(at))
        unfounded = len(database.rows(UNFOUNDED))
        for pk, cards in database.rows(BOARDS):
            if pk in by_id:
                by_id[pk].boards.append(cards)
            else:
                unfounded += 1
        balances: Counter[str] = Counter()
        for table, _, units in database.rows(BALANCES):
            balances[_path(table)] += int(units)
        return cls(revisions, bare, dict(balances), unfounded)

    def hands(self) -> dict[tuple[str, int], list[int]]:
        """The numbers of every hand's revisions."""
        hands: dict[tuple[str, int], list[int]] = {}
        for table, hand, number in sorted(self.revisions):
            hands.setdefault((table, hand), []).append(number)
        return hands


def breaches_of(books: Books, account: Account) -> dict[str, list[str]]:
    """What speaks against the books, as sentences by what they are counted as."""
    sums = [f"the balances of {table} sum to {units}." for table, units in books.balances.items() if units]
    return {
        "lost": list(_lost(books, account)),
        "doubled": list(_doubled(books)),
        "half posted": list(_half_posted(books)),
        "never sent": list(_never_sent(books, account)),
        "refused and saved": list(_refused_and_saved(books, account)),
        "gaps in the numbers": list(_gaps(books)),
        "sums that are not zero": sums,
    }


def _lost(books: Books, account: Account) -> Iterator[str]:
    """What was acknowledged and is not there as it was sent."""
    for sent in account.sent:
        if not sent.is_acknowledged:
            continue
        there = books.revisions.get(_place(sent))
        if there is None or not _is_by(sent, there):
            yield f"{_name(sent)} was acknowledged and is not there."
        elif sent.boards and not _is_same(sent.boards, there.boards):
            yield f"{_name(sent)} is there with other boards."


def _doubled(books: Books) -> Iterator[str]:
    """Boards that were dealt once and are saved twice, and keys that were used twice."""
    entered = (KINDS[HAND], KINDS[CORRECTION])
    saved = [revision for revision in books.revisions.values() if revision.kind in entered]
    for boards, count in Counter(tuple(revision.boards) for revision in saved if revision.boards).items():
        if count > 1:
            yield f"{count} revisions hold the boards {', '.join(boards)}."
    for key, count in Counter(revision.key for revision in saved).items():
        if count > 1:
            yield f"{count} revisions have the key {key}."


def _half_posted(books: Books) -> Iterator[str]:
    """Hands without revisions, revisions without all of their boards, and transfers of nothing."""
    for table, hand in books.bare_hands:
        yield f"{table} has a hand {hand} without a revision."
    for place, revision in books.revisions.items():
        wanted = 0 if revision.kind == KINDS[UNDO] else SEATS
        if len(revision.boards) != wanted:
            yield f"revision {place} has {len(revision.boards)} boards, not {wanted}."
    if books.unfounded:
        yield f"{books.unfounded} boards and transfers belong to no revision."


def _never_sent(books: Books, account: Account) -> Iterator[str]:
    """What is in the books and nobody asked for."""
    asked: dict[Place, list[Sent]] = {}
    for sent in account.sent:
        asked.setdefault(_place(sent), []).append(sent)
    for place, revision in books.revisions.items():
        if not any(_is_by(sent, revision) for sent in asked.get(place, [])):
            yield f"revision {place} is {revision.kind}, and nobody sent that."


def _refused_and_saved(books: Books, account: Account) -> Iterator[str]:
    """What a dealer was told is not saved, and is. Without a key nobody can say whose undoing it was."""
    keys = {revision.key for revision in books.revisions.values()}
    for sent in account.sent:
        if sent.is_refused and sent.key in keys:
            yield f"{_name(sent)} was refused and is there."


def _gaps(books: Books) -> Iterator[str]:
    """Hands of a table, and revisions of a hand, that are not numbered from 1 on."""
    numbers: dict[str, list[int]] = {}
    for (table, hand), revisions in books.hands().items():
        numbers.setdefault(table, []).append(hand)
        if revisions != list(range(1, len(revisions) + 1)):
            yield f"{table} hand {hand} has the revisions {revisions}."
    for table, hands in numbers.items():
        if hands != list(range(1, len(hands) + 1)):
            yield f"{table} has the hands {hands}."


def found_saved(books: Books, sent: list[Sent]) -> int:
    """How many were saved by a try that was not answered: they were there before the one was sent that was."""
    found = 0
    for one in sent:
        there = books.revisions.get(_place(one))
        found += bool(one.is_acknowledged and there and _is_by(one, there) and there.at < one.last_try_at)
    return found


def _place(sent: Sent) -> Place:
    return sent.table, sent.number, sent.revision


def _is_by(sent: Sent, there: Revision) -> bool:
    """Whether a revision may come of what was sent; undoing and restoring carry no key."""
    return there.kind == KINDS[sent.what] and sent.key in (None, there.key)


def _name(sent: Sent) -> str:
    return f"{sent.what} {sent.table}, hand {sent.number}, revision {sent.revision}"


def _cards(boards: list[str] | tuple[str, ...]) -> tuple[tuple[frozenset[str], ...], ...]:
    """The boards in the order of the seats, whatever the order of the cards in their rows."""
    return tuple(tuple(frozenset(row) for row in split_rows(board)) for board in boards)


def _is_same(sent: tuple[str, ...], there: list[str]) -> bool:
    return _cards(sent) == _cards(there)


def _path(table: str) -> str:
    return f"/t/{table}/"


def _seconds(at: Any) -> float:
    moment = at if isinstance(at, datetime) else datetime.fromisoformat(at)
    return moment.replace(tzinfo=moment.tzinfo or UTC).timestamp()
