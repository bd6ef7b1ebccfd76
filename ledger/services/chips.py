"""Table stakes: units that players put in front of them, and take away, between two hands."""

import uuid
from collections.abc import Sequence

from ledger.models import ChipMove, Seat, Session, SessionRules, User
from ledger.services.deals import last_number, last_standing
from ledger.services.errors import ConflictError, RefusedError
from ledger.services.stacks import check_stacks, expect_no_later_hand
from ledger.services.transactions import expect_open, expect_version, lock_session, touch_session, write_transaction
from ofcscore.engine.rules import HIGHEST_STACK


def chips_move(
    *, session: Session, user: User, seats: Sequence[Seat], units: int | None, key: uuid.UUID, expected_version: int
) -> list[ChipMove]:
    """Each of ``seats`` buys ``units``, or cashes out as many where they are negative; None cashes out all that lies
    there. The same ``key`` counts once.

    Raises RefusedError for an amount that is none, for nobody, for more than lies there, and where the house does not
    play for stacks; ConflictError when something at the table has changed since ``expected_version``, and when the key
    was used for something else.
    """
    if units is not None and not 1 <= abs(units) <= HIGHEST_STACK:
        raise RefusedError(f"Write how many units, 1 to {HIGHEST_STACK}.", field="units")
    if not seats:
        raise RefusedError("Choose who it is for.", field="seats")
    if any(seat.session_id != session.pk for seat in seats):
        raise RefusedError("Somebody here has no seat at this table.", field="seats")
    with write_transaction():
        session = lock_session(session)
        saved = list(ChipMove.objects.filter(club=session.club_id, key=key).select_related("seat__player"))
        if saved:
            return _the_same(saved, seats, units)
        expect_open(session)
        expect_version(session, expected_version)
        if not SessionRules.objects.newest_of(session).ruleset.plays_for_stacks:
            raise RefusedError("This table does not play for stacks. The house rules can change that.")
        after_number = last_standing(session)
        moves = [
            _add(session, user, seat, moved, after_number, key=key) for seat, moved in _amounts(session, seats, units)
        ]
        touch_session(session)
    return moves


def chips_undo(*, move: ChipMove, user: User) -> ChipMove:
    """Take back a buy-in or a cash-out that was written down wrongly. Undoing twice is undoing once.

    Raises ConflictError when a later hand was paid from it, or a stack would be short.
    """
    with write_transaction():
        session = lock_session(move.session)
        undone = ChipMove.objects.filter(undoes=move).first()
        if undone:
            return undone
        expect_open(session)
        rules = SessionRules.objects.newest_of(session)
        expect_no_later_hand(session, rules, move)
        undo = _add(session, user, move.seat, -move.units, move.after_number, undoes=move)
        check_stacks(session, rules)
        touch_session(session)
    return undo


def _amounts(session: Session, seats: Sequence[Seat], units: int | None) -> list[tuple[Seat, int]]:
    """What each of ``seats`` buys or, negative, cashes out; who has nothing to cash out is left out."""
    chosen = {seat.pk for seat in seats}
    here = session.seats.select_related("player").as_of(last_number(session) + 1).filter(pk__in=chosen)
    moves = [(seat, -seat.stack if units is None else units) for seat in here]
    for seat, moved in moves:
        if seat.stack + moved < 0:
            raise RefusedError(f"{seat.name} has only {seat.stack} units. Cash out that many at most.", field="units")
    moves = [(seat, moved) for seat, moved in moves if moved]
    if not moves:
        raise RefusedError("There is nothing to cash out: no units lie there.", field="seats")
    return moves


def _add(
    session: Session, user: User, seat: Seat, units: int, after_number: int, **fields: uuid.UUID | ChipMove
) -> ChipMove:
    move: ChipMove = ChipMove.objects.create(
        club_id=session.club_id,
        session=session,
        after_number=after_number,
        created_by=user,
        seat=seat,
        units=units,
        **fields,
    )
    return move


def _the_same(saved: list[ChipMove], seats: Sequence[Seat], units: int | None) -> list[ChipMove]:
    """The moves that a key was used for, if they moved the same units. Of a cash-out of everything, who had nothing
    made no move.
    """
    moved, asked = {move.seat_id for move in saved}, {seat.pk for seat in seats}
    if units is None:
        same = moved <= asked and all(move.units < 0 for move in saved)
    else:
        same = moved == asked and all(move.units == units for move in saved)
    if not same:
        raise ConflictError("This was already saved, with other units. Look at the list before you go on.")
    return saved
