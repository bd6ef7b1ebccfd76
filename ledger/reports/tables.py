"""A session as its page shows it: who stands where, what comes next, the last hands and penalties."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from ledger.models import Adjustment, Revision, Seat, Session, Transfer
from ledger.money import format_signed
from ledger.reports.hands import deal_sentences
from ledger.reports.lines import Column, Line, columns_of, lines_of, stakes_of
from ledger.services.deals import Deal, deal_next

LAST_HANDS = 5
LAST_KEYS = 50
# What is read of each save: its key, and what it was.
SAVED = ("key", "kind", "created_at", "hand__number")
WRITTEN = {
    Revision.Kind.SAVED: "Hand {} is in.",
    Revision.Kind.CORRECTED: "Hand {} is corrected.",
    Revision.Kind.UNDONE: "Hand {} is undone.",
    Revision.Kind.RESTORED: "Hand {} stands again.",
}


@dataclass(frozen=True)
class DueCards:
    """Fantasyland that a player is due: with which board, where there are several, and with how many cards."""

    board: str
    cards: int


@dataclass(frozen=True)
class Written:
    """What was written down last, a hand or a penalty, as a sentence, and when."""

    at: datetime
    what: str


@dataclass(frozen=True)
class Standing:
    """Where a player stands. ``last_units`` is None for who was not dealt in last. ``money`` is the balance as an
    amount, and ``stack`` the units on the table, empty and None where there is no such thing.
    """

    player: int
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
    last_written: Written | None
    saved_keys: tuple[str, ...]


def table_view(session: Session) -> TableView:
    """The session as it stands, with its last hands and what was paid between them."""
    deal = deal_next(session)
    seats = _with_balances(session, deal.table)
    columns = columns_of(seats)
    saved = list(Revision.objects.filter(hand__session=session).order_by("-pk").values_list(*SAVED)[:LAST_KEYS])
    shown = Revision.objects.shown().select_related(None).select_related("hand__rules").filter(hand__session=session)
    revisions = list(shown.order_by("-hand__number")[:LAST_HANDS])
    since = revisions[-1].hand.number if len(revisions) == LAST_HANDS else 0
    adjustments = list(Adjustment.objects.shown().filter(session=session, after_number__gte=since))
    lines = lines_of(revisions, adjustments, columns)
    hands = [line for line in lines if line.number]
    last_live = next((line for line in hands if not line.is_undone), None) or _last_live(session, columns)
    return TableView(
        stakes=stakes_of(deal.rules, session.currency),
        plays_for_stacks=deal.rules.ruleset.plays_for_stacks,
        standings=tuple(_standings(session, deal, seats, columns, last_live)),
        names=tuple(column.name for column in columns),
        next_number=deal.number,
        next_deal=deal_sentences(deal),
        lines=tuple(lines),
        last_live=last_live,
        last_undone=hands[0] if hands and hands[0].is_undone else None,
        last_written=_last_written(saved, adjustments),
        saved_keys=tuple(str(key) for key, *_ in saved),
    )


def _with_balances(session: Session, seats: Sequence[Seat]) -> Sequence[Seat]:
    """The seats with their balances, which for all of a table are added up faster than for each."""
    sums = Transfer.objects.filter(session=session).by_seats()
    for seat in seats:
        seat.balance, seat.money = sums[seat.pk]
    return seats


def _last_written(
    saved: Sequence[tuple[UUID, str, datetime, int]], adjustments: Iterable[Adjustment]
) -> Written | None:
    """The last of these; ``saved`` has the newest first."""
    written = [Written(at, WRITTEN[Revision.Kind(kind)].format(number)) for _, kind, at, number in saved[:1]]
    for each in adjustments:
        undone = getattr(each, "undone_by", None)
        at = undone.created_at if undone else each.created_at
        written.append(Written(at, f"“{each.reason}” is {'undone' if undone else 'in'}."))
    return max(written, key=lambda one: one.at, default=None)


def _standings(
    session: Session, deal: Deal, seats: Sequence[Seat], columns: Sequence[Column], last_live: Line | None
) -> Iterable[Standing]:
    here = {seat.pk: seat for seat in deal.table}
    for place, column in enumerate(columns):
        last = last_live.cells[place] if last_live else None
        own = [seat for seat in seats if seat.pk in column.seats]
        yield Standing(
            column.player,
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
    return next(iter(lines_of(last, (), columns)), None)
