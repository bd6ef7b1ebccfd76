"""What nobody means to type: texts, numbers and bytes that programs have stumbled over before."""

from collections.abc import Sequence

from hypothesis import strategies as st

from tests.ledger.boards import FOUL, QUIET


def as_bytes(text: str) -> bytes:
    """The text as bytes; half a character of UTF-16 becomes what no UTF-8 has."""
    return text.encode("utf-8", "surrogatepass")


CONTROLS = (
    "\x00",
    "a\x00b",
    "\x1b[31mred",
    "\r\nSet-Cookie: a=b",
    "\t",
    "\x7f",
    "\x85",
    "\u2028",
    "\ufffe",
    "\U0010ffff",
)
UNSEEN = ("\u202eAnn", "\u2066Ann\u2069", "\u200b", "\ufeff", "\xad", "\u3164", "Z\u0300\u0301\u0302\u0303" * 40)
# In a text of Python alone; on the way to a site they are bytes that are no UTF-8.
SURROGATES = ("\ud800", "Ann\udfff", "\udcff")
NUMBERS = (
    *("0", "-1", "+1", "-0", "00", "1.5", "1,5", "1e5", "1e400", "0x10", "1_000", " 1 ", "1 000", "½", "²", "Ⅷ"),
    *(
        "٣",
        "１２",
        "०",
        "NaN",
        "nan",
        "Infinity",
        "-Infinity",
        "2147483648",
        "9223372036854775807",
        "9223372036854775808",
    ),
    *("18446744073709551616", "9" * 18, "9" * 30, "9" * 4300, "9" * 5000, "-" + "9" * 400, "0." + "0" * 400 + "1"),
)
DAYS = ("2026-02-30", "0001-01-01", "0000-00-00", "9999-12-31", "10000-01-01", "-1-01-01", "2026-3-4", "２０２６-03-14")
KEYS = ("0" * 32, "{00000000-0000-0000-0000-000000000007}", "urn:uuid:" + "f" * 32, "١" * 32, "g" * 32)
CODE = (
    *(
        "' OR 1=1 --",
        '"; DROP TABLE ledger_hand; --',
        "%",
        "_%",
        "%s%n%(x)s",
        "\\",
        "\\x00",
        "\\ud800",
        "`id`",
        "$(id)",
    ),
    *("<script>alert(1)</script>", '"><script>alert(1)</script>', "&#0;&lt;", "]]>", "javascript:alert(1)", "<!--"),
    *("{{ 7|add:7 }}", "{% include 'base.html' %}", "${jndi:ldap://x}", "{0.__class__}", "../../etc/passwd", "=1+1"),
    *(
        "//example.org/",
        "https://example.org",
        "/\\example.org",
        "http:///x",
        "http://[",
        "%00",
        "%ff",
        "%u0000",
        "a\nb",
    ),
)
LONG = (
    "x" * 201,
    "x" * 10_000,
    "é" * 5000,
    "🂡" * 2500,
    " " * 10_000,
    "\n" * 3000,
    "Ah" * 5000,
    "Ah" * 100_000,
    "9" * 200_000,
    "/" * 10_000,
)
CARDS = (
    "🂡🂢🂣",
    "♠A",
    "A♠K♥Q♦",
    "Аh",
    "AhAh",
    "X1X2",
    "X3",
    "x",
    "10h10h",
    "1h",
    "//",
    "Qh/Qd/7c/",
    "A♠\ufe0f",
    *QUIET,
    *FOUL,
)
JSON = (
    *("null", "true", "[]", "{}", '""', "[" * 5000, '{"a":' * 1500, '{"preset": "classic", "preset": "pineapple"}'),
    *(
        '{"cap": NaN}',
        '{"cap": 1e400}',
        '{"cap": ' + "9" * 5000 + "}",
        '{"\\ud800": 1}',
        '{"preset": "\\ud800"}',
        "\ufeff{}",
    ),
    *(
        '{"preset": ["classic"]}',
        '{"royalties": {"top": {"\\udfff": 1}}}',
        '{"fantasyland_cards": -Infinity}',
        "{'a': 1}",
    ),
    *('{"preset": "pineapple"}', '{"preset": "deuce-pineapple"}', '{"preset": "classic", "max_players": 4}'),
)
WORDS = (
    "",
    " ",
    "on",
    "None",
    "undefined",
    "Ann",
    "Dee",
    "pineapple",
    "save",
    "off",
    "owner",
    "EUR",
    "2.50",
    "trump",
    "/t/x/",
)
TEXTS = (*CONTROLS, *UNSEEN, *NUMBERS, *DAYS, *KEYS, *CODE, *LONG, *CARDS, *JSON, *WORDS)

# What must never come back in a page as it was sent.
SCRIPT = "<script>alert"

BYTES = (
    *(
        b"",
        b"\x00",
        b"\xff\xfe",
        b"\xef\xbb\xbf{}",
        b"\x80",
        b"\xed\xa0\x80",
        b"\xc0\xaf",
        b"\xf5\x80\x80\x80",
        b"\x1f\x8b\x08",
    ),
    *(
        b"PK\x03\x04",
        b"%PDF-1.4",
        b"GIF89a",
        b"\xff\xd8\xff\xe0",
        b"\x89PNG\r\n\x1a\n",
        b"{",
        b"[" * 20_000,
        b"a=b&" * 300,
    ),
    *('{"a": 1}'.encode(encoding) for encoding in ("utf-16", "utf-32", "utf-16-le", "utf-7")),
)

numbers = st.sampled_from(NUMBERS) | st.integers().map(str)
texts = (
    st.sampled_from(TEXTS)
    | st.sampled_from(TEXTS)
    | numbers
    | st.text(max_size=30)
    | st.tuples(st.sampled_from(TEXTS), st.sampled_from(TEXTS)).map(lambda two: two[0][:300] + two[1][:300])
)
raw = st.sampled_from(BYTES) | st.binary(max_size=60) | st.sampled_from([as_bytes(text) for text in TEXTS])


@st.composite
def bent(draw: st.DrawFn, text: str, pieces: Sequence[str] = (*CONTROLS, *UNSEEN, *SURROGATES, *CODE, *CARDS)) -> str:
    """The text with a few characters taken out and something odd put in."""
    start = draw(st.integers(0, len(text)))
    end = min(len(text), start + draw(st.integers(0, 3)))
    return text[:start] + draw(st.sampled_from(("", text[:2], *pieces))) + text[end:]
