"""Users, clubs and the people who play. A club is the tenant: every other row belongs to one."""

from typing import ClassVar

from django.contrib.auth.models import AbstractUser, UserManager
from django.db import models
from django.db.models.functions import Lower
from django.utils import timezone

from ledger.models.append_only import AppendOnlyModel, AppendOnlyQuerySet

NAME_TAKEN = "This name is taken. Choose another."


class CaseInsensitiveUserManager(UserManager["User"]):
    """Finds users whatever the case: phones like to write a capital first letter."""

    def get_by_natural_key(self, username: str | None) -> "User":
        return self.get(username__iexact=username)


class User(AbstractUser):
    """Somebody who keeps score. A guest has no password yet, and is known only by the cookie of one browser."""

    is_guest = models.BooleanField(default=False)

    objects: ClassVar[CaseInsensitiveUserManager] = CaseInsensitiveUserManager()

    class Meta(AbstractUser.Meta):
        constraints = [
            models.UniqueConstraint(Lower("username"), name="one_user_per_name", violation_error_message=NAME_TAKEN)
        ]

    @property
    def shown_name(self) -> str:
        """What others see: a guest's own name is made up and says nothing."""
        return "a guest" if self.is_guest else self.username


class ClubQuerySet(models.QuerySet["Club"]):
    def founded_by(self, user: User) -> "ClubQuerySet":
        """The user's own club, which came to be with their first table. Owners can be made in other clubs too; a club's
        own is its first member.
        """
        first = Membership.objects.filter(club=models.OuterRef("pk")).order_by("pk").values("user")[:1]
        owned = self.filter(memberships__user=user, memberships__role=Membership.Role.OWNER)
        return owned.alias(founder=models.Subquery(first)).filter(founder=user.pk).order_by("pk")


class Club(models.Model):
    """A group that plays together."""

    name = models.CharField(max_length=60)
    created_at = models.DateTimeField(auto_now_add=True)

    role: str  # the reader's, added by the doors

    objects = ClubQuerySet.as_manager()

    def __str__(self) -> str:
        return self.name


class Membership(models.Model):
    """A user's place in a club."""

    class Role(models.TextChoices):
        OWNER = "owner", "Owner"
        SCORER = "scorer", "Scorer"
        VIEWER = "viewer", "Viewer"

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="memberships")
    user = models.ForeignKey(User, on_delete=models.PROTECT, related_name="memberships")
    role = models.CharField(max_length=10, choices=Role)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["club", "user"], name="one_membership_per_user_and_club"),
            models.CheckConstraint(condition=models.Q(role__in=["owner", "scorer", "viewer"]), name="known_role"),
        ]

    def __str__(self) -> str:
        return f"{self.user} in {self.club}: {self.role}"


WRITERS = (Membership.Role.OWNER, Membership.Role.SCORER)


class PlayerQuerySet(models.QuerySet["Player"]):
    def regulars(self) -> "PlayerQuerySet":
        """By name, without those who are set aside or merged into another."""
        return self.filter(is_active=True, merged_into=None).order_by("name_key")

    def regulars_of(self, user: User) -> "PlayerQuerySet":
        """The regulars of the user's own club."""
        return self.filter(club__in=Club.objects.founded_by(user)).regulars()


class Player(models.Model):
    """Somebody who sits at a table: not an account, and not a name, which can change."""

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="players")
    name = models.CharField(max_length=30)
    # The name as it is compared: "ann" and "Ann " are the same person.
    name_key = models.CharField(max_length=100)
    is_active = models.BooleanField(default=True)
    # Somebody who was written down twice: this row's nights count for the other one.
    merged_into = models.ForeignKey("self", on_delete=models.PROTECT, null=True, related_name="merged")
    created_at = models.DateTimeField(auto_now_add=True)

    objects = PlayerQuerySet.as_manager()
    role: str  # the reader's, added by the doors

    class Meta:
        constraints = [models.UniqueConstraint(fields=["club", "name_key"], name="one_player_per_name_and_club")]

    def __str__(self) -> str:
        return self.name

    @property
    def can_be_written(self) -> bool:
        """Whether the reader may change what is written of the player; for the pages, the doors check again."""
        return self.role in WRITERS


class PlayerChange(AppendOnlyModel):
    """A player was renamed, set aside or brought back, or counts as ``other`` from now on, or no longer."""

    class Kind(models.TextChoices):
        RENAMED = "renamed", "Renamed"
        DEACTIVATED = "deactivated", "Set aside"
        ACTIVATED = "activated", "Brought back"
        MERGED = "merged", "Merged"
        UNMERGED = "unmerged", "Taken apart"

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="+")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="changes")
    kind = models.CharField(max_length=12, choices=Kind)
    other = models.ForeignKey(Player, on_delete=models.PROTECT, null=True, related_name="+")
    before = models.CharField(max_length=30, blank=True)
    after = models.CharField(max_length=30, blank=True)
    created_by = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+")
    created_at = models.DateTimeField(default=timezone.now)

    objects = AppendOnlyQuerySet["PlayerChange"].as_manager()

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=models.Q(kind__in=["merged", "unmerged"], other__isnull=False)
                | models.Q(kind__in=["renamed", "deactivated", "activated"], other__isnull=True),
                name="a_merge_has_two_players",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player}: {self.kind}"
