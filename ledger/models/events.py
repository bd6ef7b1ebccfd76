"""What happens at a table between two hands, besides hands. Nothing of it is ever changed; what was wrong is undone by
a row of its own.
"""

import uuid

from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Greatest, Least
from django.utils import timezone

from ledger.models.append_only import AppendOnlyModel, AppendOnlyQuerySet
from ledger.models.club import Club, User
from ledger.models.session import Seat, Session, SessionRules


class TableEvent(AppendOnlyModel):
    """Something that somebody wrote down between two hands: after the hand ``after_number``, 0 before the first."""

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="+")
    session = models.ForeignKey(Session, on_delete=models.PROTECT, related_name="%(class)ss")
    after_number = models.PositiveIntegerField()
    # Made where the form was filled in: sent twice, it counts once.
    key = models.UUIDField(default=uuid.uuid4)
    created_by = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+")
    # Who wrote it down where it was first kept, if it was brought in from there.
    author = models.CharField(max_length=150, blank=True)
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        abstract = True

    @property
    def by(self) -> str:
        """Who wrote it down, as others see it."""
        return self.author or self.created_by.shown_name

    @property
    def when(self) -> str:
        """Between which hands it was, in words."""
        return f"after hand {self.after_number}" if self.after_number else "before the first hand"


class AdjustmentQuerySet(AppendOnlyQuerySet["Adjustment"]):
    def shown(self) -> "AdjustmentQuerySet":
        """Everything but the rows that undo another, with all that a page shows of it, the oldest first."""
        rows = self.filter(undoes__isnull=True).select_related("created_by", "undone_by__created_by")
        return rows.prefetch_related("transfers").order_by("after_number", "pk")


class Adjustment(TableEvent):
    """Units that move between players outside a hand, as a penalty does, and why."""

    reason = models.CharField(max_length=200)
    undoes = models.OneToOneField("self", on_delete=models.PROTECT, null=True, related_name="undone_by")

    objects = AdjustmentQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["club", "key"], name="an_adjustments_key_counts_once"),
            models.CheckConstraint(condition=~Q(reason=""), name="an_adjustment_has_a_reason"),
        ]

    def __str__(self) -> str:
        return f"{self.session}: {self.reason}"


class ChipMoveQuerySet(AppendOnlyQuerySet["ChipMove"]):
    def shown(self) -> "ChipMoveQuerySet":
        """Everything but the rows that undo another, with all that a page shows of it, the newest first."""
        rows = self.filter(undoes__isnull=True).select_related("seat__player", "created_by", "undone_by")
        return rows.order_by("-pk")


class ChipMove(TableEvent):
    """Units that a player puts in front of a seat (bought, positive) or takes away from it (cashed out, negative)."""

    seat = models.ForeignKey(Seat, on_delete=models.PROTECT, related_name="chip_moves")
    units = models.IntegerField()
    undoes = models.OneToOneField("self", on_delete=models.PROTECT, null=True, related_name="undone_by")

    objects = ChipMoveQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["club", "key", "seat"], name="a_chip_moves_key_counts_once"),
            models.CheckConstraint(condition=~Q(units=0), name="a_chip_move_moves_something"),
        ]

    def __str__(self) -> str:
        return f"{self.seat}: {self.units:+d}"


class SeatChange(TableEvent):
    """Somebody joined, left, came back, or changed places with ``other``."""

    class Kind(models.TextChoices):
        JOINED = "joined", "Joined"
        LEFT = "left", "Left"
        RETURNED = "returned", "Came back"
        SWAPPED = "swapped", "Changed places"

    kind = models.CharField(max_length=10, choices=Kind)
    seat = models.ForeignKey(Seat, on_delete=models.PROTECT, related_name="changes")
    other = models.ForeignKey(Seat, on_delete=models.PROTECT, null=True, related_name="+")
    # Why it was done against the house rules; empty where it was not.
    reason = models.CharField(max_length=200, blank=True)

    objects = AppendOnlyQuerySet["SeatChange"].as_manager()

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(kind="swapped", other__isnull=False)
                | Q(kind__in=["joined", "left", "returned"], other__isnull=True),
                name="a_swap_has_two_seats",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.seat}: {self.kind}"


class PairValue(AppendOnlyModel):
    """What a unit is worth between two players who agreed on a value of their own, as long as the rules stand."""

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="+")
    rules = models.ForeignKey(SessionRules, on_delete=models.PROTECT, related_name="pair_values")
    first = models.ForeignKey(Seat, on_delete=models.PROTECT, related_name="+")
    second = models.ForeignKey(Seat, on_delete=models.PROTECT, related_name="+")
    # In minor units of the currency.
    unit_value = models.PositiveIntegerField()

    objects = AppendOnlyQuerySet["PairValue"].as_manager()

    class Meta:
        constraints = [
            models.CheckConstraint(condition=~Q(first=F("second")), name="a_pair_is_two_seats"),
            models.UniqueConstraint(
                "rules", Least("first", "second"), Greatest("first", "second"), name="one_value_per_pair"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.first} and {self.second}: {self.unit_value}"
