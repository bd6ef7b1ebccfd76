"""The log: a line a request, ids that join the lines of one, and nothing of what people typed."""

import io
import json
import logging
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.conf import settings
from django.db import DataError, IntegrityError, OperationalError
from django.test import Client
from django.urls import reverse

from ledger.models import Session, User
from ledger.services.drafts import draft_keep
from ofcscore.logs import JSONFormatter, PlainFormatter, told
from tests.ledger.boards import QUIET
from tests.ledger.conftest import PASSWORD
from tests.ledger.pages import HandPages

pytestmark = pytest.mark.django_db


class Log:
    """What would be on standard output."""

    def __init__(self) -> None:
        self.stream = io.StringIO()

    @property
    def text(self) -> str:
        return self.stream.getvalue()

    @property
    def lines(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.text.splitlines()]


@pytest.fixture(params=[JSONFormatter])
def log(request: pytest.FixtureRequest) -> Iterator[Log]:
    """The log in JSON, of everything that the settings let through."""
    written = Log()
    handler = logging.StreamHandler(written.stream)
    handler.setFormatter(request.param())
    loggers = [logging.getLogger(name) for name in ("django", "ofcscore")]
    for logger in loggers:
        logger.addHandler(handler)
    yield written
    for logger in loggers:
        logger.removeHandler(handler)


plain = pytest.mark.parametrize("log", [PlainFormatter], indirect=True)


def test_a_request_is_one_line(log: Log, browser: Client, url: Callable[..., str], ann_user: User) -> None:
    answer = browser.get(url("table") + "?done=secret")
    [line] = log.lines
    assert list(line) == ["time", "level", "request", "message", "method", "page", "status", "ms", "user"]
    assert line["time"].endswith("+00:00")
    assert (line["level"], line["method"], line["page"], line["status"]) == ("INFO", "GET", "table", 200)
    assert line["user"] == ann_user.pk
    assert type(line["ms"]) is int
    assert line["request"] == answer["X-Request-ID"]


@plain
def test_in_plain_text_too(log: Log, browser: Client, url: Callable[..., str], ann_user: User) -> None:
    browser.get(url("table"))
    assert log.text.count("\n") == 1
    assert "answered method=GET page=table status=200 ms=" in log.text
    assert log.text.endswith(f" user={ann_user.pk}\n")


@pytest.mark.parametrize(
    ("path", "page", "status"),
    [
        ("/", "home", 200),
        ("/nowhere/Ann/", "-", 404),
        ("/t/AAAAAAAAAAAAAAAA/", "table", 302),
        ("/static/nothing.css", "static", 404),
        ("/healthz", "healthz", 200),
        ("/%00\n{}", "-", 404),
    ],
)
def test_who_is_not_logged_in_has_a_line_too(log: Log, client: Client, path: str, page: str, status: int) -> None:
    client.get(path)
    [line] = log.lines
    assert (line["page"], line["status"], line["user"]) == (page, status, "-")


def test_a_login_is_of_who_logged_in(log: Log, client: Client, ann_user: User) -> None:
    client.post("/login/", {"username": "ann", "password": PASSWORD})
    assert log.lines[-1]["user"] == ann_user.pk


@pytest.mark.parametrize("sent", ["a", "0F-9z", 64 * "x"])
def test_the_id_of_a_proxy_is_taken(log: Log, client: Client, sent: str) -> None:
    assert client.get("/healthz", headers={"X-Request-ID": sent})["X-Request-ID"] == sent
    assert log.lines[0]["request"] == sent


@pytest.mark.parametrize("sent", ["", 65 * "x", "a b", "a\n", 'a"', "ä", "a_b"])
def test_any_other_id_is_made_anew(log: Log, client: Client, sent: str) -> None:
    answers = [client.get("/healthz", headers={"X-Request-ID": sent})["X-Request-ID"] for _ in range(2)]
    assert len({sent, *answers}) == 3
    assert all(len(answer) == 32 for answer in answers)
    assert [line["request"] for line in log.lines] == answers


@pytest.mark.parametrize("log", [JSONFormatter, PlainFormatter], indirect=True)
def test_nothing_of_an_evening_is_in_the_log(
    log: Log, client: Client, session: Session, browser: Client, score_pages: HandPages, url: Callable[..., str]
) -> None:
    cookie = browser.cookies["sessionid"].value
    sent = score_pages.open(QUIET)
    refused = score_pages.save(sent | {"seat0-top": "KcKcKc"})
    browser.post(url("keep"), sent)
    browser.post(url("progress"), sent)
    saved = [score_pages.check(sent), score_pages.save(sent), score_pages.save(sent)]
    assert [answer.status_code for answer in (refused, *saved)] == [422, 200, 302, 302]
    client.post(url("score"), sent | {"seat0-top": "junk"})
    client.post(reverse("login") + f"?next={url('score')}", {"username": "ann", "password": PASSWORD})
    client.post(reverse("login"), {"username": "Cy Dee", "password": PASSWORD[:-1]})
    Client(enforce_csrf_checks=True).post(url("score"), sent, headers={"Referer": f"http://testserver{url('score')}"})
    words = [session.public_id, session.name, "ann", "Ann", "Bob", "Cy", "Dee", PASSWORD, PASSWORD[:-1], "junk"]
    words += [sent["key"], "KcKcKc", "next=", "seat0", "csrf_", "sessionid", "127.0.0.1", "testserver/"]
    words += [client.cookies["sessionid"].value, cookie]
    words += [row for board in QUIET for row in board.split("/")]
    assert log.text.count("page=score" if log.text[0] != "{" else '"page": "score"') >= 6
    assert [word for word in words if word in log.text] == []


