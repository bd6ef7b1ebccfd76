"""An evening at several tables whose server is killed again and again, and what is left of it afterwards."""

import random
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.browser.server import Server
from tests.databases import Database
from tests.faults.books import Books, breaches_of
from tests.faults.dealer import Dealer
from tests.faults.phone import PATIENCE
from tests.faults.seating import Seated, seat_everybody
from tests.faults.sent import Account

# Kills after which everybody goes to their next table: a correction takes the longer the more hands there are.
KILLS_A_TABLE = 25
# In seconds: how long a server lives at most before it is killed.
LONGEST_LIFE = 1.2
# How long it mostly takes to save a hand.
LONGEST_CHANGE = 0.1
SETTINGS = "tests.faults.settings"


@dataclass(frozen=True)
class Result:
    """What was sent, what the books and their audit say, and every breach by its kind."""

    database: Database
    account: Account
    books: Books
    audit: str
    breaches: dict[str, list[str]]


@contextmanager
def server_on(
    database: Database, folder: Path, *, run_by: Sequence[str] = (), module: str = "gunicorn", **environment: str
) -> Iterator[Server]:
    """A server that runs, behind the command ``run_by``; it makes what tables its database does not have yet.
    ``module`` is what runs gunicorn, or acts as it.
    """
    server = Server(folder, DJANGO_SETTINGS_MODULE=SETTINGS, **database.environment, **environment)
    server.command = [*run_by, sys.executable, "-m", module]
    if not database.is_ready:
        server.manage("migrate", "--verbosity", "0")
    server.start()
    try:
        yield server
    finally:
        server.stop()


def play(database: Database, *, kills: int, seed: int) -> Result:
    """Let everybody play while the server is killed so many times, and compare the books with what they were told."""
    account = Account()
    with tempfile.TemporaryDirectory(prefix="ofcscore-") as folder, server_on(database, Path(folder)) as server:
        with dealing(seat_everybody(server.port, 1 + kills // KILLS_A_TABLE), account, seed) as dealers:
            _kill(server, account, kills, random.Random(seed))
        return what_is_left(server, database, account, dealers)


@contextmanager
def dealing(seats: Sequence[Seated], account: Account, seed: int) -> Iterator[list[Dealer]]:
    """While everybody plays. What they have begun in the end they finish, so a server has to be there."""
    over = threading.Event()
    dealers = [
        Dealer(phone, account, _Tables(tables, account), over, random.Random(f"{seed}, phone {number}"))
        for number, (phone, tables) in enumerate(seats)
    ]
    for dealer in dealers:
        dealer.start()
    try:
        yield dealers
    finally:
        over.set()
        for dealer in dealers:
            dealer.join(2 * PATIENCE)


def what_is_left(server: Server, database: Database, account: Account, dealers: Sequence[Dealer]) -> Result:
    """Stop the server, and compare the books with what the dealers were told."""
    server.stop()
    audit, differences = _audit(server)
    books = Books.read(database)
    breaches = breaches_of(books, account) | {
        "stopped before the end": [dealer.failure or "still at it" for dealer in dealers if not dealer.is_done],
        "damage to the file": database.damage(),
        "differences in the audit": differences,
    }
    return Result(database, account, books, audit, breaches)


class _Tables:
    """The tables of a group: which one they are at depends on how often the server was killed."""

    def __init__(self, tables: list[str], account: Account) -> None:
        self.tables = tables
        self.account = account

    def __call__(self) -> str:
        return self.tables[min(len(self.account.kills) // KILLS_A_TABLE, len(self.tables) - 1)]


def _kill(server: Server, account: Account, kills: int, rng: random.Random) -> None:
    """Kill the server so many times, every other time while it is about to change the books."""
    for number in range(kills):
        time.sleep(rng.uniform(0, LONGEST_LIFE))
        if number % 2:
            account.await_change(LONGEST_LIFE)
            time.sleep(rng.uniform(0, LONGEST_CHANGE))
        account.killed()
        server.kill()
        server.start()


def _audit(server: Server) -> tuple[str, list[str]]:
    """What check_ledger says, and what it says is wrong."""
    try:
        return server.manage("check_ledger").strip(), []
    except AssertionError as error:
        return "", [str(error)]
