"""Links to watch a session, to keep its score, and to join its club: made, revoked, and what comes of opening them.

There is one of each kind at a time. Making a new one revokes the old one, and a scorer's link that is revoked lets
nobody score any more who came by it.
"""

from django.utils import timezone

from ledger.models import Link, LinkAccess, Membership, Session, User
from ledger.models.club import WRITERS
from ledger.services.errors import ConflictError, RefusedError
from ledger.services.transactions import lock_club, write_transaction

Kind = Link.Kind
Role = Membership.Role
INVITED = (Role.VIEWER, Role.SCORER)
DEAD = "This link does not work any more. Ask for a new one."


def link_make(*, session: Session, user: User, kind: Link.Kind, role: str = "") -> Link:
    """Make a new link of a kind, in place of the one there was. An invitation is for the session's club, and makes
    members of this ``role``; the other links have none.

    Raises RefusedError for an invitation to a role that nobody is invited to.
    """
    if kind == Kind.INVITATION and role not in INVITED:
        raise RefusedError("Choose whether they watch or keep score.", field="role")
    with write_transaction():
        lock_club(session.club_id)
        _revoke(session, user, kind)
        is_invitation = kind == Kind.INVITATION
        return Link.objects.create(
            club_id=session.club_id,
            session=None if is_invitation else session,
            kind=kind,
            role=role if is_invitation else "",
            created_by=user,
        )


def link_revoke(*, session: Session, user: User, kind: Link.Kind) -> bool:
    """Switch a link off, for everybody who has it and who came by it; whether there was one. Twice is once."""
    with write_transaction():
        lock_club(session.club_id)
        return _revoke(session, user, kind)


def scorer_link_accept(*, link: Link, user: User) -> LinkAccess | None:
    """Let the user score the link's session, as long as the link works. Twice is once; None for a scorer of the club,
    who needs no link.

    Raises ConflictError when the link was revoked meanwhile.
    """
    with write_transaction():
        link = _still_live(link)
        if Membership.objects.filter(club=link.club_id, user=user, role__in=WRITERS).exists():
            return None
        return _came_by(link, user)


def invitation_accept(*, link: Link, user: User) -> Membership:
    """Make the user a member of the club in the role of the invitation. Who is a member stays one, and a viewer who is
    invited to keep score becomes a scorer.

    Raises ConflictError when the invitation was revoked meanwhile.
    """
    with write_transaction():
        link = _still_live(link)
        membership, is_new = Membership.objects.get_or_create(
            club_id=link.club_id, user=user, defaults={"role": link.role}
        )
        if membership.role == Role.VIEWER and link.role == Role.SCORER:
            membership.role = Role.SCORER
            membership.save(update_fields=["role"])
        if is_new:
            _came_by(link, user)
    return membership


def member_change(*, membership: Membership, role: str) -> Membership | None:
    """Give a member another role; None when they have it. Raises as :func:`member_remove` does."""
    if role not in Role.values:
        raise RefusedError("Choose a role.", field="role")
    with write_transaction():
        membership = _locked(membership)
        if membership.role == role:
            return None
        _keep_an_owner(membership)
        membership.role = role
        membership.save(update_fields=["role"])
        if role not in WRITERS:
            _forget_links(membership)
    return membership


def member_remove(*, membership: Membership) -> None:
    """Take somebody out of the club, and away from every link of it that they came by.

    Raises RefusedError for the last owner, ConflictError for somebody who is no member any more.
    """
    with write_transaction():
        membership = _locked(membership)
        _keep_an_owner(membership)
        _forget_links(membership)
        membership.delete()


def _revoke(session: Session, user: User, kind: Link.Kind) -> bool:
    live = Link.objects.of(session, kind).live()
    return live.update(revoked_at=timezone.now(), revoked_by=user) > 0


def _still_live(link: Link) -> Link:
    """The link as it is now, in a club that nobody else changes meanwhile."""
    lock_club(link.club_id)
    now = Link.objects.live().filter(pk=link.pk).first()
    if now is None:
        raise ConflictError(DEAD)
    return now


def _came_by(link: Link, user: User) -> LinkAccess:
    access, _ = LinkAccess.objects.get_or_create(link=link, user=user, defaults={"club_id": link.club_id})
    return access


def _locked(membership: Membership) -> Membership:
    lock_club(membership.club_id)
    now = Membership.objects.select_related("user").filter(pk=membership.pk).first()
    if now is None:
        raise ConflictError("This member is not in the club any more.")
    return now


def _keep_an_owner(membership: Membership) -> None:
    """Raise RefusedError when the club would have no owner without this one."""
    owners = Membership.objects.filter(club=membership.club_id, role=Role.OWNER)
    if membership.role == Role.OWNER and not owners.exclude(pk=membership.pk).exists():
        raise RefusedError("A club needs an owner. Make somebody else one first.", field="role")


def _forget_links(membership: Membership) -> None:
    """Whoever may not score any more may not by a link either, until they open one again."""
    LinkAccess.objects.filter(club=membership.club_id, user=membership.user_id).delete()
