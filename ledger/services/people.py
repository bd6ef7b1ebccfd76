"""The people of a club: known again by their names, renamed, set aside, and merged where one was written down twice.

A merged player keeps the seats of old tables; only what is added up over many nights counts for the other one. Nobody
is merged into somebody who is merged, so that who a player is takes one step to find out.
"""

import unicodedata
from collections.abc import Mapping, Sequence

from ledger.models import Club, Player, PlayerChange, Seat, User
from ledger.services.errors import RefusedError
from ledger.services.transactions import lock_club, touch_tables_of, write_transaction

LONGEST_NAME = 30
# They turn the text around them, and so could show one name as another.
BIDI_CONTROLS = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"


def clean_name(name: str, *, called: str, field: str, longest: int = LONGEST_NAME) -> str:
    """A name with single spaces, which may be empty. Raises RefusedError about ``field`` when nobody can read it or it
    is too long; ``called`` is what the sentence calls a name that cannot be shown.
    """
    cleaned = " ".join(name.split())
    if any(unicodedata.category(character) == "Cc" or character in BIDI_CONTROLS for character in cleaned):
        raise RefusedError(f"{called} has a character that nobody sees. Type it again.", field=field)
    if len(cleaned) > longest:
        raise RefusedError(f"“{cleaned}” is too long: a name has at most {longest} characters.", field=field)
    return cleaned


def players_of(club: Club, names: Sequence[str], *, user: User, seated: Sequence[Player] = ()) -> list[Player]:
    """Whom these cleaned names mean, in this order: players of the club, made where they are new.

    The name of somebody who is merged means the one they were merged into, and who was set aside is brought back. Runs
    inside the write that gives them seats. Raises RefusedError when one person is named twice, or has a seat already
    (``seated``).
    """
    lock_club(club.pk)
    keys = [name.casefold() for name in names]
    rows = (
        Player.objects.select_for_update(of=("self",), no_key=True).filter(club=club, name_key__in=keys).order_by("pk")
    )
    known = {player.name_key: player for player in rows.select_related("merged_into")}
    written = [
        known.get(key) or Player.objects.create(club=club, name=name, name_key=key)
        for name, key in zip(names, keys, strict=True)
    ]
    here = {_person(player): player.name for player in seated}
    for player in written:
        other = here.setdefault(_person(player), player.name)
        if other != player.name:
            message = f"{other} and {player.name} are merged, and so are one player. Name only one of them."
            raise RefusedError(message, field="names")
    people = [player.merged_into or player for player in written]
    for player in people:
        _set_active(player, user, is_active=True)
    return people


def player_rename(*, player: Player, user: User, name: str) -> PlayerChange | None:
    """Give a player another name, on every page and for every table. The same name as before changes nothing.

    Raises RefusedError for a name that is empty, too long or unreadable, and for one that somebody else of the club
    has.
    """
    cleaned = clean_name(name, called="The name", field="name")
    if not cleaned:
        raise RefusedError("Write the name.", field="name")
    key = cleaned.casefold()
    with write_transaction():
        people = _lock_people(player)
        now = people[player.pk]
        if now.name == cleaned:
            return None
        _refuse_taken(now, next((other for other in people.values() if other.name_key == key), now))
        Player.objects.filter(pk=now.pk).update(name=cleaned, name_key=key)
        touch_tables_of(now)
        return _write_down(now, user, PlayerChange.Kind.RENAMED, before=now.name, after=cleaned)


def player_deactivate(*, player: Player, user: User) -> PlayerChange | None:
    """Set a player aside: not offered for new tables any more, and everything else stays. Twice is once."""
    with write_transaction():
        return _set_active(_lock_people(player)[player.pk], user, is_active=False)


def player_activate(*, player: Player, user: User) -> PlayerChange | None:
    """Bring back a player who was set aside. Twice is once."""
    with write_transaction():
        return _set_active(_lock_people(player)[player.pk], user, is_active=True)


