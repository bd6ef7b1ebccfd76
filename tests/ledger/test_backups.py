"""Copies of the database, made of real files, while somebody writes, and of what should not be copied."""

import io
import resource
import shutil
import sqlite3
import stat
import threading
from collections.abc import Iterator
from contextlib import closing, nullcontext
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from ledger.models import Hand, Session
from ledger.services.accounts import user_create
from ledger.services.backups import using_file
from ledger.services.checks import audit_ledger
from tests.ledger.boards import QUIET, SCOOPS
from tests.ledger.conftest import PASSWORD, SERVED
from tests.ledger.tables import record, start

MANY = 400
COUNTS = "SELECT (SELECT count(*) FROM ledger_hand), (SELECT count(*) FROM ledger_transfer)"


@pytest.fixture
def played(books_file: Path) -> Session:
    """A table with two hands, in a file."""
    session = start(user_create(username="ann", password=PASSWORD))
    record(session, QUIET)
    record(session, SCOOPS)
    return session


def run(command: str, *arguments: object) -> str:
    said = io.StringIO()
    call_command(command, *arguments, stdout=said, stderr=said)
    return said.getvalue()


def rows(path: Path, query: str = COUNTS) -> tuple[int, ...]:
    with closing(sqlite3.connect(path)) as database:
        return tuple(database.execute(query).fetchone())


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


@pytest.fixture
def shelf(tmp_path: Path) -> Path:
    folder = tmp_path / "shelf"
    folder.mkdir()
    return folder


def test_a_copy_is_one_whole_file_for_its_owner_only(played: Session, books_file: Path, shelf: Path) -> None:
    assert books_file.with_name("books.sqlite3-wal").stat().st_size, "the last commits are not in the file itself"
    said = run("backup", shelf / "copy.sqlite3")
    assert "its books balance, 1 session, 2 hands, " in said
    assert names(shelf) == ["copy.sqlite3"]
    assert rows(shelf / "copy.sqlite3") == rows(books_file)
    assert rows(shelf / "copy.sqlite3", "PRAGMA journal_mode") == ("delete",)
    assert stat.S_IMODE((shelf / "copy.sqlite3").stat().st_mode) == 0o600


def test_a_folder_gets_a_dated_copy(played: Session, shelf: Path) -> None:
    run("backup", shelf)
    [name] = names(shelf)
    assert name.startswith("ofcscore-20") and name.endswith(".sqlite3")


def test_copies_made_while_somebody_writes_are_whole(played: Session, books_file: Path, shelf: Path) -> None:
    stop, first, failures = threading.Event(), threading.Event(), []

    def write() -> None:
        with using_file(books_file, init_command=SERVED):
            try:
                for _ in range(MANY):
                    record(played, SCOOPS)
                    first.set()
                    if stop.is_set():
                        return
            except Exception as error:  # noqa: BLE001 (told by the test)
                failures.append(error)

    writer = threading.Thread(target=write)
    writer.start()
    try:
        assert first.wait(30)
        seen = []
        for number in range(3):
            said = run("backup", shelf / f"{number}.sqlite3")
            seen.append(rows(shelf / f"{number}.sqlite3")[0])
            assert f"{seen[-1]} hands" in said
    finally:
        stop.set()
        writer.join(30)
    assert failures == []
    assert 3 <= seen[0] < seen[1] < seen[2] <= Hand.objects.count(), "the writer went on meanwhile"
    assert audit_ledger().problems == ()


@pytest.mark.parametrize("what", ["file", "folder"])
def test_a_name_that_is_taken_is_refused(played: Session, shelf: Path, what: str) -> None:
    target = shelf / "copy.sqlite3"
    target.write_text("somebody's")
    if what == "folder":
        target = target / "below.sqlite3"
    with pytest.raises(CommandError, match="is there already" if what == "file" else "Nothing can be written in"):
        run("backup", target)
    assert (shelf / "copy.sqlite3").read_text() == "somebody's"
    assert names(shelf) == ["copy.sqlite3"]


def test_a_folder_that_is_missing_is_named(played: Session, shelf: Path) -> None:
    with pytest.raises(CommandError, match="There is no folder .*nowhere. Make it first."):
        run("backup", shelf / "nowhere" / "copy.sqlite3")


def test_a_folder_that_cannot_be_written_is_named(played: Session) -> None:
    """Nobody, root neither, makes files in /proc."""
    with pytest.raises(CommandError, match="/proc"):
        run("backup", "/proc/copy.sqlite3")


@pytest.mark.parametrize("command", ["backup", "restore"])
def test_a_name_that_no_file_can_have_is_a_sentence(played: Session, shelf: Path, command: str) -> None:
    elsewhere = using_file(shelf / "new.sqlite3") if command == "restore" else nullcontext()
    with elsewhere, pytest.raises(CommandError, match="File name too long."):
        run(command, shelf / (300 * "x"))
    assert names(shelf) == []


