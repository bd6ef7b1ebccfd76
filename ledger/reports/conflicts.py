"""Two phones on one hand: what was saved, and how it differs from what is in the other's hands."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from ledger.models import Board, Revision, Session, User
from ledger.services.scoring import TypedBoard
from ofcscore.engine.board import split_rows
from ofcscore.engine.cards import parse_cards
from ofcscore.engine.errors import OFCError
from ofcscore.engine.rules import ROWS


@dataclass(frozen=True)
class RowDifference:
    """One row that is not the same in both: the cards saved, and the cards typed, as far as they can be read."""

    name: str
    row: str
    saved: tuple[str, ...]
    typed: tuple[str, ...]


@dataclass(frozen=True)
class DealDifference:
    """What else is not the same: who is dealt in, a foul, Fantasyland, the button; each side in words."""

    name: str
    saved: str
    typed: str


@dataclass(frozen=True)
class UnitsLine:
    """What the saved hand is worth to one player."""

    name: str
    units: int


@dataclass(frozen=True)
class ConflictView:
    """The hand as it is saved, and where what was typed differs from it."""

    number: int
    revision: int
    key: UUID
    saved_by: User
    saved_at: datetime
    is_undone: bool
    units: tuple[UnitsLine, ...]
    rows: tuple[RowDifference, ...]
    deal: tuple[DealDifference, ...]

    @property
    def is_same(self) -> bool:
        """Whether what was typed is what is saved."""
        return not self.rows and not self.deal


def conflict_view(session: Session, number: int, typed: Sequence[TypedBoard], button: int) -> ConflictView | None:
    """The saved hand of this number beside what was typed, ``button`` being the seat that has it there; None when there
    is no such hand.
    """
    saved = Revision.objects.shown().filter(hand__session=session, hand__number=number).first()
    if saved is None:
        return None
    boards = list(saved.boards.all())
    return ConflictView(
        number=number,
        revision=saved.last_number,
        key=saved.key,
        saved_by=saved.created_by,
        saved_at=saved.created_at,
        is_undone=saved.is_undone,
        units=tuple(UnitsLine(board.seat.name, board.units) for board in boards),
        rows=tuple(_row_differences(boards, typed)),
        deal=tuple(_deal_differences(saved, boards, typed, button)),
    )


def _row_differences(boards: Sequence[Board], typed: Sequence[TypedBoard]) -> Iterator[RowDifference]:
    was = {board.seat: split_rows(board.cards) for board in boards}
    now = {board.seat: tuple(map(_cards, board.rows)) for board in typed}
    none: tuple[tuple[str, ...], ...] = ((), (), ())
    for seat in was | now:
        for row, before, after in zip(ROWS, was.get(seat, none), now.get(seat, none), strict=True):
            if sorted(before) != sorted(after):
                yield RowDifference(seat.name, row, before, after)


def _deal_differences(
    saved: Revision, boards: Sequence[Board], typed: Sequence[TypedBoard], button: int
) -> Iterator[DealDifference]:
    was = {board.seat: _dealt(board.fantasyland, board.dead) for board in boards}
    now = {board.seat: _dealt(board.fantasyland, board.dead) for board in typed}
    for seat in was | now:
        before, after = was.get(seat, "not dealt in"), now.get(seat, "not dealt in")
        if before != after:
            yield DealDifference(seat.name, before, after)
    if button != saved.button_id:
        names = {seat.pk: seat.name for seat in was | now}
        yield DealDifference("The button", names.get(saved.button_id or 0, "nobody"), names.get(button, "nobody"))


def _dealt(fantasyland: int, dead: bool) -> str:
    deal = f"Fantasyland with {fantasyland} cards" if fantasyland else "a normal deal"
    return f"{deal}, declared foul" if dead else deal


def _cards(text: str) -> tuple[str, ...]:
    try:
        return parse_cards(text)
    except OFCError:
        return ()
