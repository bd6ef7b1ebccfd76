"""PostgreSQL ends its connections under a real server: a page that says so, and nothing lost."""

import os
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest
from django.db import connection

from tests.browser.server import Server
from tests.databases import Database, postgresql
from tests.faults.evening import dealing, server_on, what_is_left
from tests.faults.sent import HAND, Account
from tests.faults.steps import Scene, begin, expect_kept
from tests.ledger.boards import FOUL, QUIET

pytestmark = pytest.mark.skipif(connection.vendor != "postgresql", reason="no PostgreSQL was given")

# Ends every connection to this database but the one that asks.
END = """
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()
"""
WAITING = "SELECT COUNT(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
# In seconds.
PATIENCE = 30
TIMES = 8
A_WHILE = 0.5


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, Database]]:
    """A server on a PostgreSQL database of its own."""
    folder = tmp_path_factory.mktemp("postgresql")
    with postgresql(os.environ["TEST_DATABASE_URL"]) as database, server_on(database, folder) as server:
        yield server, database


@pytest.fixture
def scene(served: tuple[Server, Database]) -> Iterator[Scene]:
    """A guest at a table of the server; the books are right in the end."""
    with begin(*served) as scene:
        yield scene
    scene.server.manage("check_ledger")


def await_waiting(database: Database) -> None:
    """Until somebody waits for a lock."""
    deadline = time.monotonic() + PATIENCE
    while database.rows(WAITING) == [(0,)]:
        assert time.monotonic() < deadline
        time.sleep(0.02)


def test_a_save_whose_connection_is_ended_does_not_know_and_counts_once(scene: Scene) -> None:
    scene.play(QUIET)
    sent = scene.checked(FOUL)
    with closing(scene.database.connect()) as other, ThreadPoolExecutor() as pool:
        other.execute("SELECT * FROM ledger_session FOR UPDATE")
        saving = pool.submit(scene.save, sent)
        await_waiting(scene.database)
        scene.database.rows(f"{END} AND wait_event_type = 'Lock'")
        again = expect_kept(scene, saving.result(), sent, "What you sent may be saved already, or not.")
        other.rollback()
    assert scene.hands == 1
    assert scene.save(again).status == 302
    assert scene.save(again).status == 302
    assert scene.hands == 2


def test_a_connection_that_ended_between_two_pages_is_opened_again(scene: Scene) -> None:
    sent = scene.checked(QUIET)
    scene.database.rows(END)
    assert scene.save(sent).status == 302
    assert scene.hands == 1


def test_connections_that_end_again_and_again_lose_nothing(any_database: Database, tmp_path: Path) -> None:
    account = Account()
    with server_on(any_database, tmp_path) as server, begin(server, any_database) as scene, scene.copy() as other:
        tables = [scene.table]
        with dealing([(scene.phone, tables), (other.phone, tables)], account, seed=1) as dealers:
            for _ in range(TIMES):
                time.sleep(A_WHILE)
                any_database.rows(END)
        result = what_is_left(server, any_database, account, dealers)
    assert not any(result.breaches.values()), result.breaches
    assert any(hand.is_acknowledged for hand in account.of(HAND))
    assert set(account.errors) <= {503}, "it says what is wrong"
