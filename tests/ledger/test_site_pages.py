"""Light and dark, the service worker, and what a phone shows without a connection."""

from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client

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


def test_our_scripts_are_small() -> None:
    root = Path(settings.BASE_DIR)
    scripts = [*(root / "static" / "js").glob("*.js"), root / "templates" / "sw.js"]
    assert len(scripts) > 9
    assert sum(script.stat().st_size for script in scripts) <= 20_000
