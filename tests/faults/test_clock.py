"""A clock that is set back under the server: hands go on, in their order, and nothing of them is lost."""

from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

import pytest

from tests.databases import sqlite_file
from tests.faults.evening import server_on
from tests.faults.steps import Scene, begin, words
from tests.ledger.boards import FOUL, QUIET, SCOOPS

pytestmark = pytest.mark.django_db

TIMES = "SELECT created_at FROM ledger_hand ORDER BY number"
# In seconds.
A_DAY = 24 * 60 * 60
# More than a table keeps.
MANY_DRAFTS = 9


@pytest.fixture
def clock(tmp_path: Path) -> Path:
    """The file that says by how many seconds the server's clock is wrong."""
    clock = tmp_path / "clock"
    clock.write_text("0")
    return clock


@pytest.fixture
def scene(ready_file: Path, tmp_path: Path, clock: Path) -> Iterator[Scene]:
    """A guest at a table of a server whose clock can be set."""
    database = sqlite_file(ready_file)
    with server_on(database, tmp_path, module="tests.faults.clock", CLOCK=str(clock)) as server:
        with begin(server, database) as scene:
            yield scene
        server.manage("check_ledger")


def times(scene: Scene) -> list[datetime]:
    return [datetime.fromisoformat(at) for (at,) in scene.database.rows(TIMES)]


def test_hands_go_on_in_their_order_when_the_clock_is_set_back(scene: Scene, clock: Path) -> None:
    scene.play(QUIET)
    sent = scene.checked(FOUL)
    clock.write_text(str(-A_DAY))
    assert scene.save(sent).status == 302
    assert scene.save(sent).status == 302, "sent again it is found"
    scene.play(SCOOPS)
    first, second, third = times(scene)
    assert second < first, "the server's clock was really set back"
    assert second <= third
    undo = f"{scene.table}hands/3/undo/"
    table = scene.phone.get(scene.table)
    assert "Score hand 4" in words(table)
    assert scene.phone.post(undo, table.button(undo)).status == 302
    assert "Restore hand 3" in words(scene.phone.get(scene.table))
    for page in ("", "hands/", "hands/3/", "log/", "settle/", "session.json"):
        assert scene.phone.get(f"{scene.table}{page}").status == 200, page


def test_what_is_typed_now_is_kept_before_what_was_typed_at_a_later_time(scene: Scene, clock: Path) -> None:
    for _ in range(MANY_DRAFTS):
        scene.checked(QUIET)
    clock.write_text(str(-A_DAY))
    assert scene.save(scene.checked(FOUL)).status == 302
