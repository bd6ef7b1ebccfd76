"""The table of docs/security.md: who gets what, at every address. Run as a module, it writes the table there.

It is made from the rows of the access test, which tries every one of them.
"""

import re
import sys
from collections.abc import Iterable
from pathlib import Path

import django
from django.conf import settings

START = "<!-- Made by `make access-matrix` -->\n"
END = "<!-- End of what is made -->\n"
PEOPLE = (
    "anonymous",
    "view link",
    "guest",
    "viewer",
    "scorer link",
    "scorer",
    "owner",
    "other club",
    "admin",
)
LOGGED_OUT = ("anonymous", "view link")
# The order of the statuses in a row of the access test.
TRIED = ("anonymous", "other club", "viewer", "scorer", "owner")
# Those that ask for a login themselves, where a hand that was typed must not be lost.
ASK_THEMSELVES = ("score", "correct")


def row_of(name: str, method: str) -> dict[str, int]:
    """The status for each of the people: those of the access test, and those of people who are like one of them."""
    from tests.ledger.test_access import ACCESS, ADDRESSES, OTHERWISE

    row = dict(zip(TRIED, ACCESS[name][method], strict=True))
    is_table = any(pattern.name == name and "public_id" in str(pattern.pattern) for pattern in ADDRESSES)
    row["view link"] = row["anonymous"]
    row["guest"] = row["admin"] = row["other club"]
    row["scorer link"] = row["scorer"] if is_table else row["other club"]
    return row | OTHERWISE.get((name, method), {})


def said(name: str, person: str, status: int) -> str:
    """A status in words."""
    from tests.ledger.test_access import FOR_EVERYBODY

    if status == 404:
        return "–"
    is_open = name in FOR_EVERYBODY and name not in ASK_THEMSELVES
    return "✓" if person not in LOGGED_OUT or is_open else "log in"


def lines() -> Iterable[str]:
    """The table, line by line."""
    from tests.ledger.test_access import ACCESS, ADDRESSES

    yield f"| address | method | {' | '.join(PEOPLE)} |"
    yield "|---|---" + "|---" * len(PEOPLE) + "|"
    for pattern in ADDRESSES:
        path = "/" + re.sub(r"<\w+:(\w+)>", r"<\1>", str(pattern.pattern)).replace("<public_id>", "<table>")
        methods: dict[str, list[str]] = {}
        for method in ACCESS[pattern.name]:
            row = row_of(pattern.name, method)
            cells = " | ".join(said(pattern.name, person, row[person]) for person in PEOPLE)
            methods.setdefault(cells, []).append(method)
        for cells, same in methods.items():
            yield f"| `{path}` | {', '.join(same)} | {cells} |"


def document() -> Path:
    return Path(settings.BASE_DIR) / "docs" / "security.md"


def parts(text: str) -> tuple[str, str, str]:
    """What stands before the table, the table, and what stands after it."""
    before, _, rest = text.partition(START)
    made, _, after = rest.partition(END)
    return before + START, made, END + after


def table() -> str:
    """The table as it stands in the document."""
    return "\n".join(["", *lines(), "", ""])


def main() -> None:
    before, _, after = parts(document().read_text())
    document().write_text(before + table() + after)
    sys.stdout.write("docs/security.md has the table of now.\n")


if __name__ == "__main__":
    django.setup()
    main()
