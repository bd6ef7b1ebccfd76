"""Whatever happens at a table, hands and between them: the books balance, and old hands stay as they were."""

import uuid
from collections.abc import Callable
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ledger.models import Adjustment, Revision, Session
from ledger.services.adjustments import adjustment_undo
from ledger.services.checks import session_problems
from ledger.services.deals import deal_next, deal_of
from ledger.services.errors import LedgerError
from ledger.services.hands import HandEntry, hand_correct, hand_restore, hand_undo
from ledger.services.scoring import seat_board
from ofcscore.engine.errors import OFCError
from tests.ledger.events import come_back, join, leave, order_of, pay, places, record_by_name, swap
from tests.ledger.tables import balances, start
from tests.ledger.test_ledger_properties import random_boards

pytestmark = pytest.mark.django_db
PEOPLE = ("Ann", "Bob", "Cy", "Dee")


class Evening:
    """A table, what was done there, and what every hand looked like when it was saved."""

    def __init__(self, user: object) -> None:
        self.session: Session = start(user, PEOPLE[:3])
        self.saved: list[tuple[Revision, list[tuple[int, str]]]] = []

    def play(self, seed: int) -> None:
        names = [seat.name for seat in deal_next(self.session).seats]
        saved = record_by_name(self.session, dict(zip(names, random_boards(seed), strict=False)), reason="so be it")
        self.saved.append((saved, order_of(saved)))

    def correct(self, seed: int) -> None:
        """Enter an old hand anew, with the same cards in other hands."""
        hand = self._some(seed).hand
        old = list(map(seat_board, Revision.objects.shown().get(hand=hand).boards.all()))
        here = {seat.pk: seat for seat in deal_of(hand).table}
        cards = [board.cards for board in old]
        boards = tuple(
            board._replace(cards=cards[place - 1], seat=here[board.seat.pk]) for place, board in enumerate(old)
        )
        button = here[hand.revisions.filter(button__isnull=False).last().button_id]
        entry = HandEntry(boards, button, "so be it")
        expected = hand.revisions.count()
        hand_correct(
            hand=hand,
            user=hand.session.created_by,
            entry=entry,
            key=uuid.uuid4(),
            expected_revision=expected,
            reason="x",
        )

    def undo(self, seed: int) -> None:
        hand = self._some(seed).hand
        hand_undo(hand=hand, user=hand.session.created_by, expected_revision=hand.revisions.count())

    def restore(self, seed: int) -> None:
        hand = self._some(seed).hand
        hand_restore(hand=hand, user=hand.session.created_by, expected_revision=hand.revisions.count())

    def leave(self, seed: int) -> None:
        leave(self.session, self._who(seed), "so be it")

    def come_back(self, seed: int) -> None:
        come_back(self.session, self._who(seed))

    def swap(self, seed: int) -> None:
        swap(self.session, self._who(seed), self._who(seed // 8), "so be it")

    def join(self, seed: int) -> None:
        join(self.session, "Dee")

    def pay(self, seed: int) -> None:
        payer = self._who(seed)
        pay(self.session, payer, *(name for name in places(self.session) if name != payer), units=1 + seed % 9)

    def undo_payment(self, seed: int) -> None:
        paid = list(Adjustment.objects.shown().filter(session=self.session))
        if paid:
            adjustment_undo(adjustment=paid[seed % len(paid)], user=self.session.created_by)

    def _some(self, seed: int) -> Revision:
        return self.saved[seed % len(self.saved)][0]

    def _who(self, seed: int) -> str:
        names = sorted(places(self.session))
        return names[seed % len(names)]


STEPS: dict[str, Callable[[Evening, int], None]] = {
    name: getattr(Evening, name)
    for name in (
        "play",
        "correct",
        "undo",
        "restore",
        "leave",
        "come_back",
        "swap",
        "join",
        "pay",
        "undo_payment",
    )
}


@settings(max_examples=15)
@given(st.lists(st.tuples(st.sampled_from(sorted(STEPS)), st.integers(0, 2**32)), max_size=10))
def test_any_evening_leaves_good_books(ann_user: object, steps: list[tuple[str, int]]) -> None:
    evening = Evening(ann_user)
    evening.play(1)
    for step, seed in steps:
        with suppress(LedgerError, OFCError):
            STEPS[step](evening, seed)
        assert sum(balances(evening.session)) == 0
    assert list(session_problems(evening.session)) == []
    seats = list(evening.session.seats.all())
    assert [seat.position for seat in seats] == list(range(len(seats)))
    for revision, stored in evening.saved:
        assert order_of(Revision.objects.shown().get(hand=revision.hand)) == stored
        table = {seat.name: seat.position for seat in deal_of(revision.hand).table}
        assert all(table[name] == place for place, name in stored)