@pytest.fixture
def small_files() -> Iterator[None]:
    """As with a disk that is full after 64 kB."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (64 * 1024, hard))
    yield
    resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def test_a_copy_that_has_no_room_leaves_nothing(played: Session, shelf: Path, small_files: None) -> None:
    with pytest.raises(CommandError, match="could not be copied .* Nothing was kept of it."):
        run("backup", shelf / "copy.sqlite3")
    assert names(shelf) == []


def test_a_damaged_database_is_not_copied(played: Session, books_file: Path, shelf: Path) -> None:
    connection.close()
    damaged = bytearray(books_file.read_bytes())
    damaged[8 * 4096 : 60 * 4096] = b"\xff" * (52 * 4096)
    books_file.write_bytes(damaged)
    with pytest.raises(CommandError, match="damaged|could not be copied"):
        run("backup", shelf / "copy.sqlite3")
    assert names(shelf) == []


@pytest.mark.parametrize(
    "change",
    [
        "DROP TRIGGER ledger_transfer_no_update; UPDATE ledger_transfer SET units = units + 1",
        "UPDATE ledger_membership SET user_id = 999",
    ],
    ids=["units", "a row that points nowhere"],
)
def test_wrong_books_are_copied_and_it_fails(played: Session, books_file: Path, shelf: Path, change: str) -> None:
    with closing(sqlite3.connect(books_file)) as database:
        database.executescript(change)
    with pytest.raises(CommandError, match="a whole copy, but of books with \\d+ difference"):
        run("backup", shelf / "copy.sqlite3")
    assert rows(shelf / "copy.sqlite3")[0] == 2
    with using_file(shelf / "new.sqlite3"), pytest.raises(CommandError, match="is put back, but its books have"):
        run("restore", shelf / "copy.sqlite3")


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ("DELETE FROM django_migrations WHERE app = 'ledger' AND name LIKE '0008%'", "they wait for manage.py migrate"),
        (
            "INSERT INTO django_migrations (app, name, applied) VALUES ('ledger', '9999_later', '2030-01-01')",
            "a newer version wrote them",
        ),
    ],
)
def test_books_of_another_version_are_copied_unread(played: Session, shelf: Path, change: str, why: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(change)
    assert f"its books were not checked, since {why}" in run("backup", shelf / "copy.sqlite3")
    assert names(shelf) == ["copy.sqlite3"]


def test_a_database_without_books_is_refused(books_file: Path, shelf: Path) -> None:
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM django_migrations")
    with pytest.raises(CommandError, match="books.sqlite3 has no books in it."):
        run("backup", shelf / "copy.sqlite3")
    assert names(shelf) == []


def test_a_copy_is_put_back_where_nothing_is(played: Session, books_file: Path, shelf: Path) -> None:
    copy = shelf / "copy.sqlite3"
    run("backup", copy)
    with using_file(shelf / "new" / "books.sqlite3"), pytest.raises(CommandError, match="There is no folder"):
        run("restore", copy)
    (shelf / "new").mkdir()
    with using_file(shelf / "new" / "books.sqlite3", init_command=SERVED):
        assert "its books balance, 1 session, 2 hands" in run("restore", copy)
        record(played, QUIET)
        assert audit_ledger().hands == 3
    assert rows(copy)[0] == 2


@pytest.mark.parametrize("there", ["", "-wal", "-shm", "-journal"])
def test_nothing_is_put_back_where_something_is(played: Session, shelf: Path, there: str) -> None:
    run("backup", shelf / "copy.sqlite3")
    (shelf / f"books.sqlite3{there}").write_text("somebody's")
    with using_file(shelf / "books.sqlite3"), pytest.raises(CommandError, match=f"sqlite3{there} is there already"):
        run("restore", shelf / "copy.sqlite3")
    assert (shelf / f"books.sqlite3{there}").read_text() == "somebody's"
    assert names(shelf) == sorted(["copy.sqlite3", f"books.sqlite3{there}"])


@pytest.mark.parametrize(
    ("content", "why"), [(None, "There is no database"), (b"no database", "file is not a database"), (b"", "no books")]
)
def test_what_is_no_copy_is_not_put_back(books_file: Path, shelf: Path, content: bytes | None, why: str) -> None:
    if content is not None:
        (shelf / "copy.sqlite3").write_bytes(content)
    with using_file(shelf / "books.sqlite3"), pytest.raises(CommandError, match=why):
        run("restore", shelf / "copy.sqlite3")
    assert not (shelf / "books.sqlite3").exists()


needs_postgresql = pytest.mark.skipif("connection.vendor != 'postgresql'", reason="only for PostgreSQL")


@needs_postgresql
@pytest.mark.django_db
def test_postgresql_is_dumped_and_the_dump_read(shelf: Path) -> None:
    if not shutil.which("pg_dump"):
        pytest.skip("there is no pg_dump here")
    said = run("backup", shelf / "copy.dump")
    assert "pg_restore finds the rows of " in said
    assert (shelf / "copy.dump").read_bytes().startswith(b"PGDMP")
    with pytest.raises(CommandError, match="pg_restore --no-owner --single-transaction --dbname="):
        run("restore", shelf / "copy.dump")


@needs_postgresql
@pytest.mark.django_db
def test_without_its_programs_it_says_what_to_do(shelf: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(shelf))
    with pytest.raises(CommandError, match="pg_dump is not on this machine. Install"):
        run("backup", shelf / "copy.dump")
    assert names(shelf) == []
