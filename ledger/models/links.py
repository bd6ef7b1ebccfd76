"""Links that let somebody in: to watch one session, to keep its score, or to become a member of the club.

A link is known by its token and by nothing else. Making a new one revokes the old one, and with it whatever came of it,
but for members, who stay.
"""

import secrets

from django.db import models
from django.db.models import Q
from django.utils import timezone

from ledger.models.club import Club, Membership, User
from ledger.models.session import Session


def new_token() -> str:
    """A token that nobody guesses: 192 random bits, 32 characters."""
    return secrets.token_urlsafe(24)


class LinkQuerySet(models.QuerySet["Link"]):
    def live(self) -> "LinkQuerySet":
        """The links that work: all that were not revoked."""
        return self.filter(revoked_at=None)

    def of(self, session: Session, kind: "Link.Kind") -> "LinkQuerySet":
        """The links of this kind that a session's page hands out: its own, or its club's invitations."""
        if kind == Link.Kind.INVITATION:
            return self.filter(kind=kind, club=session.club_id)
        return self.filter(kind=kind, session=session)


class Link(models.Model):
    """An address that lets in whoever has it. ``role`` is what an invitation makes of them."""

    class Kind(models.TextChoices):
        VIEW = "view", "Watch"
        SCORER = "scorer", "Keep score"
        INVITATION = "invitation", "Join the club"

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="links")
    # Of an invitation, none: it is for the whole club.
    session = models.ForeignKey(Session, on_delete=models.PROTECT, null=True, related_name="links")
    kind = models.CharField(max_length=10, choices=Kind)
    role = models.CharField(max_length=10, choices=Membership.Role, blank=True)
    token = models.CharField(max_length=64, unique=True, default=new_token, editable=False)
    created_by = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+")
    created_at = models.DateTimeField(default=timezone.now)
    revoked_by = models.ForeignKey(User, on_delete=models.PROTECT, null=True, related_name="+")
    revoked_at = models.DateTimeField(null=True)

    objects = LinkQuerySet.as_manager()

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(kind__in=["view", "scorer"], session__isnull=False, role="")
                | Q(kind="invitation", session__isnull=True, role__in=["viewer", "scorer"]),
                name="a_link_leads_somewhere",
            ),
            models.CheckConstraint(
                condition=Q(revoked_at__isnull=True, revoked_by__isnull=True)
                | Q(revoked_at__isnull=False, revoked_by__isnull=False),
                name="somebody_revokes_a_link",
            ),
            models.UniqueConstraint(
                fields=["session", "kind"],
                condition=Q(revoked_at__isnull=True, session__isnull=False),
                name="one_link_of_a_kind_and_session",
            ),
            models.UniqueConstraint(
                fields=["club"],
                condition=Q(revoked_at__isnull=True, session__isnull=True),
                name="one_invitation_per_club",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()}: {self.session or self.club}"


class LinkAccessQuerySet(models.QuerySet["LinkAccess"]):
    def to_score(self, user: User) -> "LinkAccessQuerySet":
        """Those by which the user keeps score somewhere now."""
        return self.filter(user=user, link__kind=Link.Kind.SCORER, link__revoked_at=None)


class LinkAccess(models.Model):
    """Somebody came in by a link. Of a scorer's link it is what lets them score, for as long as the link works; of an
    invitation it says when they became a member.
    """

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="+")
    link = models.ForeignKey(Link, on_delete=models.PROTECT, related_name="accesses")
    user = models.ForeignKey(User, on_delete=models.PROTECT, related_name="link_accesses")
    created_at = models.DateTimeField(default=timezone.now)

    objects = LinkAccessQuerySet.as_manager()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["link", "user"], name="one_access_per_link_and_user")]

    def __str__(self) -> str:
        return f"{self.user} by {self.link}"
