"""Everything that was ever written down or changed in a session, in words: who, when, what, and what it was before."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from django.core.paginator import Page, Paginator
from django.db.models import IntegerField, Model, OuterRef, Prefetch, Q, QuerySet, Subquery, Value

from ledger.models import (
    Adjustment,
    Board,
    ChipMove,
    HandAnswer,
    HandQuestion,
    PaymentMark,
    PlannedPayment,
    Revision,
    SeatChange,
    Session,
    SessionRules,
    StateChange,
)
from ledger.money import format_amount, format_due
from ledger.reports.adjustments import payment_between
from ledger.reports.people import what_happened
from ledger.reports.rules import rules_changes
from ledger.reports.stacks import move_words
from ofcscore.engine.explain import signed

ENTRIES_SHOWN = 50
State = Session.State


@dataclass(frozen=True)
class Change:
    """One thing that is not as it was; ``before`` is empty for what is new, ``after`` for what is gone."""

    label: str
    before: str
    after: str


@dataclass(frozen=True)
class Entry:
    """Something that somebody wrote down, as a sentence without its full stop, and what it changed.

    ``when`` is between which hands it was, empty where the sentence says it; ``number`` that of the hand that it is
    about, if it is about one.
    """

    at: datetime
    by: str
    what: str
    when: str = ""
    reason: str = ""
    changes: tuple[Change, ...] = ()
    number: int | None = None


@dataclass(frozen=True)
class LogView:
    """One page of the log, the newest entry first, and which page of how many it is."""

    entries: tuple[Entry, ...]
    page: Page[Any]


@dataclass(frozen=True)
class _Table:
    """What the words of an entry need to know of its session: names by seat id, of the seats and of their players."""

    session: Session
    seats: Mapping[int, str]
    players: Mapping[int, str]

    def called(self, other: Session | None) -> str:
        """What another table is called here: only members of the club know its other tables."""
        return other.name if other and self.session.reader_is_member else "another table"

    def amount(self, payment: PlannedPayment) -> str:
        """An amount of a plan, in words."""
        return format_due(payment.amount, self.session.currency)


def log_view(session: Session, page: str) -> LogView:
    """A page of everything that was written down in the session. However long the log is, only that page is read."""
    seats = list(session.seats.select_related("player"))
    table = _Table(session, {seat.pk: seat.name for seat in seats}, {seat.pk: seat.player.name for seat in seats})
    first, *others = (
        kind.rows(session).annotate(order=Value(place, IntegerField())).values_list("created_at", "order", "pk")
        for place, kind in enumerate(KINDS)
    )
    newest = first.union(*others, all=True).order_by("-created_at", "-order", "-id")
    shown = Paginator(newest, ENTRIES_SHOWN).get_page(page)
    entries: dict[tuple[int, int], Entry] = {}
    for place, kind in enumerate(KINDS):
        rows = kind.rows(session).filter(pk__in=[pk for _, order, pk in shown if order == place])
        entries |= {(place, row.pk): kind.entry(table, row) for row in kind.read(rows)}
    return LogView(tuple(entries[order, pk] for _, order, pk in shown), shown)


def _of_revision(table: _Table, revision: Revision) -> Entry:
    kind, number = Revision.Kind(revision.kind), revision.hand.number
    versions = {each.number: each for each in revision.hand.revisions.all()}
    after = _units(versions[revision.number])
    what = f"Hand {number} {kind.label.lower()}"
    if kind in (Revision.Kind.SAVED, Revision.Kind.RESTORED):
        changes = tuple(Change(table.seats[seat], "", signed(units)) for seat, units in after.items())
    else:
        before = _units(versions[revision.number - 1])
        changes = _units_changed(table, before, after or dict.fromkeys(before, 0))
        what += "" if changes else ", and the units stay as they were"
    note = f"Dealt differently: {revision.deal_note}" if revision.deal_note else ""
    reason = " ".join(filter(None, (revision.reason, note)))
    return Entry(revision.created_at, revision.by, what, reason=reason, changes=changes, number=number)


def _units(revision: Revision) -> dict[int, int]:
    """What a version of a hand counts for each seat that was dealt in, by seat id; nothing when it undoes the hand."""
    units = {board.seat_id: 0 for board in revision.boards.all()}
    for transfer in revision.transfers.all():
        if transfer.reverses_id is None:
            units[transfer.payee_id] += transfer.units
            units[transfer.payer_id] -= transfer.units
    return units


def _units_changed(table: _Table, before: Mapping[int, int], after: Mapping[int, int]) -> tuple[Change, ...]:
    def said(units: Mapping[int, int], seat: int) -> str:
        return signed(units[seat]) if seat in units else "sat out"

    return tuple(
        Change(table.seats[seat], said(before, seat), said(after, seat))
        for seat in dict.fromkeys((*after, *before))
        if before.get(seat) != after.get(seat)
    )


def _read_revisions(rows: QuerySet[Revision]) -> Iterable[Revision]:
    boards = Prefetch("hand__revisions__boards", Board.objects.order_by("position"))
    return rows.select_related("hand", "created_by").prefetch_related(boards, "hand__revisions__transfers")


def _of_rules(table: _Table, rules: SessionRules) -> Entry:
    session, currency = table.session, table.session.currency
    versions = {each.number: each for each in rules.session.rules_versions.all()}
    if rules.number == 1:
        worth = f"{format_amount(rules.unit_value, currency)} a unit" if rules.unit_value else "for units only"
        by = rules.by or rules.session.created_by.shown_name
        return Entry(rules.created_at, by, f"{session.name} started: {rules.ruleset.title}, {worth}")
    before, after = versions[rules.number - 1], versions[rules.number]
    changes = tuple(Change(*words) for words in rules_changes(before, after, currency, table.players))
    return Entry(rules.created_at, rules.by, f"House rules changed, version {rules.number}", changes=changes)


def _read_rules(rows: QuerySet[SessionRules]) -> Iterable[SessionRules]:
    related = rows.select_related("created_by", "session__created_by")
    return related.prefetch_related("session__rules_versions__pair_values")


def _of_seat_change(table: _Table, change: SeatChange) -> Entry:
    return Entry(change.created_at, change.by, what_happened(change, table.seats), reason=change.reason)


def _of_adjustment(table: _Table, adjustment: Adjustment) -> Entry:
    moved = adjustment.undoes or adjustment
    what = f"{'Penalty undone' if adjustment.undoes else 'Penalty'}: {payment_between(moved, table.seats)}"
    return Entry(adjustment.created_at, adjustment.by, what, adjustment.when, adjustment.reason)


def _read_adjustments(rows: QuerySet[Adjustment]) -> Iterable[Adjustment]:
    return rows.select_related("created_by", "undoes").prefetch_related("transfers", "undoes__transfers")


def _of_chip_move(table: _Table, move: ChipMove) -> Entry:
    what = f"Undone: {move_words(move.undoes)}" if move.undoes else move_words(move)
    return Entry(move.created_at, move.by, what, move.when)


# What became of a session, by how it stood before and how it stands after.
STATES = {
    (State.OPEN, State.CLOSED): "Table closed",
    (State.CLOSED, State.SETTLED): "Everything is settled",
    (State.SETTLED, State.CLOSED): "Not everything is settled any more",
    (State.CLOSED, State.OPEN): "Table opened again",
    (State.SETTLED, State.OPEN): "Table opened again",
    (State.SETTLED, State.ARCHIVED): "Table archived",
    (State.ARCHIVED, State.SETTLED): "Table brought back from the archive",
}


def _of_state(table: _Table, change: StateChange) -> Entry:
    what = STATES.get((State(change.was or State.OPEN), State(change.state)), State(change.state).label)  # type: ignore[attr-defined]
    payments = sorted(change.payments.all(), key=lambda payment: payment.pk)
    plan = tuple(Change(f"{debt.payer.name} pays {debt.payee.name}", "", table.amount(debt)) for debt in payments)
    return Entry(change.created_at, change.by, what, change.when, change.reason, plan)


def _read_states(rows: QuerySet[StateChange]) -> Iterable[StateChange]:
    earlier = StateChange.objects.filter(session=OuterRef("session"), pk__lt=OuterRef("pk")).order_by("-pk")
    payments = Prefetch("payments", PlannedPayment.objects.select_related("payer", "payee"))
    return (
        rows.annotate(was=Subquery(earlier.values("state")[:1])).select_related("created_by").prefetch_related(payments)
    )


def _marks(session: Session) -> QuerySet[PaymentMark]:
    """The marks of the session's payments, and those that carried the debts of another here or took them back."""
    earlier = PaymentMark.objects.filter(payment=OuterRef("payment"), pk__lt=OuterRef("pk")).order_by("-pk")
    rows = PaymentMark.objects.annotate(was_into=Subquery(earlier.values("into")[:1]))
    return rows.filter(Q(session=session) | Q(into=session) | Q(was_into=session.pk))


