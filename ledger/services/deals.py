"""The next deal: which hand it is, who is dealt in, who has the button, and who is in Fantasyland with how many cards.

It follows from the last hand that stands. The dealer may decide otherwise, and then the hand says so.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from ledger.models import Hand, Revision, Seat, Session, SessionRules
from ledger.services.errors import RefusedError
from ledger.services.scoring import SeatBoard, score_revision
from ofcscore.engine.deal import next_button
from ofcscore.engine.rules import Ruleset
from ofcscore.engine.scoring import HandResult


@dataclass(frozen=True)
class Deal:
    """A deal as it follows from the hand before it. ``fantasyland`` holds cards by seat id, for those who are in it."""

    number: int
    rules: SessionRules
    seats: tuple[Seat, ...]
    button: Seat
    button_stayed: bool = False
    fantasyland: dict[int, int] = field(default_factory=dict)


def deal_next(session: Session) -> Deal:
    """The deal that comes after the session's last hand that stands."""
    last_hand = Hand.objects.filter(session=session).order_by("-number").first()
    rules = SessionRules.objects.newest_of(session)
    return _deal(session, rules, (last_hand.number if last_hand else 0) + 1)


def deal_of(hand: Hand) -> Deal:
    """The deal of a hand as it follows from the hands before it, whatever was really dealt."""
    return _deal(hand.session, hand.rules, hand.number)


def _deal(session: Session, rules: SessionRules, number: int) -> Deal:
    seats = tuple(session.seats.select_related("player"))
    before = Revision.objects.live().filter(hand__session=session, hand__number__lt=number).last()
    if before is None:
        dealt_in = seats[: rules.ruleset.max_players]
        return Deal(number, rules, dealt_in, dealt_in[0])
    boards = list(before.boards.all())
    dealt_in = tuple(seat for seat in seats if seat.pk in {board.seat_id for board in boards})
    button = next(seat for seat in seats if seat.pk == before.button_id)
    return deal_after(number, rules, dealt_in, button, score_revision(before))


def deal_after(number: int, rules: SessionRules, dealt_in: Sequence[Seat], button: Seat, result: HandResult) -> Deal:
    """The deal that follows a hand: ``dealt_in`` are its seats in order, as in ``result``, and ``button`` its
    button.
    """
    due = {
        seat.pk: board.fantasyland_next
        for seat, board in zip(dealt_in, result.boards, strict=True)
        if board.fantasyland_next
    }
    positions = [seat.position for seat in dealt_in]
    position = next_button(positions, button.position, fantasyland_due=bool(due), rules=rules.ruleset)
    next_seat = next(seat for seat in dealt_in if seat.position == position)
    return Deal(number, rules, tuple(dealt_in), next_seat, next_seat == button, due)


def check_deal(deal: Deal, boards: Sequence[SeatBoard], button: Seat, reason: str) -> str:
    """What the dealer decided against ``deal``, as sentences for the hand's page; empty when nothing.

    Raises RefusedError when the button is with nobody dealt in; and, without a reason, when a player due in Fantasyland
    is left out, or anybody leaves or joins while Fantasyland is due.
    """
    if button.pk not in {board.seat.pk for board in boards}:
        message = f"{button.player.name} is not dealt in and cannot have the button. Choose somebody who is."
        raise RefusedError(message, field="button")
    moved = _moved_in_fantasyland(deal, boards)
    if moved and not reason:
        raise RefusedError(f"{moved[0].refusal} If that cannot be, say why.", field="reason")
    notes = deal_differences(deal, boards, button)
    if notes and reason:
        notes.append(f"Reason: {reason}")
    return " ".join(notes)


def deal_differences(deal: Deal, boards: Sequence[SeatBoard], button: Seat) -> list[str]:
    """How a hand was dealt otherwise than ``deal``, a sentence for each difference."""
    notes = [move.note for move in _moved_in_fantasyland(deal, boards)]
    notes += [
        _fantasyland_note(board, deal.fantasyland.get(board.seat.pk, 0))
        for board in boards
        if board.fantasyland != deal.fantasyland.get(board.seat.pk, 0)
    ]
    if button != deal.button:
        notes.append(f"The button was given to {button.player.name} instead of {deal.button.player.name}.")
    return notes


class Move(NamedTuple):
    """Somebody leaves or joins while Fantasyland is due: what is said to the dealer, and what the hand notes."""

    refusal: str
    note: str


def _moved_in_fantasyland(deal: Deal, boards: Sequence[SeatBoard]) -> list[Move]:
    """Everybody who leaves or joins while somebody is due in Fantasyland; nobody should (docs/rules.md R5.8)."""
    if not deal.fantasyland:
        return []
    before, now = {seat.pk for seat in deal.seats}, {board.seat.pk for board in boards}
    left = [_left(seat.player.name, seat.pk in deal.fantasyland) for seat in deal.seats if seat.pk not in now]
    return left + [_joined(board.seat.player.name) for board in boards if board.seat.pk not in before]


def _left(name: str, is_due: bool) -> Move:
    if is_due:
        return Move(
            f"{name} is due in Fantasyland and must be dealt in.", f"{name} was left out and gave up Fantasyland."
        )
    return Move(
        f"{name} was in the last hand and plays on while Fantasyland is due.",
        f"{name} was left out while Fantasyland was due.",
    )


def _joined(name: str) -> Move:
    return Move(
        f"{name} was not in the last hand and joins when Fantasyland is over.",
        f"{name} joined while Fantasyland was due.",
    )


def _fantasyland_note(board: SeatBoard, due: int) -> str:
    def words(cards: int) -> str:
        return f"{cards} cards in Fantasyland" if cards else "a normal deal"

    return f"{board.seat.player.name} got {words(board.fantasyland)} instead of {words(due)}."


def fantasyland_choices(rules: Ruleset) -> tuple[int, ...]:
    """What a dealer can choose for a seat: a normal deal (0), or a number of cards that the rules deal."""
    return (0, *rules.fantasyland_counts)
