"""The database is migrated while the server runs and people go on: they wait or are told, and nothing is lost."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from django.db.migrations.loader import MigrationLoader

from tests.browser.server import Server
from tests.databases import Database
from tests.faults.evening import dealing, server_on, what_is_left
from tests.faults.phone import Phone
from tests.faults.seating import Seated, start_tables
from tests.faults.sent import HAND, Account

pytestmark = pytest.mark.slow

# The migration before the one that remakes the most tables, those of the journal among them.
BEFORE_THE_LARGEST = "0007"
# In seconds: how long people play before the migration, and after it.
A_WHILE = 2


def before_the_last() -> str:
    """The last migration but one."""
    graph = MigrationLoader(None).graph
    (leaf,) = graph.leaf_nodes("ledger")
    return next(parent.key[1] for parent in graph.node_map[leaf].parents if parent.key[0] == "ledger")


@contextmanager
def guests(port: int) -> Iterator[list[Seated]]:
    """Three guests with a table each, one of them with two phones."""
    phones = [Phone(port) for _ in range(3)]
    seats = [(phone, start_tables(phone, 1)) for phone in phones]
    other = Phone(port)
    other.cookies = dict(phones[0].cookies)
    try:
        yield [*seats, (other, seats[0][1])]
    finally:
        for phone in (*phones, other):
            phone.hang_up()


def go_back(server: Server, seats: list[Seated], name: str) -> None:
    """Have the server serve the schema of long ago."""
    for phone, _ in seats:
        phone.hang_up()
    server.stop()
    server.manage("migrate", "ledger", name)
    server.start()


@pytest.mark.parametrize("name", [None, BEFORE_THE_LARGEST], ids=["the last one", "the largest and all after it"])
def test_people_go_on_while_the_database_is_migrated(any_database: Database, tmp_path: Path, name: str | None) -> None:
    account = Account()
    with server_on(any_database, tmp_path) as server, guests(server.port) as seats:
        with dealing(seats, account, seed=1):
            time.sleep(A_WHILE)
        before = len(account.of(HAND))
        go_back(server, seats, name or before_the_last())
        with dealing(seats, account, seed=2) as dealers:
            time.sleep(A_WHILE)
            server.manage("migrate")
            after = len(account.of(HAND))
            time.sleep(A_WHILE)
        if name:
            # Careers came with one of these migrations, and are counted anew as the manual has it.
            server.manage("recount_careers")
        result = what_is_left(server, any_database, account, dealers)
    assert not any(result.breaches.values()), result.breaches
    assert 0 < before <= after < len(account.of(HAND)), "people play before it and after it"
    assert set(account.errors) <= ({500} if name else set()), "only what needs other tables than there are is an error"
