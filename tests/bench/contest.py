"""Contestants measured against each other in one run: they take turns, so that a busy machine is busy for all of
them.
"""

from collections.abc import Callable, Mapping
from statistics import median
from time import perf_counter_ns
from types import MappingProxyType

Contestant = Callable[[], object]
# How many nanoseconds each is, and with how many digits it is written.
UNITS = {"ns": (1, 0), "ms": (1_000_000, 1)}


def nothing() -> None:
    """What comes before most."""


def contest(
    contestants: dict[str, Contestant],
    *,
    rounds: int = 200,
    calls: int = 50,
    before: Mapping[str, Contestant] = MappingProxyType({}),
) -> dict[str, list[float]]:
    """Nanoseconds a call, for each contestant in each round. What comes ``before`` a turn does not count."""
    times: dict[str, list[float]] = {name: [] for name in contestants}
    for name, run in contestants.items():
        before.get(name, nothing)()
        run()
    for _ in range(rounds):
        for name, run in contestants.items():
            before.get(name, nothing)()
            start = perf_counter_ns()
            for _ in range(calls):
                run()
            times[name].append((perf_counter_ns() - start) / calls)
    return times


def ratio(times: dict[str, list[float]], over: str, under: str) -> float:
    """The median of the rounds' ratios: how many times as long ``over`` takes as ``under``."""
    return median(a / b for a, b in zip(times[over], times[under], strict=True))


def table(title: str, times: dict[str, list[float]], *, base: str, unit: str = "ns") -> str:
    """A table of medians in ``ns`` or ``ms``, and of ratios to ``base``."""
    divisor, digits = UNITS[unit]
    lines = [title, f"  {'contestant':<44}{f'median {unit}':>12}  x {base}"]
    for name, own_times in times.items():
        own = f"{median(own_times) / divisor:,.{digits}f}"
        lines.append(f"  {name:<44}{own:>12}{ratio(times, name, base):>18.2f}")
    return "\n".join(lines)
