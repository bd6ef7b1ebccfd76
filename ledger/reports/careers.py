"""Careers: what a player did over all sessions, and the players of a club side by side.

All of it is read from the tallies, a row for each player, session and game, and so is no slower for a thousand hands a
night. Money is added up currency by currency.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import date
from itertools import accumulate
from typing import Any, NamedTuple

from django.db.models import BigIntegerField, Case, Count, F, Q, Sum, Value, When

from ledger.models import Club, Hand, PairTally, Player, Tally
from ledger.money import format_signed
from ledger.reports.curve import CurveView, Series, curve_view
from ledger.reports.figures import per_hand, share, signed_two_places, spread, too_few, two_places
from ofcscore.engine.explain import signed

MOST_STEPS = 60
ALL_UNITS = F("units") + F("other_units")
ALL_MONEY = F("money") + F("other_money")
SUMS = (
    "hands",
    "units",
    "units_squared",
    "other_units",
    "fouls",
    "pairs",
    "scoops",
    "scooped",
    "royalties_top",
    "royalties_middle",
    "royalties_bottom",
    "entries",
    "fantasyland_hands",
    "stays",
    "fantasyland_units",
)


@dataclass(frozen=True)
class Selection:
    """What of a career is looked at: one game or, if it is empty, all of them, from a day and to a day."""

    game: str = ""
    first_day: date | None = None
    last_day: date | None = None

    @property
    def is_everything(self) -> bool:
        """Whether nothing is left out."""
        return self == Selection()

    def lookups(self) -> dict[str, Any]:
        """The same as the lookups of a tally."""
        chosen = {"preset": self.game, "session__date__gte": self.first_day, "session__date__lte": self.last_day}
        return {name: value for name, value in chosen.items() if value}


class People:
    """The players of a club, and who each of them counts as: who was merged into another counts as that one."""

    def __init__(self, club_id: int) -> None:
        self.players = {player.pk: player for player in Player.objects.filter(club=club_id)}

    def counts_as(self, pk: int) -> Player:
        """The player that somebody counts as, directly or through others."""
        player = self.players[pk]
        # At most one step for each of them, so that a circle, which should not be, has an end.
        for _ in self.players:
            if player.merged_into_id is None:
                break
            player = self.players[player.merged_into_id]
        return player

    def who_count_as(self, player: Player) -> list[Player]:
        """The player, and everybody who was merged into them."""
        return [each for pk, each in self.players.items() if self.counts_as(pk) == player]

    def as_sql(self, field: str) -> Case:
        """The id of who a row's player counts as."""
        merged = [pk for pk, player in self.players.items() if player.merged_into_id]
        whens = (When(**{field: pk}, then=Value(self.counts_as(pk).pk)) for pk in merged)
        return Case(*whens, default=F(field), output_field=BigIntegerField())


@dataclass(frozen=True)
class Figure:
    """One thing to know: what it is, its value, what to know besides, and a remark when it is made of few. ``tone`` is
    what colours the value, None for what is neither good nor bad.
    """

    label: str
    value: str
    note: str = ""
    remark: str = ""
    tone: int | None = None


@dataclass(frozen=True)
class Extreme:
    """The best or the worst hand: what it brought, and where it is to be seen."""

    label: str
    units: int
    public_id: str
    session: str
    day: date
    number: int


@dataclass(frozen=True)
class Opponent:
    """What was settled with another player: hands, units, and the amount in each currency."""

    pk: int
    name: str
    hands: int
    units: int
    money: tuple[str, ...]


@dataclass(frozen=True)
class Night:
    """One session of a career: its hands, and its units and money (minor units), penalties included."""

    public_id: str
    name: str
    day: date
    hands: int
    units: int
    money: int
    currency: str

    @property
    def amount(self) -> str:
        """The money as text."""
        return format_signed(self.money, self.currency)


@dataclass(frozen=True)
class CareerView:
    """All that a player's page shows. ``units`` and ``money`` are of hands and penalties, ``penalties`` of these only;
    ``nights`` are the newest first. ``also`` are the names of who counts as this player.
    """

    also: tuple[str, ...]
    hands: int
    units: int
    penalties: int
    money: tuple[str, ...]
    remark: str
    figures: tuple[Figure, ...]
    extremes: tuple[Extreme, ...]
    opponents: tuple[Opponent, ...]
    nights: tuple[Night, ...]
    curve: CurveView | None


