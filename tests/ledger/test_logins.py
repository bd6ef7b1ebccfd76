"""What a login is: another cookie than before, gone when one logs out, and no way to another site."""

from collections.abc import Callable
from urllib.parse import quote

import pytest
from django.contrib.sessions.models import Session as Login
from django.test import Client

from ledger.models import Session, User
from ledger.services.closing import session_close
from tests.ledger.boards import QUIET
from tests.ledger.conftest import PASSWORD
from tests.ledger.events import now
from tests.ledger.links import address, make
from tests.ledger.tables import record

pytestmark = pytest.mark.django_db

BrowserOf = Callable[[User | None], Client]
NAMES = {f"names_{place}": name for place, name in enumerate(("Ann", "Bob", "", "", "", "", "", ""))}
START = NAMES | {"preset": "pineapple", "unit_value": "1", "currency": "EUR", "day": "2026-03-14"}
ELSEWHERE = (
    "//evil.example",
    "///evil.example",
    "////evil.example/x",
    "https://evil.example/",
    "https:evil.example",
    "https:/evil.example",
    "http:///evil.example",
    "HTTPS://evil.example",
    "\\\\evil.example",
    "/\\evil.example",
    "\\/evil.example",
    "/\t/evil.example",
    "/\n/evil.example",
    "\r\n//evil.example",
    "\x00//evil.example",
    " //evil.example",
    "javascript:alert(1)",
    "java\nscript:alert(1)",
    "data:text/html,x",
    "ftp://testserver/",
    "//testserver@evil.example/",
    "http://testserver.evil.example/",
    "http://evil.example#testserver",
    "http://[evil.example",
)


def key_of(browser: Client) -> str:
    return browser.cookies["sessionid"].value


def visited(browser: Client) -> str:
    """The key of a browser's session that somebody else may have put there."""
    session = browser.session
    session["put there"] = True
    session.save()
    return key_of(browser)


class TestTheKeyChanges:
    @pytest.mark.parametrize("page", ["/login/", "/admin/login/"])
    def test_when_one_logs_in(self, client: Client, admin: User, page: str) -> None:
        before = visited(client)
        assert client.post(page, {"username": "admin", "password": PASSWORD}).status_code == 302
        assert key_of(client) != before
        assert not Login.objects.filter(session_key=before).exists()

    def test_when_one_signs_up(self, client: Client) -> None:
        before = visited(client)
        assert client.post("/signup/", {"username": "bea", "password": PASSWORD}).status_code == 302
        assert key_of(client) != before
        assert not Login.objects.filter(session_key=before).exists()

    def test_when_a_guest_sets_a_password(self, guest: User, browser_of: BrowserOf) -> None:
        browser = browser_of(guest)
        before = key_of(browser)
        assert browser.post("/signup/", {"username": "gus", "password": PASSWORD}).status_code == 302
        assert key_of(browser) != before
        assert not Login.objects.filter(session_key=before).exists()

    def test_when_one_becomes_a_guest(self, client: Client) -> None:
        before = visited(client)
        assert client.post("/start/", START).status_code == 302
        assert key_of(client) != before
        assert not Login.objects.filter(session_key=before).exists()

    @pytest.mark.parametrize("kind", ["scorer", "invitation"])
    def test_when_one_comes_in_by_a_link(self, kind: str, client: Client, session: Session) -> None:
        before = visited(client)
        assert client.post(address(make(session, kind))).status_code == 302
        assert key_of(client) != before
        assert not Login.objects.filter(session_key=before).exists()

    def test_when_the_password_changes_and_other_browsers_are_out(
        self, browser_of: BrowserOf, ann_user: User, session: Session
    ) -> None:
        browser, other = browser_of(ann_user), browser_of(ann_user)
        before = key_of(browser)
        sent = {"old_password": PASSWORD, "new_password1": "another-thirteen", "new_password2": "another-thirteen"}
        assert browser.post("/password/", sent).status_code == 302
        assert key_of(browser) != before
        table = f"/t/{session.public_id}/"
        assert browser.get(table).status_code == 200
        assert other.get(table).status_code == 302


def test_logging_out_ends_the_cookie_here_and_on_the_server(browser: Client, session: Session) -> None:
    key = key_of(browser)
    answer = browser.post("/logout/")
    assert (answer.cookies["sessionid"].value, answer.cookies["sessionid"]["max-age"]) == ("", 0)
    assert not Login.objects.filter(session_key=key).exists()
    thief = Client()
    thief.cookies["sessionid"] = key
    assert thief.get(f"/t/{session.public_id}/").status_code == 302


def test_looking_at_the_address_logs_nobody_out(browser: Client, session: Session) -> None:
    for path in ("/logout/", "/admin/logout/"):
        assert browser.get(path).status_code in (302, 405)
    assert browser.get(f"/t/{session.public_id}/").status_code == 200


class TestItStaysOnThisSite:
    @pytest.mark.parametrize("following", ELSEWHERE)
    @pytest.mark.parametrize("page", ["/login/", "/admin/login/"])
    def test_after_logging_in(self, client: Client, admin: User, page: str, following: str) -> None:
        sent = {"username": "admin", "password": PASSWORD}
        for answer in (
            client.post(page, sent | {"next": following}),
            Client().post(f"{page}?next={quote(following)}", sent),
        ):
            assert (answer.status_code, answer.url) == (302, "/")

    @pytest.mark.parametrize("following", ELSEWHERE)
    def test_on_every_page_that_could_be_asked_to_go_on(
        self, browser: Client, session: Session, following: str
    ) -> None:
        record(session, QUIET)
        hand = f"/t/{session.public_id}/hands/1/"
        names = ("next", "return_to", "url", "redirect")
        asked = dict.fromkeys(names, following)
        query = "&".join(f"{name}={quote(following)}" for name in names)
        version = {"version": Session.objects.get(pk=session.pk).version}
        answers = [
            browser.post(f"/theme/?{query}", asked, headers={"Referer": "https://evil.example/"}),
            browser.post(f"{hand}undo/?{query}", asked | {"revision": 1}),
            browser.post(f"/t/{session.public_id}/share/?{query}", asked | {"kind": "view", "action": "make"}),
            browser.post(f"/t/{session.public_id}/settle/?{query}", asked | version),
            browser.post(f"/logout/?{query}", asked),
        ]
        for answer in answers:
            assert answer.status_code in (302, 409, 422)
            assert "evil" not in answer.get("Location", "")

    @pytest.mark.parametrize(
        "path", ["//evil.example/import/", "//evil.example/login", "/\\evil.example/import", "//evil.example/%2e%2e"]
    )
    def test_an_address_with_two_slashes_leads_nowhere(self, client: Client, path: str) -> None:
        answer = client.get(path)
        assert answer.status_code in (301, 302, 404)
        assert not answer.get("Location", "").startswith(("//", "/\\"))


def test_a_closed_table_sends_nobody_elsewhere_either(browser: Client, session: Session) -> None:
    record(session, QUIET)
    session_close(session=session, **now(session))
    answer = browser.get(f"/t/{session.public_id}/score/?next=//evil.example")
    assert (answer.status_code, answer.url) == (302, f"/t/{session.public_id}/")
