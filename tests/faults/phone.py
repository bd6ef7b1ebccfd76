"""A phone without JavaScript, over real connections: cookies, forms, and what becomes of them when nobody answers."""

import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from http.client import HTTPConnection, HTTPException
from http.cookies import SimpleCookie
from urllib.parse import urlencode, urlsplit

from tests.browser.server import HOST
from tests.ledger.pages import Fields, button_form, fields

# In seconds: far longer than a server takes to start, on the slowest machine.
PATIENCE = 60


class NoAnswerError(Exception):
    """Nobody answered, or not to the end."""


class Answer:
    """A page, as the readers of pages want it; ``location`` is where it leads, without the host."""

    def __init__(self, status: int, location: str, content: bytes) -> None:
        self.status = status
        self.location = location
        self.content = content

    def form(self, name: str = "hand") -> Fields:
        """What a browser would send for the form of this id."""
        return fields(self, name)  # type: ignore[arg-type]

    def button(self, path: str) -> Fields:
        """What the button that posts to this path sends; nothing where there is none."""
        return button_form(self, path) if f'action="{path}"'.encode() in self.content else {}  # type: ignore[arg-type]


class Phone:
    """One phone: a connection that is kept, and cookies."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.cookies: dict[str, str] = {}
        self._connection: HTTPConnection | None = None

    def get(self, path: str) -> Answer:
        """A page. Raises NoAnswerError."""
        return self._answer("GET", path, None)

    def post(self, path: str, sent: Mapping[str, str]) -> Answer:
        """What comes of a form. Raises NoAnswerError."""
        return self._answer("POST", path, sent)

    def submit(self, path: str, form: str, **typed: str) -> str:
        """Open a page, fill in its form of this id and send it; gives where its answer leads, and it has to lead on."""
        answer = self.post(path, self.get(path).form(form) | typed)
        assert answer.status == 302, f"{path} answered with {answer.status}"
        return answer.location

    def hang_up_on(self, path: str, sent: Mapping[str, str], *, after: float) -> None:
        """Send a form, and close the connection ``after`` so many seconds, whatever comes."""
        try:
            with self._asking("POST", path, sent):
                time.sleep(after)
        except NoAnswerError:
            pass
        finally:
            self.hang_up()

    def hang_up(self) -> None:
        """Close the connection; the next page opens another."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def _answer(self, method: str, path: str, sent: Mapping[str, str] | None) -> Answer:
        with self._asking(method, path, sent) as connection:
            response = connection.getresponse()
            content = response.read()
        for header in response.headers.get_all("Set-Cookie", []):
            self.cookies |= {name: morsel.value for name, morsel in SimpleCookie(header).items()}
        leads_to = urlsplit(response.headers.get("Location", ""))
        return Answer(response.status, leads_to.path + (f"?{leads_to.query}" if leads_to.query else ""), content)

    @contextmanager
    def _asking(self, method: str, path: str, sent: Mapping[str, str] | None) -> Iterator[HTTPConnection]:
        """A connection on which this was asked. Raises NoAnswerError when it breaks, before or after."""
        if self._connection is None:
            self._connection = HTTPConnection(HOST, self.port, timeout=PATIENCE)
        headers = {"Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items())}
        if sent is not None:
            headers |= {
                "Content-Type": "application/x-www-form-urlencoded",
                "Origin": f"http://{HOST}:{self.port}",
            }
        try:
            self._connection.request(method, path, None if sent is None else urlencode(sent), headers)
            yield self._connection
        except (OSError, HTTPException) as error:
            self.hang_up()
            raise NoAnswerError(repr(error)) from error
