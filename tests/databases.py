"""Databases for servers of the tests: a SQLite file, or a PostgreSQL database that is made and dropped here.

What is in one is read by plain SQL and not by the models, so that the books have a witness of their own.
"""

import sqlite3
import uuid
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

# Processes of a server on PostgreSQL, which has more than one writer.
PROCESSES = "2"


@dataclass(frozen=True)
class Database:
    """Where a server keeps its books: as its environment says it, and as they are read past the server. One that is
    ready has all the tables.
    """

    name: str
    environment: dict[str, str]
    connect: Callable[[], Any]
    is_ready: bool = False

    def rows(self, sql: str) -> list[tuple[Any, ...]]:
        """What a query gives."""
        with closing(self.connect()) as connection, closing(connection.cursor()) as cursor:
            return [tuple(row) for row in cursor.execute(sql).fetchall()]

    def change(self, sql: str) -> None:
        """Do to the rows what nobody should."""
        with closing(self.connect()) as connection, closing(connection.cursor()) as cursor:
            cursor.execute(sql)
            connection.commit()

    def damage(self) -> list[str]:
        """What SQLite finds wrong with its file; PostgreSQL has no such check."""
        if self.name != "SQLite":
            return []
        try:
            return [problem for (problem,) in self.rows("PRAGMA integrity_check") if problem != "ok"]
        except sqlite3.DatabaseError as error:
            return [str(error)]


def sqlite_file(path: Path) -> Database:
    """A file, which is ready when it is there."""
    environment = {"DATABASE_URL": f"sqlite:///{path}"}
    return Database("SQLite", environment, lambda: sqlite3.connect(path), path.exists())


@contextmanager
def postgresql(server: str) -> Iterator[Database]:
    """A database of its own on the PostgreSQL at this URL, gone afterwards whoever still uses it."""
    import psycopg

    name = f"ofcscore_tests_{uuid.uuid4().hex[:12]}"
    url = f"{server.rpartition('/')[0]}/{name}"
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")  # type: ignore[arg-type]
        try:
            environment = {"DATABASE_URL": url, "WEB_CONCURRENCY": PROCESSES}
            yield Database("PostgreSQL", environment, lambda: psycopg.connect(url))
        finally:
            connection.execute(f"DROP DATABASE {name} WITH (FORCE)")  # type: ignore[arg-type]
