"""docs/rules.md, the code and the tests cite the same paragraphs."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from ofcscore.engine.rules import PRESETS, SETTINGS

ROOT = Path(__file__).parents[2]
RULES = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
PARAGRAPHS = re.findall(r"^\*\*(R\d+\.\d+)\*\* ", RULES, re.MULTILINE)
CHAPTERS = re.findall(r"^## (R\d+) ", RULES, re.MULTILINE)
CITATION = re.compile(r"\bR\d+(?:\.\d+)?\b")


def sources(folder: str) -> list[Path]:
    return [path for path in sorted((ROOT / folder).rglob("*.py")) if path != Path(__file__)]


def cited_by(path: Path) -> Iterator[str]:
    """The paragraphs that a test file's test names and docstrings cite."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            yield from (f"R{chapter}.{number}" for chapter, number in re.findall(r"_r(\d+)_(\d+)(?=_)", node.name))
            yield from CITATION.findall(ast.get_docstring(node) or "")


CITED_BY_TESTS = {citation for path in sources("tests") for citation in cited_by(path)}


@pytest.mark.parametrize("paragraph", PARAGRAPHS)
def test_every_paragraph_is_tested(paragraph: str) -> None:
    assert paragraph in CITED_BY_TESTS


def test_tests_cite_only_paragraphs_that_exist() -> None:
    assert set(PARAGRAPHS) | set(CHAPTERS) >= CITED_BY_TESTS


@pytest.mark.parametrize("path", sources("ofcscore"), ids=lambda path: path.name)
def test_the_code_cites_only_paragraphs_that_exist(path: Path) -> None:
    assert set(PARAGRAPHS) | set(CHAPTERS) >= set(CITATION.findall(path.read_text(encoding="utf-8")))


def test_the_code_does_cite_them() -> None:
    code = "".join(path.read_text(encoding="utf-8") for path in sources("ofcscore"))
    assert {"R1.2", "R2.3", "R3.1", "R4.2", "R5.4", "R6.2"} <= set(CITATION.findall(code))


def test_paragraphs_are_numbered_in_order_without_gaps() -> None:
    expected = []
    for chapter in CHAPTERS:
        count = sum(paragraph.startswith(f"{chapter}.") for paragraph in PARAGRAPHS)
        expected += [f"{chapter}.{number}" for number in range(1, count + 1)]
    assert expected == PARAGRAPHS
    assert [f"R{number}" for number in range(1, 13)] == CHAPTERS


def test_the_page_cites_only_paragraphs_of_its_own() -> None:
    assert set(PARAGRAPHS) | set(CHAPTERS) >= set(CITATION.findall(RULES))


@pytest.mark.parametrize("name", [*SETTINGS, *PRESETS])
def test_every_setting_and_preset_is_described(name: str) -> None:
    assert f"`{name}`" in RULES


def test_every_source_that_is_cited_is_listed_and_the_other_way_round() -> None:
    text, listed = RULES.split("## Sources")
    cited = {
        code for bracket in re.findall(r"\[([A-Z][^\]]*)\]", text) for code in re.findall(r"\b[A-Z]{2,}\b", bracket)
    }
    codes = {code.strip() for row in re.findall(r"^\| ([A-Z, ]+) \|", listed, re.MULTILINE) for code in row.split(",")}
    assert cited == codes
