"""Units are whole numbers: nothing in the ledger's books knows another kind."""

import ast
from pathlib import Path

import pytest

import ledger

PACKAGE = Path(ledger.__file__).parent
BOOKS = sorted(path for part in ("models", "services", "reports") for path in (PACKAGE / part).glob("**/*.py"))
FORBIDDEN = {"float", "Decimal", "decimal", "FloatField", "DecimalField", "fractions", "Fraction"}


def found(source: str) -> set[str]:
    """The forbidden names, numbers with a point, and divisions that make one, in a module."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Name):
            names.add(node.id)
        elif isinstance(node, ast.Attribute):
            names.add(node.attr)
        elif isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            names |= {node.module or "", *(alias.name for alias in node.names)}
        elif (
            isinstance(node, ast.Constant)
            and isinstance(node.value, float)
            or isinstance(node, ast.BinOp | ast.AugAssign)
            and isinstance(node.op, ast.Div)
        ):
            names.add("float")
    return names & FORBIDDEN


@pytest.mark.parametrize("path", [*BOOKS, PACKAGE / "money.py"], ids=lambda path: str(path.relative_to(PACKAGE)))
def test_the_books_hold_whole_numbers_only(path: Path) -> None:
    assert found(path.read_text(encoding="utf-8")) == set()


def test_the_books_were_found() -> None:
    assert {path.parent.name for path in BOOKS} == {"models", "services", "reports"}
    assert len(BOOKS) > 10


@pytest.mark.parametrize(
    "source", ["x = 1.5", "x = float(y)", "from decimal import Decimal", "import decimal", "x = a / b", "x /= 2"]
)
def test_it_finds_what_it_looks_for(source: str) -> None:
    assert found(source)
