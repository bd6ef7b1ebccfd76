"""Another process that locks the database: one that is killed in the middle of it, and one that does not let go."""

import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import pytest

from ledger.services.transactions import PATIENCE
from tests.faults.steps import Scene, expect_kept
from tests.ledger.boards import FOUL, QUIET

pytestmark = pytest.mark.django_db

# Writes, says so, and stays in the middle of it until it is told to end.
LOCKER = """
import sqlite3, sys
database = sqlite3.connect(sys.argv[1], isolation_level=None)
database.execute("BEGIN IMMEDIATE")
database.execute("DELETE FROM ledger_draft")
print("locked", flush=True)
sys.stdin.read()
"""


@contextmanager
def locked(file: Path) -> Iterator["subprocess.Popen[str]"]:
    """While another process is in the middle of writing."""
    command = [sys.executable, "-c", LOCKER, str(file)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as locker:
        assert locker.stdout is not None
        assert locker.stdout.readline() == "locked\n"
        yield locker
        locker.kill()


def test_a_lock_whose_holder_is_killed_is_gone(scene: Scene, ready_file: Path) -> None:
    sent = scene.checked(QUIET)
    with locked(ready_file) as locker, ThreadPoolExecutor() as pool:
        saving = pool.submit(scene.save, sent)
        time.sleep(0.5)
        assert not saving.done()
        with scene.copy() as other:
            assert other.phone.get(scene.table).status == 200, "pages can be read meanwhile"
        locker.kill()
        assert saving.result().status == 302
    assert scene.hands == 1


@pytest.mark.slow
def test_a_lock_that_is_kept_is_said_and_the_hand_is_kept(scene: Scene, ready_file: Path) -> None:
    scene.play(QUIET)
    sent = scene.checked(FOUL)
    began = time.monotonic()
    with locked(ready_file):
        why = "another program is writing in them and does not stop. Nothing was saved."
        again = expect_kept(scene, scene.save(sent), sent, why)
    assert PATIENCE - 1 < time.monotonic() - began < 2 * PATIENCE
    assert scene.hands == 1
    assert scene.save(again).status == 302
    assert scene.hands == 2
