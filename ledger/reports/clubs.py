"""A club: its tables and its players; and one player, as those see it who put right what is written."""

from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from django.core.paginator import Page, Paginator

from ledger.models import Club, Player, PlayerChange, Session

TABLES_SHOWN = 20


@dataclass(frozen=True)
class TableLine:
    """A table of the club: its address, its day, the hands that stand, and how it stands itself."""

    public_id: str
    name: str
    day: date
    hands: int
    state: str


@dataclass(frozen=True)
class PlayerLine:
    """A player, and what is to know of one who is not offered for new tables; empty for all others."""

    pk: int
    name: str
    note: str


@dataclass(frozen=True)
class ClubView:
    """One page of a club's tables, the newest first, and its players: those who are offered for new tables, and the
    others.
    """

    tables: tuple[TableLine, ...]
    page: Page[Any]
    players: tuple[PlayerLine, ...]
    others: tuple[PlayerLine, ...]


@dataclass(frozen=True)
class ChangeLine:
    """Something that was changed of a player, as a sentence without its full stop."""

    what: str
    by: str
    at: datetime


@dataclass(frozen=True)
class PlayerView:
    """One player: whom they count as, None for themselves; who counts as them; who could be the same person; and what
    was changed, the newest first.
    """

    counts_as: Player | None
    merged: tuple[Player, ...]
    candidates: tuple[Player, ...]
    changes: tuple[ChangeLine, ...]


def club_view(club: Club, page: str) -> ClubView:
    """The club with the page of its tables that is asked for."""
    tables = Session.objects.filter(club=club).with_hand_count().order_by("-date", "-created_at")
    shown = Paginator(tables, TABLES_SHOWN).get_page(page)
    lines = [_player_line(player) for player in _players(club)]
    return ClubView(
        tables=tuple(
            TableLine(table.public_id, table.name, table.date, table.hand_count, table.get_state_display())
            for table in shown
        ),
        page=shown,
        players=tuple(line for line in lines if not line.note),
        others=tuple(line for line in lines if line.note),
    )


def player_view(player: Player) -> PlayerView:
    """A player of a club that a door has let through."""
    others = [other for other in _players(player.club) if other.pk != player.pk]
    changes = PlayerChange.objects.filter(player=player) | PlayerChange.objects.filter(other=player)
    return PlayerView(
        counts_as=next((other for other in others if other.pk == player.merged_into_id), None),
        merged=tuple(other for other in others if other.merged_into_id == player.pk),
        candidates=tuple(other for other in others if other.merged_into_id is None),
        changes=tuple(
            ChangeLine(_what_changed(change), change.created_by.shown_name, change.created_at)
            for change in changes.select_related("player", "other", "created_by").order_by("-pk")
        ),
    )


def _players(club: Club) -> list[Player]:
    return list(Player.objects.filter(club=club).select_related("merged_into").order_by("name_key"))


def _player_line(player: Player) -> PlayerLine:
    note = f"counts as {player.merged_into.name}" if player.merged_into else "" if player.is_active else "set aside"
    return PlayerLine(player.pk, player.name, note)


def _what_changed(change: PlayerChange) -> str:
    name, other = change.player.name, change.other.name if change.other else ""
    return {
        PlayerChange.Kind.RENAMED: f"{change.before} became {change.after}",
        PlayerChange.Kind.DEACTIVATED: f"{name} was set aside",
        PlayerChange.Kind.ACTIVATED: f"{name} was brought back",
        PlayerChange.Kind.MERGED: f"{name} counts as {other}",
        PlayerChange.Kind.UNMERGED: f"{name} counts as {other} no longer",
    }[PlayerChange.Kind(change.kind)]
