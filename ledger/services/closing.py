"""Closing a session and settling it: the plan of payments, marking them, and opening the session again."""

from collections import Counter

from ledger.models import PaymentMark, PlannedPayment, Session, StateChange, User
from ledger.models.closing import PlannedPaymentQuerySet
from ledger.services.deals import last_number
from ledger.services.errors import ConflictError, RefusedError
from ledger.services.transactions import expect_version, lock_session, touch_session, write_transaction
from ofcscore.engine.settle import settle_up

State = Session.State
# Where a session can go from each state; what is not here does not happen.
TRANSITIONS = {
    State.OPEN: {State.CLOSED},
    State.CLOSED: {State.OPEN, State.SETTLED},
    State.SETTLED: {State.OPEN, State.CLOSED, State.ARCHIVED},
    State.ARCHIVED: {State.SETTLED},
}


def session_close(*, session: Session, user: User, expected_version: int) -> StateChange:
    """Close an open session: nothing can be scored any more, and the payments that settle it are planned and frozen.

    With nothing to pay it is settled at once. Raises ConflictError when something at the table has changed since
    ``expected_version``, RefusedError when it is not open.
    """
    with write_transaction():
        session = lock_session(session)
        expect_version(session, expected_version)
        closing = _go_to(session, user, State.CLOSED)
        payments = planned_payments(session)
        PlannedPayment.objects.bulk_create(
            PlannedPayment(club_id=session.club_id, closing=closing, payer_id=payer, payee_id=payee, amount=amount)
            for payer, payee, amount in payments
        )
        if not payments:
            _go_to(session, user, State.SETTLED)
    return closing


def session_reopen(*, session: Session, user: User, reason: str, expected_version: int) -> StateChange:
    """Open a closed or settled session again: its plan is void, and what was paid of it counts in the next one.

    Raises RefusedError without a ``reason``, when it is open or archived, and when a payment of its plan was carried
    into another session; ConflictError when something at the table has changed since ``expected_version``.
    """
    if not reason.strip():
        raise RefusedError("Say in a few words why the table is opened again.", field="reason")
    with write_transaction():
        session = lock_session(session)
        expect_version(session, expected_version)
        carried = standing_payments(session).marked(PaymentMark.Kind.CARRIED).first()
        if carried:
            raise RefusedError(
                f"What {carried.payer.name} owes {carried.payee.name} was carried into another table."
                " Mark it as owed again first."
            )
        return _go_to(session, user, State.OPEN, reason.strip())


def session_archive(*, session: Session, user: User, expected_version: int) -> StateChange:
    """Put a settled session away; it is still there to read. Raises as :func:`session_close` does."""
    return _move(session, user, State.ARCHIVED, expected_version)


def session_unarchive(*, session: Session, user: User, expected_version: int) -> StateChange:
    """Bring an archived session back among the settled ones. Raises as :func:`session_close` does."""
    return _move(session, user, State.SETTLED, expected_version)


def payment_mark(
    *, payment: PlannedPayment, user: User, kind: PaymentMark.Kind, into: Session | None = None
) -> PaymentMark | None:
    """Say that a planned payment was made, is owed after all, or is carried ``into`` a later session of the club.

    With the last one paid or carried the session is settled; when one is owed again it is closed. Marking what is
    marked so already changes nothing and gives None.

    Raises RefusedError when the plan is void or archived, and for a session that cannot take the debt.
    """
    with write_transaction():
        session = lock_session(payment.closing.session)
        current = standing_payments(session).filter(pk=payment.pk).first()
        if current is None or session.state == State.ARCHIVED:
            raise RefusedError("This plan of payments does not stand any more. Look at the table again.")
        if kind == current.last_kind:
            return None
        _check_into(session, kind, into)
        _check_taken_back(current)
        mark: PaymentMark = PaymentMark.objects.create(
            club_id=session.club_id,
            session=session,
            after_number=last_number(session),
            created_by=user,
            payment=payment,
            kind=kind,
            into=into,
        )
        _settle_or_not(session, user)
        touch_session(session)
    return mark


