"""What every answer tells the browser not to do, whatever kind of answer it is."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from ledger.models import HandPhoto, Session, User
from ledger.services.faults import NoTurnError
from ofcscore.limits import LINK_NOT_FOUND
from tests.ledger.boards import QUIET
from tests.ledger.limits import HERE, use_up
from tests.ledger.links import address, make
from tests.ledger.pictures import picture
from tests.ledger.tables import record

pytestmark = pytest.mark.django_db

Url = Callable[..., str]
Kind = Callable[[Client, Session], HttpResponse]


def of(name: str, *args: Any) -> Kind:
    """A page of Ann's table."""
    return lambda browser, session: browser.get(reverse(name, args=(session.public_id, *args)))


def at(path: str) -> Kind:
    return lambda browser, session: browser.get(path)


def photo(browser: Client, session: Session) -> HttpResponse:
    hand = reverse("hand", args=(session.public_id, 1))
    browser.post(f"{hand}photos/", {"photo": SimpleUploadedFile("photo.jpg", picture(), "image/jpeg")})
    return browser.get(f"{hand}photos/{HandPhoto.objects.get().pk}/")


def poll(browser: Client, session: Session) -> HttpResponse:
    return browser.get(f"{address(make(session))}now/?v={Session.objects.get(pk=session.pk).version}")


def forged(browser: Client, session: Session) -> HttpResponse:
    return Client(enforce_csrf_checks=True).post("/start/")


def error(browser: Client, session: Session) -> HttpResponse:
    return _failing(browser, ValueError("broken"))


def fault(browser: Client, session: Session) -> HttpResponse:
    return _failing(browser, NoTurnError())


def _failing(browser: Client, problem: Exception) -> HttpResponse:
    def fail(*args: Any, **kwargs: Any) -> None:
        raise problem

    browser.raise_request_exception = False
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("ledger.views.home.render", fail)
        return browser.get("/")


def too_often(browser: Client, session: Session) -> HttpResponse:
    use_up(LINK_NOT_FOUND, HERE)
    return browser.get("/v/nowhere/")


def progress(browser: Client, session: Session) -> HttpResponse:
    return browser.post(reverse("progress", args=(session.public_id,)), headers={"HX-Request": "true"})


# Each with the status that shows it is this kind of answer.
KINDS: dict[str, tuple[int, Kind]] = {
    "page": (200, of("table")),
    "form": (200, of("score")),
    "fragment": (200, progress),
    "refused form": (422, lambda browser, session: browser.post("/start/")),
    "spreadsheet": (200, of("hands_csv")),
    "whole session": (200, of("session_json")),
    "rules": (200, of("rules_export")),
    "photo": (200, photo),
    "page to watch": (200, lambda browser, session: browser.get(address(make(session)))),
    "poll": (204, poll),
    "redirect": (302, lambda browser, session: Client().get(reverse("table", args=(session.public_id,)))),
    "admin's login": (200, lambda browser, session: Client().get("/admin/login/")),
    "service worker": (200, at("/sw.js")),
    "health": (200, at("/healthz")),
    "bad host": (400, lambda browser, session: browser.get("/", headers={"Host": "evil.example"})),
    "forged": (403, forged),
    "not found": (404, at("/nowhere/")),
    "not a token": (404, at("/v/nowhere/")),
    "no such file": (404, at("/static/nothing.css")),
    "wrong method": (405, lambda browser, session: browser.put("/")),
    "too often": (429, too_often),
    "error": (500, error),
    "fault": (503, fault),
}


def expect_guarded(answer: HttpResponse) -> None:
    """Fail unless the browser is told to run, frame and sniff nothing."""
    policy = dict(part.strip().split(" ", 1) for part in answer["Content-Security-Policy"].split(";"))
    assert policy == {
        "default-src": "'self'",
        "base-uri": "'none'",
        "form-action": "'self'",
        "frame-ancestors": "'none'",
        "object-src": "'none'",
    }
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert answer["Cross-Origin-Opener-Policy"] == "same-origin"
    assert answer["Referrer-Policy"] in ("same-origin", "no-referrer")


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_answer_is_guarded(kind: str, browser: Client, session: Session) -> None:
    record(session, QUIET)
    status, ask = KINDS[kind]
    answer = ask(browser, session)
    assert answer.status_code == status
    expect_guarded(answer)
    # A host that is not ours is turned away before these.
    if kind != "bad host":
        assert answer["X-Frame-Options"] == "DENY"
        for feature in ("camera", "microphone", "geolocation", "payment", "usb", "serial", "browsing-topics"):
            assert f"{feature}=()" in answer["Permissions-Policy"]
        for used in ("screen-wake-lock", "web-share", "clipboard-write"):
            assert used not in answer["Permissions-Policy"]
        assert answer.has_header("Cache-Control")


def test_the_admins_pages_are_guarded(admin: User, browser_of: Callable[[User], Client], session: Session) -> None:
    browser = browser_of(admin)
    pages = [reverse("admin:index"), reverse("admin:ledger_user_changelist"), reverse("admin:ledger_user_add")]
    pages += [reverse("admin:ledger_session_change", args=(session.pk,)), "/admin/nowhere/"]
    for path in pages:
        answer = browser.get(path)
        assert answer.status_code == (404 if "nowhere" in path else 200)
        expect_guarded(answer)
        assert "<style" not in answer.content.decode()


@pytest.fixture
def static_browser(settings: Any, tmp_path: Path) -> Client:
    """A browser of a site with a collected file, and with one beside the folder that is nobody's business."""
    settings.STATIC_ROOT = tmp_path / "static"
    (tmp_path / "static" / "css").mkdir(parents=True)
    (tmp_path / "static" / "css" / "base.css").write_text("body {}")
    (tmp_path / "secret.css").write_text("secret")
    return Client()


def test_static_files_are_guarded_too(static_browser: Client) -> None:
    answer = static_browser.get("/static/css/base.css")
    assert answer.getvalue() == b"body {}"
    expect_guarded(answer)


@pytest.mark.parametrize(
    "path",
    [
        "/static/../secret.css",
        "/static/css/../../secret.css",
        "/static/%2e%2e/secret.css",
        "/static/..%2fsecret.css",
        "/static/..\\secret.css",
        "/static/....//secret.css",
        "/static/css/base.css/../../../secret.css",
        "/static//secret.css",
        "/static/css/",
        "/static/css/base.css%00.txt",
    ],
)
def test_nothing_beside_the_static_files_can_be_had(static_browser: Client, path: str) -> None:
    answer = static_browser.get(path)
    assert answer.status_code == 404
    assert b"secret" not in answer.content
