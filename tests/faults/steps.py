"""What somebody does at a table of a server that is about to be hurt."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from tests.browser.server import Server
from tests.databases import Database
from tests.faults.phone import Answer, Phone
from tests.faults.seating import start_tables
from tests.ledger.pages import Fields, text, typed, with_boards

HANDS = """
    SELECT session.public_id FROM ledger_hand AS hand JOIN ledger_session AS session ON session.id = hand.session_id
"""


@dataclass
class Scene:
    """A server, its database, and somebody at a table of it."""

    server: Server
    database: Database
    phone: Phone
    table: str

    @property
    def score(self) -> str:
        """The path of the form of a hand."""
        return f"{self.table}score/"

    @property
    def hands(self) -> int:
        """How many hands of the table are in the books."""
        return [f"/t/{table}/" for (table,) in self.database.rows(HANDS)].count(self.table)

    def checked(self, boards: Sequence[str]) -> Fields:
        """Type a hand and check it; what its button to save sends."""
        check = self.phone.submit(self.score, "hand", **boards_typed(boards), action="check")
        return self.phone.get(check).form() | {"action": "save"}

    def save(self, sent: Fields) -> Answer:
        """Send a hand that was checked."""
        return self.phone.post(self.score, sent)

    def play(self, boards: Sequence[str]) -> None:
        """Enter a hand, check it and save it."""
        assert self.save(self.checked(boards)).status == 302

    def start_again(self) -> None:
        """Stop the server and start it anew."""
        self.phone.hang_up()
        self.server.stop()
        self.server.start()

    @contextmanager
    def copy(self) -> "Iterator[Scene]":
        """The same person with another phone at the same table."""
        other = Phone(self.phone.port)
        other.cookies = dict(self.phone.cookies)
        try:
            yield Scene(self.server, self.database, other, self.table)
        finally:
            other.hang_up()


@contextmanager
def begin(server: Server, database: Database) -> Iterator[Scene]:
    """A guest who has just started a table."""
    phone = Phone(server.port)
    try:
        yield Scene(server, database, phone, *start_tables(phone, 1))
    finally:
        phone.hang_up()


def boards_typed(boards: Sequence[str]) -> Fields:
    """The fields that hold these boards."""
    return with_boards({}, boards)


def words(answer: Answer) -> str:
    """The words of a page."""
    return text(answer)  # type: ignore[arg-type]


def expect_kept(scene: Scene, answer: Answer, sent: Fields, sentence: str) -> Fields:
    """What a page for a fault has to be: it says so, and has all that was typed in a form, which is returned."""
    assert answer.status == 503
    assert sentence in words(answer)
    again = answer.button(scene.score)
    assert typed(again) == typed(sent)
    return again
