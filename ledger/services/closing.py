"""Closing a session and settling it: the plan of payments, marking them, and opening the session again.

A plan is made when a session is closed and never changed. Opening the session again makes it void, and what was paid of
it counts in the next one.
"""

from dataclasses import dataclass

from ledger.models import PaymentMark, PlannedPayment, Player, Session, StateChange, User
from ledger.models.closing import PlannedPaymentQuerySet
from ledger.services.deals import last_number
from ledger.services.errors import ConflictError, RefusedError
from ledger.services.transactions import (
    expect_version,
    lock_session,
    lock_sessions,
    touch_session,
    write_transaction,
)
from ofcscore.engine.settle import Debt, settle_up

State = Session.State
Kind = PaymentMark.Kind
# Where a session can go from each state; what is not here does not happen.
TRANSITIONS = {
    State.OPEN: {State.CLOSED},
    State.CLOSED: {State.OPEN, State.SETTLED},
    State.SETTLED: {State.OPEN, State.CLOSED, State.ARCHIVED},
    State.ARCHIVED: {State.SETTLED},
}


@dataclass
class Account:
    """What a player has coming from a session, or below zero owes: in minor units, or in units where there is no
    currency.

    ``played`` is what hands and penalties brought (and ``units`` the same in units), ``carried`` what other sessions
    left to this one, and ``paid`` what was paid under plans that are void now.
    """

    player: Player
    units: int = 0
    played: int = 0
    carried: int = 0
    paid: int = 0

    @property
    def net(self) -> int:
        """What is left to settle."""
        return self.played + self.carried + self.paid


def session_close(*, session: Session, user: User, expected_version: int) -> StateChange | None:
    """Close an open session: nothing can be scored any more, and the payments that settle it are planned and frozen.

    With nothing to pay it is settled at once. Closing what is closed already changes nothing and gives None. Raises
    ConflictError when something at the table has changed since ``expected_version``, and when it is archived.
    """
    with write_transaction():
        session = lock_session(session)
        if session.state in (State.CLOSED, State.SETTLED):
            return None
        expect_version(session, expected_version)
        closing = _go_to(session, user, State.CLOSED)
        payments = planned_payments(session_accounts(session))
        PlannedPayment.objects.bulk_create(
            PlannedPayment(club_id=session.club_id, closing=closing, payer_id=payer, payee_id=payee, amount=amount)
            for payer, payee, amount in payments
        )
        _settle_or_not(session, user)
    return closing


def session_reopen(*, session: Session, user: User, reason: str, expected_version: int) -> StateChange | None:
    """Open a closed or settled session again: its plan is void, and what was paid of it counts in the next one.

    Opening what is open changes nothing and gives None. Raises RefusedError without a ``reason``, and when a payment of
    its plan was carried into another session; ConflictError when something at the table has changed since
    ``expected_version``, and when it is archived.
    """
    if not reason.strip():
        raise RefusedError("Say in a few words why the table is opened again.", field="reason")
    with write_transaction():
        session = lock_session(session)
        if session.is_open:
            return None
        expect_version(session, expected_version)
        carried = standing_payments(session).marked(Kind.CARRIED).first()
        if carried:
            raise RefusedError(
                f"What {carried.payer.name} owes {carried.payee.name} was carried into another table."
                " Take it back first, then open this one again."
            )
        return _go_to(session, user, State.OPEN, reason.strip())


def session_archive(*, session: Session, user: User, expected_version: int) -> StateChange | None:
    """Put a settled session away; it is still there to read. Archiving twice is archiving once.

    Raises ConflictError when it is not settled, or something has changed since ``expected_version``.
    """
    with write_transaction():
        session = lock_session(session)
        if session.state == State.ARCHIVED:
            return None
        expect_version(session, expected_version)
        return _go_to(session, user, State.ARCHIVED)


def session_unarchive(*, session: Session, user: User, expected_version: int) -> StateChange | None:
    """Bring an archived session back among the settled ones. Raises and repeats as :func:`session_archive` does."""
    with write_transaction():
        session = lock_session(session)
        if session.state == State.SETTLED:
            return None
        expect_version(session, expected_version)
        if session.state != State.ARCHIVED:
            raise ConflictError("This table is not archived. Look at it again.")
        return _go_to(session, user, State.SETTLED)


def payment_mark(*, payment: PlannedPayment, user: User, kind: PaymentMark.Kind) -> PaymentMark | None:
    """Say that a planned payment was made, or that it is owed after all; what was carried over is taken back by that.

    With the last one paid the session is settled; when one is owed again it is closed. Of a void plan payments can be
    marked as long as the session is open, for then they count in the next plan. Marking what is marked so already
    changes nothing and gives None.

    Raises ConflictError when the payment counts in a plan that stands by now, here or where it was carried to, and when
    the session is archived.
    """
    with write_transaction():
        session, *carried_into = lock_sessions(payment.closing.session, *_carried_into(payment))
        current = PlannedPayment.objects.with_marks().get(pk=payment.pk)
        if kind == current.last_kind:
            return None
        if session.state == State.ARCHIVED:
            raise ConflictError("This table is archived. Bring it back first.")
        if not session.is_open and not standing_payments(session).filter(pk=current.pk).exists():
            raise ConflictError("This payment is part of a plan that is void. Open the table again to change it.")
        if current.last_kind == Kind.CARRIED:
            _take_back(current, carried_into)
        mark = _add_mark(session, user, current, kind)
        _settle_or_not(session, user)
        touch_session(session)
    return mark


