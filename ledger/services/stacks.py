"""What keeps stacks in order where the house plays for them: no write may leave anybody with less than nothing, and
nothing is taken back from under a hand that was paid from it.
"""

from collections.abc import Sequence

from ledger.models import Hand, Session, SessionRules
from ledger.models.events import TableEvent
from ledger.services.deals import last_number
from ledger.services.errors import ConflictError
from ledger.services.scoring import SeatBoard


def check_stacks(session: Session, rules: SessionRules) -> None:
    """Raise ConflictError when a write that is under way leaves a stack below zero (docs/rules.md R9.5)."""
    if not rules.ruleset.plays_for_stacks:
        return
    for seat in session.seats.select_related("player").as_of(last_number(session) + 1):
        if seat.stack < 0:
            raise ConflictError(
                f"That would leave {seat.name} {-seat.stack} units short. Let {seat.name} buy in first,"
                " or take back what was paid or cashed out since."
            )


def expect_units(hand: Hand, boards: Sequence[SeatBoard]) -> None:
    """Raise ConflictError where stacks are played for and a hand that is to count again would be paid from nothing
    (docs/rules.md R9.5).
    """
    for board in boards:
        if board.stack is not None and board.stack <= 0:
            name = board.seat.name
            raise ConflictError(
                f"{name} has no units for hand {hand.number}. Let {name} buy in first, then restore it."
            )


def expect_last_hand(hand: Hand) -> None:
    """Raise ConflictError where stacks are played for and a later hand stands: what it paid follows from this one
    (docs/rules.md R9.7).
    """
    later = _hand_after(hand.session, hand.rules, hand.number)
    if later:
        raise ConflictError(
            f"The stacks of hand {later.number} follow from hand {hand.number}. Undo hand {later.number} first,"
            f" and restore it when hand {hand.number} is right."
        )


def expect_no_later_hand(session: Session, rules: SessionRules, event: TableEvent) -> None:
    """Raise ConflictError where stacks are played for and a hand was paid from them after the event (R9.7)."""
    later = _hand_after(session, rules, event.after_number)
    if later:
        raise ConflictError(
            f"Hand {later.number} was paid from the stacks after this. Undo hand {later.number} first,"
            " and restore it afterwards."
        )


def _hand_after(session: Session, rules: SessionRules, number: int) -> Hand | None:
    """The last hand after this number that stands, where the house plays for stacks."""
    if not rules.ruleset.plays_for_stacks:
        return None
    later: Hand | None = Hand.objects.live().filter(session=session, number__gt=number).order_by("-number").first()
    return later
