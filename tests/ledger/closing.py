"""Closing tables and settling them, as somebody does it who has just opened the page."""

from ledger.models import PaymentMark, PlannedPayment, Session, StateChange
from ledger.services.closing import (
    debts_carry,
    payment_mark,
    session_accounts,
    session_archive,
    session_close,
    session_reopen,
    session_unarchive,
    standing_payments,
)
from tests.ledger.events import now

PAID, OWED, CARRIED = PaymentMark.Kind.PAID, PaymentMark.Kind.OWED, PaymentMark.Kind.CARRIED


def close(session: Session) -> StateChange | None:
    return session_close(session=session, **now(session))


def reopen(session: Session, reason: str = "One more hand.") -> StateChange | None:
    return session_reopen(session=session, reason=reason, **now(session))


def archive(session: Session) -> StateChange | None:
    return session_archive(session=session, **now(session))


def unarchive(session: Session) -> StateChange | None:
    return session_unarchive(session=session, **now(session))


def payment(session: Session, place: int = 0) -> PlannedPayment:
    """A payment of the plan that stands."""
    return list(standing_payments(session))[place]


def mark(paid: PlannedPayment, kind: PaymentMark.Kind = PAID) -> PaymentMark | None:
    return payment_mark(payment=paid, user=paid.closing.created_by, kind=kind)


def mark_all(session: Session, kind: PaymentMark.Kind = PAID) -> None:
    for planned in standing_payments(session):
        mark(planned, kind)


def carry(session: Session, into: Session) -> list[PaymentMark]:
    return debts_carry(session=session, user=session.created_by, into=into)


def state(session: Session) -> str:
    return str(Session.objects.get(pk=session.pk).state)


def nets(session: Session) -> dict[str, int]:
    """What everybody has coming, or owes, by name."""
    return {account.player.name: account.net for account in session_accounts(session).values()}


def plan(session: Session) -> list[tuple[str, str, int]]:
    """The payments that stand: who pays whom how much."""
    return [(each.payer.name, each.payee.name, each.amount) for each in standing_payments(session)]


def marks(session: Session) -> list[str]:
    """How the payments that stand are marked."""
    return [each.last_kind for each in standing_payments(session)]


def bring_to(session: Session, wanted: str) -> None:
    """Take an open session with a hand in which units moved to a state."""
    if wanted != "open":
        close(session)
    if wanted in ("settled", "archived"):
        mark_all(session)
    if wanted == "archived":
        archive(session)
    assert state(session) == wanted
