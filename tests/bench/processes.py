"""What a server's processes use, as Linux counts it."""

import os
from pathlib import Path

TICKS = os.sysconf("SC_CLK_TCK")


def workers_of(process: int) -> list[int]:
    """The processes that another one runs."""
    return [int(child) for child in Path(f"/proc/{process}/task/{process}/children").read_text().split()]


def cpu_seconds(process: int) -> float:
    """The processor time that a process has had so far, in all its threads."""
    after_name = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(after_name[11]) + int(after_name[12])) / TICKS


def megabytes(process: int) -> float:
    """The memory of a process that it shares with nobody, and its part of what it shares."""
    lines = Path(f"/proc/{process}/smaps_rollup").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("Pss:")) / 1024
