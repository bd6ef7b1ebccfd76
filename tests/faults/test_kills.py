"""A few kills of a server in the middle of its work; `make faults` does it hundreds of times."""

from pathlib import Path

import pytest

from tests.databases import sqlite_file
from tests.faults.evening import play
from tests.faults.sent import HAND

pytestmark = pytest.mark.django_db

KILLS = 5


def test_a_server_that_is_killed_loses_nothing_and_counts_nothing_twice(ready_file: Path) -> None:
    result = play(sqlite_file(ready_file), kills=KILLS, seed=1)
    assert not any(result.breaches.values()), result.breaches
    assert len(result.account.kills) == KILLS
    hands = result.account.of(HAND)
    assert any(hand.is_acknowledged for hand in hands)
    assert any(hand.tries > 1 for hand in hands), "no kill came between a hand and its answer"
