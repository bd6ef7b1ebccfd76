"""How fast pages are as they are served: each against a page of the same server that does as little as such a page can.

Eight connections ask as fast as they are answered, contestants take turns, and medians of per-round ratios are printed.
Nothing here passes or fails: docs/benchmarks.md says what the figures were and what they should be.
"""

import asyncio
import uuid
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import cycle, islice

from tests.bench.site import TOKEN, browser_of, serving  # isort: skip (sets Django up)

from ledger.models import Session, User
from ledger.services.accounts import user_create
from tests.bench.client import Browser, Connection
from tests.bench.contest import contest, ratio, table
from tests.browser.server import Server
from tests.ledger import boards
from tests.ledger.links import address, make
from tests.ledger.pages import with_boards
from tests.ledger.tables import record, start

CONNECTIONS = 8
ROUNDS = 15
# Saved by each connection in its turn, each at a table of its own.
SAVES = 10
HANDS = (boards.QUIET, boards.FOUL, boards.SCOOPS, boards.BOTH_FOUL, boards.EVEN_PAIR)
# A poll as htmx sends it.
POLL = {"HX-Request": "true", "HX-Target": "now"}
Requests = Callable[[int], Iterator[bytes]]


@dataclass(frozen=True)
class Contestant:
    """A page to ask for: what each connection sends, how often in a round, and the status that it should get. What it
    asks for ``before`` its turn is not measured.
    """

    requests: list[Iterator[bytes]]
    times: int
    status: int
    before: "Contestant | None" = None


def same(request: bytes) -> list[Iterator[bytes]]:
    """The same request again and again, on each connection."""

    def again() -> Iterator[bytes]:
        while True:
            yield request

    return [again() for _ in range(CONNECTIONS)]


def saves(browser: Browser, session: Session, seats: Sequence[int]) -> Iterator[bytes]:
    """The forms that save the hands of one new table, one after the other, as they come from the page of the check.
    ``seats`` are the ids of its seats.
    """
    number, version = 1, session.version
    while True:
        hand = HANDS[number % len(HANDS)]
        fields = {
            "csrfmiddlewaretoken": TOKEN,
            "key": str(uuid.uuid4()),
            "number": str(number),
            "version": str(version),
            "button": str(seats[(number - 1) % len(seats)]),
            "action": "save",
            **{f"seat{place}-fantasyland": "0" for place in range(len(seats))},
        }
        yield browser.post(f"/t/{session.public_id}/score/", with_boards(fields, hand))
        number, version = number + 1, version + 1


def saves_at(browser: Browser, tables: Sequence[Session]) -> Contestant:
    """Hands saved at these tables in turn. A hand is saved from its check, so the phone has just asked for that, or for
    the page that it was entered on, which works out the same deal.
    """
    seats = [list(table.seats.values_list("pk", flat=True)) for table in tables]
    forms = [saves(browser, *each) for each in zip(tables, seats, strict=True)]
    pages = [browser.get(f"/t/{table.public_id}/score/") for table in tables]
    entered = Contestant([cycle(pages[place::CONNECTIONS]) for place in range(CONNECTIONS)], SAVES, 200)
    sent = [map(next, cycle(forms[place::CONNECTIONS])) for place in range(CONNECTIONS)]
    return Contestant(sent, SAVES, 302, entered)


def long_table(user: User, hands: int) -> Session:
    """A table after so many hands."""
    session = start(user)
    for number in range(hands):
        record(session, HANDS[number % len(HANDS)])
    return Session.objects.get(pk=session.pk)


def contestants(server: Server) -> dict[str, Contestant]:
    """Everything that is measured, the floors first."""
    user = user_create(username="ann", password="thirteen-cards-a-board")
    short, long = long_table(user, 50), long_table(user, 500)
    nobody, ann = Browser(server.port), browser_of(server, user)
    new = [start(user) for _ in range(CONNECTIONS * SAVES)]
    poll = nobody.get(f"{address(make(short))}now/?v={short.version}", **POLL)
    return {
        "floor: a constant view": Contestant(same(nobody.get("/floor/constant/")), 60, 200),
        "a poll, unchanged": Contestant(same(poll), 60, 204),
        "floor: one row inserted": Contestant(same(nobody.get("/floor/insert/")), 20, 200),
        "a hand of three saved": saves_at(ann, new),
        "floor: a plain template": Contestant(same(nobody.get("/floor/plain/")), 20, 200),
        "floor: the same in the site, logged in": Contestant(same(ann.get("/floor/members/")), 20, 200),
        "the table after 50 hands": Contestant(same(ann.get(f"/t/{short.public_id}/")), 10, 200),
        "the table after 500 hands": Contestant(same(ann.get(f"/t/{long.public_id}/")), 10, 200),
    }


def run(server: Server, rounds: int = ROUNDS) -> None:
    """Let them take turns, and print what came of it."""
    loop = asyncio.new_event_loop()
    connections = [Connection(server.port) for _ in range(CONNECTIONS)]
    entered = contestants(server)

    def turn(contestant: Contestant) -> Callable[[], None]:
        return lambda: loop.run_until_complete(ask_all(connections, contestant))

    before = {name: turn(each.before) for name, each in entered.items() if each.before}
    times = contest({name: turn(each) for name, each in entered.items()}, rounds=rounds, calls=1, before=before)
    for name, contestant in entered.items():
        times[name] = [each / (CONNECTIONS * contestant.times) for each in times[name]]
    print(table("A request, with eight at a time", times, base="floor: a constant view", unit="ms"))
    for over, under in (
        ("a poll, unchanged", "floor: a constant view"),
        ("a hand of three saved", "floor: one row inserted"),
        ("the table after 50 hands", "floor: a plain template"),
        ("the table after 50 hands", "floor: the same in the site, logged in"),
        ("the table after 500 hands", "the table after 50 hands"),
    ):
        print(f"  {over} / {under}: {ratio(times, over, under):.2f}")
    for connection in connections:
        connection.close()
    loop.close()


async def ask_all(connections: list[Connection], contestant: Contestant) -> None:
    """One turn: every connection asks as often as it should."""

    async def ask(connection: Connection, requests: Iterator[bytes]) -> None:
        for request in islice(requests, contestant.times):
            answer = await connection.ask(request)
            assert answer.status == contestant.status, f"{answer.status}: {request.partition(b' HTTP')[0].decode()}"

    await asyncio.gather(*map(ask, connections, contestant.requests))


def main() -> None:
    with serving(DJANGO_SETTINGS_MODULE="tests.bench.floor_settings") as server:
        run(server)


if __name__ == "__main__":
    main()
