"""The engine is pure: it imports the standard library and itself, and reads neither files, clock nor chance."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import ofcscore.engine

ENGINE = Path(ofcscore.engine.__file__).parent
MODULES = sorted(ENGINE.rglob("*.py"))
IMPURE = {
    "asyncio",
    "datetime",
    "io",
    "logging",
    "os",
    "pathlib",
    "random",
    "secrets",
    "socket",
    "subprocess",
    "sys",
    "time",
}
IMPURE_CALLS = {"open", "print", "input", "exec", "eval", "__import__"}


def imports(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield "." * node.level + (node.module or "")


def calls(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            yield node.func.id


def faults(source: str) -> list[str]:
    """What in a module's source is not pure."""
    tree = ast.parse(source)
    found = []
    for name in imports(tree):
        package = name.split(".")[0]
        ours = name == "ofcscore.engine" or name.startswith("ofcscore.engine.")
        if not ours and (package in IMPURE or package not in sys.stdlib_module_names):
            found.append(f"imports {name}")
    return found + [f"calls {name}" for name in calls(tree) if name in IMPURE_CALLS]


@pytest.mark.parametrize("module", MODULES, ids=lambda path: path.name)
def test_a_module_of_the_engine_is_pure(module: Path) -> None:
    assert faults(module.read_text(encoding="utf-8")) == []


def test_the_modules_are_all_looked_at() -> None:
    names = {module.stem for module in MODULES}
    assert names >= {"cards", "hands", "rules", "board", "scoring", "explain", "deal", "wire", "errors"}


@pytest.mark.parametrize(
    "source",
    [
        "import time",
        "from datetime import date",
        "import django.conf",
        "from . import board",
        "from ofcscore import settings",
        "import ofcscore.settings",
        "import ofcscore.engineering",
        "def late():\n    import random",
        "text = open('cards').read()",
    ],
)
def test_a_fault_would_be_seen(source: str) -> None:
    assert len(faults(source)) == 1
