"""What a unit is worth at a table, and between those who agreed on another value."""

from dataclasses import dataclass

from ledger.models import Seat, Session, SessionRules
from ledger.money import format_amount


@dataclass(frozen=True)
class PairLine:
    """Two players who agreed on a value of their own; ``first`` and ``second`` are the numbers of their seats."""

    first: int
    second: int
    names: str
    value: str


@dataclass(frozen=True)
class UnitValuesView:
    """All that the page of unit values shows. ``players`` has one seat for each player, for the form."""

    has_money: bool
    limits_payments: bool
    value: str
    players: tuple[Seat, ...]
    pairs: tuple[PairLine, ...]


def unit_values_view(session: Session) -> UnitValuesView:
    """The values that count for the next hand. Who plays several boards is listed once."""
    rules = SessionRules.objects.newest_of(session)
    limits_payments = rules.ruleset.limits_payments
    if not session.currency:
        return UnitValuesView(False, limits_payments, "", (), ())
    seats = list(session.seats.select_related("player"))
    players = {seat.player_id: seat for seat in reversed(seats)}
    player_of = {seat.pk: seat.player_id for seat in seats}
    agreed = {
        frozenset((player_of[pair.first_id], player_of[pair.second_id])): pair.unit_value
        for pair in rules.pair_values.order_by("pk")
    }
    return UnitValuesView(
        has_money=True,
        limits_payments=limits_payments,
        value=format_amount(rules.unit_value, session.currency),
        players=tuple(sorted(players.values(), key=lambda seat: seat.position)),
        pairs=tuple(
            _pair_line([players[player] for player in pair], value, session.currency) for pair, value in agreed.items()
        ),
    )


def _pair_line(pair: list[Seat], unit_value: int, currency: str) -> PairLine:
    first, second = sorted(pair, key=lambda seat: seat.position)
    names = f"{first.player.name} and {second.player.name}"
    return PairLine(first.number, second.number, names, format_amount(unit_value, currency))
