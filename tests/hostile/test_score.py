"""``manage.py score`` answers every line, whatever it is, with a result or with a sentence, and ends with 0 or 1."""

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from copy import deepcopy
from io import BytesIO, StringIO, TextIOWrapper
from pathlib import Path
from typing import Any, NoReturn

import pytest
from django.core.management import CommandError, call_command
from hypothesis import given
from hypothesis import strategies as st

from ofcscore.engine.rules import PRESETS
from tests.engine.golden import random_hands
from tests.engine.strategies import json_lines
from tests.engine.strategies import settings as house_rules
from tests.hostile.json_texts import hostile_json
from tests.hostile.runs import drawn
from tests.hostile.tally import Tally
from tests.hostile.texts import TEXTS, bent
from tests.hostile.visitor import patience
from tests.ledger.boards import FOUR_BOARDS, QUIET

ROOT = Path(__file__).parents[2]
LINES_AT_ONCE = 20
# A name that a sentence gives back may be long, and is all that may be.
LONGEST_SENTENCE = 400
CLASSIC = [{"name": name, "board": board} for name, board in zip(("Ann", "Bob", "Cy"), QUIET, strict=True)]
CRISS_CROSS = [{"owner": owner, "board": board} for owner, board in zip(("Ann", "Bob") * 2, FOUR_BOARDS, strict=True)]
STAKES = {"preset": "pineapple", "stakes": "loss_and_win_cap", "cap": 20}
GOOD: list[Any] = [
    *({"rules": case["rules"], "players": case["players"]} for case in random_hands()[:30]),
    *({"rules": {**PRESETS[name].to_json()}, "players": CLASSIC} for name in PRESETS if name != "criss-cross"),
    {"rules": "criss-cross", "players": CRISS_CROSS},
    {"rules": STAKES, "players": [player | {"stack": 30} for player in CLASSIC], "button": 1},
]


@st.composite
def with_odd_cards(draw: st.DrawFn) -> bytes:
    """A good hand in which a board, a name or an owner is another text."""
    hand = deepcopy(draw(st.sampled_from(GOOD)))
    player = draw(st.sampled_from(hand["players"]))
    player["board"] = draw(bent(player.get("board", "")))
    if draw(st.booleans()):
        player[draw(st.sampled_from(("name", "owner", "board")))] = draw(st.sampled_from(TEXTS))
    return json.dumps(hand).encode()


@st.composite
def under_other_rules(draw: st.DrawFn) -> bytes:
    """A good hand under rules that a house may choose, and that may not go with it."""
    hand = deepcopy(draw(st.sampled_from(GOOD)))
    hand["rules"] = draw(house_rules())
    return json.dumps(hand).encode()


LINES = {
    "hands with changes": hostile_json(GOOD),
    "odd cards": with_odd_cards(),
    "other rules": under_other_rules(),
    "odd values": json_lines,
}


def run(content: bytes, monkeypatch: pytest.MonkeyPatch) -> tuple[int, str]:
    """The exit status of the command in this process, and what it wrote."""
    written = StringIO()
    status = 0
    with monkeypatch.context() as patch:
        patch.setattr(sys, "stdin", TextIOWrapper(BytesIO(content)))
        try:
            with patience():
                call_command("score", stdout=written)
        except SystemExit as end:
            status = end.code if isinstance(end.code, int) else 99
    return status, written.getvalue()


def refuse_constant(text: str) -> NoReturn:
    raise AssertionError(f"{text} is no JSON")


def check(kind: str, content: bytes, status: int, written: str, tally: Tally) -> None:
    """Fails unless every line has its answer, in order, and the status says whether all were good."""
    asked = [(number, line) for number, line in enumerate(BytesIO(content), start=1) if line.strip()]
    answers = [json.loads(line, parse_constant=refuse_constant) for line in written.splitlines()]
    assert len(answers) == len(asked)
    for (number, line), answer in zip(asked, answers, strict=True):
        if "error" in answer:
            assert answer["line"] == number
            assert answer["error"].endswith(".")
            assert len(answer["error"]) < LONGEST_SENTENCE + len(line)
        else:
            assert sum(player["units"] for player in answer["players"]) == 0
        tally.count("score", kind, "refused" if "error" in answer else "scored")
    assert status == any("error" in answer for answer in answers)


def try_all(kind: str, batches: int, monkeypatch: pytest.MonkeyPatch, tally: Tally) -> None:
    # The same lines every time, so that what passes here passes everywhere.
    @drawn(batches)
    @given(st.lists(LINES[kind], min_size=LINES_AT_ONCE, max_size=LINES_AT_ONCE))
    def tried(batch: Sequence[bytes]) -> None:
        content = b"\n".join(batch)
        check(kind, content, *run(content, monkeypatch), tally)

    tried()


@pytest.mark.parametrize("kind", LINES)
def test_five_hundred_lines(kind: str, monkeypatch: pytest.MonkeyPatch, tally: Tally) -> None:
    try_all(kind, 25, monkeypatch, tally)


@pytest.mark.slow
@pytest.mark.parametrize("kind", LINES)
def test_ten_thousand_lines(kind: str, monkeypatch: pytest.MonkeyPatch, tally: Tally) -> None:
    try_all(kind, 530, monkeypatch, tally)


# What a shell can do to the command, and what the command then says.
FROM_A_SHELL = {
    "no standard input": ("<&-", "There is no standard input to read hands from. Name a file."),
    "no standard output": ("{good} >&-", "There is no standard output to write the results to."),
    "no room for the results": ("{good} >/dev/full", "The results cannot be written: No space left on device."),
    "no reading on": ("/proc/self/mem", "/proc/self/mem cannot be read: Input/output error."),
    "a name that is no text": ("$(printf '\\377')", "\\udcff cannot be read: No such file or directory."),
}


@pytest.mark.parametrize("what", FROM_A_SHELL)
def test_from_a_shell(what: str, tmp_path: Path, tally: Tally) -> None:
    good = tmp_path / "good.jsonl"
    good.write_text("".join(json.dumps(hand) + "\n" for hand in GOOD))
    arguments, sentence = FROM_A_SHELL[what]
    command = f"exec {sys.executable} manage.py score {arguments.format(good=good)}"
    environment = os.environ | {"DJANGO_SETTINGS_MODULE": "tests.settings"}
    ended = subprocess.run(
        ["sh", "-c", command], cwd=ROOT, env=environment, capture_output=True, timeout=60, check=False
    )
    tally.count("score", "a process", f"status {ended.returncode}")
    assert (ended.returncode, ended.stderr.decode().strip()) == (1, f"CommandError: {sentence}")


@pytest.mark.parametrize("file", [".", "", "nowhere.jsonl", "x" * 5000, "\udcff", "/dev/null/x"])
def test_a_file_that_cannot_be_read(file: str, tally: Tally) -> None:
    with pytest.raises(CommandError, match=r" cannot be read: .+\.$"):
        call_command("score", file, stdout=StringIO())
    tally.count("score", "a file", "refused")


@pytest.mark.parametrize("arguments", [["a", "b"], ["--rules", "x"], ["--traceback=", "-"]])
def test_odd_arguments(arguments: list[str], tally: Tally) -> None:
    with pytest.raises(CommandError):
        call_command("score", *arguments, stdout=StringIO())
    tally.count("score", "arguments", "refused")
