"""Somebody who speaks to the site as a server hands requests on: bytes in, bytes out, cookies kept, nothing made good
on the way.
"""

import signal
import traceback
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from http.cookies import SimpleCookie
from io import BytesIO
from types import FrameType
from typing import Any
from urllib.parse import unquote_to_bytes
from wsgiref.util import setup_testing_defaults

from django.core.signals import got_request_exception, request_finished, request_started
from django.db import close_old_connections

from ofcscore.wsgi import application

# In seconds of work, and by the clock for what waits. A request takes some milliseconds; what takes this never ends.
WORK, WAIT = 10, 120


class TookTooLongError(BaseException):
    """No answer came. Nothing between here and the view catches it, as it is no Exception."""


@contextmanager
def patience() -> Iterator[None]:
    """Ends with an error what does not end by itself."""

    def give_up(number: int, frame: FrameType | None) -> None:
        raise TookTooLongError(f"No answer after {WORK} seconds of work or {WAIT} of waiting.")

    before = {number: signal.signal(number, give_up) for number in (signal.SIGPROF, signal.SIGALRM)}
    signal.setitimer(signal.ITIMER_PROF, WORK)
    signal.setitimer(signal.ITIMER_REAL, WAIT)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.setitimer(signal.ITIMER_REAL, 0)
        for number, handler in before.items():
            signal.signal(number, handler)


@contextmanager
def in_the_transaction_of_the_test() -> Iterator[None]:
    """A server lets go of its connection between requests, and would take the test's transaction along."""
    for event in (request_started, request_finished):
        event.disconnect(close_old_connections)
    try:
        yield
    finally:
        for event in (request_started, request_finished):
            event.connect(close_old_connections)


@dataclass(frozen=True)
class Request:
    """What is sent. ``length`` is what it says of its body's length where that is not true."""

    method: str
    path: str
    query: str = ""
    body: bytes = b""
    content_type: str = ""
    headers: dict[str, str] = field(default_factory=dict)
    length: str | None = None

    def environ(self) -> dict[str, Any]:
        """As a server hands it on: every text holds bytes, one a character."""
        sent: dict[str, Any] = {
            "REQUEST_METHOD": self.method,
            "PATH_INFO": unquote_to_bytes(self.path).decode("latin-1"),
            "QUERY_STRING": self.query,
            "HTTP_HOST": "testserver",
            "REMOTE_ADDR": "127.0.0.1",
            "wsgi.input": BytesIO(self.body),
        }
        if self.content_type:
            sent["CONTENT_TYPE"] = self.content_type
        if self.body or self.length is not None:
            sent["CONTENT_LENGTH"] = str(len(self.body)) if self.length is None else self.length
        sent |= {f"HTTP_{name.upper().replace('-', '_')}": value for name, value in self.headers.items()}
        setup_testing_defaults(sent)
        return sent


@dataclass(frozen=True)
class Answer:
    """What came back. ``error`` is what went wrong inside, where something did."""

    status: int
    headers: dict[str, str]
    content: bytes
    error: str

    @property
    def is_page(self) -> bool:
        return self.headers.get("Content-Type", "").startswith("text/html")

    @property
    def text(self) -> str:
        return self.content.decode()


class Visitor:
    """A browser with its cookies."""

    def __init__(self, cookies: dict[str, str] | None = None) -> None:
        self.cookies = dict(cookies or {})

    def get(self, path: str) -> Answer:
        return self.ask(Request("GET", path))

    def ask(self, request: Request) -> Answer:
        """The answer. Fails when none comes in time, or when an exception comes out of the application."""
        environ = request.environ()
        if self.cookies and "HTTP_COOKIE" not in environ:
            environ["HTTP_COOKIE"] = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        errors: list[str] = []

        def note(**_: Any) -> None:
            errors.append(traceback.format_exc())

        got_request_exception.connect(note)
        try:
            with patience():
                status, headers, content = _answered(environ)
        finally:
            got_request_exception.disconnect(note)
        for name, value in headers:
            if name == "Set-Cookie":
                self._keep(value)
        return Answer(status, dict(headers), content, "".join(errors))

    def _keep(self, value: str) -> None:
        for name, morsel in SimpleCookie(value).items():
            if morsel["max-age"] == 0 or not morsel.value:
                self.cookies.pop(name, None)
            else:
                self.cookies[name] = morsel.coded_value


def _answered(environ: dict[str, Any]) -> tuple[int, list[tuple[str, str]], bytes]:
    started: list[tuple[str, list[tuple[str, str]]]] = []

    def start_response(status: str, headers: list[tuple[str, str]], *_: Any) -> Any:
        started.append((status, headers))

    with in_the_transaction_of_the_test(), closing(application(environ, start_response)) as response:
        content = b"".join(response)
    status, headers = started[0]
    return int(status.split()[0]), headers, content
