"""Copies of the whole database, and putting one back.

On SQLite a copy is what stood at one moment, also while the server writes. It is made beside its place under another
name, checked there, flushed to the disk and only then renamed: under its own name it is whole or not there at all.
"""

import os
import shutil
import sqlite3
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from django.db import DEFAULT_DB_ALIAS, connection, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.postgresql.client import DatabaseClient
from django.db.migrations.loader import MigrationLoader

from ledger.services.checks import Audit, audit_ledger
from ledger.services.errors import RefusedError

# What SQLite keeps beside a database. A log of another database's would be played into one that is put in its place.
COMPANIONS = ("-wal", "-shm", "-journal")


@dataclass(frozen=True)
class Backup:
    """A whole copy at ``path``, and every difference in its books, as sentences. ``audit`` is None where they were not
    read, and ``unread`` says why.
    """

    path: Path
    audit: Audit | None = None
    unread: str = ""
    problems: tuple[str, ...] = ()

    @property
    def found(self) -> str:
        """What the check of a copy without differences found."""
        if self.audit:
            return f"it is whole, and its books balance, {self.audit.looked_at}"
        return f"it is whole; its books were not checked, {self.unread}"


def database_backup(*, target: Path) -> Backup:
    """Copy the database to a file that is not there yet, and check the copy. The server may go on meanwhile.

    Books that do not balance are copied all the same. Raises RefusedError when there can be no copy, and leaves none.
    """
    _expect_free(target)
    with _new_file(target) as unfinished:
        if connection.vendor == "postgresql":
            backup = Backup(target, unread=_dump_postgresql(unfinished))
        else:
            backup = _copy_sqlite(Path(connection.settings_dict["NAME"]), unfinished, target)
    return backup


def database_restore(*, source: Path) -> Backup:
    """Put a copy where the database belongs and nothing is, and check it there. SQLite only.

    Raises RefusedError when there is a database already, or when the copy is not whole; then nothing is put there.
    """
    if connection.vendor == "postgresql":
        raise RefusedError(_how_to_restore(source))
    target = Path(connection.settings_dict["NAME"])
    for there in (target, *(target.with_name(target.name + suffix) for suffix in COMPANIONS)):
        if there.exists():
            raise RefusedError(f"{there} is there already. Stop the server, move it away, and try again.")
    with _new_file(target) as unfinished:
        return _copy_sqlite(source, unfinished, target)


def _expect_free(target: Path) -> None:
    if target.exists():
        raise RefusedError(f"{target} is there already. Choose another name.")


@contextmanager
def _new_file(target: Path) -> Iterator[Path]:
    """A file beside ``target`` that nobody else may read, to fill; when all went well it is renamed to ``target``."""
    try:
        descriptor, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.", suffix=".unfinished")
    except FileNotFoundError:
        raise RefusedError(f"There is no folder {target.parent}. Make it first.") from None
    except OSError as error:
        raise RefusedError(f"Nothing can be written in {target.parent}: {error.strerror}.") from error
    unfinished = Path(name)
    try:
        with os.fdopen(descriptor, "rb") as file:
            yield unfinished
            os.fsync(file.fileno())
        _expect_free(target)
        unfinished.rename(target)
        _flush_folder(target.parent)
    except OSError as error:
        raise RefusedError(f"{target} could not be written: {error.strerror}. Nothing was kept of it.") from error
    finally:
        for suffix in ("", *COMPANIONS):
            unfinished.with_name(unfinished.name + suffix).unlink(missing_ok=True)


def _flush_folder(folder: Path) -> None:
    """Have the disk keep a new name, too."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _copy_sqlite(source: Path, unfinished: Path, target: Path) -> Backup:
    """Copy one SQLite file into another in a single step, which no writer disturbs, and check what came of it."""
    if not source.is_file():
        raise RefusedError(f"There is no database {source}.")
    try:
        with (
            closing(sqlite3.connect(f"{source.resolve().as_uri()}?mode=ro", uri=True)) as old,
            closing(sqlite3.connect(unfinished)) as new,
        ):
            old.backup(new)
            # One file that can be read anywhere; the server makes its log beside it anew.
            new.execute("PRAGMA journal_mode = DELETE")
            wrong = [line for (line,) in new.execute("PRAGMA integrity_check(10)") if line != "ok"]
            lost = {f"Rows of {table} point nowhere." for table, *_ in new.execute("PRAGMA foreign_key_check")}
    except sqlite3.Error as error:
        raise RefusedError(f"{source} could not be copied to {target}: {error}. Nothing was kept of it.") from error
    if wrong:
        raise RefusedError(f"{source} is damaged, and a copy of it would be, too: {'; '.join(wrong)}.")
    with using_file(unfinished):
        unread = _why_unread(source)
        audit = None if unread else audit_ledger()
    return Backup(target, audit, unread, (*sorted(lost), *(audit.problems if audit else ())))


@contextmanager
def using_file(path: Path, *, init_command: str = "PRAGMA query_only = ON") -> Iterator[BaseDatabaseWrapper]:
    """Let this thread, and no other, use the SQLite database at ``path``; to read, unless it is opened otherwise."""
    own = connections[DEFAULT_DB_ALIAS]
    options = {**own.settings_dict["OPTIONS"], "init_command": init_command}
    other = type(own)({**own.settings_dict, "NAME": str(path), "OPTIONS": options}, DEFAULT_DB_ALIAS)
    connections[DEFAULT_DB_ALIAS] = other
    try:
        yield other
    finally:
        connections[DEFAULT_DB_ALIAS] = own
        other.close()


def _why_unread(source: Path) -> str:
    """Why this program cannot read the books of a database: it was made by another version. Empty when it can.

    Raises RefusedError when there are no books at all.
    """
    loader = MigrationLoader(connection)
    done = {name for name in loader.applied_migrations if name[0] == "ledger"}
    known = {name for name in loader.disk_migrations if name[0] == "ledger"}
    if not done:
        raise RefusedError(f"{source} has no books in it.")
    if done - known:
        return "since a newer version wrote them"
    return "since they wait for manage.py migrate" if known - done else ""


def _dump_postgresql(unfinished: Path) -> str:
    """Have PostgreSQL's own program write a copy and another read it through; says what that proves, and what not."""
    arguments, environment = DatabaseClient.settings_to_cmd_args_env(connection.settings_dict, [])
    _run(["pg_dump", "--format=custom", "--no-password", f"--file={unfinished}", *arguments[1:]], environment)
    contents = _run(["pg_restore", "--list", str(unfinished)], environment)
    tables = sum(" TABLE DATA " in line for line in contents.splitlines())
    return f"only that pg_restore finds the rows of {tables} tables in it"


def _run(command: list[str], environment: dict[str, str] | None) -> str:
    """What one of PostgreSQL's programs prints. Raises RefusedError when it is missing or fails."""
    if not shutil.which(command[0]):
        raise RefusedError(
            f"{command[0]} is not on this machine. Install the programs of PostgreSQL (on Debian: apt-get install"
            " postgresql-client), or run pg_dump --format=custom where they are."
        )
    done = subprocess.run(  # noqa: S603 (a program's name and no shell)
        command,
        env=os.environ | (environment or {}),
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        check=False,
    )
    if done.returncode:
        raise RefusedError(f"{command[0]} failed: {done.stderr.strip() or done.returncode}")
    return done.stdout


def _how_to_restore(source: Path) -> str:
    name = connection.settings_dict["NAME"]
    return (
        f"PostgreSQL puts it back itself, into an empty database: createdb {name}, then"
        f" pg_restore --no-owner --single-transaction --dbname={name} {source}"
    )
