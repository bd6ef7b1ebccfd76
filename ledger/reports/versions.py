"""What became of a hand from one version to the next, when it was corrected, undone or restored."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Prefetch

from ledger.models import Board, Hand, Revision
from ledger.services.scoring import score_revision
from ofcscore.engine.board import split_rows
from ofcscore.engine.rules import ROWS


@dataclass(frozen=True)
class RowChange:
    """One row that is not the same in both versions: its cards in each, none for who was not dealt in."""

    name: str
    row: str
    before: tuple[str, ...]
    after: tuple[str, ...]


@dataclass(frozen=True)
class DealChange:
    """What else is not the same: who is dealt in, Fantasyland, a foul, the button; both in words."""

    what: str
    before: str
    after: str


@dataclass(frozen=True)
class UnitsChange:
    """What the hand counts for one player, before and after."""

    name: str
    before: int
    after: int


@dataclass(frozen=True)
class VersionView:
    """One version of a hand: what was done, by whom, when and why, and what that changed. The first has changed
    nothing.
    """

    what: str
    by: str
    at: datetime
    reason: str
    deal_note: str
    rows: tuple[RowChange, ...] = ()
    deal: tuple[DealChange, ...] = ()
    units: tuple[UnitsChange, ...] = ()


@dataclass(frozen=True)
class _Counted:
    """How a hand stands after a version: the boards that were on the table by seat id, whoever has the button, and what
    each won.
    """

    boards: Mapping[int, Board]
    button: int
    units: Mapping[int, int]


def version_views(hand: Hand) -> tuple[VersionView, ...]:
    """Every version of a hand, the newest first."""
    boards = Board.objects.select_related("seat__player").order_by("position")
    revisions = hand.revisions.select_related("created_by").prefetch_related(Prefetch("boards", boards))
    views = []
    before: _Counted | None = None
    for revision in revisions.order_by("number"):
        revision.hand = hand
        after = _counted(revision, before)
        views.append(_view(revision, before, after))
        before = after
    return tuple(reversed(views))


def _counted(revision: Revision, before: _Counted | None) -> _Counted:
    if revision.kind == Revision.Kind.UNDONE and before:
        return _Counted(before.boards, before.button, dict.fromkeys(before.units, 0))
    boards = {board.seat_id: board for board in revision.boards.all()}
    units = dict(zip(boards, score_revision(revision).units, strict=True))
    return _Counted(boards, revision.button_id or 0, units)


def _view(revision: Revision, before: _Counted | None, after: _Counted) -> VersionView:
    what = Revision.Kind(revision.kind).label
    said = (what, revision.by, revision.created_at, revision.reason, revision.deal_note)
    if before is None:
        return VersionView(*said)
    # In the order of the places they have after it, and then whoever is not dealt in any more.
    names = {board.seat_id: board.seat.name for board in (*after.boards.values(), *before.boards.values())}
    return VersionView(
        *said,
        rows=tuple(_row_changes(names, before, after)),
        deal=tuple(_deal_changes(names, before, after)),
        units=tuple(_unit_changes(names, before, after)),
    )


def _row_changes(names: Mapping[int, str], before: _Counted, after: _Counted) -> Iterator[RowChange]:
    for seat, name in names.items():
        for row, old, new in zip(ROWS, _rows(before, seat), _rows(after, seat), strict=True):
            if sorted(old) != sorted(new):
                yield RowChange(name, row, old, new)


def _rows(counted: _Counted, seat: int) -> Sequence[tuple[str, ...]]:
    board = counted.boards.get(seat)
    return split_rows(board.cards) if board and board.cards else ((), (), ())


def _deal_changes(names: Mapping[int, str], before: _Counted, after: _Counted) -> Iterator[DealChange]:
    for seat, name in names.items():
        old, new = (_dealt(counted.boards.get(seat)) for counted in (before, after))
        if old != new:
            yield DealChange(name, old, new)
    if before.button != after.button:
        yield DealChange("The button", names[before.button], names[after.button])


def _dealt(board: Board | None) -> str:
    if board is None:
        return "not dealt in"
    deal = f"Fantasyland with {board.fantasyland} cards" if board.fantasyland else "a normal deal"
    return f"{deal}, declared foul" if board.dead else deal


def _unit_changes(names: Mapping[int, str], before: _Counted, after: _Counted) -> Iterator[UnitsChange]:
    for seat, name in names.items():
        yield UnitsChange(name, before.units.get(seat, 0), after.units.get(seat, 0))
