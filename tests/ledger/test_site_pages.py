"""Light and dark, the service worker, and what a phone shows without a connection."""

import pytest
from django.test import Client

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(("chosen", "attribute"), [("light", 'data-theme="light"'), ("dark", 'data-theme="dark"')])
def test_a_chosen_theme_is_kept(client: Client, chosen: str, attribute: str) -> None:
    assert "data-theme" not in client.get("/").content.decode()
    assert client.post("/theme/", {"theme": chosen, "next": "/start/"}).url == "/start/"
    page = client.get("/").content.decode()
    assert attribute in page
    assert "prefers-color-scheme" not in page
    assert ("dark.css" in page) == (chosen == "dark")
    client.post("/theme/", {"theme": ""})
    assert "data-theme" not in client.get("/").content.decode()


@pytest.mark.parametrize("chosen", ["", "pink", '"><script>'])
def test_anything_else_follows_the_phone(client: Client, chosen: str) -> None:
    client.post("/theme/", {"theme": chosen})
    page = client.get("/").content.decode()
    assert "data-theme" not in page
    assert "(prefers-color-scheme: dark)" in page


@pytest.mark.parametrize("following", ["https://evil.example/", "//evil.example/", "", "javascript:x"])
def test_choosing_stays_on_this_site(client: Client, following: str) -> None:
    assert client.post("/theme/", {"theme": "dark", "next": following}).url == "/"


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