@dataclass(frozen=True)
class ClubLine:
    """A player beside the others. ``per_hand`` is in hundredths of a unit and ``average`` the same as text; ``cells``
    are the units won from each of the others in their order, None for oneself and for whom one never met.
    """

    pk: int
    name: str
    sessions: int
    hands: int
    units: int
    per_hand: int
    average: str
    remark: str
    cells: tuple[int | None, ...]


class Order(NamedTuple):
    """A way to put players in order: the column that says it, and what counts; the most is first, but for names."""

    label: str
    key: Callable[[ClubLine], Any]
    is_ascending: bool = False


ORDERS = {
    "name": Order("Player", lambda line: line.name.casefold(), is_ascending=True),
    "sessions": Order("Sessions", lambda line: line.sessions),
    "hands": Order("Hands", lambda line: line.hands),
    "units": Order("Units", lambda line: line.units),
    "average": Order("Per hand", lambda line: line.per_hand),
}


def career_view(player: Player, people: People, selection: Selection) -> CareerView:
    """The career of a player and of everybody who counts as them, as far as it is selected."""
    own = people.who_count_as(player)
    tallies = Tally.objects.filter(player__in=own, **selection.lookups())
    sums = tallies.aggregate(**{name: Sum(name, default=0) for name in SUMS})
    nights = tuple(_nights(tallies))
    return CareerView(
        also=tuple(sorted(each.name for each in own if each != player)),
        hands=sums["hands"],
        units=sums["units"] + sums["other_units"],
        penalties=sums["other_units"],
        money=_money((night.currency, night.money) for night in nights),
        remark=too_few(sums["hands"]),
        figures=tuple(_figures(sums)) if sums["hands"] else (),
        extremes=tuple(_extremes(tallies)),
        opponents=tuple(_opponents(player, own, people, selection)),
        nights=nights[::-1],
        curve=_curve(player, nights),
    )


def _nights(tallies: Any) -> Iterable[Night]:
    """The sessions, the oldest first."""
    rows = tallies.values_list("session__date", "session", "session__public_id", "session__name", "session__currency")
    summed = rows.annotate(Sum("hands"), units=Sum(ALL_UNITS), money=Sum(ALL_MONEY))
    for day, _, public_id, name, currency, hands, units, money in summed.order_by("session__date", "session"):
        yield Night(public_id, name, day, hands, units, money, currency)


def _money(amounts: Iterable[tuple[str, int]]) -> tuple[str, ...]:
    """Amounts of minor units, each with its currency, added up currency by currency; none where there is no money."""
    totals: Counter[str] = Counter()
    for currency, amount in amounts:
        totals[currency] += amount
    return tuple(format_signed(totals[currency], currency) for currency in sorted(totals) if currency)


def _figures(sums: Mapping[str, int]) -> Iterable[Figure]:
    hands, inside = sums["hands"], sums["fantasyland_hands"]
    outside = hands - inside
    average = per_hand(sums["units"], hands)
    deviation = spread(hands, sums["units"], sums["units_squared"])
    note = "" if deviation is None else f"standard deviation {two_places(deviation)}"
    yield Figure("Units a hand", signed_two_places(average), note, tone=average)
    yield Figure("Fouls", share(sums["fouls"], hands))
    pairs = _remark(sums["pairs"], "pairs", hands)
    yield Figure("Scooped an opponent", share(sums["scoops"], sums["pairs"], "pairs"), remark=pairs)
    yield Figure("Was scooped", share(sums["scooped"], sums["pairs"], "pairs"), remark=pairs)
    rows = {row: sums[f"royalties_{row}"] for row in ("top", "middle", "bottom")}
    note = " · ".join(f"{row} {two_places(per_hand(units, hands))}" for row, units in rows.items())
    yield Figure("Royalties a hand", two_places(per_hand(sum(rows.values()), hands)), note)
    remark = _remark(outside, "hands outside it", hands)
    yield Figure("Entered Fantasyland", share(sums["entries"], outside), remark=remark)
    remark = _remark(inside, "hands inside it", hands)
    yield Figure("Stayed in Fantasyland", share(sums["stays"], inside), remark=remark)
    if inside:
        earned = sums["fantasyland_units"]
        note = f"{signed_two_places(per_hand(earned, inside))} a hand, in {inside} hand{'s'[: inside != 1]}"
        yield Figure("Fantasyland brought", signed(earned), note, remark, tone=earned)