def _of_mark(table: _Table, mark: PaymentMark) -> Entry:
    payer, payee, amount = mark.payment.payer.name, mark.payment.payee.name, table.amount(mark.payment)
    owes = f"{payer} owes {payee} {amount}"
    if mark.session_id == table.session.pk:
        what = {
            PaymentMark.Kind.PAID: f"{payer} paid {payee} {amount}",
            PaymentMark.Kind.OWED: f"{owes} again",
            PaymentMark.Kind.CARRIED: f"{owes}, carried to {table.called(mark.into)}",
        }[PaymentMark.Kind(mark.kind)]
        return Entry(mark.created_at, mark.by, what, mark.when)
    way = f"carried here from {table.called(mark.session)}"
    what = f"{owes}, {way}" if mark.into_id == table.session.pk else f"{owes}, not {way} any more"
    return Entry(mark.created_at, mark.by, what)


def _of_question(table: _Table, question: HandQuestion) -> Entry:
    number = question.hand.number
    what = f"Question about hand {number}"
    return Entry(question.created_at, question.by, what, reason=question.text, number=number)


def _of_answer(table: _Table, answer: HandAnswer) -> Entry:
    number = answer.question.hand.number
    asked = (Change("The question was", "", answer.question.text),)
    what = f"Answer about hand {number}"
    return Entry(answer.created_at, answer.by, what, reason=answer.text, changes=asked, number=number)


