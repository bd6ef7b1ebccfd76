"""What the dealers sent and what they were answered: the account that the books are compared with."""

import threading
import time
import uuid
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

# Everybody at a table is dealt in, always.
SEATS = 3
HAND, CORRECTION, UNDO, RESTORE = "hand", "correction", "undo", "restore"
CHANGES = (HAND, CORRECTION, UNDO, RESTORE)


@dataclass
class Sent:
    """One thing that a dealer asked for until it was answered.

    ``key`` and ``boards`` are those of a hand and of a correction. ``revision`` is the one that it makes: 1 for a hand,
    and for the others the one after that which the form was begun from. ``drops`` are the tries whose answer the phone
    did not wait for; ``last_try_at`` is when the try was sent that was answered, in seconds since 1970.
    """

    what: str
    table: str
    number: int
    revision: int = 1
    key: uuid.UUID | None = None
    boards: tuple[str, ...] = ()
    tries: int = 0
    drops: int = 0
    last_try_at: float = 0
    is_acknowledged: bool = False
    is_refused: bool = False


@dataclass
class Account:
    """All that was sent, by all dealers at once. ``kills`` says for each kill what was on its way to an answer then,
    ``errors`` how many answers there were of each status that says that the server could not.
    """

    sent: list[Sent] = field(default_factory=list)
    kills: list[frozenset[str]] = field(default_factory=list)
    errors: Counter[int] = field(default_factory=Counter)
    _flying: Counter[str] = field(default_factory=Counter)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def begin(self, sent: Sent) -> None:
        """Write down what is going to be sent, before it is."""
        with self._lock:
            self.sent.append(sent)

    @contextmanager
    def flying(self, what: str) -> Iterator[None]:
        """While something waits for its answer."""
        with self._lock:
            self._flying[what] += 1
        try:
            yield
        finally:
            with self._lock:
                self._flying[what] -= 1

    def await_change(self, seconds: float) -> None:
        """Wait until something that changes the books is in flight, for at most so many seconds."""
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline and not any(self._flying[what] for what in CHANGES):
            time.sleep(0.002)

    def failed_with(self, status: int) -> None:
        """Count an answer that says that the server could not."""
        with self._lock:
            self.errors[status] += 1

    def killed(self) -> None:
        """Write down a kill, with what is in flight just now."""
        with self._lock:
            self.kills.append(frozenset(what for what, count in self._flying.items() if count))

    def of(self, *what: str) -> list[Sent]:
        """Everything of these kinds."""
        return [sent for sent in self.sent if sent.what in what]

    def last_hand(self, table: str) -> int:
        """The highest number of a hand of this table that was acknowledged, 0 when there is none."""
        with self._lock:
            hands = [sent for sent in self.sent if sent.what == HAND and sent.table == table]
        return max((hand.number for hand in hands if hand.is_acknowledged), default=0)
