"""How a session is settled: what everybody has coming, the payments, what was carried here, and what was void."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from ledger.models import PaymentMark, PlannedPayment, Session, StateChange, Transfer
from ledger.money import format_due, format_signed
from ledger.services.closing import Account, payments_of, planned_payments, session_accounts
from ofcscore.engine.explain import signed
from ofcscore.engine.settle import who_owes_whom

Kind = PaymentMark.Kind
State = Session.State
# How a change of state is told, by the state before and after.
CHANGES = {
    (State.OPEN, State.CLOSED): "Closed",
    (State.CLOSED, State.SETTLED): "Settled",
    (State.SETTLED, State.CLOSED): "Not settled any more",
    (State.CLOSED, State.OPEN): "Opened again",
    (State.SETTLED, State.OPEN): "Opened again",
    (State.SETTLED, State.ARCHIVED): "Archived",
    (State.ARCHIVED, State.SETTLED): "Brought back",
}


@dataclass(frozen=True)
class NetLine:
    """What a player has coming, or below zero owes: ``amount`` is ``net`` as it is written, and ``parts`` say what it
    is made of.
    """

    name: str
    net: int
    amount: str
    parts: tuple[str, ...]


@dataclass(frozen=True)
class DebtLine:
    """What one player owes another."""

    payer: str
    payee: str
    amount: str

    @property
    def words(self) -> str:
        """It as one says it."""
        return f"{self.payer} pays {self.payee} {self.amount}"


@dataclass(frozen=True)
class PaymentLine:
    """A planned payment and its last mark: ``at`` and ``by`` say who marked it and when, where anybody did.

    ``table`` and ``table_id`` are the name and the address of the table that it was carried into, or came from.
    """

    pk: int
    debt: DebtLine
    kind: str
    at: datetime | None
    by: str
    table: str = ""
    table_id: str = ""


@dataclass(frozen=True)
class Plan:
    """The payments that closing made. ``owed`` and ``paid`` are what of them is in all, empty for nothing."""

    closed_at: datetime
    lines: tuple[PaymentLine, ...]
    owed: str
    paid: str


@dataclass(frozen=True)
class Change:
    """A change of state in words."""

    what: str
    reason: str
    at: datetime
    by: str


@dataclass(frozen=True)
class SettleView:
    """All that the page shows. While the session is open ``plan`` is None, and ``now`` are the payments as they would
    be. ``pairs`` is who owes whom without simplification, with what was carried or paid where that ``pairs_hold_more``.
    ``carried`` is what was carried into it, ``void`` the plans that do not stand any more, the last first.
    """

    state: str
    nets: tuple[NetLine, ...]
    now: tuple[DebtLine, ...]
    pairs: tuple[DebtLine, ...]
    pairs_hold_more: bool
    carried: tuple[PaymentLine, ...]
    plan: Plan | None
    void: tuple[Plan, ...]
    changes: tuple[Change, ...]
    text: str

    @property
    def text_rows(self) -> int:
        """How many lines the text has."""
        return self.text.count("\n") + 1


def settle_view(session: Session) -> SettleView:
    """The session's accounts as they stand."""
    accounts = session_accounts(session)
    names = {player: account.player.name for player, account in accounts.items()}
    debts = planned_payments(accounts)
    now = tuple(
        DebtLine(names[payer], names[payee], format_due(amount, session.currency)) for payer, payee, amount in debts
    )
    nets = tuple(_net_line(account, session) for account in accounts.values())
    carried = list(PlannedPayment.objects.carried_into(session).shown())
    steps = _steps(session)
    closings = [change for before, change in steps if (before, change.state) == (State.OPEN, State.CLOSED)]
    planned: dict[int, list[PlannedPayment]] = {closing.pk: [] for closing in closings}
    for payment in payments_of(session).shown():
        planned[payment.closing_id].append(payment)
    standing = None if session.is_open else closings.pop()
    plan = _plan(standing, planned[standing.pk], session) if standing else None
    void = [payment for closing in closings for payment in planned[closing.pk]]
    return SettleView(
        state=session.get_state_display().lower(),
        nets=nets,
        now=now,
        pairs=_pairs(session, names, carried, void),
        pairs_hold_more=any(account.carried or account.paid for account in accounts.values()),
        carried=tuple(_payment_line(payment, session) for payment in carried),
        plan=plan,
        void=tuple(
            _plan(closing, planned[closing.pk], session) for closing in reversed(closings) if planned[closing.pk]
        ),
        changes=tuple(
            Change(CHANGES[State(before), State(change.state)], change.reason, change.created_at, change.by)
            for before, change in reversed(steps)
        ),
        text=_text(session, nets, [_said(line) for line in plan.lines] if plan else [debt.words for debt in now]),
    )


