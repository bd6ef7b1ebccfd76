"""A session as its page and its history show it: who stands where, what comes next, the hands and the penalties."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from ledger.models import Adjustment, Revision, Seat, Session, SessionRules
from ledger.money import format_amount, format_signed
from ledger.reports.hands import deal_sentences
from ledger.services.deals import Deal, deal_next
from ledger.services.scoring import score_revision
from ofcscore.engine.scoring import HandResult

LAST_HANDS = 5
LAST_KEYS = 50


@dataclass(frozen=True)
class Column:
    """A player as one column of a table: all the seats that are theirs."""

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
class DueCards:
    """Fantasyland that a player is due: with which board, where there are several, and with how many cards."""

    board: str
    cards: int


@dataclass(frozen=True)
class Standing:
    """Where a player stands. ``last_units`` is None for who was not dealt in last. ``money`` is the balance as an
    amount, and ``stack`` the units on the table, empty and None where there is no such thing.
    """

    name: str
    balance: int
    money: str
    stack: int | None
    last_units: int | None
    is_away: bool
    has_button: bool
    fantasyland: tuple[DueCards, ...]


@dataclass(frozen=True)
class TableView:
    """All that a session's page shows. ``saved_keys`` are those of the last saves and corrections."""

    stakes: str
    plays_for_stacks: bool
    standings: tuple[Standing, ...]
    names: tuple[str, ...]
    next_number: int
    next_deal: tuple[str, ...]
    lines: tuple[Line, ...]
    last_live: Line | None
    last_undone: Line | None
    saved_at: datetime | None
    saved_keys: tuple[str, ...]


@dataclass(frozen=True)
class HistoryView:
    """Every hand and penalty of a session, newest first, under the balances they add up to."""

    stakes: str
    names: tuple[str, ...]
    lines: tuple[Line, ...]
    balances: tuple[int, ...]
    total: int


def _stakes(rules: SessionRules, currency: str) -> str:
    """What is played and for how much: "Pineapple · €1 a unit"."""
    if not rules.unit_value:
        return f"{rules.ruleset.title} · for units only"
    return f"{rules.ruleset.title} · {format_amount(rules.unit_value, currency)} a unit"


def _columns(seats: Iterable[Seat]) -> list[Column]:
    """The players in the order of their first seats. Where somebody has two boards, both are theirs (R10.3)."""
    by_player: dict[int, list[Seat]] = {}
    for seat in seats:
        by_player.setdefault(seat.player_id, []).append(seat)
    return [
        Column(own[0].player.name, frozenset(seat.pk for seat in own), sum(seat.balance for seat in own))
        for own in by_player.values()
    ]


def table_view(session: Session) -> TableView:
    """The session as it stands, with its last hands and what was paid between them."""
    seats = list(session.seats.select_related("player").with_balances())
    columns = _columns(seats)
    deal = deal_next(session)
    saved = Revision.objects.filter(hand__session=session).order_by("-pk")
    shown = Revision.objects.shown().filter(hand__session=session).order_by("-hand__number")[:LAST_HANDS]
    revisions = list(shown)
    since = revisions[-1].hand.number if len(revisions) == LAST_HANDS else 0
    adjustments = Adjustment.objects.shown().filter(session=session, after_number__gte=since)
    lines = _lines(revisions, adjustments, columns)
    hands = [line for line in lines if line.number]
    last_live = next((line for line in hands if not line.is_undone), None) or _last_live(session, columns)
    return TableView(
        stakes=_stakes(deal.rules, session.currency),
        plays_for_stacks=deal.rules.ruleset.plays_for_stacks,
        standings=tuple(_standings(session, deal, seats, columns, last_live)),
        names=tuple(column.name for column in columns),
        next_number=deal.number,
        next_deal=deal_sentences(deal),
        lines=tuple(lines),
        last_live=last_live,
        last_undone=hands[0] if hands and hands[0].is_undone else None,
        saved_at=revisions[0].created_at if revisions else None,
        saved_keys=tuple(map(str, saved.values_list("key", flat=True)[:LAST_KEYS])),
    )


