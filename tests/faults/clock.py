"""Gunicorn with a clock that can be set back while it serves: ``python -m tests.faults.clock`` in place of
``python -m gunicorn``. The file that ``CLOCK`` names holds how many seconds to add.

What asks Python for the time is given the shifted one; what only measures how long something takes is left alone, as a
real clock that is set leaves it.
"""

import copyreg
import datetime
import os
import runpy
import time
from pathlib import Path
from typing import Any

real_time = time.time


def shifted_time() -> float:
    """Seconds since 1970, as the clock shows them."""
    return real_time() + float(Path(os.environ["CLOCK"]).read_text())


class _Kind(type):
    """Takes every moment for one of ours, also those that were made before."""

    def __instancecheck__(cls, instance: object) -> bool:
        return isinstance(instance, _real)


_real = datetime.datetime


class Shifted(datetime.datetime, metaclass=_Kind):
    """A moment, of which now is when the clock says."""

    @classmethod
    def now(cls, tz: datetime.tzinfo | None = None) -> Any:
        return _real.fromtimestamp(shifted_time(), tz)

    @classmethod
    def utcnow(cls) -> Any:
        return _real.fromtimestamp(shifted_time(), datetime.UTC).replace(tzinfo=None)

    @classmethod
    def today(cls) -> Any:
        return _real.fromtimestamp(shifted_time())


def restored(text: str) -> datetime.datetime:
    """A real moment that was pickled: by its class it cannot be, which is not found under its name any more."""
    return _real.fromisoformat(text)


if __name__ == "__main__":
    from tests.faults import clock  # noqa: PLW0406 (pickles look for what is in it by its real name)

    copyreg.pickle(_real, lambda moment: (clock.restored, (moment.isoformat(),)))
    time.time = clock.shifted_time
    datetime.datetime = clock.Shifted  # type: ignore[misc]
    runpy.run_module("gunicorn", run_name="__main__", alter_sys=True)
