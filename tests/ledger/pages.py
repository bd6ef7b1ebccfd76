"""Pages as a person without JavaScript has them: their text, their alerts, and their forms to fill in and send."""

from collections.abc import Mapping, Sequence
from html.parser import HTMLParser
from typing import Any

from django.http import HttpResponse

ROWS = ("top", "middle", "bottom")
Fields = dict[str, str]


class _Page(HTMLParser):
    """Collects text, alerts, and what a browser would send for each form."""

    def __init__(self) -> None:
        super().__init__()
        self.words: list[str] = []
        self.alerts: list[str] = []
        self.forms: list[tuple[dict[str, str | None], Fields]] = []
        self._alert = False
        self._select: str | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        has = dict(attrs)
        if has.get("role") == "alert":
            self._alert = True
            self.alerts.append("")
        if tag == "form":
            self.forms.append((has, {}))
        elif tag == "input" and self.forms and has.get("name"):
            self._add_input(has)
        elif tag == "select" and self.forms:
            self._select = has["name"]
        elif tag == "option" and self._select:
            fields = self.forms[-1][1]
            if "selected" in has or self._select not in fields:
                fields[self._select] = has.get("value") or ""

    def _add_input(self, has: dict[str, str | None]) -> None:
        if has.get("type") == "checkbox":
            if "checked" in has:
                self.forms[-1][1][has["name"]] = has.get("value") or "on"
        else:
            self.forms[-1][1][has["name"]] = has.get("value") or ""

    def handle_endtag(self, tag: str) -> None:
        if tag == "p":
            self._alert = False
        elif tag == "select":
            self._select = None

    def handle_data(self, data: str) -> None:
        self.words.append(data)
        if self._alert:
            self.alerts[-1] += data


def _parsed(response: HttpResponse) -> _Page:
    page = _Page()
    page.feed(response.content.decode())
    return page


def text(response: HttpResponse) -> str:
    """The page's words, with single spaces between them."""
    return " ".join(" ".join(_parsed(response).words).split())


def alerts(response: HttpResponse) -> list[str]:
    """What the page says is wrong."""
    return _parsed(response).alerts


def fields(response: HttpResponse, form: str = "hand") -> Fields:
    """What a browser would send for the form of this id if nothing were changed."""
    return next(sent for has, sent in _parsed(response).forms if has.get("id") == form)


def button_form(response: HttpResponse, url: str) -> Fields:
    """What the button that posts to this address sends."""
    return next(sent for has, sent in _parsed(response).forms if has.get("action") == url)


def with_boards(sent: Mapping[str, str], boards: Sequence[str | None]) -> Fields:
    """The form with boards typed into it, in the order of the seats; None leaves a seat out of the deal."""
    filled = dict(sent)
    for place, cards in enumerate(boards):
        if cards is None:
            filled.pop(f"seat{place}-dealt_in", None)
            continue
        filled[f"seat{place}-dealt_in"] = "on"
        filled |= {f"seat{place}-{row}": part for row, part in zip(ROWS, cards.split("/"), strict=True)}
    return filled


def typed(sent: Mapping[str, str]) -> Fields:
    """Of a form, the cards."""
    return {name: value for name, value in sent.items() if name.endswith(ROWS)}


class HandPages:
    """The way of a hand through its pages: open the form, check, change, save."""

    def __init__(self, client: Any, url: str) -> None:
        self.client = client
        self.url = url

    def open(self, boards: Sequence[str | None] = (), **changes: str | None) -> Fields:
        """The form as it is served, filled in with boards; a change to None takes a field out."""
        sent = with_boards(fields(self.client.get(self.url)), boards)
        for name, value in changes.items():
            field = name.replace("__", "-")
            if value is None:
                sent.pop(field, None)
            else:
                sent[field] = value
        return sent

    def send(self, sent: Mapping[str, str], action: str) -> HttpResponse:
        """What comes of it; a hand that passes its check is on a page of its own, and that is what comes then."""
        answer = self.client.post(self.url, {**sent, "action": action})
        return self.client.get(answer.url) if "/check/" in answer.get("Location", "") else answer

    def check(self, sent: Mapping[str, str]) -> HttpResponse:
        return self.send(sent, "check")

    def save(self, sent: Mapping[str, str]) -> HttpResponse:
        return self.send(sent, "save")
