"""What was done too often, without doing it: counts filled up by hand, and a clock that goes on when it is told to."""

import time

import pytest
from django.http import HttpResponse

from ofcscore.limits import Limit

HERE = "127.0.0.1"
ELSEWHERE = {"REMOTE_ADDR": "192.0.2.7"}


class Clock:
    """In place of the module ``time``, where counts look at it."""

    def __init__(self) -> None:
        self.now = time.time()

    def time(self) -> float:
        return self.now

    def install(self, monkeypatch: pytest.MonkeyPatch) -> "Clock":
        for module in ("limits.storage.memory", "limits.strategies", "ofcscore.limits"):
            monkeypatch.setattr(f"{module}.time", self)
        return self


def use_up(limit: Limit, *who: str | int, left: int = 0) -> None:
    """Count as often as may be, but for so many times that are left."""
    for _ in range(limit.most - left):
        limit.note(*who)


def wait_of(answer: HttpResponse) -> int:
    """How many seconds an answer tells to wait, which has to be one that says "too often"."""
    assert answer.status_code == 429
    return int(answer["Retry-After"])