def _steps(session: Session) -> list[tuple[str, StateChange]]:
    """Every change of the session's state, each with the state before."""
    changes = list(StateChange.objects.filter(session=session).select_related("created_by").order_by("pk"))
    return list(zip([State.OPEN.value, *(change.state for change in changes)], changes, strict=False))


def _net_line(account: Account, session: Session) -> NetLine:
    parts = {
        f"{signed(account.units)} unit{'s'[: abs(account.units) != 1]}": bool(session.currency),
        f"{_signed(account.played, session)} played": account.played != account.net,
        f"{_signed(account.carried, session)} carried here": account.carried != 0,
        f"{_signed(account.paid, session)} paid before": account.paid != 0,
    }
    words = tuple(part for part, is_told in parts.items() if is_told)
    return NetLine(account.player.name, account.net, _signed(account.net, session), words)


def _pairs(
    session: Session, names: Mapping[int, str], carried: Iterable[PlannedPayment], void: Iterable[PlannedPayment]
) -> tuple[DebtLine, ...]:
    """What every two players owe each other, without any simplification."""
    rows = [
        (payer, payee, money if session.currency else units)
        for payer, payee, units, money in Transfer.objects.filter(session=session).by_players()
    ]
    rows += [(debt.payer_id, debt.payee_id, debt.amount) for debt in carried]
    rows += [(paid.payee_id, paid.payer_id, paid.amount) for paid in void if paid.last_kind == Kind.PAID]
    debts = who_owes_whom(rows)
    return tuple(
        DebtLine(names[debt.payer], names[debt.payee], format_due(debt.amount, session.currency)) for debt in debts
    )


def _plan(closing: StateChange, payments: Sequence[PlannedPayment], session: Session) -> Plan:
    total = {kind: sum(payment.amount for payment in payments if payment.last_kind == kind) for kind in Kind}
    return Plan(
        closed_at=closing.created_at,
        lines=tuple(_payment_line(payment, session) for payment in payments),
        owed=format_due(total[Kind.OWED], session.currency) if total[Kind.OWED] else "",
        paid=format_due(total[Kind.PAID], session.currency) if total[Kind.PAID] else "",
    )


def _payment_line(payment: PlannedPayment, session: Session) -> PaymentLine:
    """A payment as the page of ``session`` shows it, which planned it or which it was carried into."""
    marks = list(payment.marks.all())
    last = marks[-1] if marks else None
    home = payment.closing.session
    table = (last.into if last else None) if home == session else home
    return PaymentLine(
        pk=payment.pk,
        debt=DebtLine(payment.payer.name, payment.payee.name, format_due(payment.amount, session.currency)),
        kind=payment.last_kind,
        at=last.created_at if last else None,
        by=last.by if last else "",
        table=table.name if table else "",
        table_id=table.public_id if table else "",
    )


def _text(session: Session, nets: Iterable[NetLine], payments: Iterable[str]) -> str:
    """The plan as one sends it to the others."""
    title = f"{session.name}, {session.date.day} {session.date:%B %Y}"
    so_far = " (so far)" if session.is_open else ""
    lines = [title + so_far, "", *(f"{line.name} {line.amount}" for line in nets), "", *payments]
    return "\n".join(lines if payments else [*lines, "Nobody owes anybody anything."])


def _said(line: PaymentLine) -> str:
    """A payment as one says it, with what became of it."""
    marks = {Kind.PAID: " (paid)", Kind.CARRIED: " (carried over)"}
    return line.debt.words + marks.get(Kind(line.kind), "")


def _signed(amount: int, session: Session) -> str:
    return format_signed(amount, session.currency) if session.currency else signed(amount)
