"""A server as in production, a browser, and phones in it that fail the test on any complaint of the browser."""

import os
from collections.abc import Iterator
from contextlib import nullcontext
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from tests.browser.chromium import HOW_TO, find, options
from tests.browser.devices import Phone, new_context
from tests.browser.server import Server
from tests.browser.watch import Watch
from tests.databases import Database, postgresql, sqlite_file


def pytest_itemcollected(item: pytest.Item) -> None:
    """Every test of this folder is a browser test."""
    item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def static_files(tmp_path_factory: pytest.TempPathFactory) -> None:
    """The static files, compressed and under hashed names, where `make run` collects them too."""
    Server(tmp_path_factory.mktemp("static")).manage("collectstatic", "--noinput")


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Database]:
    """A new one for the tests of one module: on the PostgreSQL that the tests were given, else a SQLite file."""
    given = os.environ.get("TEST_DATABASE_URL")
    file = tmp_path_factory.mktemp("database") / "books.sqlite3"
    with postgresql(given) if given else nullcontext(sqlite_file(file)) as database:
        yield database


@pytest.fixture(scope="module")
def server(static_files: None, database: Database, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with an empty database, for the tests of one module."""
    server = Server(tmp_path_factory.mktemp("server"), **database.environment)
    server.manage("migrate")
    server.start()
    yield server
    server.stop()


@pytest.fixture(autouse=True)
def books_balance(server: Server) -> Iterator[None]:
    """Whatever a test did, the books are right after it. One that failed may have left the server stopped."""
    server.start()
    yield
    server.manage("check_ledger")


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A browser for one module, and not for the whole run: while Playwright's loop runs in this thread, Django takes
    every query of the other tests for one from asynchronous code and refuses it.
    """
    with sync_playwright() as playwright:
        path = find(playwright)
        if not path:
            pytest.fail(HOW_TO)
        browser = playwright.chromium.launch(executable_path=path, args=options())
        yield browser
        browser.close()


@pytest.fixture
def watch() -> Iterator[Watch]:
    """Hears every complaint of the test's phones, and fails the test at its end for those that it did not allow."""
    watch = Watch()
    yield watch
    assert watch.complaints == []


@pytest.fixture
def phone(browser: Browser, server: Server, watch: Watch) -> Iterator[Phone]:
    """Makes a page on a device of its own, as ``new_context`` does: ``phone(390, 844, "dark", javascript=False)``."""
    contexts: list[BrowserContext] = []

    def make(*device: Any, **how: Any) -> Page:
        context = new_context(browser, server, *device, **how)
        contexts.append(context)
        watch.listen(context)
        return context.new_page()

    yield make
    for context in contexts:
        context.close()


@pytest.fixture
def page(phone: Phone) -> Page:
    """A phone in the hand."""
    return phone()


@pytest.fixture
def plain_page(phone: Phone) -> Page:
    """A phone without JavaScript."""
    return phone(javascript=False)
