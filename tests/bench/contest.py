"""Contestants measured against each other in one run: they take turns, so that a busy machine is busy for all of
them.
"""

from collections.abc import Callable
from statistics import median
from time import perf_counter_ns

Contestant = Callable[[], object]


def contest(contestants: dict[str, Contestant], *, rounds: int = 200, calls: int = 50) -> dict[str, list[float]]:
    """Nanoseconds a call, for each contestant in each round."""
    times: dict[str, list[float]] = {name: [] for name in contestants}
    for run in contestants.values():
        run()
    for _ in range(rounds):
        for name, run in contestants.items():
            start = perf_counter_ns()
            for _ in range(calls):
                run()
            times[name].append((perf_counter_ns() - start) / calls)
    return times


def ratio(times: dict[str, list[float]], over: str, under: str) -> float:
    """The median of the rounds' ratios: how many times as long ``over`` takes as ``under``."""
    return median(a / b for a, b in zip(times[over], times[under], strict=True))


def table(title: str, times: dict[str, list[float]], *, base: str) -> str:
    """A table of medians, and of ratios to ``base``."""
    lines = [title, f"  {'contestant':<44}{'median ns':>12}  x {base}"]
    lines += [f"  {name:<44}{median(times[name]):>12,.0f}{ratio(times, name, base):>18.2f}" for name in times]
    return "\n".join(lines)