def debts_carry(*, session: Session, user: User, into: Session) -> list[PaymentMark]:
    """Carry everything that is still owed into another open session of the club, which settles it with its own plan.

    The session is settled by that. Where nothing is owed any more nothing changes, and the list is empty.

    Raises RefusedError for a session that cannot take the debts, ConflictError when there is no plan or it is archived.
    """
    with write_transaction():
        session, into = lock_sessions(session, into)
        if session.state not in (State.CLOSED, State.SETTLED):
            raise ConflictError("There is no plan of payments to carry over. Look at the table again.")
        owed = list(standing_payments(session).marked(Kind.OWED))
        if owed:
            _check_into(session, into)
            marks = [_add_mark(session, user, payment, Kind.CARRIED, into) for payment in owed]
            _settle_or_not(session, user)
            for changed in (session, into):
                touch_session(changed)
            return marks
    return []


def standing_payments(session: Session) -> PlannedPaymentQuerySet:
    """The payments of the plan that stands, the largest first; none while the session is open."""
    return payments_of(session).filter(closing__gt=last_opening(session))


def payments_of(session: Session) -> PlannedPaymentQuerySet:
    """Every payment that was ever planned for a session, plan by plan."""
    return PlannedPayment.objects.with_marks().filter(closing__session=session).order_by("closing", "pk")


def last_opening(session: Session) -> int:
    """The id of the last time the session was opened again, 0 if it never was: plans before that are void."""
    reopened = StateChange.objects.filter(session=session, state=State.OPEN).order_by("-pk")
    return reopened.values_list("pk", flat=True).first() or 0


def planned_payments(accounts: dict[int, Account]) -> tuple[Debt, ...]:
    """The fewest payments after which nobody owes anybody, between players by their ids (docs/rules.md R11).

    The order of the people is that of the players' ids, so that the same night always gives the same plan.
    """
    players = sorted(accounts)
    plan = settle_up([accounts[player].net for player in players])
    return tuple(Debt(players[debt.payer], players[debt.payee], debt.amount) for debt in plan)


def session_accounts(session: Session) -> dict[int, Account]:
    """How every player of a session stands, by player id: those with a seat in the order of their seats, then those
    who only have something carried over.
    """
    accounts: dict[int, Account] = {}
    for seat in session.seats.select_related("player").with_balances():
        account = accounts.setdefault(seat.player_id, Account(seat.player))
        account.units += seat.balance
        account.played += seat.money if session.currency else seat.balance
    for debt in PlannedPayment.objects.carried_into(session):
        accounts.setdefault(debt.payer_id, Account(debt.payer)).carried -= debt.amount
        accounts.setdefault(debt.payee_id, Account(debt.payee)).carried += debt.amount
    for payment in void_payments(session).marked(Kind.PAID):
        accounts.setdefault(payment.payer_id, Account(payment.payer)).paid += payment.amount
        accounts.setdefault(payment.payee_id, Account(payment.payee)).paid -= payment.amount
    return accounts


def void_payments(session: Session) -> PlannedPaymentQuerySet:
    """The payments of plans that do not stand any more."""
    return payments_of(session).filter(closing__lt=last_opening(session))


def _add_mark(
    session: Session, user: User, payment: PlannedPayment, kind: PaymentMark.Kind, into: Session | None = None
) -> PaymentMark:
    mark: PaymentMark = PaymentMark.objects.create(
        club_id=session.club_id,
        session=session,
        after_number=last_number(session),
        created_by=user,
        payment=payment,
        kind=kind,
        into=into,
    )
    return mark


def _go_to(session: Session, user: User, state: Session.State, reason: str = "") -> StateChange:
    """Change the state of a locked session and write it down. Raises ConflictError for a way that is none."""
    if state not in TRANSITIONS[State(session.state)]:
        now = State(session.state).label.lower()
        raise ConflictError(f"This table is {now}, and so cannot become {state.label.lower()}. Look at it again.")
    session.state = state
    Session.objects.filter(pk=session.pk).update(state=state)
    change: StateChange = StateChange.objects.create(
        club_id=session.club_id,
        session=session,
        after_number=last_number(session),
        created_by=user,
        state=state,
        reason=reason,
    )
    touch_session(session)
    return change


def _settle_or_not(session: Session, user: User) -> None:
    """Settled when nothing of the plan is owed any more, closed when something is again."""
    is_owed = standing_payments(session).marked(Kind.OWED).exists()
    if is_owed and session.state == State.SETTLED:
        _go_to(session, user, State.CLOSED)
    elif not is_owed and session.state == State.CLOSED:
        _go_to(session, user, State.SETTLED)


def _check_into(session: Session, into: Session) -> None:
    if into.pk == session.pk or into.club_id != session.club_id:
        raise RefusedError("Choose another table of the club to carry it into.", field="into")
    if not into.is_open:
        raise RefusedError(f"{into.name} is not open any more. Choose a table that is.", field="into")
    if into.currency != session.currency:
        raise RefusedError(f"{into.name} is not played in the same money. Choose another table.", field="into")


def _carried_into(payment: PlannedPayment) -> list[Session]:
    """The session that a payment is carried into, if it is."""
    last = payment.marks.select_related("into").order_by("-pk").first()
    return [last.into] if last and last.into else []


def _take_back(payment: PlannedPayment, locked: list[Session]) -> None:
    """What was carried can be taken back as long as the table that it was carried into has no plan of its own. That
    table was looked up before it was ``locked``, and may be another by now.
    """
    if _carried_into(payment) != locked:
        raise ConflictError("This payment was changed meanwhile. Look at it, and try again.")
    for into in locked:
        if not into.is_open:
            raise ConflictError(f"It is part of what settles {into.name}. Open that table again first.")
        touch_session(into)
