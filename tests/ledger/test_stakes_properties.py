"""Whatever happens at a table that plays for stacks, nobody has less than nothing and the books are good."""

import uuid
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ledger.models import Adjustment, ChipMove, Hand, Revision, Session, User
from ledger.services.adjustments import adjustment_record, adjustment_undo
from ledger.services.checks import session_problems
from ledger.services.deals import deal_next, deal_of
from ledger.services.errors import LedgerError
from ledger.services.hands import hand_correct
from tests.ledger.chips import move, restore, stacks, start_stakes, undo, undo_move
from tests.ledger.tables import NAMES, balances, entry, record, seat_of
from tests.ledger.test_ledger_properties import random_boards

pytestmark = pytest.mark.django_db
few = settings(max_examples=10)
STEPS = ("hand", "hand", "buy", "cash out", "adjust", "undo move", "undo adjustment", "correct", "undo", "restore")
steps = st.lists(st.tuples(st.sampled_from(STEPS), st.integers(0, 2**32)), min_size=6, max_size=14)


class Evening:
    """A table, and what a step with a seed does at it. What is refused is refused."""

    def __init__(self, user: User, stakes: str, cap: int) -> None:
        self.session = start_stakes(user, stakes, cap=cap)
        self.user = user
        self.did = 0
        move(self.session, 40, *NAMES)

    def do(self, step: str, seed: int) -> None:
        with suppress(LedgerError):
            getattr(self, step.replace(" ", "_"))(seed)
            self.did += 1

    def hand(self, seed: int) -> None:
        boards = self.boards(deal_next(self.session).stacks, seed)
        if len(boards) - boards.count(None) > 1:
            record(self.session, boards, button=NAMES[next(i for i, b in enumerate(boards) if b)], reason="any")

    def boards(self, there: dict[int, int], seed: int) -> list[str | None]:
        """Boards for who has units."""
        seats = self.session.seats.all()
        return [board if there[seat.pk] else None for seat, board in zip(seats, random_boards(seed), strict=True)]

    def buy(self, seed: int) -> None:
        move(self.session, 1 + seed % 30, NAMES[seed % 3])

    def cash_out(self, seed: int) -> None:
        move(self.session, -(1 + seed % 50) if seed % 4 else None, NAMES[seed % 3])

    def adjust(self, seed: int) -> None:
        payer, *payees = (seat_of(self.session, NAMES[(seed + step) % 3]) for step in range(3))
        version = Session.objects.get(pk=self.session.pk).version
        adjustment_record(
            user=self.user,
            payer=payer,
            payees=payees,
            units=1 + seed % 15,
            reason="phone",
            key=uuid.uuid4(),
            expected_version=version,
        )

    def undo_move(self, seed: int) -> None:
        moves = ChipMove.objects.filter(session=self.session).shown()
        undo_move(moves[seed % len(moves)])

    def undo_adjustment(self, seed: int) -> None:
        adjustments = Adjustment.objects.filter(session=self.session).shown()
        if adjustments:
            adjustment_undo(adjustment=adjustments[seed % len(adjustments)], user=self.user)

    def correct(self, seed: int) -> None:
        hand = self.last_hand(seed)
        if hand is None:
            return
        deal = deal_of(hand)
        boards = self.boards(deal.stacks, seed)
        changed = entry(self.session, boards, deal=deal, button=deal.button.player.name, reason="any")
        number = hand.revisions.count()
        hand_correct(
            hand=hand, user=self.user, entry=changed, key=uuid.uuid4(), expected_revision=number, reason="again"
        )

    def undo(self, seed: int) -> None:
        hand = self.last_hand(seed)
        if hand:
            undo(hand)

    def restore(self, seed: int) -> None:
        hand = self.last_hand(seed)
        if hand:
            restore(hand)

    def last_hand(self, seed: int) -> Hand | None:
        """One of the last two."""
        hands = Hand.objects.filter(session=self.session).order_by("-number")[: 1 + seed % 2]
        return hands[len(hands) - 1] if hands else None

    def check(self) -> None:
        now = stacks(self.session)
        assert min(now) >= 0
        assert sum(now) == sum(ChipMove.objects.filter(session=self.session).values_list("units", flat=True))
        assert sum(balances(self.session)) == 0


@pytest.mark.parametrize(("stakes", "cap"), [("loss_cap", 0), ("loss_and_win_cap", 0), ("loss_and_win_cap", 20)])
@few
@given(steps)
def test_r9_1_r9_5_whatever_happens_stacks_are_whole(
    ann_user: User, stakes: str, cap: int, steps: list[tuple[str, int]]
) -> None:
    evening = Evening(ann_user, stakes, cap)
    for step, seed in steps:
        evening.do(step, seed)
        evening.check()
    assert list(session_problems(evening.session)) == []


def test_the_steps_are_not_all_refused(ann_user: User) -> None:
    evening = Evening(ann_user, "loss_cap", 0)
    for number, step in enumerate(STEPS):
        evening.do(step, 14 * number)
    assert evening.did == len(STEPS)
    assert set(Revision.objects.values_list("kind", flat=True)) == set(Revision.Kind)
