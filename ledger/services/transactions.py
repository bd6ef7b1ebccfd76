"""How every write runs: one short transaction, and one at a time in this process.

SQLite has one writer at a time anyway. Threads that wait for each other here, in line, finish sooner than threads that
find its lock taken and try again after a nap; on PostgreSQL the lock is not taken.
"""

import threading
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext

from django.db import connection, transaction
from django.db.models import F

from ledger.models import Club, Player, Session
from ledger.services.errors import ConflictError
from ledger.services.faults import NoTurnError

_one_writer = threading.Lock()
# Seconds in line. Without a bound, a lock that another program keeps would hold up every thread, and so all readers.
PATIENCE = 10


@contextmanager
def write_transaction() -> Iterator[None]:
    """A transaction that is not part of another one, so that its end is really the commit."""
    with _turn() if connection.vendor == "sqlite" else nullcontext(), transaction.atomic(durable=True):
        yield


@contextmanager
def _turn() -> Iterator[None]:
    if not _one_writer.acquire(timeout=PATIENCE):
        raise NoTurnError(f"No turn to write came within {PATIENCE} seconds.")
    try:
        yield
    finally:
        _one_writer.release()


def touch_session(session: Session) -> None:
    """Count a write, so that a form filled in before it is noticed."""
    Session.objects.filter(pk=session.pk).update(version=F("version") + 1)


def touch_tables_of(player: Player) -> None:
    """Count a write at every table of a player, so that all who look at one see what has changed about them."""
    for session in lock_sessions(*Session.objects.filter(seats__player=player).distinct()):
        touch_session(session)


def lock_session(session: Session) -> Session:
    """The session as it stands now, kept from other writers until the transaction ends.

    What refers to it can still be written (``no_key``): PostgreSQL looks at that only in the end, and one who has the
    club and names the session would then wait for one who has the session and names the club.
    """
    return Session.objects.select_for_update(no_key=True).get(pk=session.pk)


def lock_sessions(*sessions: Session) -> list[Session]:
    """These sessions as :func:`lock_session` gives them. Whoever needs several takes them at once, for here they are
    taken in one order, whatever the order they are named in.
    """
    rows = Session.objects.select_for_update(no_key=True).filter(pk__in={session.pk for session in sessions})
    locked = {session.pk: session for session in rows.order_by("pk")}
    return [locked[session.pk] for session in sessions]


def lock_club(pk: int) -> Club:
    """The club, kept from other writers until the transaction ends. Who locks a session too does that first."""
    club: Club = Club.objects.select_for_update(no_key=True).get(pk=pk)
    return club


def expect_open(session: Session) -> None:
    """Raise ConflictError unless the session is open: what is closed is settled by a plan that is frozen."""
    if not session.is_open:
        raise ConflictError("This table is closed. Open it again under “Settle up” before you change anything.")


def expect_version(session: Session, expected_version: int) -> None:
    """Raise ConflictError when something at the table has changed since a form was filled in."""
    if session.version != expected_version:
        raise ConflictError("Something at this table has changed meanwhile. Look at it, and try again.")
