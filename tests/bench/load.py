"""Whether one server carries an evening: many tables are scored while many people watch one of them.

Prints what was asked, what went wrong and how long it took, above all to save a hand: first with nobody else, then with
everybody. Nothing here passes or fails: docs/benchmarks.md says what the figures were and what they should be. The load
comes from one process beside the server's; how much of the machine each took is printed too.
"""

import argparse
import asyncio
import os
import time
from collections import Counter, defaultdict
from collections.abc import Awaitable, Coroutine, Sequence
from dataclasses import dataclass, field
from random import Random
from statistics import quantiles

from tests.bench.site import browser_of, serving  # isort: skip (sets Django up)

from ledger.models import Session, User
from ledger.services.accounts import user_create
from tests.bench.client import Answer, Browser, Connection
from tests.bench.processes import cpu_seconds, megabytes, workers_of
from tests.browser.server import Server
from tests.ledger import boards
from tests.ledger.links import address, make
from tests.ledger.pages import ROWS, Fields, fields
from tests.ledger.tables import record, start

# Seconds, as in templates/_live.html.
POLL_SECONDS = 2
# What a phone sends with what htmx asks.
HTMX = {"HX-Request": "true"}
# Hands that were played before the load begins.
BEFORE = 10
IDLE_HANDS = 40
HANDS = (boards.QUIET, boards.FOUL, boards.SCOOPS, boards.BOTH_FOUL, boards.EVEN_PAIR)
SEED = 13
SAVED = "a hand saved"


@dataclass
class Tally:
    """What was measured: seconds by what was asked, and what went wrong."""

    seconds: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    errors: Counter[str] = field(default_factory=Counter)

    async def timed(self, what: str, asking: Awaitable[Answer], *statuses: int) -> Answer | None:
        """The answer, when it has one of the statuses; anything else is counted as an error and is None."""
        began = time.perf_counter()
        try:
            answer = await asking
        except (OSError, TimeoutError) as error:
            self.errors[f"{what}: {type(error).__name__}"] += 1
            return None
        self.seconds[what].append(time.perf_counter() - began)
        if answer.status not in statuses:
            self.errors[f"{what}: {answer.status}"] += 1
            return None
        return answer

    def report(self, title: str) -> str:
        """A table of what was asked."""
        lines = [title, f"  {'asked':<28}{'times':>8}{'median ms':>12}{'p95':>8}{'p99':>8}{'longest':>9}"]
        for what, seconds in sorted(self.seconds.items()):
            times = [f"{1000 * each:,.0f}" for each in (*percentiles(seconds), max(seconds))]
            lines.append(f"  {what:<28}{len(seconds):>8}{times[0]:>12}{times[1]:>8}{times[2]:>8}{times[3]:>9}")
        wrong = ", ".join(f"{what} ({times} times)" for what, times in sorted(self.errors.items()))
        return "\n".join([*lines, f"  errors: {wrong or 'none'}"])


def percentiles(seconds: Sequence[float]) -> tuple[float, float, float]:
    """The median, and what 95 and 99 of a hundred do not exceed."""
    if len(seconds) < 2:
        return (seconds[0],) * 3
    cuts = quantiles(seconds, n=100, method="inclusive")
    return cuts[49], cuts[94], cuts[98]


class Phone:
    """The phone of a dealer, at one table."""

    def __init__(self, browser: Browser, session: Session, port: int, tally: Tally) -> None:
        self.browser = browser
        self.table = f"/t/{session.public_id}/"
        self.tally = tally
        self.connection = Connection(port)

    async def score(self, hand: Sequence[str], seconds: float) -> None:
        """Score a hand in about so many seconds: the table, the form, a tap for each card, the check, the save."""
        await self._get("the table", self.table)
        form = await self._get("the form", f"{self.table}score/")
        if form is None:
            return
        sent = fields(form)
        taps = [(place, row, cards) for place, board in enumerate(hand) for row, cards in _taps(board)]
        for tap, (place, row, cards) in enumerate(taps, 1):
            await asyncio.sleep(seconds / len(taps))
            sent |= {f"seat{place}-dealt_in": "on", f"seat{place}-{row}": cards}
            await self._post("a tap", "score/progress/", sent, 200, **HTMX)
            if tap % 13 == 0:
                await self._post("a board kept", "score/keep/", sent, 204)
        checked = await self._post("the check", "score/", sent | {"action": "check"}, 302)
        page = checked and await self._get("the page of the check", checked.header("Location"))
        if page:
            await self._post(SAVED, "score/", fields(page) | {"action": "save"}, 302)

    async def score_for(self, until: float, seconds: float, random: Random) -> None:
        """Score one hand after the other until then. They begin somewhere in the time of a hand, as tables that know
        nothing of each other do, so that all that comes later is spread over it too.
        """
        await asyncio.sleep(random.uniform(0, seconds))
        while time.monotonic() < until:
            await self.score(random.choice(HANDS), seconds)
        self.connection.close()

    async def _get(self, what: str, path: str) -> Answer | None:
        return await self.tally.timed(what, self.connection.ask(self.browser.get(path)), 200)

    async def _post(self, what: str, path: str, sent: Fields, status: int, **headers: str) -> Answer | None:
        request = self.browser.post(self.table + path, sent, **headers)
        return await self.tally.timed(what, self.connection.ask(request), status)


