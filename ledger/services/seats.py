"""People who come and go, and change places, between two hands."""

from ledger.models import Seat, SeatChange, Session, SessionRules, User
from ledger.services.deals import Deal, check_leaving, deal_next, last_number
from ledger.services.errors import RefusedError
from ledger.services.people import players_of
from ledger.services.sessions import MOST_SEATS, clean_names
from ledger.services.transactions import (
    expect_open,
    expect_version,
    lock_club,
    lock_session,
    touch_session,
    write_transaction,
)


def seat_join(*, session: Session, user: User, name: str, expected_version: int) -> Seat:
    """Give somebody a seat at a running table, after the last one; they are dealt in when the dealer says so.

    Raises RefusedError for a name that is empty, too long or already at the table, and when the table is full;
    ConflictError when something at the table has changed since ``expected_version``.
    """
    if not name.strip():
        raise RefusedError("Write the name of who joins.", field="name")
    with write_transaction():
        session = lock_session(session)
        expect_open(session)
        expect_version(session, expected_version)
        if SessionRules.objects.newest_of(session).ruleset.criss_cross:
            raise RefusedError("Criss-cross is for two players, and they are here.", field="name")
        lock_club(session.club_id)
        seated = [seat.player for seat in session.seats.select_related("player")]
        names = [player.name for player in seated]
        if len(names) == MOST_SEATS:
            raise RefusedError(f"A table has at most {MOST_SEATS} seats, and they are taken.", field="name")
        *_, cleaned = clean_names([*names, name])
        (player,) = players_of(session.club, [cleaned], user=user, seated=seated)
        place = len(names)
        seat: Seat = Seat.objects.create(
            club=session.club, session=session, player=player, position=place, number=place
        )
        _write_down(session, user, SeatChange.Kind.JOINED, seat)
    return seat


def seat_leave(*, seat: Seat, user: User, reason: str, expected_version: int) -> SeatChange | None:
    """Somebody leaves the table: they are not dealt in any more, and keep their balance. Leaving twice is leaving once.

    Raises RefusedError when they should play on (Fantasyland is due, or the orbit is not over where the house plays it
    out) and ``reason`` does not say why not, when units still lie before them, and at criss-cross; ConflictError when
    something at the table has changed since ``expected_version``.
    """
    with write_transaction():
        session = lock_session(seat.session)
        deal = deal_next(session)
        here = _seat_now(deal, seat)
        if here.is_away:
            return None
        expect_open(session)
        expect_version(session, expected_version)
        if deal.rules.ruleset.criss_cross:
            raise RefusedError("Criss-cross needs both players with both boards. Start a new table to play on.")
        check_leaving(deal, here, reason.strip())
        if deal.stacks.get(here.pk):
            raise RefusedError(f"{here.name} still has {here.stack} units on the table. Cash them out first.")
        return _write_down(session, user, SeatChange.Kind.LEFT, here, reason=reason)


def seat_return(*, seat: Seat, user: User, expected_version: int) -> SeatChange | None:
    """Somebody who left comes back to their seat, and can be dealt in again. Returning twice is returning once.

    Raises ConflictError when something at the table has changed since ``expected_version``.
    """
    with write_transaction():
        session = lock_session(seat.session)
        here = _seat_now(deal_next(session), seat)
        if not here.is_away:
            return None
        expect_open(session)
        expect_version(session, expected_version)
        return _write_down(session, user, SeatChange.Kind.RETURNED, here)


def seats_swap(*, one: Seat, other: Seat, user: User, reason: str, expected_version: int) -> SeatChange:
    """Two of a table change places from the next hand on.

    Raises RefusedError for a seat that would change places with itself and, without a ``reason``, while Fantasyland is
    due; ConflictError when something at the table has changed since ``expected_version``.
    """
    if one == other:
        raise RefusedError("Choose two players.", field="other")
    with write_transaction():
        session = lock_session(one.session)
        expect_open(session)
        expect_version(session, expected_version)
        deal = deal_next(session)
        if deal.fantasyland and not reason.strip():
            message = "Nobody changes places while Fantasyland is due. If that cannot be, say why."
            raise RefusedError(message, field="reason")
        first, second = _seat_now(deal, one), _seat_now(deal, other)
        places = first.position, second.position
        # No two seats are ever in one place, so one of them steps aside.
        for seat, place in ((first, len(deal.table)), (second, places[0]), (first, places[1])):
            Seat.objects.filter(pk=seat.pk).update(position=place)
        return _write_down(session, user, SeatChange.Kind.SWAPPED, first, other=second, reason=reason)


def _seat_now(deal: Deal, seat: Seat) -> Seat:
    return next(here for here in deal.table if here.pk == seat.pk)


def _write_down(
    session: Session, user: User, kind: SeatChange.Kind, seat: Seat, *, other: Seat | None = None, reason: str = ""
) -> SeatChange:
    change: SeatChange = SeatChange.objects.create(
        club_id=session.club_id,
        session=session,
        after_number=last_number(session),
        created_by=user,
        kind=kind,
        seat=seat,
        other=other,
        reason=reason.strip(),
    )
    touch_session(session)
    return change