def player_merge(*, player: Player, into: Player, user: User) -> PlayerChange | None:
    """Say that ``player`` is nobody else than ``into``: careers count both together under the name of ``into``, and
    old tables stay as they are. Twice is once.

    Raises RefusedError for a player with themselves, for one of another club, when the two ever sat at one table, and
    when one of them is merged already in a way that this would make a chain.
    """
    if player.pk == into.pk:
        raise RefusedError("Choose somebody else: nobody is merged with themselves.", field="into")
    if player.club_id != into.club_id:
        raise RefusedError("Only players of one club are merged.", field="into")
    with write_transaction():
        people = _lock_people(player)
        one, other = people[player.pk], people[into.pk]
        if one.merged_into_id == other.pk:
            return None
        _refuse_chain(people, one, other)
        _refuse_together(people, one, other)
        Player.objects.filter(pk=one.pk).update(merged_into=other)
        return _write_down(one, user, PlayerChange.Kind.MERGED, other=other)


def player_unmerge(*, player: Player, user: User) -> PlayerChange | None:
    """Take a merge apart: the two are two people again, each with what they played. Twice is once."""
    with write_transaction():
        people = _lock_people(player)
        one = people[player.pk]
        if one.merged_into_id is None:
            return None
        Player.objects.filter(pk=one.pk).update(merged_into=None)
        return _write_down(one, user, PlayerChange.Kind.UNMERGED, other=people[one.merged_into_id])


def _lock_people(player: Player) -> dict[int, Player]:
    """The players of the club as they are now, by id, kept from other writers until the transaction ends."""
    lock_club(player.club_id)
    rows = Player.objects.select_for_update(no_key=True).filter(club=player.club_id).order_by("pk")
    return {one.pk: one for one in rows}


def _person(player: Player) -> int:
    """The id that stands for a person, under whichever name they were written down."""
    return player.merged_into_id or player.pk


def _set_active(player: Player, user: User, *, is_active: bool) -> PlayerChange | None:
    if player.is_active == is_active:
        return None
    player.is_active = is_active
    Player.objects.filter(pk=player.pk).update(is_active=is_active)
    kind = PlayerChange.Kind.ACTIVATED if is_active else PlayerChange.Kind.DEACTIVATED
    return _write_down(player, user, kind)


def _refuse_taken(player: Player, other: Player) -> None:
    """Raise RefusedError when ``other``, who has the name that ``player`` is to get, is another row."""
    if _person(player) == _person(other) and player.pk != other.pk:
        message = (
            f"{other.name} is the other name of the same player. Take the two apart first, or choose another name."
        )
        raise RefusedError(message, field="name")
    if player.pk != other.pk:
        raise RefusedError(
            f"{other.name} is the name of another player. Choose another, or merge the two.", field="name"
        )


def _refuse_chain(people: Mapping[int, Player], one: Player, other: Player) -> None:
    if one.merged_into_id:
        counts_as = people[one.merged_into_id].name
        raise RefusedError(f"{one.name} is merged into {counts_as} already. Take the two apart first.", field="into")
    if other.merged_into_id == one.pk:
        raise RefusedError(f"{other.name} is merged into {one.name} already.", field="into")
    if other.merged_into_id:
        counts_as = people[other.merged_into_id].name
        raise RefusedError(f"{other.name} is merged into {counts_as}. Choose {counts_as}.", field="into")
    below = next((player for player in people.values() if player.merged_into_id == one.pk), None)
    if below:
        message = (
            f"{below.name} is merged into {one.name}. Merge {other.name} into {one.name}, or take those two apart."
        )
        raise RefusedError(message, field="into")


def _refuse_together(people: Mapping[int, Player], one: Player, other: Player) -> None:
    """Whoever sat at one table is not one person; neither is somebody who is merged into the other."""
    rows = [player.pk for player in people.values() if _person(player) == other.pk]
    together = Seat.objects.filter(player__in=rows, session__seats__player=one.pk).select_related("session", "player")
    seat = together.order_by("-session__date", "-session").first()
    if seat:
        message = f"{one.name} and {seat.player.name} sat together at {seat.session.name}, and so are two people."
        raise RefusedError(message, field="into")


def _write_down(
    player: Player,
    user: User,
    kind: PlayerChange.Kind,
    *,
    other: Player | None = None,
    before: str = "",
    after: str = "",
) -> PlayerChange:
    change: PlayerChange = PlayerChange.objects.create(
        club_id=player.club_id, player=player, kind=kind, other=other, before=before, after=after, created_by=user
    )
    return change
