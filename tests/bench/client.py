"""A browser for load: kept connections, requests made beforehand, and little work of its own, since whoever measures
shares the machine with what is measured.
"""

import asyncio
import gzip
from collections.abc import Mapping
from urllib.parse import urlencode

from tests.browser.server import HOST

# What browsers send along; a server reads it all.
HEADERS = {
    "User-Agent": "Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0 Mobile",
    "Accept": "*/*",
    "Accept-Language": "en-GB,en;q=0.9",
    "Accept-Encoding": "gzip, deflate",
    "Connection": "keep-alive",
}
# Without a body, whatever their headers say.
EMPTY = (204, 304)
# In seconds, for one answer: then it is an error.
PATIENCE = 30


class Answer:
    """What came back: the status, and the page once it is asked for."""

    def __init__(self, head: bytes, body: bytes) -> None:
        self.status = int(head[9:12])
        self._head = head
        self._body = body

    def header(self, name: str) -> str:
        """The value of a header, empty when there is none."""
        start = self._head.lower().find(f"\r\n{name.lower()}: ".encode())
        if start < 0:
            return ""
        return self._head[start + len(name) + 4 :].partition(b"\r\n")[0].decode()

    @property
    def content(self) -> bytes:
        """The page, unpacked."""
        return gzip.decompress(self._body) if self.header("Content-Encoding") == "gzip" else self._body


class Connection(asyncio.Protocol):
    """A kept connection to this machine's ``port``, opened when it is first needed and again when it was closed."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.opened = 0
        self._transport: asyncio.Transport | None = None
        self._answer: asyncio.Future[Answer] | None = None
        self._read = b""

    async def ask(self, request: bytes) -> Answer:
        """The answer to a request. Raises OSError when the connection breaks, TimeoutError when none comes."""
        loop = asyncio.get_running_loop()
        if self._transport is None:
            self._transport, _ = await loop.create_connection(lambda: self, HOST, self.port)
            self.opened += 1
        self._answer = loop.create_future()
        self._transport.write(request)
        async with asyncio.timeout(PATIENCE):
            return await self._answer

    def close(self) -> None:
        """Hang up."""
        if self._transport is not None:
            self._transport.close()

    def data_received(self, data: bytes) -> None:
        self._read += data
        head, found, body = self._read.partition(b"\r\n\r\n")
        if not found:
            return
        answer = Answer(head, body)
        if answer.status in EMPTY or len(body) >= int(answer.header("Content-Length")):
            self._read = b""
            self._settle(answer)

    def connection_lost(self, error: Exception | None) -> None:
        self._transport = None
        self._read = b""
        if self._answer is not None and not self._answer.done():
            self._answer.set_exception(error or ConnectionResetError("closed without an answer"))

    def _settle(self, answer: Answer) -> None:
        if self._answer is not None and not self._answer.done():
            self._answer.set_result(answer)


class Browser:
    """Makes the requests of somebody: with their cookies, and with the token that their forms want."""

    def __init__(self, port: int, **cookies: str) -> None:
        self.host = f"{HOST}:{port}"
        self.cookies = cookies

    def get(self, path: str, **headers: str) -> bytes:
        """A request for a page."""
        return self._request("GET", path, headers, b"")

    def post(self, path: str, fields: Mapping[str, str], **headers: str) -> bytes:
        """A form as it is sent."""
        sent = {"Origin": f"http://{self.host}", "Content-Type": "application/x-www-form-urlencoded"}
        return self._request("POST", path, sent | headers, urlencode(fields).encode())

    def _request(self, method: str, path: str, headers: Mapping[str, str], body: bytes) -> bytes:
        sent = {"Host": self.host} | HEADERS | headers
        if self.cookies:
            sent["Cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        if body:
            sent["Content-Length"] = str(len(body))
        lines = [f"{method} {path} HTTP/1.1", *(f"{name}: {value}" for name, value in sent.items()), "", ""]
        return "\r\n".join(lines).encode() + body
