"""Years of play without playing them: sessions of a club with the tallies that careers are read from."""

from collections.abc import Sequence
from datetime import date, timedelta
from itertools import combinations
from random import Random

from ledger.models import Club, Hand, Membership, PairTally, Player, Session, SessionRules, Tally, User
from ofcscore.engine.rules import PRESETS

FIRST_NIGHT = date(2018, 1, 5)
NAMES = ("Ann", "Bob", "Cy", "Dee")
GAMES = ("pineapple", "classic")


def club_of_years(user: User, nights: int, hands: int, *, names: Sequence[str] = NAMES) -> Club:
    """A club of the user's with so many sessions of so many hands each, all of them everybody's; the last session of
    every five in another game. The tallies are made up, add up, and do not follow from any cards.
    """
    club = Club.objects.create(name="Home game")
    Membership.objects.create(club=club, user=user, role=Membership.Role.OWNER)
    players = [Player.objects.create(club=club, name=name, name_key=name.casefold()) for name in names]
    sessions = Session.objects.bulk_create(
        Session(
            club=club,
            name=f"Night {night + 1}",
            date=FIRST_NIGHT + timedelta(days=7 * night),
            currency="USD" if night % 7 == 6 else "EUR",
            created_by=user,
        )
        for night in range(nights)
    )
    games = [PRESETS[GAMES[night % 5 == 4]] for night in range(nights)]
    rules = SessionRules.objects.bulk_create(
        SessionRules(club=club, session=session, number=1, data=game.to_json(), unit_value=100)
        for session, game in zip(sessions, games, strict=True)
    )
    firsts = Hand.objects.bulk_create(
        Hand(club=club, session=session, number=1, rules=its) for session, its in zip(sessions, rules, strict=True)
    )
    random = Random(13)
    tallies, pairs = [], []
    for session, game, first in zip(sessions, games, firsts, strict=True):
        units = dict.fromkeys(players, 0)
        for one, other in combinations(players, 2):
            won = random.randint(-40, 40)
            units[one] += won
            units[other] -= won
            pairs.append(
                PairTally(
                    club=club,
                    session=session,
                    first=one,
                    second=other,
                    preset=game.preset,
                    hands=hands,
                    units=won,
                    money=100 * won,
                )
            )
        tallies += [_tally(session, player, game.preset, first, hands, units[player], random) for player in players]
    Tally.objects.bulk_create(tallies)
    PairTally.objects.bulk_create(pairs)
    return club


def _tally(session: Session, player: Player, preset: str, hand: Hand, hands: int, units: int, random: Random) -> Tally:
    """One player's night, with shares as they are at real tables."""
    pairs = 3 * hands
    return Tally(
        club_id=session.club_id,
        session=session,
        player=player,
        preset=preset,
        hands=hands,
        units=units,
        units_squared=hands * random.randint(90, 200) + units * units // hands,
        money=100 * units,
        fouls=hands * random.randint(8, 22) // 100,
        pairs=pairs,
        scoops=pairs * random.randint(8, 20) // 100,
        scooped=pairs * random.randint(8, 20) // 100,
        royalties_top=hands * random.randint(1, 3),
        royalties_middle=hands * random.randint(1, 3),
        royalties_bottom=hands * random.randint(2, 5),
        entries=hands * random.randint(8, 16) // 100,
        fantasyland_hands=hands * random.randint(8, 20) // 100,
        stays=hands * random.randint(0, 5) // 100,
        fantasyland_units=hands * random.randint(0, 2),
        best_units=random.randint(15, 60),
        best_hand=hand,
        worst_units=-random.randint(15, 60),
        worst_hand=hand,
    )
