"""When somebody doubts a hand: the question, the dealer's answer, and a photo of the table."""

from django.db import models
from django.db.models import Q

from ledger.models.append_only import AppendOnlyQuerySet
from ledger.models.club import Club, User
from ledger.models.events import TableEvent
from ledger.models.hand import Hand


class HandQuestionQuerySet(AppendOnlyQuerySet["HandQuestion"]):
    def open(self) -> "HandQuestionQuerySet":
        """The questions that nobody has answered."""
        return self.filter(answer__isnull=True)


class HandQuestion(TableEvent):
    """Somebody asks for a hand to be checked."""

    hand = models.ForeignKey(Hand, on_delete=models.PROTECT, related_name="questions")
    text = models.CharField(max_length=500)

    objects = HandQuestionQuerySet.as_manager()

    class Meta:
        constraints = [
            models.CheckConstraint(condition=~Q(text=""), name="a_question_says_something"),
            models.UniqueConstraint(fields=["club", "key"], name="a_questions_key_counts_once"),
        ]

    def __str__(self) -> str:
        return f"{self.hand}: {self.text}"


class HandAnswer(TableEvent):
    """What the dealer found; it closes the question."""

    question = models.OneToOneField(HandQuestion, on_delete=models.PROTECT, related_name="answer")
    text = models.CharField(max_length=500)

    objects = AppendOnlyQuerySet["HandAnswer"].as_manager()

    class Meta:
        constraints = [models.CheckConstraint(condition=~Q(text=""), name="an_answer_says_something")]

    def __str__(self) -> str:
        return f"{self.question}: {self.text}"


class HandPhoto(models.Model):
    """A photo of the table at a hand, as evidence: private to the club, and no part of the books, so it can go."""

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="+")
    hand = models.ForeignKey(Hand, on_delete=models.PROTECT, related_name="photos")
    # A JPEG made anew from what was sent, so that nothing hides in it. In the database, so that a backup is one file.
    data = models.BinaryField()
    width = models.PositiveIntegerField()
    height = models.PositiveIntegerField()
    created_by = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"Photo of {self.hand}"
