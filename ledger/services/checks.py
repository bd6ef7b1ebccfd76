"""The books, checked from the ground up: every hand scored again from its cards, every balance added up again."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import Exists, OuterRef

from ledger.models import (
    Adjustment,
    Board,
    ChipMove,
    Club,
    Hand,
    HandAnswer,
    HandPhoto,
    HandQuestion,
    PairTally,
    PairValue,
    PaymentMark,
    PlannedPayment,
    Revision,
    Seat,
    SeatChange,
    Session,
    SessionRules,
    StateChange,
    Tally,
    Transfer,
)
from ledger.services.closing_checks import closing_problems
from ledger.services.deals import last_number
from ledger.services.people_checks import people_problems
from ledger.services.scoring import score_revision, unit_values, units_by_pair
from ledger.services.tallies import Count, session_tallies
from ofcscore.engine.errors import OFCError


@dataclass(frozen=True)
class Audit:
    """What was looked at, and every difference found, as sentences."""

    sessions: int
    hands: int
    transfers: int
    problems: tuple[str, ...]

    @property
    def looked_at(self) -> str:
        """How much was looked at: "1 session, 16 hands, 40 transfers"."""
        counts = {"session": self.sessions, "hand": self.hands, "transfer": self.transfers}
        return ", ".join(f"{count} {what}{'s'[: count != 1]}" for what, count in counts.items())


def audit_ledger() -> Audit:
    """Check every session and the people of every club. Reads one at a time, so that memory does not grow with them."""
    sessions = Session.objects.select_related("club").order_by("pk")
    problems = [problem for session in sessions.iterator() for problem in session_problems(session)]
    problems += [problem for club in Club.objects.order_by("pk").iterator() for problem in people_problems(club)]
    return Audit(sessions.count(), Hand.objects.count(), Transfer.objects.count(), tuple(problems))


def session_problems(session: Session) -> Iterator[str]:
    """Every difference between a session's journal and what its cards and rules say, as sentences."""
    where = f"Session {session.public_id} ({session.name})"
    transfers: dict[int, list[Transfer]] = {}
    hand_of = dict(Revision.objects.filter(hand__session=session).values_list("pk", "hand"))
    of_hands = Transfer.objects.filter(revision__hand__session=session).select_related("reverses")
    for transfer in of_hands.order_by("pk"):
        transfers.setdefault(hand_of[transfer.revision_id or 0], []).append(transfer)
    for problems in SESSION_CHECKS:
        for problem in problems(session):
            yield f"{where}: {problem}"
    shown = Revision.objects.shown().prefetch_related("hand__rules__pair_values")
    for revision in shown.filter(hand__session=session):
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
            names = {board.seat_id: board.seat.name for board in boards}
            low_name, high_name = (names.get(seat, f"seat id {seat}") for seat in pair)
            yield f"{low_name} should have paid {high_name} {due[pair]}, and {net[pair]} is posted."
    unit_value = unit_values(revision.hand.rules)
    for transfer in transfers:
        yield from _reversal_problems(transfer)
        if transfer.unit_value != unit_value(transfer.payer_id, transfer.payee_id):
            yield f"transfer {transfer.pk} has unit value {transfer.unit_value}, not that of the hand's rules."


def _net(moves: Iterable[tuple[int, int, int]]) -> Counter[tuple[int, int]]:
    """What the lower seat id of each pair paid the higher in all, from moves of (payer, payee, units)."""
    net: Counter[tuple[int, int]] = Counter()
    for payer, payee, units in moves:
        low, high = sorted((payer, payee))
        net[low, high] += units if payer == low else -units
    return net


def _reversal_problems(transfer: Transfer) -> Iterator[str]:
    old = transfer.reverses
    if old and (old.payer_id, old.payee_id, old.units, old.unit_value) != (
        transfer.payee_id,
        transfer.payer_id,
        transfer.units,
        transfer.unit_value,
    ):
        yield f"transfer {transfer.pk} does not reverse transfer {old.pk} exactly."


def _adjustment_problems(session: Session) -> Iterator[str]:
    """Whether every adjustment is one payment to each, and every undoing gives back exactly that."""
    values = set(SessionRules.objects.filter(session=session).values_list("unit_value", flat=True))
    values |= set(PairValue.objects.filter(rules__session=session).values_list("unit_value", flat=True))
    rows = Adjustment.objects.filter(session=session).select_related("undoes")
    for adjustment in rows.prefetch_related("transfers__reverses", "undoes__transfers"):
        transfers = list(adjustment.transfers.all())
        reversed_ids = sorted(transfer.reverses_id or 0 for transfer in transfers)
        if not transfers:
            yield f"“{adjustment.reason}” moves no units."
        elif adjustment.undoes:
            if reversed_ids != sorted(transfer.pk for transfer in adjustment.undoes.transfers.all()):
                yield f"the undoing of “{adjustment.reason}” does not undo it exactly."
        elif any(reversed_ids) or len({(transfer.payer_id, transfer.units) for transfer in transfers}) > 1:
            yield f"“{adjustment.reason}” is not one payment of the same units to each."
        for transfer in transfers:
            yield from _reversal_problems(transfer)
            if transfer.unit_value not in values:
                yield f"transfer {transfer.pk} has unit value {transfer.unit_value}, which was never played for."