class _Kind(NamedTuple):
    """One kind of row: which of them are a session's, how they are read, and the entry that one makes."""

    rows: Callable[[Session], QuerySet[Any]]
    read: Callable[[QuerySet[Any]], Iterable[Any]]
    entry: Callable[[_Table, Any], Entry]


def _of_session(model: type[Model]) -> Callable[[Session], QuerySet[Any]]:
    return lambda session: model._default_manager.filter(session=session)


def _with(*related: str) -> Callable[[QuerySet[Any]], QuerySet[Any]]:
    return lambda rows: rows.select_related("created_by", *related)


# In the order in which they are written down at one moment.
KINDS = (
    _Kind(_of_session(SessionRules), _read_rules, _of_rules),
    _Kind(_of_session(SeatChange), _with(), _of_seat_change),
    _Kind(_of_session(ChipMove), _with("seat__player", "undoes__seat__player"), _of_chip_move),
    _Kind(lambda session: Revision.objects.filter(hand__session=session), _read_revisions, _of_revision),
    _Kind(_of_session(Adjustment), _read_adjustments, _of_adjustment),
    _Kind(_of_session(HandQuestion), _with("hand"), _of_question),
    _Kind(_of_session(HandAnswer), _with("question__hand"), _of_answer),
    _Kind(_marks, _with("payment__payer", "payment__payee", "session", "into"), _of_mark),
    _Kind(_of_session(StateChange), _read_states, _of_state),
)
