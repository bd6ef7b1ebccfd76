"""Forms on the wire: as browsers send them, and as nobody should."""

from collections.abc import Sequence
from urllib.parse import quote_from_bytes

from tests.hostile.pages import Upload, Value
from tests.hostile.texts import as_bytes

BOUNDARY = "----thirteen"
URLENCODED = "application/x-www-form-urlencoded"
MULTIPART = f"multipart/form-data; boundary={BOUNDARY}"
Pairs = Sequence[tuple[str, Value]]


def urlencoded(pairs: Pairs) -> bytes:
    """The fields as a form without files sends them; of a file its name goes along, as in browsers."""
    texts = [(name, value.name if isinstance(value, Upload) else value) for name, value in pairs]
    return "&".join(f"{_quoted(name)}={_quoted(value)}" for name, value in texts).encode()


def multipart(pairs: Pairs) -> bytes:
    """The fields as a form with files sends them. Names go as they are, quotes and line ends too."""
    parts = []
    for name, value in pairs:
        head = b'Content-Disposition: form-data; name="' + as_bytes(name) + b'"'
        content = value.content if isinstance(value, Upload) else as_bytes(value)
        if isinstance(value, Upload):
            head += b'; filename="' + as_bytes(value.name) + b'"\r\nContent-Type: ' + as_bytes(value.kind)
        parts.append(b"--" + BOUNDARY.encode() + b"\r\n" + head + b"\r\n\r\n" + content + b"\r\n")
    return b"".join(parts) + b"--" + BOUNDARY.encode() + b"--\r\n"


def _quoted(text: str) -> str:
    return quote_from_bytes(as_bytes(text))