def _plays_for_stacks(rules: SessionRules) -> bool:
    try:
        return rules.ruleset.plays_for_stacks
    except OFCError:
        return False


def _chip_problems(session: Session) -> Iterator[str]:
    """Whether every buy-in and cash-out that is undone is undone to the last unit, where it was."""
    for undo in ChipMove.objects.filter(session=session, undoes__isnull=False).select_related("undoes", "seat__player"):
        old = undo.undoes
        if old and (undo.seat_id, undo.units, undo.after_number) != (old.seat_id, -old.units, old.after_number):
            yield f"chip move {undo.pk} of {undo.seat.name} does not undo chip move {old.pk} exactly."


def _stack_problems(session: Session) -> Iterator[str]:
    """Whether the stacks that a hand was paid from are those that lay there, and none is less than nothing."""
    hands = Revision.objects.live().filter(hand__session=session)
    played_for = [revision for revision in hands if _plays_for_stacks(revision.hand.rules)]
    for revision in played_for:
        number = revision.hand.number
        stacks = {seat.pk: seat.stack for seat in session.seats.as_of(number)}
        for board in revision.boards.all():
            there = stacks[board.seat_id]
            if board.stack != there:
                yield f"hand {number} was paid from {board.stack} units of {board.seat.name}, and {there} lay there."
    if _plays_for_stacks(SessionRules.objects.newest_of(session)):
        for seat in session.seats.select_related("player").as_of(last_number(session) + 1):
            if seat.stack < 0:
                yield f"{seat.name} has a stack of {seat.stack}."


def _tally_problems(session: Session) -> Iterator[str]:
    """Whether what careers are read from is what the journal says."""
    try:
        count = session_tallies(session)
    except OFCError:
        # The hand that cannot be scored is named among the hands.
        return
    kept = Count(session, Tally.objects.filter(session=session), PairTally.objects.filter(session=session))
    if _facts(kept.players) != _facts(count.players) or _facts(kept.pairs) != _facts(count.pairs):
        yield "what careers are read from is not what the hands say. Count it anew with recount_careers."


def _facts(rows: Mapping[Any, Tally | PairTally]) -> dict[Any, dict[str, Any]]:
    """The rows without their ids."""
    return {
        key: {field.attname: getattr(row, field.attname) for field in row._meta.concrete_fields if field.name != "id"}
        for key, row in rows.items()
    }


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
        "transfers": Transfer.objects.filter(session=session),
        "adjustments": Adjustment.objects.filter(session=session),
        "chip moves": ChipMove.objects.filter(session=session),
        "changes of seats": SeatChange.objects.filter(session=session),
        "unit values of pairs": PairValue.objects.filter(rules__session=session),
        "questions": HandQuestion.objects.filter(session=session),
        "answers": HandAnswer.objects.filter(session=session),
        "photos": HandPhoto.objects.filter(hand__session=session),
        "changes of state": StateChange.objects.filter(session=session),
        "planned payments": PlannedPayment.objects.filter(closing__session=session),
        "marks of payments": PaymentMark.objects.filter(session=session),
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
        "transfers filed under another session": Transfer.objects.filter(revision__hand__session=session).exclude(
            session=session
        ),
        "transfers of another session’s hands": owned["transfers"]
        .filter(revision__isnull=False)
        .exclude(revision__hand__session=session),
        "transfers of another session’s adjustments": owned["transfers"]
        .filter(adjustment__isnull=False)
        .exclude(adjustment__session=session),
        "questions about another session’s hands": owned["questions"].exclude(hand__session=session),
        "answers to another session’s questions": owned["answers"].exclude(question__session=session),
        "chips before another session’s seats": owned["chip moves"].exclude(seat__session=session),
        "changes of another session’s seats": owned["changes of seats"].exclude(seat__session=session),
        "unit values of another session’s seats": owned["unit values of pairs"].exclude(
            first__session=session, second__session=session
        ),
        "payments by players of another club": owned["planned payments"].exclude(
            payer__club=session.club_id, payee__club=session.club_id
        ),
        "marks of another session’s payments": owned["marks of payments"].exclude(payment__closing__session=session),
        "debts carried into another club or other money": owned["marks of payments"]
        .filter(into__isnull=False)
        .exclude(into__club=session.club_id, into__currency=session.currency),
    }
    for what, rows in foreign.items():
        count = rows.count()
        if count:
            yield f"there are {count} {what}."


SESSION_CHECKS = (
    _number_problems,
    _club_problems,
    _adjustment_problems,
    _chip_problems,
    _stack_problems,
    _tally_problems,
    closing_problems,
)
