"""The WSGI application that gunicorn serves."""

import os
from collections.abc import Iterable
from typing import Any

from django.core.wsgi import get_wsgi_application
from django.utils.http import parse_header_parameters

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ofcscore.settings")

served = get_wsgi_application()


def application(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
    """The site. A content type that Django cannot read is none: it would fail on it before anything could answer."""
    if not is_readable(environ.get("CONTENT_TYPE", "")):
        environ["CONTENT_TYPE"] = ""
    environ["wsgi.input"] = WholeBody(environ["wsgi.input"])
    return served(environ, start_response)


class WholeBody:
    """What is sent, to its end. A server hands over what came of it before the connection broke as if that were all,
    and half of a form can pass for a form: 3 units where 300 were typed.
    """

    def __init__(self, stream: Any) -> None:
        self._stream = stream
        self.readline = stream.readline

    def read(self, size: int) -> bytes:
        """The next bytes, as many as are asked for. Raises OSError when there are fewer; nobody asks for more than are
        to come.
        """
        data: bytes = self._stream.read(size)
        if len(data) < size:
            raise OSError("It broke off on the way.")
        return data


def is_readable(content_type: str) -> bool:
    """Whether a content type is one, and of UTF-8 if it names an encoding at all. Every page is UTF-8, so browsers send
    nothing else; and some of what Python knows as an encoding is none of texts, or makes what no page can hold.
    """
    try:
        _, parameters = parse_header_parameters(content_type)
    except ValueError:
        return False
    return bool(parameters.get("charset", "utf-8").lower() == "utf-8")
