"""Hands that are being entered and are not saved yet. They are no part of the books: they change, and they go."""

from django.db import models

from ledger.models.club import Club, User
from ledger.models.session import Session


class DraftQuerySet(models.QuerySet["Draft"]):
    def of_hand(self, session: Session, number: int) -> "DraftQuerySet":
        """What was begun as the hand of this number and is not saved, the newest first."""
        return (
            self.filter(session=session, number=number, corrects=False).select_related("user").order_by("-updated_at")
        )


class Draft(models.Model):
    """One form of a hand as it was last sent, so that another phone can go on with it.

    ``number`` is the hand that it becomes or, where it ``corrects`` one, the hand that it corrects.
    """

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="+")
    session = models.ForeignKey(Session, on_delete=models.PROTECT, related_name="drafts")
    user = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+")
    # The key that the hand will be saved with.
    key = models.UUIDField()
    number = models.PositiveIntegerField()
    corrects = models.BooleanField(default=False)
    fields = models.JSONField()
    updated_at = models.DateTimeField(auto_now=True)

    objects = DraftQuerySet.as_manager()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["session", "key"], name="one_draft_per_key")]

    def __str__(self) -> str:
        return f"{self.session}: draft of hand {self.number}"
