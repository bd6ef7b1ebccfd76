"""Whether a page takes longer where there is more behind it: each with much against itself with little.

Prints medians in milliseconds of whole requests, from the address to the page, on a database of its own, and medians of
per-round ratios. Nothing here passes or fails: docs/benchmarks.md says what the figures were and what they should be.
"""

import logging
import os
from collections.abc import Callable
from dataclasses import dataclass

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
django.setup()

from django.test import Client  # noqa: E402 (models want settings)
from django.test.utils import setup_databases, setup_test_environment, teardown_databases  # noqa: E402
from django.urls import reverse  # noqa: E402

from ledger.models import User  # noqa: E402
from ledger.services.accounts import user_create  # noqa: E402
from tests.bench.careers import club_of_years  # noqa: E402
from tests.bench.contest import Contestant, contest, ratio, table  # noqa: E402
from tests.ledger import boards  # noqa: E402
from tests.ledger.tables import record, start  # noqa: E402

ROUNDS = 30
HANDS = (boards.QUIET, boards.FOUL, boards.SCOOPS, boards.BOTH_FOUL, boards.EVEN_PAIR)


@dataclass(frozen=True)
class Race:
    """A page against itself. ``build`` fills the database and returns the addresses, by what is behind each, the one
    with least first; ``most`` is how many times as long the others should take at most.
    """

    title: str
    build: Callable[[User], dict[str, str]]
    most: int


def histories(user: User) -> dict[str, str]:
    """Sessions of 50 and of 500 hands; of the long one its newest page, its oldest, and what one player did."""

    def session_of(hands: int) -> tuple[str, int]:
        session = start(user)
        for number in range(hands):
            record(session, HANDS[number % len(HANDS)])
        return reverse("history", args=(session.public_id,)), session.seats.all()[0].player_id

    short, _ = session_of(50)
    long, player = session_of(500)
    return {
        "50 hands": short,
        "500 hands": long,
        "500 hands, the oldest": f"{long}?page=5",
        "500 hands, of one player": f"{long}?player={player}",
    }


def careers(user: User) -> dict[str, str]:
    """Ann after 40 nights of 50 hands and after 400; of the long career its oldest nights and a single game, too."""

    def career_of(nights: int) -> str:
        club = club_of_years(user, nights, 50)
        return reverse("player", args=(club.players.get(name="Ann").pk,))

    short, long = career_of(40), career_of(400)
    return {
        "2,000 hands": short,
        "20,000 hands": long,
        "20,000 hands, the oldest nights": f"{long}?page=20",
        "20,000 hands, one game": f"{long}?game=pineapple",
    }


def club_careers(user: User) -> dict[str, str]:
    """The careers of a club side by side, after 20 nights and after 200."""
    return clubs(user, "club_careers")


def club_tables(user: User) -> dict[str, str]:
    """The tables and the players of a club, after 20 nights and after 200."""
    return clubs(user, "club")


def clubs(user: User, page: str) -> dict[str, str]:
    """A page of clubs of four players."""
    return {f"{nights} nights": reverse(page, args=(club_of_years(user, nights, 50).pk,)) for nights in (20, 200)}


RACES = (
    Race("The history of a session", histories, 3),
    Race("A career", careers, 3),
    Race("The careers of a club", club_careers, 3),
    Race("The tables of a club", club_tables, 3),
)


def run(race: Race, client: Client, user: User) -> str:
    """One race, as the lines to print."""

    def opened(address: str) -> Contestant:
        def once() -> None:
            answer = client.get(address)
            assert answer.status_code == 200, f"{address}: {answer.status_code}"

        return once

    addresses = race.build(user)
    times = contest({name: opened(address) for name, address in addresses.items()}, rounds=ROUNDS, calls=1)
    base, *others = addresses
    slowest = max(ratio(times, name, base) for name in others)
    return f"{table(race.title, times, base=base, unit='ms')}\n  slowest / {base}: {slowest:.2f}, at most {race.most}"


def main() -> None:
    logging.disable(logging.INFO)
    setup_test_environment()
    databases = setup_databases(verbosity=0, interactive=False)
    try:
        user = user_create(username="ann", password="thirteen-cards-a-board")
        client = Client()
        client.force_login(user)
        for race in RACES:
            print(run(race, client, user))
    finally:
        teardown_databases(databases, verbosity=0)


if __name__ == "__main__":
    main()
