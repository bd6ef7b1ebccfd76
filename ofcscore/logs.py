"""What goes into the log: a line a request, and every fault with the place where it happened; nothing that was typed.

A page is named as in ofcscore.urls, so that no id, no token and no query of its address is written down; a user is a
number; forms, names, cards, cookies and network addresses are left out. What an error says may quote any of these, so
of its words only those are kept that a database or the system says, which do not.
"""

import json
import logging
import re
import traceback
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import Any

from django.conf import settings
from django.db import IntegrityError, OperationalError, ProgrammingError
from django.http import HttpRequest

# The request that is being answered, in whatever thread does it.
request_id: ContextVar[str] = ContextVar("request_id", default="-")
# Beyond the site's name, an address in somebody else's sentence.
ADDRESS = re.compile(r"(https?://[^\s/]+)/\S*")


def page_of(request: HttpRequest) -> str:
    """The name of the page that a request is for: its name among the addresses, "static", or "-" for none."""
    if request.path.startswith(settings.STATIC_URL):
        return "static"
    match = request.resolver_match
    return match.url_name or "-" if match else "-"


def told(error: BaseException) -> str:
    """Where an error happened, of what kind it is and what led to it; without local values and without quotations."""
    if settings.DEBUG:
        return "".join(traceback.format_exception(error)).rstrip()
    chain: list[BaseException] = []
    step: BaseException | None = error
    while step is not None and step not in chain:
        chain.append(step)
        step = step.__cause__ or (None if step.__suppress_context__ else step.__context__)
    return "\n".join("".join(traceback.format_tb(step.__traceback__)) + _kind(step) for step in reversed(chain))


def _kind(error: BaseException) -> str:
    words = ""
    if isinstance(error, OperationalError | ProgrammingError | IntegrityError):
        # PostgreSQL goes on to quote the row in the lines after the first.
        words = str(error).partition("\n")[0]
    elif isinstance(error, OSError):
        words = error.strerror or ""
    return f"{type(error).__module__}.{type(error).__qualname__}{': ' if words else ''}{words}"


class PlainFormatter(logging.Formatter):
    """A line for people: time, level, request, what happened, and what is known about it."""

    def format(self, record: logging.LogRecord) -> str:
        facts = _facts(record)
        error = facts.pop("error", "")
        first = " ".join(str(facts.pop(name)) for name in ("time", "level", "request", "message"))
        line = " ".join([first, *(f"{name}={value}" for name, value in facts.items())])
        return f"{line}\n{error}" if error else line


class JSONFormatter(logging.Formatter):
    """One JSON object a line, for programs."""

    def format(self, record: logging.LogRecord) -> str:
        return json.dumps(_facts(record))


def _facts(record: logging.LogRecord) -> dict[str, Any]:
    facts: dict[str, Any] = {
        "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
        "level": record.levelname,
        "request": request_id.get(),
        "message": _message(record),
    }
    facts |= getattr(record, "facts", {})
    # A request that nobody should have sent is no fault with a place in the code.
    if record.exc_info and record.exc_info[1] and not record.name.startswith("django.security."):
        facts["error"] = told(record.exc_info[1])
    return facts


def _message(record: logging.LogRecord) -> str:
    """What a record says. Django's own name the path of their request; here that is the name of the page."""
    request = getattr(record, "request", None)
    if isinstance(request, HttpRequest) and isinstance(record.args, tuple):
        paths = (request.path, request.path.encode("unicode_escape").decode("ascii"))
        args = tuple(page_of(request) if arg in paths else arg for arg in record.args)
        text = record.msg % args if args else str(record.msg)
    else:
        text = record.getMessage()
    return ADDRESS.sub(r"\1/…", text)
