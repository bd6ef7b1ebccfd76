"""The hands and penalties of a session as lines of a table, with what each did to everybody's balance."""

from collections.abc import Iterable, Sequence, Set
from dataclasses import dataclass

from ledger.models import Adjustment, Revision, Seat, SessionRules
from ledger.money import format_amount
from ledger.services.scoring import score_revision
from ofcscore.engine.scoring import HandResult


@dataclass(frozen=True)
class Column:
    """A player as one column of a table: all the seats that are theirs."""

    player: int
    name: str
    seats: frozenset[int]
    balance: int

    def sum_of(self, units: dict[int, int]) -> int:
        """The player's units, from units by seat id."""
        return sum(units.get(seat, 0) for seat in self.seats)


@dataclass(frozen=True)
class Cell:
    """What one line did for one player: the units (of what is undone, what they were) and the balance after it.
    ``dealt_in`` is False for who sat out.
    """

    dealt_in: bool
    units: int
    balance: int


@dataclass(frozen=True)
class Line:
    """A hand, or a penalty, as one line of a table: its marks, and a cell for each player in order.

    A hand has its ``number`` and ``revision``; a penalty has neither, and its ``reason`` instead.
    """

    number: int | None
    revision: int | None
    reason: str
    is_undone: bool
    marks: tuple[str, ...]
    cells: tuple[Cell, ...]
    total: int


@dataclass(frozen=True)
class _Moved:
    """What a line shows before it is laid out: ``counts`` is what it does to the balances now, by seat id, and
    ``units`` what is shown of it, for those who were dealt in.
    """

    number: int | None
    revision: int | None
    reason: str
    is_undone: bool
    marks: tuple[str, ...]
    units: dict[int, int]
    counts: dict[int, int]


def stakes_of(rules: SessionRules, currency: str) -> str:
    """What is played and for how much: "Pineapple · €1 a unit"."""
    if not rules.unit_value:
        return f"{rules.ruleset.title} · for units only"
    return f"{rules.ruleset.title} · {format_amount(rules.unit_value, currency)} a unit"


def columns_of(seats: Iterable[Seat]) -> list[Column]:
    """The players in the order of their first seats. Where somebody has two boards, both are theirs (R10.3)."""
    by_player: dict[int, list[Seat]] = {}
    for seat in seats:
        by_player.setdefault(seat.player_id, []).append(seat)
    return [
        Column(player, own[0].player.name, frozenset(seat.pk for seat in own), sum(seat.balance for seat in own))
        for player, own in by_player.items()
    ]


def lines_of(
    revisions: Iterable[Revision],
    adjustments: Iterable[Adjustment],
    columns: Sequence[Column],
    *,
    marks_of: Set[int] | None = None,
) -> list[Line]:
    """A line for each, the newest first. Balances are reckoned back from the columns', which are those after the
    newest line. Hands are marked for what any seat did, or one of the seats ``marks_of``.
    """
    moved = [((revision.hand.number, 0, 0), _of_hand(revision, marks_of)) for revision in revisions]
    moved += [((each.after_number, 1, each.pk), _of_adjustment(each)) for each in adjustments]
    moved.sort(key=lambda placed: placed[0], reverse=True)
    balances = [column.balance for column in columns]
    lines = []
    for _, move in moved:
        cells = tuple(
            Cell(bool(column.seats & move.units.keys()), column.sum_of(move.units), balance)
            for column, balance in zip(columns, balances, strict=True)
        )
        total = sum(move.counts.values())
        lines.append(Line(move.number, move.revision, move.reason, move.is_undone, move.marks, cells, total))
        balances = [balance - column.sum_of(move.counts) for column, balance in zip(columns, balances, strict=True)]
    return lines


def _of_hand(revision: Revision, marks_of: Set[int] | None) -> _Moved:
    counts = {board.seat_id: board.units for board in revision.boards.all()}
    result = score_revision(revision)
    units = dict(zip(counts, result.units, strict=True)) if revision.is_undone else counts
    own = {place for place, seat in enumerate(counts) if marks_of is None or seat in marks_of}
    marks = _marks(revision, result, own, is_one=marks_of is not None)
    return _Moved(revision.hand.number, revision.last_number, "", revision.is_undone, marks, units, counts)


def _of_adjustment(adjustment: Adjustment) -> _Moved:
    units: dict[int, int] = {}
    for transfer in adjustment.transfers.all():
        units[transfer.payee_id] = units.get(transfer.payee_id, 0) + transfer.units
        units[transfer.payer_id] = units.get(transfer.payer_id, 0) - transfer.units
    undone = hasattr(adjustment, "undone_by")
    marks = ("undone",) if undone else ()
    return _Moved(None, None, adjustment.reason, undone, marks, units, {} if undone else units)


def _marks(revision: Revision, result: HandResult, own: Set[int], *, is_one: bool) -> tuple[str, ...]:
    """What was special about a hand, in a word each: of all its boards, or of those in the places ``own`` of one
    player, whose own scoops are told from those against them.
    """
    if revision.is_undone:
        return ("undone",)
    fouled = {place for place, board in enumerate(result.boards) if board.fouled}
    scoops = [pair for pair in result.pairs if pair.scoop and not {pair.first, pair.second} & fouled]
    scooped = {(pair.first, pair.second) if pair.scoop > 0 else (pair.second, pair.first) for pair in scoops}
    marks = {
        "corrected": revision.is_corrected,
        "foul": bool(fouled & own),
        "scoop": any(winner in own for winner, _ in scooped),
        "scooped": is_one and any(loser in own for _, loser in scooped),
        "Fantasyland": any(result.boards[place].fantasyland for place in own),
        "changed deal": bool(revision.deal_note),
    }
    return tuple(mark for mark, applies in marks.items() if applies)
