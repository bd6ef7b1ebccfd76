"""Good JSON with something changed in it: in what it says, in how it is written, in its bytes."""

import json
from copy import deepcopy
from typing import Any

from hypothesis import strategies as st

from tests.hostile.texts import JSON, as_bytes, bent, raw, texts
from tests.ledger.test_import_mutations import mutate, steps

# What Python writes or reads and JSON does not know, and what is too much of a good thing.
TOKENS = (
    *("NaN", "Infinity", "-Infinity", "1e999", "-1e999", "1E400", "0.1", "-0", "1.0", "007", "9" * 30, "9" * 5000),
    *(
        '"\\ud800"',
        '"\\u0000"',
        "[" * 3000,
        '{"":' * 1200,
        "{}",
        "null",
        "true",
        "'Ann'",
        "\x00",
        "",
        ",",
        ":",
        "]",
        "}",
    ),
    *(
        '"rules":"classic",',
        '"players":[],',
        '"rules":{},"rules":',
        '"what":"hand",',
        "/**/",
        "\ufeff",
        "\u2028",
        "0x1",
    ),
)
ENCODINGS = ("utf-16", "utf-16-le", "utf-32", "utf-8-sig", "utf-7", "cp037", "latin-1")


@st.composite
def changed_data(draw: st.DrawFn, good: Any) -> bytes:
    """Other data in the same form."""
    data = deepcopy(good)
    for change in draw(steps):
        mutate(data, *change)
    return as_bytes(json.dumps(data, ensure_ascii=draw(st.booleans())))


@st.composite
def changed_text(draw: st.DrawFn, good: Any) -> bytes:
    """Nearly the same text, in which something no writer of JSON writes stands in place of a value or anywhere."""
    text = json.dumps(good, ensure_ascii=False)
    for _ in range(draw(st.integers(1, 3))):
        at = draw(st.integers(0, len(text)))
        if draw(st.booleans()):
            at = max(text.find(draw(st.sampled_from((":", ",", "[", "{", '"'))), at), 0) + 1
        end = at + draw(st.integers(0, 6))
        text = text[:at] + draw(st.sampled_from(TOKENS)) + text[end:]
    return as_bytes(text)


@st.composite
def changed_bytes(draw: st.DrawFn, good: Any) -> bytes:
    """The same text cut off, in another encoding, or with other bytes in it."""
    text = json.dumps(good, ensure_ascii=False)
    if draw(st.integers(0, 5)) == 0:
        return text.encode(draw(st.sampled_from(ENCODINGS)), "replace")
    content = text.encode()
    at = draw(st.integers(0, len(content)))
    return content[:at] + draw(st.sampled_from((b"", draw(raw)[:200]))) + content[at + draw(st.integers(0, 3)) :]


def hostile_json(good: list[Any]) -> st.SearchStrategy[bytes]:
    """One of some good data, changed; or what never was good."""
    one = st.sampled_from(good)
    return (
        one.flatmap(changed_data)
        | one.flatmap(changed_data)
        | one.flatmap(changed_text)
        | one.flatmap(changed_bytes)
        | st.sampled_from(JSON).flatmap(bent).map(as_bytes)
        | texts.map(as_bytes)
        | raw
    )
