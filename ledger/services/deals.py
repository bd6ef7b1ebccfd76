"""The next deal: which hand it is, who is dealt in, who has the button, and who is in Fantasyland with how many cards.

It follows from the last hand that stands, and from who left, came back or changed places since. The dealer may decide
otherwise, and then the hand says so.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from ledger.models import Hand, Revision, Seat, SeatChange, Session, SessionRules
from ledger.services.errors import RefusedError
from ledger.services.scoring import SeatBoard, score_boards, seat_board
from ofcscore.engine.deal import next_button
from ofcscore.engine.rules import MIN_PLAYERS, Ruleset
from ofcscore.engine.scoring import HandResult


@dataclass(frozen=True)
class Deal:
    """A deal as it follows from the hand before it.

    ``table`` is every seat in order, as it stands when the deal begins; ``seats`` are those dealt in. ``fantasyland``
    holds cards by seat id, for those who are in it, and ``cancelled`` what is not played because somebody has no units
    left (docs/rules.md R9.6). ``begins_orbit`` is whether the button has gone round.
    """

    number: int
    rules: SessionRules
    table: tuple[Seat, ...]
    seats: tuple[Seat, ...]
    button: Seat
    button_stayed: bool = False
    begins_orbit: bool = True
    fantasyland: dict[int, int] = field(default_factory=dict)
    cancelled: dict[int, int] = field(default_factory=dict)

    @property
    def stacks(self) -> dict[int, int]:
        """Units before each seat, by its id; empty where the house does not play for stacks."""
        return {seat.pk: seat.stack for seat in self.table} if self.rules.ruleset.plays_for_stacks else {}

    def with_stacks(self, boards: Sequence[SeatBoard]) -> list[SeatBoard]:
        """The boards with what lies before each seat."""
        stacks = self.stacks
        return [board._replace(stack=stacks.get(board.seat.pk)) for board in boards]


def deal_next(session: Session) -> Deal:
    """The deal that comes after the session's last hand that stands."""
    rules = SessionRules.objects.prefetch_related("pair_values").newest_of(session)
    newest = Revision.objects.newest_of(session)
    number = newest.hand.number + 1 if newest else 1
    before = newest
    if newest and newest.kind == Revision.Kind.UNDONE:
        before = Revision.objects.standing_before(session, number)
    return _deal(before, rules, number, tuple(_seats(session, rules, number)))


def _seats(session: Session, rules: SessionRules, number: int) -> Iterable[Seat]:
    """The seats when the hand of this number is dealt, with their stacks only where these are played for, since adding
    them up takes longer than all the rest.
    """
    seats = session.seats.select_related("player")
    return seats.as_of(number) if rules.ruleset.plays_for_stacks else seats.with_moves(number)


def last_number(session: Session) -> int:
    """The number of the session's last hand, whether it stands or not; 0 when there is none."""
    last = Hand.objects.filter(session=session).order_by("-number").values_list("number", flat=True).first()
    return last or 0


def last_standing(session: Session) -> int:
    """The number of the session's last hand that stands, 0 when there is none: what moves units now comes after it, and
    before whatever is restored later.
    """
    last = Hand.objects.live().filter(session=session).order_by("-number").values_list("number", flat=True).first()
    return last or 0


def deal_of(hand: Hand) -> Deal:
    """The deal of a hand as it follows from the hands before it, whatever was really dealt."""
    before = Revision.objects.standing_before(hand.session, hand.number)
    return _deal(before, hand.rules, hand.number, _table_before(hand))


def _table_before(hand: Hand) -> tuple[Seat, ...]:
    """The seats as they stood when a hand was dealt: those who changed places since are put back."""
    seats = {seat.pk: seat for seat in _seats(hand.session, hand.rules, hand.number)}
    swaps = SeatChange.objects.filter(session=hand.session_id, other__isnull=False, after_number__gte=hand.number)
    for one_id, other_id in swaps.order_by("-pk").values_list("seat", "other"):
        one, other = seats[one_id], seats[other_id]
        one.position, other.position = other.position, one.position
    return tuple(sorted(seats.values(), key=lambda seat: seat.position))


