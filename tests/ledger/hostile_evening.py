"""An evening whose every text tries to be something else than a text: markup, an attribute, a formula."""

from html.parser import HTMLParser
from typing import Any

from ledger.models import Club, Membership, Session, User
from ledger.services.accounts import user_create
from ledger.services.clubs import club_rename
from ledger.services.imports import session_import
from tests.ledger.evenings import EVENINGS, as_file, file_of

# Short, since names are: an element, and an attribute for wherever quotation marks are not taken for text.
MARK = "xq"
MARKUP = f"\"'><{MARK} {MARK}=1>"
SHOWN = f"&lt;{MARK} {MARK}=1&gt;"
LONG_MARKUP = f"@\"'></title></textarea></script><{MARK} {MARK}=1 on{MARK}=1>{{{{ 7 }}}}"
NAMES = {name: f"={name}{MARKUP}" for name in ("Ann", "Bob", "Cy", "Dee")}
WHO = f"+ann{MARKUP}"


class Marked(HTMLParser):
    """Finds what became markup of it."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == MARK or any(name.endswith(MARK) for name, _ in attrs):
            self.found.append(self.get_starttag_text() or tag)
        for name, value in attrs:
            if name.startswith("on") or name == "style" or (value or "").strip().lower().startswith("javascript:"):
                self.found.append(self.get_starttag_text() or tag)


def markup_in(page: str) -> list[str]:
    """Every tag of a page that one of these texts has made or got into, and every one that would run something."""
    parser = Marked()
    parser.feed(page)
    parser.close()
    raw = [f"<{MARK}"] if f"<{MARK}" in page else []
    return parser.found + raw


def owner() -> User:
    """Somebody with such a name, which no form lets one have."""
    return user_create(username=WHO, password="thirteen-cards-a-board")


def hostile(user: User, evening: str) -> Session:
    """An evening as somebody else's was, but for its texts; brought in as a file, which may hold all of them."""
    other, _ = User.objects.get_or_create(username="dee")
    data = _renamed(file_of(EVENINGS[evening](other)))
    data["name"] = f"-{evening}{MARKUP}"
    session = session_import(user=user, content=as_file(data))
    for club in Club.objects.filter(memberships__user=user, memberships__role=Membership.Role.OWNER):
        club_rename(club=club, name=f"=Club{MARKUP}")
    return session


def _renamed(data: Any, key: str = "") -> Any:
    if isinstance(data, dict):
        return {name: _renamed(value, name) for name, value in data.items()}
    if isinstance(data, list):
        return [_renamed(value, key) for value in data]
    if not isinstance(data, str) or not data:
        return data
    if key in ("player", "payer", "payee", "deal_note"):
        for name, other in NAMES.items():
            data = data.replace(name, other)
    if key == "by":
        return WHO
    if key in ("reason", "text"):
        data = LONG_MARKUP + data
    return data
