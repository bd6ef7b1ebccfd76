"""Good forms with something changed in them, and requests that no browser sends."""

from dataclasses import dataclass
from typing import Any

from hypothesis import strategies as st

from tests.hostile.pages import Control, Form, Upload, Value
from tests.hostile.scenes import Scene
from tests.hostile.sending import BOUNDARY, MULTIPART, URLENCODED, multipart, urlencoded
from tests.hostile.texts import BYTES, JSON, as_bytes, bent, raw, texts
from tests.hostile.visitor import Request

TOKEN = "csrfmiddlewaretoken"
# What the pages read from their addresses, besides what their forms ask for.
QUERY = (
    *("page", "player", "v", "done", "draft", "by", "game", "from", "to", "preset", "royalties", "next"),
    *("scoring", "royalty_payment", "moon"),
)
SENSIBLE = (
    "1",
    "2",
    "pineapple",
    "classic",
    "criss-cross",
    "2026-03-14",
    "trump",
    "2-4",
    "average",
    "hands",
    "american",
    "/t/",
)
# Where people write, more is tried than where they choose.
WEIGHTS = {"text": 3, "textarea": 8, "file": 8, "password": 3}
OPERATIONS = ("set", "set", "set", "bend", "bend", "choose", "choose", "drop", "double", "swap", "add", "upload")
ODD_TYPES = (
    *("", "text/plain", "application/json", "multipart/mixed", ";", ";;=", "a;b;c", "x" * 5000, "é/ü", "*/*; q=0"),
    *("multipart/form-data", "multipart/form-data; boundary=", f"multipart/form-data; boundary={'b' * 300}"),
    *(
        "multipart/form-data; boundary=é",
        'multipart/form-data; boundary="',
        f"multipart/form-data; boundary={BOUNDARY}x",
    ),
    *(f"{MULTIPART}; charset={name}" for name in ("latin-1", "utf-16", "utf-7", "hex", "idna", "undefined", "x", "")),
    *(f"{MULTIPART}; charset={name}" for name in ("unicode_escape", "raw_unicode_escape", "rot13", "mbcs", "cp037")),
    *(f"{URLENCODED}; charset={name}" for name in ("utf-16", "hex", "unicode_escape", "UTF8", "x", '"')),
    *(f"{URLENCODED}; {rest}" for rest in ("charset*=bogus''x", "charset*0=a; charset*1*=b", "a*=utf-8''%ff", "a*=''")),
)
# Servers let nothing through but digits, and as many as they have memory for.
ODD_LENGTHS = ("0", "1", "7", "300", "00012", "9" * 9, str(11 * 2**20), str(2**31))
ODD_HEADERS = (
    *("HX-Request", "HX-Target", "HX-Current-URL", "HX-Prompt", "HX-Trigger", "HX-Triggering-Event", "HX-Boosted"),
    *("Accept", "Accept-Language", "Referer", "Origin", "Host", "Cookie", "X-Request-ID", "X-Forwarded-Proto", "Range"),
    *("If-None-Match", "If-Modified-Since", "X-CSRFToken", "X-HTTP-Method-Override", "Expect", "X-Forwarded-Host"),
)
HEADER_VALUES = (
    "true",
    "hand",
    "*",
    "*/*;q=x",
    "bytes=0-",
    "theme=dark; sessionid=x",
    "a=" + "b" * 9000,
    "[::1",
    "null",
    "é",
)


@dataclass(frozen=True)
class Sent:
    """A request, and whether its sender is logged in as the scene's page was asked for."""

    request: Request
    is_known: bool


@st.composite
def uploads(draw: st.DrawFn, content: bytes = b"") -> Upload:
    """A file with an odd name, an odd kind or odd content."""
    start = draw(st.integers(0, len(content)))
    spoilt = content[:start] + draw(raw) + content[start + draw(st.integers(0, 5)) :]
    name = draw(st.sampled_from(("a.json", "", "..", "../x", "a\x00b", "CON", "é" * 300, '"', "a.jpg\r\nX: y")))
    kind = draw(st.sampled_from(("image/jpeg", "application/json", "", "text/html", "a;b*=c''d", "\xff")))
    return Upload(name, draw(st.sampled_from((content[:start], spoilt, spoilt, draw(st.sampled_from(BYTES))))), kind)


@st.composite
def changed(draw: st.DrawFn, form: Form) -> list[tuple[str, Value]]:
    """What the form would send, with one to four things changed."""
    pairs = form.pairs
    weights = {name: WEIGHTS.get(control.kind, 1) for name, control in form.controls.items()}
    weights[TOKEN] = int(draw(st.integers(0, 30)) == 30)
    names = [name for name, weight in weights.items() for _ in range(weight)] or ["x"]
    for _ in range(draw(st.integers(1, 4))):
        name = draw(st.sampled_from(names))
        _change(draw, pairs, name, form.controls.get(name, Control("text")))
    return pairs


