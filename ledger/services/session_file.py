"""The text of a session's file, read with suspicion: what comes out has the keys, types and lengths that
docs/export-format.md names, and nothing else. Whether it can have happened is for :mod:`ledger.services.session_story`.
"""

import json
import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable
from datetime import UTC, date, datetime, timedelta
from reprlib import repr as short
from typing import Any, NoReturn

from django.utils import timezone

from ledger.models import PaymentMark, Revision, SeatChange, Session
from ledger.money import CURRENCIES, LARGEST_UNIT_VALUE
from ledger.services.adjustments import MOST_UNITS
from ledger.services.errors import RefusedError
from ledger.services.exports import FORMAT, FORMAT_VERSION, TIME
from ledger.services.people import BIDI_CONTROLS, LONGEST_NAME
from ledger.services.sessions import MOST_SEATS

MOST_BYTES = 5 * 1024 * 1024
TOO_LARGE = f"This file is larger than {MOST_BYTES // 1024 // 1024} MB, and no session is."
MOST_ENTRIES = 1000
# An entry of a hand with four boards has eighteen objects in it.
MOST_OBJECTS = 40 * MOST_ENTRIES
MOST_STACK = 2**31 - 1
MOST_MONEY = 10**15
LONGEST_NUMBER = 18
EARLIEST = datetime(2000, 1, 1, tzinfo=UTC)
_TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z", re.ASCII)

WORDS = {None: "null", True: "true", False: "false"}

# Takes a value and where it stands, and raises RefusedError unless it is as it should be.
Check = Callable[[Any, str], None]


def shown(value: object) -> str:
    """A value of a file in a sentence, in short."""
    if isinstance(value, (dict, list)):
        return "an object" if isinstance(value, dict) else "a list"
    return WORDS[value] if value is None or isinstance(value, bool) else short(value)


def read_session_file(content: bytes) -> dict[str, Any]:
    """The data of a session's file. Raises RefusedError, with a sentence that names the place, for anything odd."""
    if len(content) > MOST_BYTES:
        raise RefusedError(TOO_LARGE)
    data = _parsed(content)
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise RefusedError("This is not a session that ofcscore has written.")
    if type(data.get("version")) is not int or data["version"] != FORMAT_VERSION:
        raise RefusedError(
            f"This file has the format {shown(data.get('version'))}. Only format {FORMAT_VERSION} can be brought in."
        )
    _SESSION(data, "The session")
    for number, event in enumerate(data["events"], start=1):
        _check_event(event, number)
    return data


