"""How many inputs were really sent, where to, and what came of them: shown after the tests, not claimed."""

from collections import Counter
from typing import Any

import pytest

PROPERTY = "hostile inputs"


class Tally:
    """Counts what one test sent. It is kept with the test's report, and so comes over from other processes too."""

    def __init__(self, counts: dict[str, int]) -> None:
        self._counts = counts

    def count(self, part: str, where: str, outcome: object, number: int = 1) -> None:
        """One more input of a part (``views``) to an address (``score``) with what came of it (``422``)."""
        key = f"{part}|{where}|{outcome}"
        self._counts[key] = self._counts.get(key, 0) + number


@pytest.fixture
def tally(request: pytest.FixtureRequest) -> Tally:
    counts: dict[str, int] = {}
    request.node.user_properties.append((PROPERTY, counts))
    return Tally(counts)


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    """Says after the tests how many inputs there were; with ``-v`` also for each address."""
    total: Counter[tuple[str, str, str]] = Counter()
    for report in (report for reports in terminalreporter.stats.values() for report in reports):
        if getattr(report, "when", None) != "call":
            continue
        for name, counts in report.user_properties:
            if name == PROPERTY:
                total += Counter({tuple(key.split("|")): number for key, number in counts.items()})
    if total:
        terminalreporter.section("hostile inputs")
        for line in lines(total, with_addresses=config.get_verbosity() > 0):
            terminalreporter.write_line(line)


def lines(total: Counter[tuple[str, str, str]], *, with_addresses: bool) -> list[str]:
    """The counts as lines: each part, with its addresses if they are asked for, and the sum of all."""
    said = []
    for part in sorted({part for part, _, _ in total}):
        of_part = Counter({key: number for key, number in total.items() if key[0] == part})
        said.append(f"{part}: {_by_outcome(of_part)}")
        for where in sorted({where for _, where, _ in of_part}) if with_addresses else ():
            there = Counter({key: number for key, number in of_part.items() if key[1] == where})
            said.append(f"  {where}: {_by_outcome(there)}")
    return [*said, f"all: {total.total()}"]


def _by_outcome(counts: Counter[tuple[str, str, str]]) -> str:
    outcomes: Counter[str] = Counter()
    for (_, _, outcome), number in counts.items():
        outcomes[outcome] += number
    return f"{counts.total()} ({', '.join(f'{outcome} {outcomes[outcome]}' for outcome in sorted(outcomes))})"