def _deal(before: Revision | None, rules: SessionRules, number: int, table: tuple[Seat, ...]) -> Deal:
    """The deal that follows from the revision ``before`` it, None for the first."""
    if before is None:
        dealt_in = _dealt_in((), table, rules.ruleset)
        return Deal(number, rules, table, dealt_in, dealt_in[0])
    boards = _boards_at(table, before)
    due = fantasyland_due(boards, score_boards(boards, before.hand.rules.ruleset, before.button_id))
    return deal_after(number, rules, table, due, {board.seat.pk for board in boards}, before.button_id or 0)


def _boards_at(table: Sequence[Seat], revision: Revision) -> list[SeatBoard]:
    """The boards of a revision, with the seats of a table that were fetched already."""
    seats = {seat.pk: seat for seat in table}
    boards = list(revision.boards.order_by("position"))
    for board in boards:
        board.seat = seats[board.seat_id]
    return list(map(seat_board, boards))


def deal_after(
    number: int, rules: SessionRules, table: tuple[Seat, ...], due: Mapping[int, int], dealt: set[int], button: int
) -> Deal:
    """The deal that follows a hand in which the seats with the ids ``dealt`` were dealt in and ``button`` had the
    button. ``due`` are the cards that it earned in Fantasyland, by seat id; ``table`` is as it stands after it.
    """
    dealt_in = _dealt_in(dealt, table, rules.ruleset)
    earned = {seat.pk: due[seat.pk] for seat in table if seat.pk in due and not seat.is_away}
    broke = {seat.pk for seat in table if rules.ruleset.plays_for_stacks and seat.stack <= 0}
    cancelled = {seat: cards for seat, cards in earned.items() if seat in broke or dealt - {seat} <= broke}
    fantasyland = {seat: cards for seat, cards in earned.items() if seat not in cancelled}
    last = next(seat.position for seat in table if seat.pk == button)
    positions = [seat.position for seat in dealt_in]
    position = next_button(positions, last, fantasyland_due=bool(fantasyland), rules=rules.ruleset)
    next_seat = next(seat for seat in dealt_in if seat.position == position)
    stayed = next_seat.pk == button
    begins_orbit = not stayed and position <= last
    return Deal(number, rules, table, dealt_in, next_seat, stayed, begins_orbit, fantasyland, cancelled)


def _dealt_in(dealt: Collection[int], table: tuple[Seat, ...], rules: Ruleset) -> tuple[Seat, ...]:
    """Who is dealt in: those of the last hand who are still there; where these are too few, whoever is."""
    there = [seat for seat in table if not seat.is_away and (seat.stack > 0 or not rules.plays_for_stacks)]
    again = [seat for seat in there if seat.pk in dealt]
    if len(again) < MIN_PLAYERS:
        again = sorted(there, key=lambda seat: seat.pk not in dealt)[: rules.max_players]
    return tuple(seat for seat in table if seat in again) or table[: rules.max_players]


def fantasyland_due(boards: Sequence[SeatBoard], result: HandResult) -> dict[int, int]:
    """The cards that a scored hand earns in Fantasyland, by seat id."""
    judged = zip(boards, result.boards, strict=True)
    return {board.seat.pk: each.fantasyland_next for board, each in judged if each.fantasyland_next}


