"""The golden cases: hands with verdicts that were worked out apart from this engine, read from ``cases/``."""

import json
from pathlib import Path
from typing import Any

from ofcscore.engine.board import Board

CASES = Path(__file__).parent / "cases"
Case = dict[str, Any]


def every_named_case() -> list[Case]:
    cases: list[Case] = json.loads((CASES / "named.json").read_text(encoding="utf-8"))
    return cases


def named_cases(kind: str) -> list[Case]:
    return [case for case in every_named_case() if case["kind"] == kind]


def random_hands() -> list[Case]:
    lines = (CASES / "random.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def case_id(case: Case) -> str:
    """What pytest calls a named case: ``F01``."""
    return str(case["id"])


def boards_of(texts: list[str]) -> list[Board]:
    """Boards for texts alone: players P1, P2 and so on, none in Fantasyland."""
    return [Board(f"P{place}", text) for place, text in enumerate(texts, start=1)]
