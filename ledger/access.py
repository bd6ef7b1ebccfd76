"""The doors: every session is fetched through one of these, and a stranger finds nothing behind them."""

from typing import Any

from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404

from ledger.models import Hand, Session, User


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


def hand_in(session: Session, number: int) -> Hand:
    """A hand of a session that a door has let through. Raises Http404 when there is none of this number."""
    hand: Hand = _get(Hand.objects.select_related("session", "rules__session"), session=session, number=number)
    return hand


def _get(rows: Any, **lookup: Any) -> Any:
    return get_object_or_404(rows, **lookup)