def check_deal(deal: Deal, boards: Sequence[SeatBoard], button: Seat, reason: str) -> str:
    """What the dealer decided against ``deal``, as sentences for the hand's page; empty when nothing.

    Raises RefusedError when the button is with nobody dealt in, and when somebody is dealt in without units where the
    house plays for stacks; and, without a reason, when a player due in Fantasyland is left out, when anybody leaves or
    joins while Fantasyland is due, or leaves before the button has gone round where the house wants that.
    """
    for board in boards:
        if deal.stacks and deal.stacks[board.seat.pk] <= 0:
            name = board.seat.name
            raise RefusedError(f"{name} has no units left to play for. {name} buys in first, or is not dealt in.")
    if button.pk not in {board.seat.pk for board in boards}:
        message = f"{button.name} is not dealt in and cannot have the button. Choose somebody who is."
        raise RefusedError(message, field="button")
    moved = _moved_against_the_rules(deal, boards)
    if moved and not reason:
        raise RefusedError(f"{moved[0].refusal} If that cannot be, say why.", field="reason")
    notes = deal_differences(deal, boards, button)
    if reason:
        notes.append(f"Reason: {reason}")
    return " ".join(notes)


def deal_differences(deal: Deal, boards: Sequence[SeatBoard], button: Seat) -> list[str]:
    """How a hand was dealt otherwise than ``deal``, a sentence for each difference."""
    notes = [move.note for move in _moved_against_the_rules(deal, boards)]
    away = {seat.pk for seat in deal.table if seat.is_away}
    notes += [f"{board.seat.name} had left and was dealt in." for board in boards if board.seat.pk in away]
    notes += [
        _fantasyland_note(board, deal.fantasyland.get(board.seat.pk, 0))
        for board in boards
        if board.fantasyland != deal.fantasyland.get(board.seat.pk, 0)
    ]
    if button != deal.button:
        notes.append(f"The button was given to {button.name} instead of {deal.button.name}.")
    return notes


class Move(NamedTuple):
    """Somebody leaves or joins while Fantasyland is due: what is said to the dealer, and what the hand notes."""

    refusal: str
    note: str


def _moved_against_the_rules(deal: Deal, boards: Sequence[SeatBoard]) -> list[Move]:
    """Everybody who leaves or joins while somebody is due in Fantasyland (docs/rules.md R5.8), or leaves within an
    orbit where the house wants it played out (R6.6); nobody should.
    """
    before, now = {seat.pk for seat in deal.seats}, {board.seat.pk for board in boards}
    left = [move for seat in deal.seats if seat.pk not in now for move in _leaving(deal, seat)]
    if not deal.fantasyland:
        return left
    return left + [_joined(board.seat.name) for board in boards if board.seat.pk not in before]


def _leaving(deal: Deal, seat: Seat) -> list[Move]:
    """Why a player who was in the last hand should play on; nothing where there is no reason to."""
    name = seat.name
    if seat.pk in deal.fantasyland:
        refusal = f"{name} is due in Fantasyland and must be dealt in."
        return [Move(refusal, f"{name} was left out and gave up Fantasyland.")]
    if deal.fantasyland:
        refusal = f"{name} was in the last hand and plays on while Fantasyland is due."
        return [Move(refusal, f"{name} was left out while Fantasyland was due.")]
    if deal.rules.ruleset.orbit_lock and not deal.begins_orbit and seat in deal.seats:
        refusal = f"{name} was in the last hand and plays on until the button has gone round."
        return [Move(refusal, f"{name} was left out before the button had gone round.")]
    return []


def check_leaving(deal: Deal, seat: Seat, reason: str) -> None:
    """Raise RefusedError when a player should play on before leaving, unless the dealer says why not."""
    for move in _leaving(deal, seat) if seat in deal.seats else ():
        if not reason:
            raise RefusedError(f"{move.refusal} If that cannot be, say why.", field="reason")


def _joined(name: str) -> Move:
    return Move(
        f"{name} was not in the last hand and joins when Fantasyland is over.",
        f"{name} joined while Fantasyland was due.",
    )


def _fantasyland_note(board: SeatBoard, due: int) -> str:
    def words(cards: int) -> str:
        return f"{cards} cards in Fantasyland" if cards else "a normal deal"

    return f"{board.seat.name} got {words(board.fantasyland)} instead of {words(due)}."


def fantasyland_choices(rules: Ruleset) -> tuple[int, ...]:
    """What a dealer can choose for a seat: a normal deal (0), or a number of cards that the rules deal."""
    return (0, *rules.fantasyland_counts)