def standing_payments(session: Session) -> PlannedPaymentQuerySet:
    """The payments of the plan that stands, with how each was last marked; none while the session is open."""
    return _payments(session).filter(closing__gt=_last_opening(session))


def planned_payments(session: Session) -> list[tuple[int, int, int]]:
    """The fewest payments that settle a session as it stands: (payer, payee, amount) by player id (docs/rules.md R11).

    The order of the people is that of the players' ids, so that the same night always gives the same plan.
    """
    nets = session_nets(session)
    players = sorted(nets)
    plan = settle_up([nets[player] for player in players])
    return [(players[debt.payer], players[debt.payee], debt.amount) for debt in plan]


def session_nets(session: Session) -> dict[int, int]:
    """What each player is owed (below zero: owes) by player id: in minor units, or in units where there is no currency.

    That is what the session's hands and adjustments brought, what was carried into it, and less what was paid already
    under a plan that is void now.
    """
    nets: Counter[int] = Counter()
    for seat in session.seats.with_balances():
        nets[seat.player_id] += seat.money if session.currency else seat.balance
    for debt in PlannedPayment.objects.carried_into(session):
        nets[debt.payer_id] -= debt.amount
        nets[debt.payee_id] += debt.amount
    void = _payments(session).filter(closing__lt=_last_opening(session))
    for paid in void.marked(PaymentMark.Kind.PAID):
        nets[paid.payer_id] += paid.amount
        nets[paid.payee_id] -= paid.amount
    return dict(nets)


def _payments(session: Session) -> PlannedPaymentQuerySet:
    return PlannedPayment.objects.with_marks().filter(closing__session=session).order_by("-amount", "pk")


def _last_opening(session: Session) -> int:
    """The id of the last time the session was opened again, 0 if it never was: plans before that are void."""
    reopened = StateChange.objects.filter(session=session, state=State.OPEN).order_by("-pk")
    return reopened.values_list("pk", flat=True).first() or 0


def _move(session: Session, user: User, state: Session.State, expected_version: int) -> StateChange:
    with write_transaction():
        session = lock_session(session)
        expect_version(session, expected_version)
        return _go_to(session, user, state)


def _go_to(session: Session, user: User, state: Session.State, reason: str = "") -> StateChange:
    """Change the state of a locked session and write it down. Raises RefusedError for a way that is none."""
    if state not in TRANSITIONS[State(session.state)]:
        now = State(session.state).label.lower()
        raise RefusedError(f"This table is {now}, and so cannot become {state.label.lower()}.")
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
    is_owed = standing_payments(session).marked(PaymentMark.Kind.OWED).exists()
    if is_owed and session.state == State.SETTLED:
        _go_to(session, user, State.CLOSED)
    elif not is_owed and session.state == State.CLOSED:
        _go_to(session, user, State.SETTLED)


def _check_into(session: Session, kind: PaymentMark.Kind, into: Session | None) -> None:
    if kind != PaymentMark.Kind.CARRIED:
        return
    if into is None or into.pk == session.pk or into.club_id != session.club_id:
        raise RefusedError("Choose another table of the club to carry it into.", field="into")
    if lock_session(into).state != State.OPEN:
        raise RefusedError(f"{into.name} is not open any more. Choose a table that is.", field="into")
    if into.currency != session.currency:
        raise RefusedError(f"{into.name} is not played in the same money. Choose another table.", field="into")


def _check_taken_back(payment: PlannedPayment) -> None:
    """What was carried can be taken back as long as the table that it was carried into has no plan of its own."""
    last = payment.marks.select_related("into").order_by("-pk").first()
    if last and last.into and lock_session(last.into).state != State.OPEN:
        raise ConflictError(f"It is part of what settles {last.into.name}. Open that table again first.")
