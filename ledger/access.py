"""The doors: every session is fetched through one of these, and a stranger finds nothing behind them."""

from typing import Any

from django.db.models import F
from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404

from ledger.models import (
    Adjustment,
    ChipMove,
    Club,
    Hand,
    HandPhoto,
    HandQuestion,
    Link,
    LinkAccess,
    Membership,
    PlannedPayment,
    Player,
    Seat,
    Session,
    User,
)
from ledger.models.club import WRITERS


def user_of(request: HttpRequest) -> User:
    """The user of a request that got past a door."""
    if not isinstance(request.user, User):
        raise Http404
    return request.user


def readable_session(request: HttpRequest, public_id: str) -> Session:
    """The session, for members of its club and for whoever keeps score of it by a link. Raises Http404 for everybody
    else.
    """
    user = user_of(request)
    session: Session = _get(Session.objects.with_role_of(user).select_related("club"), public_id=public_id)
    if session.role not in WRITERS:
        session.came_by_link = LinkAccess.objects.to_score(user).filter(link__session=session).exists()
    if not session.role and not session.came_by_link:
        raise Http404
    return session


def writable_session(request: HttpRequest, public_id: str) -> Session:
    """The session, for those who may record hands in it. Raises Http404 for everybody else."""
    session = readable_session(request, public_id)
    if not session.reader_keeps_score:
        raise Http404
    return session


def session_for_method(request: HttpRequest, public_id: str) -> Session:
    """The session, for members of its club to read and for those who may record hands to post to. Raises Http404 for
    everybody else.
    """
    return writable_session(request, public_id) if request.method == "POST" else readable_session(request, public_id)


def shared_session(request: HttpRequest, public_id: str) -> Session:
    """The session, for those who may hand out links to it: its club's scorers and owners, and nobody who came by a link
    themselves. Raises Http404 for everybody else.
    """
    session = readable_session(request, public_id)
    if not session.reader_shares:
        raise Http404
    return session


def live_link(token: str, kind: Link.Kind) -> Link:
    """The link of this token, for everybody who has it, in one query. Raises Http404 for a token that is wrong, that
    was revoked or is of another kind, and does not tell which.
    """
    link: Link = _get(Link.objects.live().select_related("session", "club"), token=token, kind=kind)
    return link


def live_session(token: str) -> Session:
    """The session that a link lets anybody watch, in one query. Raises as :func:`live_link` does."""
    session: Session = _get(Session.objects.watched_by(token))
    return session


def live_version(token: str) -> tuple[int, str]:
    """The version and the state of that session and nothing else, in one query that is asked by every watcher every
    two seconds. Raises as :func:`live_link` does.
    """
    rows = Session.objects.watched_by(token).values_list("version", "state")
    for version, state in rows:
        return version, state
    raise Http404


def readable_club(request: HttpRequest, pk: int) -> Club:
    """The club, for its members. Raises Http404 for everybody else."""
    clubs = Club.objects.filter(memberships__user=user_of(request)).annotate(role=F("memberships__role"))  # type: ignore[no-redef]
    club: Club = _get(clubs, pk=pk)
    return club


def club_for_method(request: HttpRequest, pk: int) -> Club:
    """The club, for its members to read and for its owner to post to. Raises Http404 for everybody else."""
    club = readable_club(request, pk)
    if request.method == "POST" and club.role != Membership.Role.OWNER:
        raise Http404
    return club


def owned_club(request: HttpRequest, pk: int) -> Club:
    """The club, for its owners. Raises Http404 for everybody else."""
    club = readable_club(request, pk)
    if club.role != Membership.Role.OWNER:
        raise Http404
    return club


def member_in(club: Club, pk: int) -> Membership:
    """A member of a club that a door has let through. Raises Http404 when there is no such one."""
    member: Membership = _get(club.memberships.select_related("user"), pk=pk)
    return member


def readable_player(request: HttpRequest, pk: int) -> Player:
    """The player, for members of the player's club. Raises Http404 for everybody else."""
    players = Player.objects.filter(club__memberships__user=user_of(request)).select_related("club")
    player: Player = _get(players.annotate(role=F("club__memberships__role")), pk=pk)  # type: ignore[no-redef]
    return player


def writable_player(request: HttpRequest, pk: int) -> Player:
    """The player, for those who may record hands in the player's club. Raises Http404 for everybody else."""
    player = readable_player(request, pk)
    if not player.can_be_written:
        raise Http404
    return player


def hand_in(session: Session, number: int) -> Hand:
    """A hand of a session that a door has let through. Raises Http404 when there is none of this number."""
    hand: Hand = _get(Hand.objects.select_related("session", "rules__session"), session=session, number=number)
    return hand


def seat_in(session: Session, number: int) -> Seat:
    """A seat of a session that a door has let through. Raises Http404 when there is none of this number."""
    seat: Seat = _get(session.seats.select_related("session", "player"), number=number)
    return seat


def player_at(session: Session, pk: str) -> Player:
    """A player with a seat in a session that a door has let through, by an id as it stands in an address. Raises
    Http404 when there is no such one.
    """
    if not (pk.isascii() and pk.isdigit() and len(pk) < 19):
        raise Http404
    player: Player = _get(Player.objects.filter(seats__session=session).distinct(), pk=pk)
    return player


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


def question_in(hand: Hand, pk: int) -> HandQuestion:
    """A question about a hand that a door has let through. Raises Http404 when there is no such one."""
    question: HandQuestion = _get(HandQuestion.objects.select_related("session"), hand=hand, pk=pk)
    return question


def photo_in(hand: Hand, pk: int) -> HandPhoto:
    """A photo of a hand that a door has let through. Raises Http404 when it has no such one."""
    photo: HandPhoto = _get(hand.photos.all(), pk=pk)
    return photo


def payment_in(session: Session, pk: int) -> PlannedPayment:
    """A planned payment of a session that a door has let through. Raises Http404 when it has no such one."""
    payments = PlannedPayment.objects.select_related("closing__session", "payer", "payee")
    payment: PlannedPayment = _get(payments, closing__session=session, pk=pk)
    return payment


def payment_to_mark(request: HttpRequest, session: Session, pk: int) -> PlannedPayment:
    """The same, for somebody who marks it: one that was carried into another session is marked by those who may write
    there too. Raises Http404 for everybody else.
    """
    payment = payment_in(session, pk)
    last = payment.marks.order_by("-pk").first()
    if last and last.into_id and not Session.objects.writable_by(user_of(request)).filter(pk=last.into_id).exists():
        raise Http404
    return payment


def _get(rows: Any, **lookup: Any) -> Any:
    return get_object_or_404(rows, **lookup)