def broken(monkeypatch: pytest.MonkeyPatch, error: Exception) -> None:
    """Make saving a hand fail, with the boards in reach of the failing line."""

    def draft_keep(*, fields: dict[str, str], **rest: object) -> None:
        assert fields
        raise error

    monkeypatch.setattr("ledger.views.entry.draft_keep", draft_keep)


@pytest.mark.parametrize("log", [JSONFormatter, PlainFormatter], indirect=True)
def test_an_error_is_told_with_its_place_and_without_what_was_typed(
    log: Log, session: Session, score_pages: HandPages, monkeypatch: pytest.MonkeyPatch
) -> None:
    error = ValueError("invalid literal: 'KcJc6s' of Ann")
    error.__cause__ = IntegrityError("UNIQUE constraint failed: t.key\nDETAIL: Key (key)=(7d9h) already exists.")
    error.add_note("with 9d9hAhTc3c")
    broken(monkeypatch, error)
    score_pages.client.raise_request_exception = False
    sent = score_pages.open(QUIET)
    assert score_pages.check(sent).status_code == 500
    assert "builtins.ValueError" in log.text
    assert "django.db.utils.IntegrityError: UNIQUE constraint failed: t.key" in log.text
    assert "in draft_keep" in log.text and "raise error" in log.text
    assert "Internal Server Error: score" in log.text
    for word in ("KcJc6s", "Ann", "7d9h", "9d9hAhTc3c", session.public_id, sent["key"]):
        assert word not in log.text


def test_all_lines_of_a_request_have_its_id(log: Log, score_pages: HandPages, monkeypatch: pytest.MonkeyPatch) -> None:
    broken(monkeypatch, OperationalError("no such table: x"))
    score_pages.client.raise_request_exception = False
    sent = score_pages.open(QUIET)
    answer = score_pages.client.post(score_pages.url, sent)
    told_of, line = log.lines[-2:]
    assert told_of["level"] == "ERROR" and "OperationalError: no such table: x" in told_of["error"]
    assert told_of["request"] == line["request"] == answer["X-Request-ID"]
    assert line["status"] == 500
    assert draft_keep


def test_a_host_that_is_not_ours_is_told_without_its_path(log: Log, client: Client) -> None:
    answer = client.get("/t/AAAAAAAAAAAAAAAA/?x=y", headers={"Host": "evil.example"})
    assert answer.status_code == 400
    assert "Invalid HTTP_HOST header" in log.text
    assert "error" not in log.lines[0]
    assert "AAAA" not in log.text and "x=y" not in log.text


def test_an_address_in_a_message_loses_its_path(log: Log) -> None:
    logging.getLogger("ofcscore").warning("Referer %s does not match", "https://a.example:1/t/AAAA/?b=c")
    assert log.lines[0]["message"] == "Referer https://a.example:1/… does not match"


def raised(error: BaseException) -> BaseException:
    try:
        raise error
    except BaseException as caught:  # noqa: BLE001 (given back)
        return caught


def test_only_words_that_quote_nothing_are_kept() -> None:
    assert told(raised(DataError('invalid input syntax for type integer: "Ann"'))).endswith("utils.DataError")
    assert told(raised(OSError(28, "No space left on device", "/home/ann"))).endswith(
        "OSError: No space left on device"
    )
    assert told(raised(KeyError("seat0-top"))).endswith("\nbuiltins.KeyError")


def test_errors_that_go_round_in_a_circle_end() -> None:
    one, two = raised(ValueError()), raised(TypeError())
    one.__cause__, two.__cause__ = two, one
    assert told(one).count("Error") >= 2


def test_who_develops_sees_everything(settings: Any) -> None:
    settings.DEBUG = True
    assert told(raised(ValueError("of Ann"))).endswith("ValueError: of Ann")


@pytest.mark.parametrize(
    ("environment", "status"), [({"LOG_FORMAT": "xml"}, 1), ({"LOG_LEVEL": "LOUD"}, 1), ({"LOG_FORMAT": "json"}, 0)]
)
def test_odd_settings_are_refused(environment: dict[str, str], status: int) -> None:
    code = "import logging; logging.getLogger('ofcscore').info('a\\nb')"
    run = subprocess.run(
        [sys.executable, "-c", f"import django; django.setup(); {code}"],
        cwd=settings.BASE_DIR,
        env=os.environ | {"DJANGO_SETTINGS_MODULE": "tests.settings", **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == status
    if status:
        assert next(iter(environment)) in run.stderr
    else:
        assert json.loads(run.stdout)["message"] == "a\nb"
