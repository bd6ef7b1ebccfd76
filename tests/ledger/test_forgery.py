"""Requests that another site makes a browser send, and hosts that somebody makes up."""

import re
from collections.abc import Callable, Iterator

import pytest
from django.contrib import admin as admin_pages
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from ledger.models import Session, User
from tests.ledger.links import address, make
from tests.ledger.tables import nothing_saved
from tests.ledger.test_access import ACCESS, arguments

pytestmark = pytest.mark.django_db

BrowserOf = Callable[[User | None], Client]
POSTED = [name for name in ACCESS if "POST" in ACCESS[name]]


@pytest.fixture
def strict(ann_user: User) -> Client:
    """Ann's browser, as it is: it sends her cookies with whatever a page makes it send."""
    client = Client(enforce_csrf_checks=True)
    client.force_login(ann_user)
    return client


@pytest.mark.parametrize("name", POSTED)
def test_no_form_is_taken_that_no_page_of_ours_made(name: str, strict: Client, session: Session, viewer: User) -> None:
    path = reverse(name, args=arguments(name, session))
    strict.get("/start/")
    token = strict.cookies["csrftoken"].value
    evil = {"Origin": "https://evil.example"}
    with nothing_saved():
        assert strict.post(path).status_code == 403
        assert strict.post(path, {"csrfmiddlewaretoken": token[::-1]}).status_code == 403
        assert strict.post(path, {"csrfmiddlewaretoken": token}, headers=evil).status_code == 403
        assert strict.post(path, headers={"HX-Request": "true"}).status_code == 403
        assert strict.post(path, "{}", content_type="application/json").status_code == 403
    assert strict.post(path, {"csrfmiddlewaretoken": token}).status_code != 403


def patterns(resolver: URLResolver, prefix: str = "") -> Iterator[tuple[str, URLPattern]]:
    for pattern in resolver.url_patterns:
        path = prefix + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from patterns(pattern, path)
        else:
            yield path, pattern


def test_nor_on_the_admins_pages(admin: User, session: Session) -> None:
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(admin)
    paths = {
        "/" + re.sub(r"<[^>]+>", str(session.pk), path)
        for path, _ in patterns(get_resolver())
        if path.startswith("admin/") and "(?P" not in path
    }
    assert len(paths) > 5 * len(admin_pages.site._registry)
    with nothing_saved():
        assert {path: strict.post(path).status_code for path in paths} == dict.fromkeys(paths, 403)


def test_no_view_is_let_off() -> None:
    let_off = [path for path, pattern in patterns(get_resolver()) if getattr(pattern.callback, "csrf_exempt", False)]
    assert let_off == []


class TestHosts:
    @pytest.mark.parametrize(
        "host",
        [
            "evil.example",
            "testserver.evil.example",
            "evil.example:80",
            "testserver@evil.example",
            "testserver, evil.example",
            "testserver/evil.example",
            "testserver\r\nX-Evil: 1",
            "[::1]",
            "",
            "testserver:x",
            "ä.example",
        ],
    )
    @pytest.mark.parametrize("path", ["/", "/login/", "/healthz", "/nowhere/", "/import", "/admin/"])
    def test_a_host_that_is_not_ours_gets_nothing(self, client: Client, host: str, path: str) -> None:
        answer = client.get(path, headers={"Host": host})
        assert answer.status_code == 400
        assert "evil" not in answer.content.decode()

    @pytest.mark.parametrize("header", ["X-Forwarded-Host", "X-Host", "Forwarded", "X-Original-URL", "X-Rewrite-URL"])
    def test_no_other_header_names_one(self, header: str, browser: Client, session: Session) -> None:
        links = [address(make(session, kind)) for kind in ("view", "scorer", "invitation")]
        page = browser.get(
            f"/t/{session.public_id}/share/",
            headers={header: "evil.example", "Referer": "http://evil.example/"},
        ).content.decode()
        assert "evil" not in page
        for link in links:
            assert f'href="http://testserver{link}"' in page
