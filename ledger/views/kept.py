"""What was worked out from a session as it stood, for whoever asks for it while nothing is written there.

Every write counts the session's version up in its own transaction, and a page reads the version before all the rest: so
what is kept under a version is never older than the books, and nothing has to be forgotten when they change. What is
not part of the version, such as questions, is not kept.
"""

import threading
from collections.abc import Callable
from typing import TypeVar

from django.core.cache import cache

T = TypeVar("T")
# What nobody asks for any more goes by itself.
SECONDS = 60
# When a hand is saved all who watch ask at once: one works it out and the others wait, rather than each working it out.
# Many locks, so that those at other tables seldom wait for it.
_turns = [threading.Lock() for _ in range(64)]


def kept(what: str, of: str, version: int, make: Callable[[], T]) -> T:
    """What ``make`` works out, or worked out for somebody else from the same version. ``of`` is the session's public id
    or a link's token; ``version`` has to be one that this very request has read.
    """
    name = f"{what}:{of}:{version}"
    value: T | None = cache.get(name)
    if value is not None:
        return value
    with _turns[hash(name) % len(_turns)]:
        value = cache.get(name)
        if value is None:
            value = make()
            cache.set(name, value, SECONDS)
    return value