def _standings(
    session: Session, deal: Deal, seats: Sequence[Seat], columns: Sequence[Column], last_live: Line | None
) -> Iterable[Standing]:
    here = {seat.pk: seat for seat in deal.table}
    for place, column in enumerate(columns):
        last = last_live.cells[place] if last_live else None
        own = [seat for seat in seats if seat.pk in column.seats]
        yield Standing(
            column.name,
            column.balance,
            format_signed(sum(seat.money for seat in own), session.currency),
            sum(here[seat.pk].stack for seat in own) if deal.stacks else None,
            last.units if last and last.dealt_in else None,
            all(here[seat.pk].is_away for seat in own),
            deal.button.pk in column.seats,
            tuple(_due(seat, deal) for seat in own if seat.pk in deal.fantasyland),
        )


def _due(seat: Seat, deal: Deal) -> DueCards:
    return DueCards(f"board {seat.board_number}" if seat.board_number else "", deal.fantasyland[seat.pk])


def _last_live(session: Session, columns: Sequence[Column]) -> Line | None:
    """The line of the last hand that stands, when every hand after it is undone and so moves no balance."""
    last = Revision.objects.live().filter(hand__session=session).order_by("-hand__number")[:1]
    return next(iter(_lines(last, (), columns)), None)


def history_view(session: Session) -> HistoryView:
    """Everything that moved units in the session, with running balances."""
    columns = _columns(session.seats.select_related("player").with_balances())
    revisions = Revision.objects.shown().filter(hand__session=session)
    adjustments = Adjustment.objects.shown().filter(session=session)
    balances = tuple(column.balance for column in columns)
    return HistoryView(
        stakes=_stakes(SessionRules.objects.newest_of(session), session.currency),
        names=tuple(column.name for column in columns),
        lines=tuple(_lines(revisions, adjustments, columns)),
        balances=balances,
        total=sum(balances),
    )


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


def _lines(revisions: Iterable[Revision], adjustments: Iterable[Adjustment], columns: Sequence[Column]) -> list[Line]:
    """A line for each, the newest first. Balances are reckoned back from how the players stand now."""
    moved = [((revision.hand.number, 0, 0), _of_hand(revision)) for revision in revisions]
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


def _of_hand(revision: Revision) -> _Moved:
    counts = {board.seat_id: board.units for board in revision.boards.all()}
    result = score_revision(revision)
    units = dict(zip(counts, result.units, strict=True)) if revision.is_undone else counts
    marks = _marks(revision, result)
    return _Moved(revision.hand.number, revision.last_number, "", revision.is_undone, marks, units, counts)


def _of_adjustment(adjustment: Adjustment) -> _Moved:
    units: dict[int, int] = {}
    for transfer in adjustment.transfers.all():
        units[transfer.payee_id] = units.get(transfer.payee_id, 0) + transfer.units
        units[transfer.payer_id] = units.get(transfer.payer_id, 0) - transfer.units
    undone = hasattr(adjustment, "undone_by")
    marks = ("undone",) if undone else ()
    return _Moved(None, None, adjustment.reason, undone, marks, units, {} if undone else units)


def _marks(revision: Revision, result: HandResult) -> tuple[str, ...]:
    """What was special about a hand, in a word each."""
    if revision.is_undone:
        return ("undone",)
    fouled = {place for place, board in enumerate(result.boards) if board.fouled}
    marks = {
        "corrected": revision.is_corrected,
        "foul": bool(fouled),
        "scoop": any(pair.scoop for pair in result.pairs if not {pair.first, pair.second} & fouled),
        "Fantasyland": any(board.fantasyland for board in result.boards),
        "changed deal": bool(revision.deal_note),
    }
    return tuple(mark for mark, applies in marks.items() if applies)