def _remark(count: int, what: str, hands: int) -> str:
    """What a figure of its own number has to say where that is small and the career is not; that is said above."""
    return too_few(count, what) if count and not too_few(hands) else ""


def _extremes(tallies: Any) -> Iterable[Extreme]:
    for label, units, hand in (("Best hand", "-best_units", "best_hand"), ("Worst hand", "worst_units", "worst_hand")):
        first = tallies.filter(hands__gt=0).select_related(f"{hand}__session")
        tally = first.order_by(units, "session__date", "pk").first()
        if tally:
            found: Hand = getattr(tally, hand)
            session = found.session
            brought = getattr(tally, units.removeprefix("-"))
            yield Extreme(label, brought, session.public_id, session.name, session.date, found.number)


def _opponents(player: Player, own: list[Player], people: People, selection: Selection) -> Iterable[Opponent]:
    """Everybody the player met, whom one won most from first."""
    met = PairTally.objects.filter(Q(first__in=own) | Q(second__in=own), **selection.lookups())
    hands: Counter[int] = Counter()
    units: Counter[int] = Counter()
    money: dict[int, list[tuple[str, int]]] = defaultdict(list)
    rows = met.values_list("first", "second", "session__currency").order_by()
    for first, second, currency, played, won, worth in rows.annotate(Sum("hands"), Sum("units"), Sum("money")):
        one, other = people.counts_as(first), people.counts_as(second)
        if one == other:
            continue
        opponent, sign = (other, 1) if one == player else (one, -1)
        hands[opponent.pk] += played
        units[opponent.pk] += sign * won
        money[opponent.pk].append((currency, sign * worth))
    for pk in sorted(hands, key=lambda pk: (-units[pk], people.players[pk].name_key)):
        yield Opponent(pk, people.players[pk].name, hands[pk], units[pk], _money(money[pk]))


def _curve(player: Player, nights: tuple[Night, ...]) -> CurveView | None:
    """The units over the sessions, from nothing on."""
    labels = ["Before the first", *(f"{night.day.day} {night.day:%B %Y}, {night.name}" for night in nights)]
    sums = accumulate((night.units for night in nights), initial=0)
    series = [Series(player.name, tuple(sums))]
    return curve_view("nights", "Units over the sessions", labels, series, most_steps=MOST_STEPS)


def club_careers(club: Club, people: People, selection: Selection, order: str) -> tuple[ClubLine, ...]:
    """Everybody of the club who played, side by side, as far as it is selected, in one of the ``ORDERS``."""
    mine = Tally.objects.filter(club=club, **selection.lookups()).annotate(who=people.as_sql("player"))
    sums = mine.values_list("who").annotate(
        Count("session", distinct=True), Sum("hands"), Sum("units"), units_in_all=Sum(ALL_UNITS)
    )
    won = _won_from(club, people, selection)
    lines = []
    for who, sessions, hands, units, in_all in sums.order_by():
        average = per_hand(units, hands)
        player = people.players[who]
        words = signed_two_places(average)
        lines.append(ClubLine(who, player.name, sessions, hands, in_all, average, words, too_few(hands), ()))
    for by in (ORDERS["name"], ORDERS[order]):
        lines.sort(key=by.key, reverse=not by.is_ascending)
    return tuple(replace(line, cells=tuple(won.get((line.pk, other.pk)) for other in lines)) for line in lines)


def _won_from(club: Club, people: People, selection: Selection) -> dict[tuple[int, int], int]:
    """What each player won from each other, by who they count as."""
    pairs = PairTally.objects.filter(club=club, **selection.lookups()).values_list("first", "second")
    won: Counter[tuple[int, int]] = Counter()
    for first, second, units in pairs.annotate(Sum("units")).order_by():
        one, other = people.counts_as(first).pk, people.counts_as(second).pk
        if one != other:
            won[one, other] += units
            won[other, one] -= units
    return dict(won)
