"""The site as it is served to the world: the real settings, HTTPS behind a proxy, on a database of its own. Run as a
module in a process of its own, it prints what its answers say, since the settings of the tests cannot be both.
"""

import json
import sys
from typing import Any

import django
from django.http import HttpResponse

import ofcscore.settings

# The one thing that differs: no files are collected for this.
ofcscore.settings.STORAGES = ofcscore.settings.STORAGES | {
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
}
django.setup()

from django.conf import settings  # noqa: E402 (needs the setup)
from django.contrib.auth.hashers import identify_hasher  # noqa: E402
from django.test import Client  # noqa: E402
from django.test.utils import setup_test_environment  # noqa: E402

from ledger.models import User  # noqa: E402

HOST = "ofc.example"
BY_HTTPS = {"HTTP_HOST": HOST, "HTTP_X_FORWARDED_PROTO": "https", "HTTP_X_FORWARDED_FOR": "192.0.2.7"}
SIGN_UP = {"username": "ann", "password": "thirteen-cards-a-board"}


def told(answer: HttpResponse) -> dict[str, Any]:
    """Status, headers and cookies of an answer."""
    cookies = {
        name: {of: cookie[of] for of in ("secure", "httponly", "samesite", "path", "domain")}
        for name, cookie in answer.cookies.items()
    }
    return {"status": answer.status_code, "headers": dict(answer.headers), "cookies": cookies}


def facts() -> dict[str, Any]:
    """What the answers to some requests say, and how a password is kept."""
    browser = Client(**BY_HTTPS)
    weak = browser.post("/signup/", SIGN_UP | {"password": "password"})
    signed_up = browser.post("/signup/", SIGN_UP)
    hasher = identify_hasher(User.objects.get().password)
    return {
        "page": told(browser.get("/")),
        "not found": told(browser.get("/nowhere/")),
        "login": told(Client(**BY_HTTPS).get("/login/")),
        "admin's login": told(Client(**BY_HTTPS).get("/admin/login/")),
        "weak": told(weak),
        "signed up": told(signed_up),
        "theme": told(browser.post("/theme/", {"theme": "dark"})),
        "plain": told(Client(HTTP_HOST=HOST).get("/login/?next=/start/")),
        "plain post": told(Client(HTTP_HOST=HOST).post("/login/", SIGN_UP)),
        "plain, elsewhere": told(Client(HTTP_HOST="evil.example").get("/")),
        "elsewhere": told(Client(**BY_HTTPS | {"HTTP_HOST": "evil.example"}).get("/")),
        "hasher": [hasher.algorithm, getattr(hasher, "iterations", 0)],
        "debug": settings.DEBUG,
    }


if __name__ == "__main__":
    setup_test_environment()
    settings.ALLOWED_HOSTS = [HOST]
    json.dump(facts(), sys.stdout)
