"""A session hand by hand: what every hand and penalty did, the curve of the balances, and the numbers of the night.

Only the hands of the page that is asked for are scored again. The balances before it, and the curve, are added up from
the journal.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from itertools import accumulate

from django.core.paginator import Paginator
from django.db.models import F, Prefetch
from django.db.models.functions import Coalesce

from ledger.models import Adjustment, Board, Hand, Player, Revision, Seat, Session, SessionRules, Tally, Transfer
from ledger.reports.curve import CurveView, Series, curve_view
from ledger.reports.lines import Column, Line, columns_of, lines_of, stakes_of
from ledger.services.deals import last_number

HANDS_A_PAGE = 100
# Less time says nothing about the pace.
LEAST_MINUTES = 10
DAY = 24 * 60
# Where something stands in the night: the number of the hand, or of the hand it came after, and 1 and its id for what
# is no hand.
Place = tuple[int, int, int]
Moves = dict[Place, Counter[int]]


@dataclass(frozen=True)
class HistoryPage:
    """Which hands are shown, of so many; ``newer`` and ``older`` are the pages beside it, None for none."""

    first: int
    last: int
    hands: int
    newer: int | None
    older: int | None


@dataclass(frozen=True)
class BiggestHand:
    """The most that one board brought."""

    name: str
    units: int
    number: int


@dataclass(frozen=True)
class NightRow:
    """One number of the night, for each player in order."""

    title: str
    values: tuple[int, ...]


@dataclass(frozen=True)
class NightView:
    """The numbers of the night, of the hands that stand. ``units_moved`` is what all hands and penalties brought those
    whom they brought something.
    """

    hands: str
    pace: str
    biggest: BiggestHand | None
    units_moved: int
    rows: tuple[NightRow, ...]


@dataclass(frozen=True)
class HistoryView:
    """A page of a session's hands and penalties, newest first, over the balances that all of them add up to. ``chosen``
    is the one player that is looked at, of ``players``.
    """

    stakes: str
    players: tuple[Column, ...]
    chosen: Column | None
    names: tuple[str, ...]
    lines: tuple[Line, ...]
    balances: tuple[int, ...]
    total: int
    page: HistoryPage
    curve: CurveView | None
    night: NightView | None


def history_view(session: Session, *, page: str = "", player: Player | None = None) -> HistoryView:
    """Everything that moved units in the session, 100 hands a page, with running balances: of all players, or of one
    of them. ``page`` is what was asked for: the first for what is no number, the last for one that is too high.
    """
    seats = list(session.seats.select_related("player").with_balances())
    rules = list(SessionRules.objects.filter(session=session).order_by("number"))
    players = columns_of(seats)
    chosen = next((column for column in players if player and column.player == player.pk), None)
    columns = [chosen] if chosen else players
    hands = list(Hand.objects.live().filter(session=session).order_by("number").values_list("number", "created_at"))
    moves = _moves(session)
    shown = _page(last_number(session), page)
    revisions = _revisions(session, shown, moves, seats, rules)
    balances = tuple(column.balance for column in columns)
    return HistoryView(
        stakes=stakes_of(rules[-1], session.currency),
        players=tuple(players),
        chosen=chosen,
        names=tuple(column.name for column in columns),
        lines=tuple(_lines(session, shown, moves, revisions, columns, chosen)),
        balances=balances,
        total=sum(balances),
        page=shown,
        curve=_curve([number for number, _ in hands], moves, players, chosen),
        night=_night(session, [at for _, at in hands], moves, players) if hands else None,
    )


def balance_curve(session: Session) -> CurveView | None:
    """The curve of everybody's balance alone."""
    players = columns_of(session.seats.select_related("player").with_balances())
    hands = Hand.objects.live().filter(session=session).values_list("number", flat=True)
    return _curve(list(hands), _moves(session), players, None)


def _moves(session: Session) -> Moves:
    """What every hand and penalty did to the balances, by seat id, in the order of the night. What was undone comes to
    0, and so does what was taken back by a correction.
    """
    undone = "adjustment__undoes"
    rows = Transfer.objects.filter(session=session).values_list(
        F("revision__hand__number"),
        Coalesce(f"{undone}__after_number", "adjustment__after_number"),
        Coalesce(undone, "adjustment"),
        F("payer"),
        F("payee"),
        F("units"),
    )
    moves: Moves = {}
    for number, after, adjustment, payer, payee, units in rows:
        place = (after, 1, adjustment) if number is None else (number, 0, 0)
        counts = moves.setdefault(place, Counter())
        counts[payer] -= units
        counts[payee] += units
    return dict(sorted(moves.items()))


def _page(hands: int, asked: str) -> HistoryPage:
    """The page that was asked for, of so many hands, the newest on the first."""
    page = Paginator(range(hands, 0, -1), HANDS_A_PAGE).get_page(asked)
    shown = page.object_list
    newer = page.previous_page_number() if page.has_previous() else None
    older = page.next_page_number() if page.has_next() else None
    return HistoryPage(shown[-1] if shown else 0, shown[0] if shown else 0, hands, newer, older)


