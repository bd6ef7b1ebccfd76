"""The command line, as a program of its own."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from ledger.models import Revision, Session
from tests.engine.golden import CASES

ROOT = Path(__file__).parent.parent.parent
GOOD = '{"rules": "classic", "players": [{"board": "KhQd4c/9h9d5c6hJd/KcKdTh5s3h"}, {"name": "Bob", "dead": true}]}'


def score(stdin: bytes, *arguments: str) -> subprocess.CompletedProcess[bytes]:
    environment = os.environ | {"DJANGO_SETTINGS_MODULE": "tests.settings"}
    run = [sys.executable, "manage.py", "score", *arguments]
    return subprocess.run(run, input=stdin, capture_output=True, cwd=ROOT, env=environment, timeout=60, check=False)


def test_good_lines_are_scored_and_bad_ones_are_named() -> None:
    lines = [GOOD.encode(), b"", b"{", b"\xff\xfe", b'{"rules": "x", "players": []}', GOOD.encode(), b"[" * 100_000]
    run = score(b"\n".join(lines))
    answers = [json.loads(line) for line in run.stdout.splitlines()]
    assert run.returncode == 1
    assert [answer.get("line") for answer in answers] == [None, 3, 4, 5, None, 7]
    assert answers[0] == answers[4]
    assert [player["units"] for player in answers[0]["players"]] == [6, -6]
    assert not run.stderr


def test_all_random_hands_from_a_file() -> None:
    path = CASES / "random.jsonl"
    run = score(b"", str(path))
    assert run.returncode == 0
    pairs = zip(path.read_text().splitlines(), run.stdout.splitlines(), strict=True)
    for case, answer in pairs:
        expected, players = json.loads(case)["expect"], json.loads(answer)["players"]
        assert [player["units"] for player in players] == expected["units"]
        assert [player["fantasyland_next"] for player in players] == expected["fantasyland_next"]


def test_a_reader_who_has_seen_enough_is_no_error(tmp_path: Path) -> None:
    many = tmp_path / "many.jsonl"
    many.write_text(10 * (CASES / "random.jsonl").read_text())
    environment = os.environ | {"DJANGO_SETTINGS_MODULE": "tests.settings"}
    run = [sys.executable, "manage.py", "score", str(many)]
    with subprocess.Popen(run, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT, env=environment) as process:
        assert process.stdout and process.stderr
        assert json.loads(process.stdout.readline())
        process.stdout.close()
        assert process.wait(60) == 0
        assert process.stderr.read() == b""


def test_a_file_that_cannot_be_read_is_a_sentence() -> None:
    run = score(b"", "nothing-here.jsonl")
    assert run.returncode == 1
    assert run.stderr.decode().strip() == "CommandError: nothing-here.jsonl cannot be read: No such file or directory."


def test_the_demo_evening_has_everything_and_balances(db: None, capsys: pytest.CaptureFixture[str]) -> None:
    call_command("demo")
    assert "Log in as demo with the password" in capsys.readouterr().out
    session = Session.objects.get()
    live = list(Revision.objects.live().filter(hand__session=session))
    assert len(live) == 16
    assert sum(revision.is_corrected for revision in live) == 1
    dealt = [[board.fantasyland for board in revision.boards.all()] for revision in live]
    assert [14, 0, 0] in dealt and [0, 14, 14] in dealt
    assert session.hands.count() == 17
    call_command("check_ledger")
    with pytest.raises(CommandError, match="already"):
        call_command("demo")
