"""Starting a session, and with it the club and the players that it needs."""

from collections.abc import Sequence
from datetime import date
from itertools import chain, count

from ledger.models import Club, Membership, Seat, Session, SessionRules, User
from ledger.money import LARGEST_UNIT_VALUE
from ledger.services.errors import RefusedError
from ledger.services.people import clean_name, players_of
from ledger.services.transactions import write_transaction
from ofcscore.engine.rules import MIN_PLAYERS, Ruleset

MOST_SEATS = 8


def session_start(
    *,
    user: User,
    names: Sequence[str],
    rules: Ruleset,
    unit_value: int,
    currency: str,
    day: date,
    name: str = "",
) -> Session:
    """Start a session in the user's own club, which is made with the first one.

    ``names`` are the players in the order of their seats, clockwise, known again or made as :func:`players_of` says.
    ``unit_value`` is in minor units of ``currency``, 0 for a game without money.

    Raises RefusedError for too few or too many names, for one that occurs twice or is too long, for two names of one
    player, and for an odd unit value. Where the rules are criss-cross, two players have two seats each, in turn.
    """
    cleaned = clean_names(names)
    check_unit_value(unit_value)
    check_player_count(cleaned, rules)
    with write_transaction():
        club = own_club(user)
        session = Session.objects.create(
            club=club, name=name or _name_of_day(club, day), date=day, currency=currency, created_by=user
        )
        SessionRules.objects.create(club=club, session=session, number=1, data=rules.to_json(), unit_value=unit_value)
        players = players_of(club, cleaned, user=user)
        places = [(player, 0) for player in players]
        if rules.criss_cross:
            places = [(player, board_number) for board_number in (1, 2) for player in players]
        Seat.objects.bulk_create(
            Seat(club=club, session=session, player=player, position=place, number=place, board_number=board_number)
            for place, (player, board_number) in enumerate(places)
        )
    return session


def check_player_count(names: Sequence[str], rules: Ruleset) -> None:
    """Raise RefusedError when a table of so many players cannot play by these rules (docs/rules.md R10.1)."""
    if rules.criss_cross and len(names) != MIN_PLAYERS:
        raise RefusedError("Criss-cross is for two players, who have two boards each.", field="names")


def check_unit_value(unit_value: int) -> None:
    """Raise RefusedError for an amount, in minor units, that no unit is worth."""
    if not 0 <= unit_value <= LARGEST_UNIT_VALUE:
        raise RefusedError("A unit is worth between 0 and 1 000 000.", field="unit_value")


def clean_names(names: Sequence[str]) -> list[str]:
    """Names with single spaces and no empty ones. Raises RefusedError when they cannot be the names of a table."""
    cleaned = [" ".join(name.split()) for name in names if name.strip()]
    if not MIN_PLAYERS <= len(cleaned) <= MOST_SEATS:
        raise RefusedError(
            f"A table needs {MIN_PLAYERS} to {MOST_SEATS} players; here are {len(cleaned)}.", field="names"
        )
    seen: set[str] = set()
    for name in cleaned:
        clean_name(name, called=f"Name {len(seen) + 1}", field="names")
        if name.casefold() in seen:
            raise RefusedError(f"{name} is named twice. Give one of them a name to tell them apart.", field="names")
        seen.add(name.casefold())
    return cleaned


def own_club(user: User) -> Club:
    """The user's own club, made where there is none yet. Runs inside the write that needs it."""
    own = Club.objects.founded_by(user).first()
    if own is None:
        # Another phone of theirs may be making it just now.
        User.objects.select_for_update(no_key=True).get(pk=user.pk)
        own = Club.objects.founded_by(user).first()
    if own:
        return own
    club: Club = Club.objects.create(name="Home game")
    Membership.objects.create(club=club, user=user, role=Membership.Role.OWNER)
    return club


def _name_of_day(club: Club, day: date) -> str:
    """“Saturday 14 March”, and “Saturday 14 March, 2” for the second table of the club with that name."""
    name = f"{day:%A} {day.day} {day:%B}"
    taken = set(Session.objects.filter(club=club, name__startswith=name).values_list("name", flat=True))
    others = (f"{name}, {number}" for number in count(2))
    return next(one for one in chain([name], others) if one not in taken)
