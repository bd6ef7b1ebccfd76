"""What keeps the database itself from doing as it is asked, told apart from mistakes of ours."""

import sqlite3
from enum import Enum

from django.db import Error, InterfaceError, OperationalError


class Fault(Enum):
    """A fault that is over when somebody or something mends it; the value says which, in words for people."""

    BUSY = "another program is writing in them and does not stop"
    READ_ONLY = "nobody may write in them"
    FULL = "there is no room left for them"
    AWAY = "they do not answer"

    @property
    def is_certain(self) -> bool:
        """Whether the transaction it struck surely saved nothing. An answer that is lost may have been a yes."""
        return self is not Fault.AWAY


class NoTurnError(Error):
    """Too many others of this process were in line to write."""


# SQLite's own error codes, without their second byte.
OF_SQLITE = {
    sqlite3.SQLITE_BUSY: Fault.BUSY,
    sqlite3.SQLITE_LOCKED: Fault.BUSY,
    sqlite3.SQLITE_READONLY: Fault.READ_ONLY,
    sqlite3.SQLITE_FULL: Fault.FULL,
    sqlite3.SQLITE_IOERR: Fault.AWAY,
    sqlite3.SQLITE_CANTOPEN: Fault.AWAY,
}
# PostgreSQL's SQLSTATE, or the class that its first two letters are. A lost connection has none.
OF_POSTGRESQL = {
    "08": Fault.AWAY,
    "25006": Fault.READ_ONLY,
    "40": Fault.BUSY,
    "53100": Fault.FULL,
    "53": Fault.AWAY,
    "55P03": Fault.BUSY,
    "57": Fault.AWAY,
    "58": Fault.AWAY,
}


def fault_of(error: BaseException | None) -> Fault | None:
    """The fault behind an error; None when it is of another kind."""
    if isinstance(error, NoTurnError):
        return Fault.BUSY
    cause = error.__cause__ if isinstance(error, Error) else None
    if isinstance(cause, sqlite3.Error):
        return OF_SQLITE.get(getattr(cause, "sqlite_errorcode", 0) & 0xFF)
    if cause is None or not hasattr(cause, "sqlstate"):
        return None
    if not cause.sqlstate:
        return Fault.AWAY if isinstance(error, OperationalError | InterfaceError) else None
    return OF_POSTGRESQL.get(cause.sqlstate) or OF_POSTGRESQL.get(cause.sqlstate[:2])