def _taps(board: str) -> list[tuple[str, str]]:
    """Each card of a board, as the row that it goes to and what stands there then."""
    rows = zip(ROWS, board.split("/"), strict=True)
    return [(row, cards[: 2 * count]) for row, cards in rows for count in range(1, len(cards) // 2 + 1)]


class Watcher:
    """Somebody who watches a table: asks every two seconds, and takes over the version that comes."""

    def __init__(self, port: int, link: str, version: int, tally: Tally) -> None:
        self.browser = Browser(port)
        self.address = f"{link}now/"
        self.asks = f"{self.address}?v={version}"
        self.tally = tally
        self.connection = Connection(port)

    async def watch(self, over: asyncio.Event, random: Random) -> None:
        """Ask until it is over, beginning somewhere in the first two seconds."""
        await asyncio.sleep(random.uniform(0, POLL_SECONDS))
        asked = time.monotonic()
        while not over.is_set():
            await self._ask()
            asked = max(asked + POLL_SECONDS, time.monotonic())
            await asyncio.sleep(asked - time.monotonic())
        self.connection.close()

    async def _ask(self) -> None:
        asking = self.connection.ask(self.browser.get(self.asks, **HTMX))
        answer = await self.tally.timed("a poll", asking, 200, 204)
        if answer is not None and answer.status == 200:
            page = answer.content.decode()
            start = page.index(self.address)
            self.asks = page[start : page.index('"', start)]
            self.tally.seconds["a poll that brought news"].append(self.tally.seconds["a poll"].pop())


@dataclass(frozen=True)
class Evening:
    """How much there is to carry, and for how long."""

    tables: int
    watchers: int
    hand_seconds: float
    seconds: float


def tables(user: User, count: int) -> list[Session]:
    """Tables of three after some hands."""
    sessions = []
    for _ in range(count):
        session = start(user)
        for number in range(BEFORE):
            record(session, HANDS[number % len(HANDS)])
        sessions.append(Session.objects.get(pk=session.pk))
    return sessions


async def alone(phone: Phone, hands: int) -> None:
    """One dealer and nobody else."""
    for number in range(hands):
        await phone.score(HANDS[number % len(HANDS)], 0.4)
    phone.connection.close()


async def together(phones: Sequence[Phone], watchers: Sequence[Watcher], evening: Evening) -> None:
    """Everybody at once; who watches stays until the last hand is in."""
    random, over = Random(SEED), asyncio.Event()
    watching = [asyncio.create_task(watcher.watch(over, random)) for watcher in watchers]
    until = time.monotonic() + evening.seconds
    await asyncio.gather(*(phone.score_for(until, evening.hand_seconds, random) for phone in phones))
    over.set()
    await asyncio.gather(*watching)


def run(server: Server, evening: Evening) -> None:
    """Measure, and print."""
    user = user_create(username="ann", password="thirteen-cards-a-board")
    browser = browser_of(server, user)
    one, *others = tables(user, evening.tables + 1)
    watched = others[0]
    link = address(make(watched))
    idle, busy = Tally(), Tally()
    used = measured(server, alone(Phone(browser, one, server.port, idle), IDLE_HANDS))
    print(idle.report("One table, taps one after the other, and nobody else"))
    print(f"  {1000 * used.server / IDLE_HANDS:.0f} ms of processor time a hand")
    phones = [Phone(browser, session, server.port, busy) for session in others]
    watchers = [Watcher(server.port, link, watched.version, busy) for _ in range(evening.watchers)]
    used = measured(server, together(phones, watchers, evening))
    pace = f"{evening.tables} tables with a hand every {evening.hand_seconds:.0f} s"
    print(busy.report(f"{pace}, {evening.watchers} watch one"))
    opened = sum(each.connection.opened for each in (*phones, *watchers))
    print(f"  {opened} connections opened by {len(phones) + len(watchers)} browsers in {used.seconds:.0f} s")
    memory = ", ".join(f"{megabytes(each):.0f} MB" for each in workers_of(server.process_id))
    print(
        f"  of one core the server took {100 * used.server / used.seconds:.0f} %, who asked"
        f" {100 * used.own / used.seconds:.0f} %; load {os.getloadavg()[0]:.1f}; memory {memory}"
    )
    above = percentiles(busy.seconds[SAVED])[2] - percentiles(idle.seconds[SAVED])[2]
    print(f"  p99 of a save: {1000 * above:.0f} ms above that with nobody else")


@dataclass(frozen=True)
class Used:
    """How long something took, and the processor time that the server's processes and this one had meanwhile, in
    seconds.
    """

    seconds: float
    server: float
    own: float


def measured(server: Server, doing: Coroutine[None, None, None]) -> Used:
    """Do it, and say what it took."""
    processes = workers_of(server.process_id)
    before = time.monotonic(), sum(map(cpu_seconds, processes)), time.process_time()
    asyncio.run(doing)
    after = time.monotonic(), sum(map(cpu_seconds, processes)), time.process_time()
    return Used(*(late - early for early, late in zip(before, after, strict=True)))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--watchers", type=int, default=500)
    parser.add_argument("--hand-seconds", type=float, default=60)
    parser.add_argument("--seconds", type=float, default=60)
    chosen = parser.parse_args()
    with serving() as server:
        run(server, Evening(chosen.tables, chosen.watchers, chosen.hand_seconds, chosen.seconds))


if __name__ == "__main__":
    main()
