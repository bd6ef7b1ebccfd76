"""The books, checked from the ground up: every hand scored again from its cards, every balance added up again."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from django.db.models import Exists, OuterRef

from ledger.models import Board, Hand, Revision, Seat, Session, SessionRules, Transfer
from ledger.services.scoring import score_revision, units_by_pair
from ofcscore.engine.errors import OFCError


@dataclass(frozen=True)
class Audit:
    """What was looked at, and every difference found, as sentences."""

    sessions: int
    hands: int
    transfers: int
    problems: tuple[str, ...]


def audit_ledger() -> Audit:
    """Check every session of every club. Reads one session at a time, so that memory does not grow with the ledger."""
    sessions = Session.objects.select_related("club").order_by("pk")
    problems = tuple(problem for session in sessions.iterator() for problem in session_problems(session))
    return Audit(sessions.count(), Hand.objects.count(), Transfer.objects.count(), problems)


def session_problems(session: Session) -> Iterator[str]:
    """Every difference between a session's journal and what its cards and rules say, as sentences."""
    where = f"Session {session.public_id} ({session.name})"
    transfers: dict[int, list[Transfer]] = {}
    rows = Transfer.objects.filter(revision__hand__session=session).select_related("reverses", "revision__hand__rules")
    for transfer in rows.order_by("pk"):
        transfers.setdefault(transfer.revision.hand_id, []).append(transfer)
    for problem in _number_problems(session):
        yield f"{where}: {problem}"
    for problem in _club_problems(session):
        yield f"{where}: {problem}"
    for revision in Revision.objects.shown().filter(hand__session=session):
        for problem in _hand_problems(revision, transfers.pop(revision.hand_id, [])):
            yield f"{where}, hand {revision.hand.number}: {problem}"
    for hand_id in transfers:
        yield f"{where}: units were posted for hand id {hand_id}, which has no boards."
    total = sum(seat.balance for seat in session.seats.with_balances())
    if total:
        yield f"{where}: the balances sum to {total}, not to 0."


def _hand_problems(revision: Revision, transfers: list[Transfer]) -> Iterator[str]:
    """Whether what counts of a hand's transfers is what its boards are worth, and nothing when it is undone."""
    try:
        result = score_revision(revision)
    except OFCError as error:
        yield f"its cards cannot be scored: {error}"
        return
    boards = list(revision.boards.all())
    expected = {} if revision.is_undone else units_by_pair([board.seat for board in boards], result)
    net = _net((transfer.payer_id, transfer.payee_id, transfer.units) for transfer in transfers)
    due = _net((payer, payee, units) for (payer, payee), units in expected.items())
    for pair in sorted(net.keys() | due.keys()):
        if net[pair] != due[pair]:
            names = {board.seat_id: board.seat.player.name for board in boards}
            low_name, high_name = (names.get(seat, f"seat id {seat}") for seat in pair)
            yield f"{low_name} should have paid {high_name} {due[pair]}, and {net[pair]} is posted."
    for transfer in transfers:
        yield from _transfer_problems(transfer)


def _net(moves: Iterable[tuple[int, int, int]]) -> Counter[tuple[int, int]]:
    """What the lower seat id of each pair paid the higher in all, from moves of (payer, payee, units)."""
    net: Counter[tuple[int, int]] = Counter()
    for payer, payee, units in moves:
        low, high = sorted((payer, payee))
        net[low, high] += units if payer == low else -units
    return net


def _transfer_problems(transfer: Transfer) -> Iterator[str]:
    old = transfer.reverses
    if old and (old.payer_id, old.payee_id, old.units) != (transfer.payee_id, transfer.payer_id, transfer.units):
        yield f"transfer {transfer.pk} does not reverse transfer {old.pk} exactly."
    if transfer.unit_value != transfer.revision.hand.rules.unit_value:
        yield f"transfer {transfer.pk} has unit value {transfer.unit_value}, not that of the hand's rules."


def _number_problems(session: Session) -> Iterator[str]:
    numbers = list(session.hands.order_by("number").values_list("number", flat=True))
    if numbers != list(range(1, len(numbers) + 1)):
        yield f"its hands are numbered {numbers}, not from 1 on."
    for hand in session.hands.prefetch_related("revisions"):
        revisions = sorted(revision.number for revision in hand.revisions.all())
        if not revisions or revisions != list(range(1, len(revisions) + 1)):
            yield f"hand {hand.number} has the revisions {revisions}, not from 1 on."


def _club_problems(session: Session) -> Iterator[str]:
    """Rows of a session that belong to another club, or that mix in seats of another session."""
    owned = {
        "seats": Seat.objects.filter(session=session),
        "rules": SessionRules.objects.filter(session=session),
        "hands": Hand.objects.filter(session=session),
        "revisions": Revision.objects.filter(hand__session=session),
        "boards": Board.objects.filter(revision__hand__session=session),
        "transfers": Transfer.objects.filter(revision__hand__session=session),
    }
    for what, rows in owned.items():
        strangers = rows.exclude(club=session.club_id).count()
        if strangers:
            yield f"{strangers} {what} belong to another club."
    dealt_in = Exists(Board.objects.filter(revision=OuterRef("pk"), seat=OuterRef("button")))
    foreign = {
        "seats whose player is of another club": owned["seats"].exclude(player__club=session.club_id),
        "boards on another session’s seats": owned["boards"].exclude(seat__session=session),
        "transfers from another session’s seats": owned["transfers"].exclude(payer__session=session),
        "transfers to another session’s seats": owned["transfers"].exclude(payee__session=session),
        "hands under another session’s rules": owned["hands"].exclude(rules__session=session),
        "buttons with somebody not dealt in": owned["revisions"].filter(button__isnull=False).exclude(dealt_in),
        "transfers filed under another session": owned["transfers"].exclude(session=session),
    }
    for what, rows in foreign.items():
        count = rows.count()
        if count:
            yield f"there are {count} {what}."
