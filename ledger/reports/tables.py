"""A session as its page and its history show it: who stands where, what comes next, and the hands."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from ledger.models import Revision, Seat, Session, SessionRules
from ledger.money import format_amount
from ledger.reports.hands import deal_sentences
from ledger.services.deals import deal_next
from ledger.services.scoring import score_revision
from ofcscore.engine.scoring import HandResult

LAST_HANDS = 5
LAST_KEYS = 50


@dataclass(frozen=True)
class Cell:
    """What one hand did for one seat: its units (of an undone hand, what they were) and the balance after it.
    ``dealt_in`` is False for who sat out.
    """

    dealt_in: bool
    units: int
    balance: int


@dataclass(frozen=True)
class HandLine:
    """A hand as one line of a table: its marks, and a cell for each seat in order."""

    number: int
    revision: int
    is_undone: bool
    marks: tuple[str, ...]
    cells: tuple[Cell, ...]
    total: int


@dataclass(frozen=True)
class Standing:
    """Where a seat stands. ``last_units`` is None for who was not dealt in last; ``fantasyland`` is due next."""

    name: str
    balance: int
    last_units: int | None
    has_button: bool
    fantasyland: int


@dataclass(frozen=True)
class TableView:
    """All that a session's page shows. ``saved_keys`` are those of the last saves and corrections."""

    stakes: str
    standings: tuple[Standing, ...]
    names: tuple[str, ...]
    next_number: int
    next_deal: tuple[str, ...]
    hands: tuple[HandLine, ...]
    last_live: HandLine | None
    saved_at: datetime | None
    saved_keys: tuple[str, ...]


@dataclass(frozen=True)
class HistoryView:
    """Every hand of a session, newest first, under the balances they add up to."""

    stakes: str
    names: tuple[str, ...]
    hands: tuple[HandLine, ...]
    balances: tuple[int, ...]
    total: int


def _stakes(rules: SessionRules, currency: str) -> str:
    """What is played and for how much: "Pineapple · €1 a unit"."""
    if not rules.unit_value:
        return f"{rules.ruleset.title} · for units only"
    return f"{rules.ruleset.title} · {format_amount(rules.unit_value, currency)} a unit"


def table_view(session: Session) -> TableView:
    """The session as it stands, with its last hands."""
    seats = list(session.seats.select_related("player").with_balances())
    deal = deal_next(session)
    saved = Revision.objects.filter(hand__session=session).order_by("-pk")
    shown = Revision.objects.shown().filter(hand__session=session).order_by("-hand__number")[:LAST_HANDS]
    revisions = list(shown)
    lines = _hand_lines(revisions, seats)
    last_live = next((line for line in lines if not line.is_undone), None) or _last_live(session, seats)
    last_units = {seat.pk: cell for seat, cell in zip(seats, last_live.cells, strict=True)} if last_live else {}
    return TableView(
        stakes=_stakes(deal.rules, session.currency),
        standings=tuple(
            Standing(
                seat.player.name,
                seat.balance,
                last_units[seat.pk].units if seat.pk in last_units and last_units[seat.pk].dealt_in else None,
                seat == deal.button,
                deal.fantasyland.get(seat.pk, 0),
            )
            for seat in seats
        ),
        names=tuple(seat.player.name for seat in seats),
        next_number=deal.number,
        next_deal=deal_sentences(deal),
        hands=tuple(lines),
        last_live=last_live,
        saved_at=revisions[0].created_at if revisions else None,
        saved_keys=tuple(map(str, saved.values_list("key", flat=True)[:LAST_KEYS])),
    )


def _last_live(session: Session, seats: Sequence[Seat]) -> HandLine | None:
    """The line of the last hand that stands, when every hand after it is undone and so moves no balance."""
    last = Revision.objects.live().filter(hand__session=session).order_by("-hand__number")[:1]
    return next(iter(_hand_lines(last, seats)), None)


def history_view(session: Session) -> HistoryView:
    """Every hand of the session with running balances."""
    seats = list(session.seats.select_related("player").with_balances())
    lines = _hand_lines(Revision.objects.shown().filter(hand__session=session).order_by("-hand__number"), seats)
    balances = tuple(seat.balance for seat in seats)
    return HistoryView(
        stakes=_stakes(SessionRules.objects.newest_of(session), session.currency),
        names=tuple(seat.player.name for seat in seats),
        hands=tuple(lines),
        balances=balances,
        total=sum(balances),
    )


def _hand_lines(newest_first: Iterable[Revision], seats: Sequence[Seat]) -> list[HandLine]:
    """A line for each revision. Balances are reckoned back from how the seats stand now."""
    balances = [seat.balance for seat in seats]
    lines = []
    for revision in newest_first:
        units = {board.seat_id: board.units for board in revision.boards.all()}
        result = score_revision(revision)
        shown = units if not revision.is_undone else dict(zip(units, result.units, strict=True))
        cells = tuple(
            Cell(seat.pk in units, shown.get(seat.pk, 0), balance)
            for seat, balance in zip(seats, balances, strict=True)
        )
        total = sum(units.values())
        marks = _marks(revision, result)
        lines.append(HandLine(revision.hand.number, revision.last_number, revision.is_undone, marks, cells, total))
        balances = [balance - units.get(seat.pk, 0) for seat, balance in zip(seats, balances, strict=True)]
    return lines


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
