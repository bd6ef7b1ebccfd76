"""Whether what was planned and paid follows from the books: part of what ``check_ledger`` looks at."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from datetime import datetime
from typing import NamedTuple

from ledger.models import PaymentMark, PlannedPayment, Session, StateChange, Transfer
from ledger.services.closing import TRANSITIONS

State = Session.State
Kind = PaymentMark.Kind


class Move(NamedTuple):
    """An amount that a payer owes a payee since a moment, by player id. ``closing`` is the id of the plan that it was
    paid under, 0 for what is no payment: a payment counts in later plans only.
    """

    at: datetime
    payer: int
    payee: int
    amount: int
    closing: int = 0


def closing_problems(session: Session) -> Iterator[str]:
    """Whether the state follows from what was written down, and every plan settled what stood when it was made."""
    changes = list(StateChange.objects.filter(session=session).order_by("pk"))
    closings = []
    state = State.OPEN
    for change in changes:
        after = State(change.state)
        if after not in TRANSITIONS[state]:
            yield f"it became {after}, and it was {state}."
        if after == State.OPEN and not change.reason:
            yield "it was opened again, and nobody said why."
        if (state, after) == (State.OPEN, State.CLOSED):
            closings.append(change)
        state = after
    if session.state != state:
        yield f"it is {session.state}, and by what was written down it is {state}."
    stands = closings[-1].pk if closings and state != State.OPEN else 0
    payments = list(PlannedPayment.objects.filter(closing__session=session).with_marks().prefetch_related("marks"))
    yield from _plan_problems(session, closings, payments, stands)
    is_owed = any(payment.last_kind == Kind.OWED for payment in payments if payment.closing_id == stands)
    if stands and is_owed != (state == State.CLOSED):
        yield f"it is {state}, and of its plan {'something' if is_owed else 'nothing'} is owed."


def _plan_problems(
    session: Session, closings: list[StateChange], payments: list[PlannedPayment], stands: int
) -> Iterator[str]:
    """What stood when a plan was made is told by the times of what was written down. Since the plan that stands was
    made, nothing can have changed, so everything is compared with that one.
    """
    moves = list(_moves(session, payments))
    for closing in closings:
        due: Counter[int] = Counter()
        for move in moves:
            if move.closing < closing.pk and (closing.pk == stands or move.at <= closing.created_at):
                due[move.payer] -= move.amount
                due[move.payee] += move.amount
        for payment in payments:
            if payment.closing_id == closing.pk:
                due[payment.payer_id] += payment.amount
                due[payment.payee_id] -= payment.amount
        if any(due.values()):
            which = "its plan of payments" if closing.pk == stands else f"the void plan of {closing.created_at:%F %T}"
            yield f"{which} does not settle what stood when it was made."
    strays = {payment.closing_id for payment in payments} - {closing.pk for closing in closings}
    if strays:
        yield f"payments were planned by changes of state that closed nothing: {sorted(strays)}."


def _moves(session: Session, payments: list[PlannedPayment]) -> Iterator[Move]:
    """Everything that a plan has to settle, or that settled a part of it already."""
    transfers = Transfer.objects.filter(session=session)
    for transfer in transfers.select_related("payer", "payee", "revision", "adjustment"):
        source = transfer.revision or transfer.adjustment
        amount = transfer.units * (transfer.unit_value if session.currency else 1)
        at = source.created_at if source else transfer.created_at
        yield Move(at, transfer.payer.player_id, transfer.payee.player_id, amount)
    for payment in payments:
        for at, is_paid in _since(payment.marks.all(), lambda mark: mark.kind == Kind.PAID):
            who = (payment.payee_id, payment.payer_id) if is_paid else (payment.payer_id, payment.payee_id)
            yield Move(at, *who, payment.amount, payment.closing_id)
    carried = PlannedPayment.objects.filter(marks__into=session).distinct()
    for payment in carried.prefetch_related("marks"):
        for at, is_here in _since(payment.marks.all(), lambda mark: mark.into_id == session.pk):
            who = (payment.payer_id, payment.payee_id) if is_here else (payment.payee_id, payment.payer_id)
            yield Move(at, *who, payment.amount)


def _since(marks: Iterable[PaymentMark], holds: Callable[[PaymentMark], bool]) -> Iterator[tuple[datetime, bool]]:
    """When something began to hold and when it ended, mark by mark."""
    held = False
    for mark in sorted(marks, key=lambda mark: mark.pk):
        if holds(mark) != held:
            held = not held
            yield mark.created_at, held
