"""The site as it is served, on a database that this process can fill: on SQLite, or on the PostgreSQL that
TEST_DATABASE_URL names.
"""

import logging
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
django.setup()

from django.conf import settings  # noqa: E402 (settings want to be set up)
from django.db import connection  # noqa: E402
from django.test import Client  # noqa: E402
from django.test.utils import setup_databases, setup_test_environment, teardown_databases  # noqa: E402

from ledger.models import User  # noqa: E402
from tests.bench.client import Browser  # noqa: E402
from tests.browser.server import Server  # noqa: E402

# As long as the secret in Django's own.
TOKEN = 32 * "t"


@contextmanager
def serving(**environment: str) -> Iterator[Server]:
    """A server that runs, and a new database that it and this process share; both are gone afterwards."""
    logging.disable(logging.INFO)
    setup_test_environment()
    databases = setup_databases(verbosity=0, interactive=False)
    try:
        with tempfile.TemporaryDirectory() as folder:
            server = Server(
                Path(folder), DATABASE_URL=_address(), SECRET_KEY=settings.SECRET_KEY, LOG_LEVEL="INFO", **environment
            )
            server.manage("collectstatic", "--noinput")
            server.start()
            try:
                yield server
            finally:
                server.stop()
    finally:
        teardown_databases(databases, verbosity=0)


def browser_of(server: Server, user: User) -> Browser:
    """The browser of somebody who is logged in."""
    client = Client()
    client.force_login(user)
    return Browser(server.port, csrftoken=TOKEN, sessionid=client.cookies["sessionid"].value)


def _address() -> str:
    """The database of this process as DATABASE_URL says it."""
    its = connection.settings_dict
    if connection.vendor == "sqlite":
        return f"sqlite:///{its['NAME']}"
    return f"postgres://{its['USER']}:{its['PASSWORD']}@{its['HOST']}:{its['PORT']}/{its['NAME']}"
