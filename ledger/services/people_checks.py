"""Whether the people of a club are who its log says they are: part of what ``check_ledger`` looks at."""

from collections.abc import Iterator, Mapping

from ledger.models import Club, Player, PlayerChange, Seat

Kind = PlayerChange.Kind


def people_problems(club: Club) -> Iterator[str]:
    """Every difference between the players of a club and what was written down of them, as sentences."""
    where = f"Club {club.pk} ({club.name})"
    people = {player.pk: player for player in Player.objects.filter(club=club).order_by("pk")}
    for problems in (_name_problems, _merge_problems, _log_problems, _seat_problems):
        for problem in problems(people):
            yield f"{where}: {problem}"
    theirs = PlayerChange.objects.filter(player__club=club)
    strangers = theirs.exclude(club=club).count() + theirs.filter(other__isnull=False).exclude(other__club=club).count()
    if strangers:
        yield f"{where}: {strangers} changes of players belong to another club."


def _name_problems(people: Mapping[int, Player]) -> Iterator[str]:
    for player in people.values():
        if player.name_key != player.name.casefold():
            yield f"{player.name} is known again as “{player.name_key}”."


def _merge_problems(people: Mapping[int, Player]) -> Iterator[str]:
    """Whoever is merged is merged into somebody of the club who is not: there are no chains, and so no rings."""
    for player in people.values():
        if player.merged_into_id is None:
            continue
        into = people.get(player.merged_into_id)
        if into is None:
            yield f"{player.name} is merged into a player of another club."
        elif into.merged_into_id is not None:
            yield f"{player.name} is merged into {into.name}, and {into.name} is merged as well."


def _log_problems(people: Mapping[int, Player]) -> Iterator[str]:
    """How a player stands is what the log of changes ends with."""
    known: dict[int, tuple[str, bool, int | None]] = {pk: (each.name, True, None) for pk, each in people.items()}
    for change in PlayerChange.objects.filter(player__in=people).order_by("pk"):
        name, is_active, merged_into = known[change.player_id]
        known[change.player_id] = {
            Kind.RENAMED: (change.after, is_active, merged_into),
            Kind.DEACTIVATED: (name, False, merged_into),
            Kind.ACTIVATED: (name, True, merged_into),
            Kind.MERGED: (name, is_active, change.other_id),
            Kind.UNMERGED: (name, is_active, None),
        }[Kind(change.kind)]
    for pk, player in people.items():
        if known[pk] != (player.name, player.is_active, player.merged_into_id):
            yield f"{player.name} is not as the changes of players say."


def _seat_problems(people: Mapping[int, Player]) -> Iterator[str]:
    """Nobody sits at one table under two names."""
    merged = {pk: player.merged_into_id for pk, player in people.items() if player.merged_into_id}
    seats = Seat.objects.filter(player__in={*merged, *merged.values()}).select_related("session")
    seen: dict[tuple[int, int], int] = {}
    for seat in seats.order_by("pk"):
        other = seen.setdefault((seat.session_id, merged.get(seat.player_id, seat.player_id)), seat.player_id)
        if other != seat.player_id:
            names = f"{people[other].name} and {people[seat.player_id].name}"
            yield f"{names} are merged, and sat together at {seat.session.name} ({seat.session.public_id})."
