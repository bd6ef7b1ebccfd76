"""A disk that is full, a file that may not grow, a file that may only be read: each for real, under a real server."""

import os
import resource
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from tests.databases import sqlite_file
from tests.faults.evening import server_on
from tests.faults.steps import Scene, begin, expect_kept
from tests.ledger.boards import FOUL, QUIET

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.skipif(sys.platform != "linux", reason="mounts, limits of processes and users as Linux has them"),
]

# In kB: the empty database, and some hands.
DISK = 4096
# An administrator may write every file, unless this right is taken away.
OBEY = ("setpriv", "--bounding-set=-dac_override")


@contextmanager
def small_disk(folder: Path) -> Iterator[None]:
    """A disk of a few megabytes at ``folder``, which only the administrator can mount."""
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={DISK}k", "ofcscore", folder], check=False)
    if mounted.returncode:
        pytest.skip("nobody but an administrator can mount a disk")
    try:
        yield
    finally:
        subprocess.run(["umount", "--lazy", folder], check=True)


def fill(ballast: Path) -> None:
    """Take up all the room there is."""
    with ballast.open("wb", buffering=0) as file, suppress(OSError):
        while file.write(bytes(1024)):
            pass


def test_a_full_disk_is_said_and_the_hand_is_kept(ready_file: Path, tmp_path: Path) -> None:
    disk = tmp_path / "disk"
    disk.mkdir()
    with small_disk(disk):
        database = sqlite_file(Path(shutil.copy(ready_file, disk / "books.sqlite3")))
        with server_on(database, tmp_path) as server, begin(server, database) as scene:
            scene.play(QUIET)
            sent = scene.checked(FOUL)
            fill(disk / "ballast")
            why = "there is no room left for them. Nothing was saved."
            again = expect_kept(scene, scene.save(sent), sent, why)
            assert scene.phone.get(scene.table).status == 200, "it can still be read"
            assert scene.hands == 1
            again = expect_kept(scene, scene.save(again), sent, why)
            (disk / "ballast").unlink()
            assert scene.save(again).status == 302
            assert scene.hands == 2
            server.manage("check_ledger")
        assert database.damage() == []


def workers(scene: Scene) -> list[int]:
    """The processes that answer."""
    first = scene.server.process_id
    return [int(pid) for pid in Path(f"/proc/{first}/task/{first}/children").read_text().split()]


@contextmanager
def may_not_grow(scene: Scene, file: Path) -> Iterator[None]:
    """The server's processes may make no file larger than this one is."""
    before = {pid: resource.prlimit(pid, resource.RLIMIT_FSIZE) for pid in workers(scene)}
    for pid, (_, hard) in before.items():
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (file.stat().st_size, hard))
    yield
    for pid, limits in before.items():
        resource.prlimit(pid, resource.RLIMIT_FSIZE, limits)


def test_a_file_that_may_not_grow_loses_nothing(scene: Scene, ready_file: Path) -> None:
    """SQLite says no more of it than that writing failed, so the page does not claim to know."""
    scene.play(QUIET)
    sent = scene.checked(FOUL)
    with may_not_grow(scene, ready_file.with_name(f"{ready_file.name}-wal")):
        again = expect_kept(scene, scene.save(sent), sent, "What you sent may be saved already, or not.")
        assert scene.phone.get(scene.table).status == 200, "it can still be read"
    assert scene.hands == 1
    assert scene.save(again).status == 302
    assert scene.hands == 2


def test_a_file_that_may_only_be_read_is_said_and_the_hand_is_kept(ready_file: Path, tmp_path: Path) -> None:
    """Whoever opened a file keeps the right that they had then, so the server is started again, before and after. What
    SQLite makes beside the file is like the file, and is mended with it.
    """
    database = sqlite_file(ready_file)
    run_by = OBEY if os.geteuid() == 0 else ()
    with server_on(database, tmp_path, run_by=run_by) as server, begin(server, database) as scene:
        scene.play(QUIET)
        sent = scene.checked(FOUL)
        ready_file.chmod(0o444)
        scene.start_again()
        why = "nobody may write in them. Nothing was saved."
        again = expect_kept(scene, scene.save(sent), sent, why)
        assert scene.phone.get(scene.table).status == 200, "it can still be read"
        assert scene.hands == 1
        for file in ready_file.parent.glob(f"{ready_file.name}*"):
            file.chmod(0o644)
        again = expect_kept(scene, scene.save(again), sent, why)
        scene.start_again()
        assert scene.save(again).status == 302
        assert scene.hands == 2
    assert database.damage() == []
