"""Databases for servers that are to be hurt, and a server with somebody at a table."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.db import connection

from tests.databases import Database, postgresql, sqlite_file
from tests.faults.evening import server_on
from tests.faults.steps import Scene, begin
from tests.ledger.conftest import books_file, empty_books

__all__ = ["books_file", "empty_books"]


@pytest.fixture
def ready_file(empty_books: Path, tmp_path: Path) -> Path:
    """A SQLite file with all the tables and nothing in them, for a server of its own."""
    return Path(shutil.copy(empty_books, tmp_path / "served.sqlite3"))


@pytest.fixture
def any_database(tmp_path: Path) -> Iterator[Database]:
    """A database without tables on the PostgreSQL that the tests were given, else in a SQLite file."""
    if connection.vendor == "sqlite":
        yield sqlite_file(tmp_path / "served.sqlite3")
    else:
        with postgresql(os.environ["TEST_DATABASE_URL"]) as database:
            yield database


@pytest.fixture
def scene(ready_file: Path, tmp_path: Path) -> Iterator[Scene]:
    """A guest at a table of a server on SQLite; the books are right in the end."""
    database = sqlite_file(ready_file)
    with server_on(database, tmp_path) as server, begin(server, database) as scene:
        yield scene
        server.manage("check_ledger")
        assert database.damage() == []
