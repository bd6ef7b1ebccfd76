"""What a session's page of links shows, and who belongs to a club."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

import segno
from django.utils.safestring import SafeString, mark_safe

from ledger.models import Club, Link, LinkAccess, Membership, Session

Kind = Link.Kind
# What each kind of link is for, and the name of its address.
TITLES = {Kind.VIEW: "Watch", Kind.SCORER: "Score on another phone", Kind.INVITATION: "Join the club"}
ADDRESSES = {Kind.VIEW: "live", Kind.SCORER: "take_over", Kind.INVITATION: "join"}
ROLES = {
    Membership.Role.OWNER: "is an owner",
    Membership.Role.SCORER: "keeps score",
    Membership.Role.VIEWER: "watches",
}


@dataclass(frozen=True)
class Person:
    """Somebody who came by a link, and when."""

    name: str
    at: datetime


@dataclass(frozen=True)
class LinkView:
    """One kind of link. ``url`` and ``code``, its picture as SVG, are empty while it is off; ``role`` says what an
    invitation makes of people; ``people`` are those who came by it.
    """

    kind: str
    title: str
    url: str = ""
    code: str = ""
    role: str = ""
    made_at: datetime | None = None
    made_by: str = ""
    people: tuple[Person, ...] = ()


@dataclass(frozen=True)
class MemberLine:
    """A member: what they do in the club, and when they joined by an invitation, if they did."""

    pk: int
    name: str
    role: str
    said: str
    joined_at: datetime | None
    is_reader: bool
    is_last_owner: bool


def share_view(session: Session, address: Callable[[str, str], str]) -> tuple[LinkView, ...]:
    """The links that the session's reader may hand out: all of them for an owner, and the one to watch by for a
    scorer. ``address`` makes an address of its name and a token.
    """
    kinds = tuple(Kind) if session.role == Membership.Role.OWNER else (Kind.VIEW,)
    links = Link.objects.live().filter(club=session.club_id).select_related("created_by")
    live = {link.kind: link for link in links if link.session_id in (session.pk, None)}
    came: dict[int, list[Person]] = {}
    for access in LinkAccess.objects.filter(link__in=live.values()).select_related("user").order_by("pk"):
        came.setdefault(access.link_id, []).append(Person(access.user.shown_name, access.created_at))
    return tuple(_link_view(kind, live.get(kind), address, came) for kind in kinds)


def _link_view(
    kind: Link.Kind, link: Link | None, address: Callable[[str, str], str], came: dict[int, list[Person]]
) -> LinkView:
    if link is None:
        return LinkView(kind.value, TITLES[kind])
    url = address(ADDRESSES[kind], link.token)
    return LinkView(
        kind=kind.value,
        title=TITLES[kind],
        url=url,
        code=qr_code(url),
        role=link.role,
        made_at=link.created_at,
        made_by=link.created_by.shown_name,
        people=tuple(came.get(link.pk, ())),
    )


def qr_code(text: str) -> SafeString:
    """A picture of the text for a phone's camera: SVG that is safe to put into a page. Its colours are its own, since
    many cameras read no light code on a dark ground.
    """
    picture = segno.make(text, micro=False).svg_inline(omitsize=True, border=4, light="#fff", svgclass="qr")
    return mark_safe(picture)  # noqa: S308 (made of numbers alone)


def member_lines(club: Club, reader: int) -> tuple[MemberLine, ...]:
    """Everybody in the club: owners first, then who keeps score, then who watches. Guests, who have no names, are
    numbered as they came.
    """
    members = list(Membership.objects.filter(club=club).select_related("user").order_by("pk"))
    invited = LinkAccess.objects.filter(club=club, link__kind=Kind.INVITATION).order_by("pk")
    joined = dict(invited.values_list("user", "created_at"))
    guests = [member.user_id for member in members if member.user.is_guest]
    numbers = {guest: f"guest {number}" for number, guest in enumerate(guests, 1)} if len(guests) > 1 else {}
    order = list(ROLES)
    owners = [member.pk for member in members if member.role == Membership.Role.OWNER]
    members.sort(key=lambda member: order.index(Membership.Role(member.role)))
    return tuple(
        MemberLine(
            pk=member.pk,
            name=numbers.get(member.user_id, member.user.shown_name),
            role=member.role,
            said=ROLES[Membership.Role(member.role)],
            joined_at=joined.get(member.user_id),
            is_reader=member.user_id == reader,
            is_last_owner=owners == [member.pk],
        )
        for member in members
    )