def _change(draw: st.DrawFn, pairs: list[tuple[str, Value]], name: str, control: Control) -> None:
    operation = draw(st.sampled_from(OPERATIONS))
    now: Value = next((value for key, value in pairs if key == name), "")
    if operation == "set":
        holds_json = control.kind == "textarea" or (isinstance(now, str) and now.startswith("{"))
        _put(pairs, name, draw(st.sampled_from(JSON) if holds_json and draw(st.booleans()) else texts))
    elif operation == "bend":
        _put(pairs, name, draw(uploads(now.content)) if isinstance(now, Upload) else draw(bent(now)))
    elif operation == "choose":
        _put(pairs, name, draw(st.sampled_from(control.offered or [*SENSIBLE])))
    elif operation == "drop":
        pairs[:] = [pair for pair in pairs if pair[0] != name]
    elif operation == "double":
        pairs.insert(draw(st.integers(0, len(pairs))), (name, draw(texts)))
    elif operation == "swap" and pairs:
        other, value = draw(st.sampled_from(pairs))
        if other != TOKEN != name:
            _put(pairs, name, value)
            _put(pairs, other, now)
    elif operation == "add":
        pairs.append((draw(texts)[:300], draw(texts)))
    elif operation == "upload":
        _put(pairs, name, draw(uploads()))


def _put(pairs: list[tuple[str, Value]], name: str, value: Value) -> None:
    pairs[:] = [pair for pair in pairs if pair[0] != name] + [(name, value)]


@st.composite
def queries(draw: st.DrawFn) -> str:
    """What stands after the question mark."""
    if draw(st.integers(0, 9)) == 0:
        return as_bytes(draw(texts)).decode("latin-1")
    values = texts | st.sampled_from(SENSIBLE)
    pairs: list[tuple[str, Value]] = draw(st.lists(st.tuples(st.sampled_from(QUERY) | texts, values), max_size=4))
    return urlencoded([(name[:200], value) for name, value in pairs]).decode()


@st.composite
def paths(draw: st.DrawFn, path: str) -> str:
    """The address, now and then with something else in one of its places."""
    if draw(st.integers(0, 11)):
        return path
    parts = path.split("/")
    parts[draw(st.integers(0, len(parts) - 1))] = urlencoded([("", draw(texts)[:300])]).decode()[1:]
    return "/" + "/".join(parts).lstrip("/")


@st.composite
def headers(draw: st.DrawFn) -> dict[str, str]:
    """Headers as a server lets them through: without line ends."""
    if draw(st.integers(0, 3)):
        return {}
    values = st.sampled_from(HEADER_VALUES) | texts
    drawn = draw(st.dictionaries(st.sampled_from(ODD_HEADERS), values, min_size=1, max_size=3))
    return {name: _in_one_line(value) for name, value in drawn.items()}


def _in_one_line(text: str) -> str:
    return as_bytes(text).decode("latin-1").translate(dict.fromkeys(range(32)))


def _body(draw: st.DrawFn, form: Form) -> dict[str, Any]:
    """A body with its type and length: two of three as a browser sends them."""
    pairs = draw(changed(form))
    as_file = form.is_multipart or any(isinstance(value, Upload) for _, value in pairs)
    kind = draw(st.sampled_from(("form",) * 12 + ("other",) * 3 + ("broken", "type", "raw", "json", "length", "large")))
    in_parts = as_file != (kind == "other")
    whole: dict[str, Any] = {
        "body": multipart(pairs) if in_parts else urlencoded(pairs),
        "content_type": MULTIPART if in_parts else URLENCODED,
    }
    if kind == "large":
        pairs += draw(st.sampled_from(([("x", "y" * 300_000)], [("x", "y")] * 250)))
        whole["body"] = multipart(pairs) if in_parts else urlencoded(pairs)
    if kind == "broken":
        body = multipart(pairs)
        cut = draw(st.integers(0, len(body)))
        return {
            "body": body[:cut] + draw(raw)[:100] + body[cut:][draw(st.integers(0, 60)) :],
            "content_type": MULTIPART,
        }
    if kind == "type":
        odd_type = draw(st.sampled_from(ODD_TYPES))
        return {"body": multipart(pairs) if BOUNDARY in odd_type else urlencoded(pairs), "content_type": odd_type}
    if kind == "raw":
        return {"body": draw(raw), "content_type": draw(st.sampled_from((MULTIPART, URLENCODED, *ODD_TYPES)))}
    if kind == "json":
        return {"body": as_bytes(draw(texts)), "content_type": "application/json"}
    if kind == "length":
        return whole | {"length": draw(st.sampled_from(ODD_LENGTHS))}
    return whole


@st.composite
def requests(draw: st.DrawFn, scene: Scene) -> Sent:
    """A request to the address of the scene."""
    path, query = draw(paths(scene.path)), ""
    sent: dict[str, Any] = {}
    head = draw(headers())
    method = "POST" if scene.form and ("GET" not in scene.methods or draw(st.integers(0, 6))) else "GET"
    if method == "GET" or draw(st.integers(0, 9)) == 0:
        query = draw(queries())
    if method == "POST" and scene.form:
        sent = _body(draw, scene.form)
        token = scene.form.controls[TOKEN].values[0]
        # So that the odd ones get further than the door.
        if isinstance(token, str) and draw(st.integers(0, 9)):
            head = {"X-CSRFToken": token} | head
    elif draw(st.integers(0, 9)) == 0:
        sent = {"content_type": draw(st.sampled_from(ODD_TYPES))}
        method = draw(st.sampled_from(("GET", "HEAD")))
    return Sent(Request(method, path, query, headers=head, **sent), is_known=bool(draw(st.integers(0, 14))))
