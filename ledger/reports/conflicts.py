"""Two phones on one hand: what was saved, and how it differs from what is in the other's hands."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from ledger.models import Revision, Session
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
    saved_by: str
    saved_at: datetime
    is_undone: bool
    units: tuple[UnitsLine, ...]
    differences: tuple[RowDifference, ...]


def conflict_view(session: Session, number: int, typed: Sequence[TypedBoard]) -> ConflictView | None:
    """The saved hand of this number beside what was typed; None when there is no such hand."""
    saved = Revision.objects.shown().filter(hand__session=session, hand__number=number).first()
    if saved is None:
        return None
    boards = list(saved.boards.all())
    names = {board.seat_id: board.seat.player.name for board in boards} | {
        board.seat.pk: board.seat.player.name for board in typed
    }
    was = {board.seat_id: split_rows(board.cards) for board in boards}
    now = {board.seat.pk: tuple(map(_cards, board.rows)) for board in typed}
    none: tuple[tuple[str, ...], ...] = ((), (), ())
    differences = [
        RowDifference(name, row, before, after)
        for seat, name in names.items()
        for row, before, after in zip(ROWS, was.get(seat, none), now.get(seat, none), strict=True)
        if sorted(before) != sorted(after)
    ]
    return ConflictView(
        number=number,
        revision=saved.last_number,
        key=saved.key,
        saved_by=saved.created_by.shown_name,
        saved_at=saved.created_at,
        is_undone=saved.is_undone,
        units=tuple(UnitsLine(board.seat.player.name, board.units) for board in boards),
        differences=tuple(differences),
    )


def _cards(text: str) -> tuple[str, ...]:
    try:
        return parse_cards(text)
    except OFCError:
        return ()
