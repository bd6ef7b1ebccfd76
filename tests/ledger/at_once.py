"""Doing several things at once: a thread for each, with a connection of its own, on a database that keeps what is
committed (the fixture of this name).
"""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from threading import Barrier
from typing import Any

from django.db import connection

from ledger.services.backups import using_file
from ledger.services.errors import LedgerError
from tests.ledger.conftest import SERVED

IS_SQLITE = connection.vendor == "sqlite"
# In seconds: far longer than all of them take to begin.
PATIENCE = 30


def at_once(*calls: Callable[[], Any]) -> list[Any]:
    """What each of these gives, or the refusal that it raises, when all begin at one moment. Raises what else they
    raise.
    """
    name, start = str(connection.settings_dict["NAME"]), Barrier(len(calls))

    def run(call: Callable[[], Any]) -> Any:
        with _own_connection(name):
            start.wait(PATIENCE)
            try:
                return call()
            except LedgerError as refusal:
                return refusal

    with ThreadPoolExecutor(len(calls)) as pool:
        return [done.result() for done in [pool.submit(run, call) for call in calls]]


@contextmanager
def _own_connection(name: str) -> Iterator[None]:
    if IS_SQLITE:
        with using_file(Path(name), init_command=SERVED):
            yield
        return
    try:
        yield
    finally:
        connection.close()


def refusals(results: list[Any]) -> list[LedgerError]:
    """Those of the results that are refusals."""
    return [result for result in results if isinstance(result, LedgerError)]