def _parsed(content: bytes) -> Any:
    objects = 0

    def without_doubles(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        nonlocal objects
        objects += 1
        if objects > MOST_OBJECTS:
            raise RefusedError("This file has more entries than a session can have.")
        read = dict(pairs)
        if len(read) != len(pairs):
            times = Counter(name for name, _ in pairs)
            twice = next(name for name, count in times.items() if count > 1)
            raise RefusedError(f"Something in this file says {shown(twice)} twice.")
        return read

    try:
        text = content.decode("utf-8-sig")
        return json.loads(
            text,
            object_pairs_hook=without_doubles,
            parse_int=_number,
            parse_float=_no_number,
            parse_constant=_no_number,
        )
    except UnicodeDecodeError:
        raise RefusedError("This file is not text. Choose one that was exported as JSON.") from None
    except RecursionError:
        raise RefusedError("This file is nested deeper than any session.") from None
    except ValueError as error:
        raise RefusedError(f"This file is not whole JSON: {error}.") from None


def _number(text: str) -> int:
    return int(text) if len(text) <= LONGEST_NUMBER else _no_number(text)


def _no_number(text: str) -> NoReturn:
    raise RefusedError(f"Numbers in a session are whole and not that large; {shown(text)} is none of them.")


def _refuse(where: str, what: str, value: object) -> NoReturn:
    raise RefusedError(f"{where} is {what}, not {shown(value)}.")


def _whole(low: int, high: int) -> Check:
    def check(value: Any, where: str) -> None:
        if type(value) is not int or not low <= value <= high:
            _refuse(where, f"a whole number from {low} to {high}", value)

    return check


def _flag(value: Any, where: str) -> None:
    if not isinstance(value, bool):
        _refuse(where, "true or false", value)


def _one_of(choices: Iterable[str]) -> Check:
    known = tuple(choices)

    def check(value: Any, where: str) -> None:
        if not isinstance(value, str) or value not in known:
            _refuse(where, f"one of {', '.join(map(shown, known))}", value)

    return check


def _text(longest: int) -> Check:
    """A text that can be kept, as the forms take it; it may be empty, and have lines."""

    def check(value: Any, where: str) -> None:
        if not isinstance(value, str) or len(value) > longest:
            _refuse(where, f"a text of at most {longest} characters", value)
        if any(each == "\0" or unicodedata.category(each) == "Cs" for each in value):
            raise RefusedError(f"{where} has a character that nobody sees.")

    return check


def _name(longest: int) -> Check:
    """A text in one line, with nothing in it that turns what stands around it."""
    text = _text(longest)

    def check(value: Any, where: str) -> None:
        text(value, where)
        if not value.strip() or value.strip() != value:
            _refuse(where, "a name without spaces around it", value)
        if any(unicodedata.category(each) == "Cc" or each in BIDI_CONTROLS for each in value):
            raise RefusedError(f"{where} has a character that nobody sees.")

    return check


def _time(value: Any, where: str) -> None:
    try:
        good = isinstance(value, str) and bool(_TIME.fullmatch(value))
        at = datetime.strptime(value, TIME).replace(tzinfo=UTC) if good else None
    except ValueError:
        at = None
    if at is None:
        _refuse(where, "a time such as 2026-03-14T20:15:00.000000Z", value)
    if not EARLIEST <= at <= timezone.now() + timedelta(days=1):
        _refuse(where, "a time since the year 2000 that is not to come", value)


def _day(value: Any, where: str) -> None:
    try:
        good = isinstance(value, str) and date.fromisoformat(value).isoformat() == value
    except ValueError:
        good = False
    if not good:
        _refuse(where, "a date such as 2026-03-14", value)


def _or_none(check_value: Check) -> Check:
    def check(value: Any, where: str) -> None:
        if value is not None:
            check_value(value, where)

    return check


def _list(of: Check, low: int, high: int) -> Check:
    def check(value: Any, where: str) -> None:
        if not isinstance(value, list) or not low <= len(value) <= high:
            _refuse(where, f"a list of {low} to {high}", value)
        for number, each in enumerate(value, start=1):
            of(each, f"{where}, number {number}")

    return check


def _object(**checks: Check) -> Check:
    known = {name.rstrip("_"): check for name, check in checks.items()}

    def check(value: Any, where: str) -> None:
        if not isinstance(value, dict):
            _refuse(where, "an object", value)
        for name in sorted(value.keys() - known.keys()):
            raise RefusedError(f"{where} has {shown(name)}, which this format does not know.")
        for name, check_value in known.items():
            if name not in value:
                raise RefusedError(f"{where} has no “{name}”.")
            check_value(value[name], f"{where}, “{name}”")

    return check


def _anything(value: Any, where: str) -> None:
    """What is looked at elsewhere."""


def _cards_dealt(value: Any, where: str) -> None:
    if type(value) is not int or (value and not 13 <= value <= 17):
        _refuse(where, "0, or 13 to 17 cards", value)


_SEAT = _whole(0, MOST_SEATS - 1)
_COUNT = _whole(1, MOST_ENTRIES)
_AFTER = _whole(0, MOST_ENTRIES)
_REASON = _text(200)
_VALUE = _whole(0, LARGEST_UNIT_VALUE)
_PLAYER = _name(LONGEST_NAME)
_MONEY = _whole(1, MOST_MONEY)
_PAID = _object(from_=_SEAT, to=_SEAT, units=_whole(1, MOST_STACK), unit_value=_VALUE)
_PAIRS = _list(_PAID, 0, MOST_SEATS * MOST_SEATS)
_BOARD = _object(
    seat=_SEAT,
    place=_SEAT,
    cards=_text(28),
    fantasyland=_cards_dealt,
    dead=_flag,
    stack=_or_none(_whole(1, MOST_STACK)),
)
_SESSION = _object(
    format=_anything,
    version=_anything,
    name=_name(60),
    date=_day,
    currency=_one_of(("", *CURRENCIES)),
    state=_one_of(Session.State.values),
    created_at=_time,
    seats=_list(
        _object(number=_SEAT, player=_PLAYER, board=_whole(0, 2), place=_SEAT),
        2,
        MOST_SEATS,
    ),
    debts_brought_in=_list(_anything, 0, MOST_ENTRIES),
    events=_list(_anything, 1, MOST_ENTRIES),
)
_EVENTS = {
    "rules": {
        "number": _COUNT,
        "rules": _anything,
        "unit_value": _VALUE,
        "pairs": _list(
            _object(seats=_list(_SEAT, 2, 2), unit_value=_VALUE),
            0,
            MOST_SEATS * MOST_SEATS,
        ),
    },
    "hand": {
        "hand": _COUNT,
        "rules": _COUNT,
        "revision": _COUNT,
        "kind": _one_of(Revision.Kind.values),
        "button": _or_none(_SEAT),
        "deal_note": _text(1000),
        "reason": _REASON,
        "boards": _list(_BOARD, 0, 4),
        "paid": _PAIRS,
    },
    "penalty": {
        "number": _COUNT,
        "after_hand": _AFTER,
        "reason": _REASON,
        "undoes": _or_none(_COUNT),
        "paid": _list(_object(from_=_SEAT, to=_SEAT, units=_whole(1, MOST_UNITS), unit_value=_VALUE), 0, MOST_SEATS),
    },
    "chips": {
        "number": _COUNT,
        "after_hand": _AFTER,
        "seat": _SEAT,
        "units": _whole(-MOST_STACK, MOST_STACK),
        "undoes": _or_none(_COUNT),
    },
    "seat": {
        "after_hand": _AFTER,
        "kind": _one_of(SeatChange.Kind.values),
        "seat": _SEAT,
        "other": _or_none(_SEAT),
        "reason": _REASON,
    },
    "state": {
        "after_hand": _AFTER,
        "state": _one_of(Session.State.values),
        "reason": _REASON,
        "payments": _list(
            _object(number=_COUNT, payer=_PLAYER, payee=_PLAYER, amount=_MONEY), 0, MOST_SEATS * MOST_SEATS
        ),
    },
    "payment": {
        "after_hand": _AFTER,
        "payment": _COUNT,
        "kind": _one_of(PaymentMark.Kind.values),
        "into": _or_none(_name(60)),
    },
    "question": {"number": _COUNT, "after_hand": _AFTER, "hand": _COUNT, "text": _text(500)},
    "answer": {"after_hand": _AFTER, "question": _COUNT, "text": _text(500)},
}
# In the order in which they are taken where times are equal.
KINDS = tuple(_EVENTS)
_EVENT_CHECKS = {
    what: _object(what=_anything, at=_time, by=_name(150), **{f"{name}_": check for name, check in checks.items()})
    for what, checks in _EVENTS.items()
}
# The rules that a session began with are nobody's: who started it chose them.
_FIRST_RULES = _object(
    what=_anything, at=_time, by=_text(0), **{f"{name}_": check for name, check in _EVENTS["rules"].items()}
)


def _check_event(event: Any, number: int) -> None:
    where = f"Entry {number}"
    if not isinstance(event, dict):
        _refuse(where, "an object", event)
    what = event.get("what")
    if not isinstance(what, str) or what not in KINDS:
        _refuse(f"{where}, “what”", f"one of {', '.join(KINDS)}", what)
    is_nobodys = what == "rules" and event.get("by") == ""
    check = _FIRST_RULES if is_nobodys else _EVENT_CHECKS[what]
    check(event, event_name(event, number))


def event_name(event: dict[str, Any], number: int) -> str:
    """What a sentence calls an entry: a hand by its number and version, everything else by its place."""
    hand, revision = event.get("hand"), event.get("revision")
    if event["what"] == "hand" and type(hand) is int and type(revision) is int and 0 < hand < 10**6 > revision > 0:
        return f"Hand {hand}, version {revision}"
    return f"Entry {number}"
