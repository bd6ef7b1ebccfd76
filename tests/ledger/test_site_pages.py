"""Light and dark, the service worker, and what a phone shows without a connection."""

import re
from collections.abc import Iterable
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client

from ledger.models import Session
from tests.ledger.links import address, make

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("chosen", ["light", "dark"])
def test_a_chosen_theme_is_kept(client: Client, chosen: str) -> None:
    assert "prefers-color-scheme" in client.get("/").content.decode()
    assert client.post("/theme/", {"theme": chosen}).url == "/"
    page = client.get("/").content.decode()
    assert "prefers-color-scheme" not in page
    assert ("dark.css" in page) == (chosen == "dark")
    client.post("/theme/", {"theme": ""})
    assert "prefers-color-scheme" in client.get("/").content.decode()


@pytest.mark.parametrize("sent", [{}, {"next": "foo"}, {"theme": "\x00"}, {"theme": "é"}])
def test_odd_choices_lead_home(client: Client, sent: dict[str, str]) -> None:
    assert client.post("/theme/", sent).url == "/"


@pytest.mark.parametrize("chosen", ["", "pink", '"><script>'])
def test_anything_else_follows_the_phone(client: Client, chosen: str) -> None:
    client.post("/theme/", {"theme": chosen})
    page = client.get("/").content.decode()
    assert "(prefers-color-scheme: dark)" in page


def test_the_service_worker_keeps_static_files_and_the_offline_page(client: Client) -> None:
    answer = client.get("/sw.js")
    assert answer["Content-Type"] == "text/javascript"
    assert answer["Cache-Control"] == "no-cache"
    script = answer.content.decode()
    kept = script[script.index("[") : script.index("]")].split(", ")
    assert kept[0] == "[OFFLINE"
    assert all(address.startswith('"/static/') for address in kept[1:])
    assert '"/static/js/entry.js"' in kept
    assert client.get("/offline/").status_code == 200


JS = Path(settings.BASE_DIR) / "static" / "js"
SCRIPT = re.compile(r'<script[^>]* src="/static/js/([\w-]+\.js)"')
IMPORT = re.compile(r'^import [^"]*"\./([\w-]+\.js)"', re.MULTILINE)
KEPT = re.compile(r'"/static/js/([\w-]+\.js)"')


def with_imports(names: Iterable[str]) -> set[str]:
    """These scripts, and all that they import."""
    found: set[str] = set()
    todo = list(names)
    while todo:
        name = todo.pop()
        if name not in found:
            found.add(name)
            todo += IMPORT.findall((JS / name).read_text())
    return found


def size(names: Iterable[str]) -> int:
    return sum((JS / name).stat().st_size for name in names)


def test_what_a_dealers_phone_loads_to_enter_a_hand_is_small(session: Session, browser: Client) -> None:
    """The page's scripts, what they import, and what the service worker fetches besides, with the worker itself."""
    page = browser.get(f"/t/{session.public_id}/score/").content.decode()
    loaded = with_imports(SCRIPT.findall(page))
    assert {"site.js", "entry.js", "hand.js", "token.js"} <= loaded
    worker = browser.get("/sw.js").content.decode()
    kept = set(KEPT.findall(worker))
    assert loaded <= kept
    assert size(loaded | kept) + (Path(settings.BASE_DIR) / "templates" / "sw.js").stat().st_size <= 20_000


def test_what_only_watchers_load_is_small_and_on_no_other_phone(session: Session, client: Client) -> None:
    page = client.get(address(make(session))).content.decode()
    own = with_imports(SCRIPT.findall(page)) - set(KEPT.findall(client.get("/sw.js").content.decode()))
    assert own == {"live.js"}
    assert size(own) <= 1_500


def test_every_script_is_loaded_by_somebody(client: Client) -> None:
    kept = set(KEPT.findall(client.get("/sw.js").content.decode()))
    assert {path.name for path in JS.glob("*.js")} == kept | {"live.js", "share.js"}
