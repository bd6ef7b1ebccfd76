"""Good files with something changed in them: each is refused with a sentence, or is a session with good books."""

import json
from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ledger.models import User
from ledger.services.exports import session_json
from ledger.services.imports import session_import
from tests.ledger.evenings import EVENINGS, as_file, bring_in, file_of

pytestmark = pytest.mark.django_db
ODD: list[Any] = [
    None,
    True,
    False,
    0,
    1,
    -1,
    7,
    2**31,
    2**63,
    10**17,
    "",
    " ",
    "Ann",
    "Bob",
    "x" * 1000,
    "<b>Ann</b>",
    "\x00",
    "\u202e",
    "\ud800",
    "closed",
    "saved",
    "undone",
    "restored",
    "2026-03-14",
    "9999-12-31T23:59:59.999999Z",
    [],
    {},
    [[]],
    {"": None},
]
OPERATIONS = ("set", "add", "drop", "double", "swap", "copy")
values = st.sampled_from(ODD) | st.integers() | st.text(max_size=40)
steps = st.lists(
    st.tuples(st.sampled_from(OPERATIONS), st.integers(0, 2**32), st.integers(0, 2**32), values), min_size=1, max_size=3
)


def places(data: Any) -> Iterator[tuple[Any, Any]]:
    """Every container of the data with each key or index in it."""
    for key, value in list(data.items() if isinstance(data, dict) else enumerate(data)):
        yield data, key
        if isinstance(value, (dict, list)):
            yield from places(value)


def mutate(data: Any, operation: str, one: int, other: int, value: Any) -> None:
    found = list(places(data))
    if not found:
        return
    inside, key = found[one % len(found)]
    there, name = found[other % len(found)]
    if operation == "set":
        inside[key] = deepcopy(value)
    elif operation == "add" and type(inside[key]) is int:
        inside[key] += 1 - 2 * (other % 2)
    elif operation == "drop":
        del inside[key]
    elif operation == "double" and isinstance(inside, list):
        inside.insert(key, deepcopy(inside[key]))
    elif operation == "swap":
        inside[key], there[name] = deepcopy(there[name]), deepcopy(inside[key])
    elif operation == "copy":
        inside[key] = deepcopy(there[name])


def expect_sense(user: User, content: bytes) -> None:
    """Bring in what may be good or not; a sentence that refuses it is one, and short."""
    sentence = bring_in(user, content)
    if sentence is not None:
        assert sentence[:1].isupper() or not sentence[:1].isalpha(), sentence
        assert len(sentence) < 500, sentence


def try_all(user: User, evening: str, examples: int) -> None:
    good = file_of(EVENINGS[evening](user))

    # The same files every time, so that what passes here passes everywhere.
    @settings(max_examples=examples, database=None, derandomize=True)
    @given(steps)
    def tried(changes: list[tuple[str, int, int, Any]]) -> None:
        data = deepcopy(good)
        for change in changes:
            mutate(data, *change)
        expect_sense(user, json.dumps(data).encode())

    tried()


@pytest.mark.parametrize("evening", EVENINGS)
def test_a_file_with_changes_is_refused_or_good(evening: str, ann_user: User) -> None:
    try_all(ann_user, evening, 50)


@pytest.mark.slow
@pytest.mark.parametrize("evening", EVENINGS)
def test_ten_thousand_files_with_changes_are_refused_or_good(evening: str, ann_user: User) -> None:
    try_all(ann_user, evening, 2500)


def test_a_file_with_other_bytes_is_refused_or_good(ann_user: User) -> None:
    good = session_json(EVENINGS["criss-cross"](ann_user))
    places_in_it = st.integers(0, len(good) - 1)

    @settings(max_examples=200, database=None)
    @given(st.lists(st.tuples(places_in_it, st.integers(0, 3), st.binary(max_size=3)), min_size=1, max_size=3))
    def tried(changes: list[tuple[int, int, bytes]]) -> None:
        content = bytearray(good)
        for at, length, other in changes:
            content[at : at + length] = other
        expect_sense(ann_user, bytes(content))

    tried()


def test_what_is_not_changed_is_good(ann_user: User) -> None:
    for evening in EVENINGS.values():
        assert session_import(user=ann_user, content=as_file(file_of(evening(ann_user))))
