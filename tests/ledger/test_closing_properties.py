"""Whatever is closed, paid, opened again and carried on: nothing is lost, nothing doubled, and every plan settles."""

from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ledger.models import PlannedPayment, Session
from ledger.services.checks import session_problems
from ledger.services.closing import session_accounts, standing_payments
from ledger.services.errors import LedgerError
from tests.ledger.boards import BOTH_FOUL, FOUL, QUIET, SCOOPS
from tests.ledger.closing import OWED, PAID, archive, carry, close, mark, reopen, unarchive
from tests.ledger.events import pay
from tests.ledger.tables import record, start

pytestmark = pytest.mark.django_db
HANDS = (QUIET, FOUL, SCOOPS, BOTH_FOUL)


class Nights:
    """Three nights of one club, in euros, and what everybody paid so far with their own hands."""

    def __init__(self, user: object) -> None:
        self.tables = [start(user, day=date(2026, 3, day)) for day in (1, 2, 3)]
        record(self.tables[0], FOUL)

    def play(self, table: Session, seed: int) -> None:
        record(table, HANDS[seed % 4], fantasyland={"Ann": 0, "Bob": 0, "Cy": 0}, reason="so be it")

    def penalty(self, table: Session, seed: int) -> None:
        pay(table, *(("Ann", "Bob"), ("Bob", "Cy"), ("Cy", "Ann"))[seed % 3], units=1 + seed % 20)

    def close(self, table: Session, _: int) -> None:
        close(table)

    def reopen(self, table: Session, _: int) -> None:
        reopen(table)

    def archive(self, table: Session, _: int) -> None:
        archive(table)

    def unarchive(self, table: Session, _: int) -> None:
        unarchive(table)

    def mark(self, table: Session, seed: int) -> None:
        """Any payment that was ever planned, paid or owed, twice."""
        payments = list(PlannedPayment.objects.filter(closing__session=table))
        if payments:
            kind = OWED if seed % 3 == 0 else PAID
            mark(payments[seed % len(payments)], kind)
            assert mark(payments[seed % len(payments)], kind) is None

    def carry(self, table: Session, seed: int) -> None:
        carry(table, self.tables[seed % 3])


STEPS: dict[str, Callable[[Nights, Session, int], None]] = {
    name: getattr(Nights, name)
    for name in ("play", "penalty", "close", "reopen", "archive", "unarchive", "mark", "carry")
}
steps = st.lists(
    st.tuples(st.sampled_from((*STEPS, "close", "mark", "mark", "carry")), st.integers(0, 2), st.integers(0, 59)),
    max_size=25,
)


def won(tables: list[Session]) -> Counter[int]:
    """What hands and penalties brought everybody, over all tables."""
    total: Counter[int] = Counter()
    for table in tables:
        for seat in table.seats.with_balances():
            total[seat.player_id] += seat.money
    return total


def received(tables: list[Session]) -> Counter[int]:
    """What everybody was paid less what they paid, whichever plan it was of."""
    total: Counter[int] = Counter()
    for payment in PlannedPayment.objects.marked(PAID).filter(closing__session__in=tables):
        total[payment.payee_id] += payment.amount
        total[payment.payer_id] -= payment.amount
    return total


def outstanding(tables: list[Session]) -> Counter[int]:
    """What everybody has still coming: by the plans of closed tables, and by how open ones stand."""
    total: Counter[int] = Counter()
    for table in tables:
        table.refresh_from_db()
        if table.is_open:
            for player, account in session_accounts(table).items():
                total[player] += account.net
    owed = PlannedPayment.objects.marked(OWED).filter(closing__session__in=tables)
    for payment in owed:
        last = payment.closing.session.statechanges.filter(state="open").order_by("-pk").first()
        if not payment.closing.session.is_open and payment.closing_id > (last.pk if last else 0):
            total[payment.payee_id] += payment.amount
            total[payment.payer_id] -= payment.amount
    return total


def check(nights: Nights) -> None:
    """What was won is what was paid and what is still to be paid, to the last cent, for everybody."""
    total = won(nights.tables)
    total.subtract(received(nights.tables))
    total.subtract(outstanding(nights.tables))
    assert not any(total.values())
    for table in nights.tables:
        accounts = session_accounts(table)
        assert sum(account.net for account in accounts.values()) == 0
        assert list(session_problems(table)) == []


@settings(max_examples=25)
@given(steps)
def test_r11_5_nothing_is_lost_and_nothing_doubled(ann_user: object, steps: list[tuple[str, int, int]]) -> None:
    nights = Nights(ann_user)
    for name, table, seed in steps:
        with suppress(LedgerError):
            STEPS[name](nights, nights.tables[table], seed)
        assert won(nights.tables).total() == 0
    check(nights)
    # In the end all is closed and paid, in the order of the nights, and nobody has anything coming.
    for table in nights.tables:
        with suppress(LedgerError):
            close(table)
        for payment in standing_payments(table).marked(OWED):
            mark(payment)
    check(nights)
    assert not any(outstanding(nights.tables).values())