def _revisions(
    session: Session, page: HistoryPage, moves: Moves, seats: Sequence[Seat], rules: Sequence[SessionRules]
) -> list[Revision]:
    """The hands of a page as they stand. What was fetched already is put in its place and not fetched again, and what a
    hand brought is not added up again: both would take longer than all else.
    """
    numbers = (page.first, page.last)
    shown = Revision.objects.shown().filter(hand__session=session, hand__number__range=numbers)
    bare = shown.select_related(None).select_related("hand").prefetch_related(None)
    revisions = list(bare.prefetch_related(Prefetch("boards", Board.objects.order_by("position"))))
    seats_by_id = {seat.pk: seat for seat in seats}
    rules_by_id = {version.pk: version for version in rules}
    for revision in revisions:
        hand = revision.hand
        hand.rules = rules_by_id[hand.rules_id]
        units = moves.get((hand.number, 0, 0), Counter())
        for board in revision.boards.all():
            board.seat = seats_by_id[board.seat_id]
            board.units = units[board.seat_id]
    return revisions


def _lines(
    session: Session,
    page: HistoryPage,
    moves: Moves,
    revisions: Sequence[Revision],
    columns: Sequence[Column],
    chosen: Column | None,
) -> list[Line]:
    """The lines of one page: its hands, and the penalties after each. Those before the first hand stand with it."""
    since = page.first if page.older else 0
    adjustments = Adjustment.objects.shown().filter(session=session, after_number__range=(since, page.last))
    before = [counts for place, counts in moves.items() if place[0] <= page.last]
    then = [replace(column, balance=sum(map(column.sum_of, before))) for column in columns]
    lines = lines_of(revisions, adjustments, then, marks_of=chosen.seats if chosen else None)
    return [line for line in lines if line.number or any(cell.dealt_in for cell in line.cells)]


def _curve(hands: Sequence[int], moves: Moves, players: Sequence[Column], chosen: Column | None) -> CurveView | None:
    """The balances after each hand and each penalty that stands. One player alone is drawn as among the others."""
    penalties = [place for place, counts in moves.items() if place[1] and any(counts.values())]
    places = sorted([(number, 0, 0) for number in hands] + penalties)
    series = [
        Series(player.name, tuple(accumulate((player.sum_of(moves.get(at, {})) for at in places), initial=0)), look)
        for look, player in enumerate(players)
        if chosen in (None, player)
    ]
    return curve_view("curve", "Balances, hand by hand", ["Start", *map(_label, places)], series)


def _label(place: Place) -> str:
    """What a place in the night is called."""
    number, is_penalty, _ = place
    if not is_penalty:
        return f"Hand {number}"
    return f"Penalty after hand {number}" if number else "Penalty before the first hand"


def _night(session: Session, times: Sequence[datetime], moves: Moves, players: Sequence[Column]) -> NightView:
    tallies = list(Tally.objects.filter(session=session, hands__gt=0).select_related("best_hand", "player"))
    time = times[-1] - times[0]
    return NightView(
        hands=hands_words(len(times), time),
        pace=pace_words(len(times), time),
        biggest=_biggest(tallies),
        units_moved=sum(max(0, player.sum_of(counts)) for counts in moves.values() for player in players),
        rows=tuple(_night_rows(tallies, [player.player for player in players])),
    )


def _night_rows(tallies: Sequence[Tally], players: Sequence[int]) -> list[NightRow]:
    counts: dict[str, Counter[int]] = {}
    for tally in tallies:
        numbers = {
            "Hands": tally.hands,
            "Royalties": tally.royalties_top + tally.royalties_middle + tally.royalties_bottom,
            "Scoops": tally.scoops,
            "Fouls": tally.fouls,
            "Fantasyland entered": tally.entries,
            "Fantasyland kept": tally.stays,
        }
        for title, number in numbers.items():
            counts.setdefault(title, Counter())[tally.player_id] += number
    return [NightRow(title, tuple(own[player] for player in players)) for title, own in counts.items()]


def _biggest(tallies: Sequence[Tally]) -> BiggestHand | None:
    """The hand that brought one board the most, the earliest of several; None where none brought anything."""
    won = [
        BiggestHand(tally.player.name, tally.best_units, tally.best_hand.number)
        for tally in tallies
        if tally.best_units and tally.best_units > 0 and tally.best_hand
    ]
    return min(won, key=lambda hand: (-hand.units, hand.number), default=None)


def hands_words(hands: int, time: timedelta) -> str:
    """How many hands, and in what time from the first to the last: "16 in 1 h 05 min"."""
    if hands < 2:
        return str(hands)
    minutes = time // timedelta(minutes=1)
    if minutes < 1:
        return f"{hands} within a minute"
    if minutes < 60:
        return f"{hands} in {minutes} min"
    if minutes < 2 * DAY:
        return f"{hands} in {minutes // 60} h {minutes % 60:02} min"
    return f"{hands} over {minutes // DAY} days"


def pace_words(hands: int, time: timedelta) -> str:
    """Hands an hour, reckoned from the first to the last; of a short night, that it is too early to tell."""
    if hands < 2 or time < timedelta(minutes=LEAST_MINUTES):
        return "too early to tell"
    pace = (2 * (hands - 1) * timedelta(hours=1) + time) // (2 * time)
    return f"{pace} hands an hour" if pace > 1 else "1 hand an hour" if pace else "less than 1 hand an hour"
