"""The doors: every session is fetched through one of these, and a stranger finds nothing behind them."""

from typing import Any

from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404

from ledger.models import Adjustment, ChipMove, Hand, Seat, Session, User


def user_of(request: HttpRequest) -> User:
    """The user of a request that got past a door."""
    if not isinstance(request.user, User):
        raise Http404
    return request.user


def readable_session(request: HttpRequest, public_id: str) -> Session:
    """The session, for members of its club. Raises Http404 for everybody else."""
    session: Session = _get(Session.objects.readable_by(user_of(request)).select_related("club"), public_id=public_id)
    return session


def writable_session(request: HttpRequest, public_id: str) -> Session:
    """The session, for those who may record hands in it. Raises Http404 for everybody else."""
    session: Session = _get(Session.objects.writable_by(user_of(request)).select_related("club"), public_id=public_id)
    return session


def session_for_method(request: HttpRequest, public_id: str) -> Session:
    """The session, for members of its club to read and for those who may record hands to post to. Raises Http404 for
    everybody else.
    """
    if request.method == "POST":
        writable_session(request, public_id)
    return readable_session(request, public_id)


def hand_in(session: Session, number: int) -> Hand:
    """A hand of a session that a door has let through. Raises Http404 when there is none of this number."""
    hand: Hand = _get(Hand.objects.select_related("session", "rules__session"), session=session, number=number)
    return hand


def seat_in(session: Session, number: int) -> Seat:
    """A seat of a session that a door has let through. Raises Http404 when there is none of this number."""
    seat: Seat = _get(session.seats.select_related("session", "player"), number=number)
    return seat


def adjustment_in(session: Session, pk: int) -> Adjustment:
    """An adjustment of a session that a door has let through, and not the undoing of one. Raises Http404 for any
    other.
    """
    adjustments = Adjustment.objects.filter(session=session, undoes__isnull=True).select_related("session")
    adjustment: Adjustment = _get(adjustments, pk=pk)
    return adjustment


def chip_move_in(session: Session, pk: int) -> ChipMove:
    """A buy-in or a cash-out of a session that a door has let through. Raises Http404 when it has no such one."""
    move: ChipMove = _get(ChipMove.objects.shown().select_related("session"), session=session, pk=pk)
    return move


def _get(rows: Any, **lookup: Any) -> Any:
    return get_object_or_404(rows, **lookup)
