"""The real settings, served by HTTPS behind a proxy."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings

# Without the mark no database is made, of which the site's own is a copy.
pytestmark = pytest.mark.django_db
YEAR = 365 * 24 * 60 * 60


@pytest.fixture(scope="module")
def https(empty_books: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    database = shutil.copy(empty_books, tmp_path_factory.mktemp("https"))
    environment = os.environ | {
        "ALLOWED_HOSTS": "ofc.example",
        "BEHIND_PROXY": "true",
        "DATABASE_URL": f"sqlite:///{database}",
        "DEBUG": "false",
        "DJANGO_SETTINGS_MODULE": "ofcscore.settings",
        "LOG_LEVEL": "ERROR",
        "PLAIN_HTTP": "false",
        "SECRET_KEY": 60 * "x",
    }
    command = [sys.executable, "-m", "tests.ledger.https_site"]
    done = subprocess.run(
        command, cwd=settings.BASE_DIR, env=environment, capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 0, done.stderr
    facts: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return facts


def test_browsers_are_told_to_come_by_https_for_a_year(https: dict[str, Any]) -> None:
    for kind in ("page", "not found", "login", "admin's login", "weak", "theme"):
        told = https[kind]["headers"]["Strict-Transport-Security"]
        assert told == f"max-age={YEAR}; includeSubDomains; preload", kind


def test_whoever_comes_by_http_is_sent_to_https(https: dict[str, Any]) -> None:
    plain = https["plain"]
    assert (plain["status"], plain["headers"]["Location"]) == (301, "https://ofc.example/login/?next=/start/")
    assert https["plain post"]["status"] == 301
    assert not plain["cookies"] and not https["plain post"]["cookies"]


def test_and_nowhere_else_whatever_host_they_name(https: dict[str, Any]) -> None:
    for kind in ("plain, elsewhere", "elsewhere"):
        assert https[kind]["status"] == 400
        assert "Location" not in https[kind]["headers"]
        assert not https[kind]["cookies"]


def test_cookies_go_by_https_and_to_this_site_alone(https: dict[str, Any]) -> None:
    login, member, theme = (https[kind]["cookies"] for kind in ("login", "signed up", "theme"))
    # The page's own scripts read the token: a form that waited sends the one of now.
    assert login["csrftoken"] == {"secure": True, "httponly": "", "samesite": "Lax", "path": "/", "domain": ""}
    for cookie in (member["sessionid"], theme["theme"]):
        assert cookie == {"secure": True, "httponly": True, "samesite": "Lax", "path": "/", "domain": ""}
    assert https["admin's login"]["cookies"]["csrftoken"]["secure"] is True


def test_passwords_are_checked_and_kept_as_django_does(https: dict[str, Any]) -> None:
    assert https["weak"]["status"] == 422
    assert https["signed up"]["status"] == 302
    algorithm, iterations = https["hasher"]
    assert algorithm == "pbkdf2_sha256"
    assert iterations >= 1_000_000


def test_nothing_is_shown_that_is_for_developers(https: dict[str, Any]) -> None:
    assert https["debug"] is False
