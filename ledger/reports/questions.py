"""What is asked about hands, and the photos of the table that were taken of them."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count

from ledger.models import Hand, HandQuestion, Session


@dataclass(frozen=True)
class AnswerView:
    """What the dealer found."""

    text: str
    by: str
    at: datetime


@dataclass(frozen=True)
class QuestionView:
    """One question about a hand; ``answer`` is None while it is open."""

    pk: int
    text: str
    by: str
    at: datetime
    answer: AnswerView | None


@dataclass(frozen=True)
class PhotoView:
    """One photo of the table, and who took it; the size is in pixels."""

    pk: int
    place: int
    width: int
    height: int
    by: str
    at: datetime


@dataclass(frozen=True)
class AskedHand:
    """A hand that somebody wants to have checked, and how many questions about it are open."""

    number: int
    questions: int


def question_views(hand: Hand) -> tuple[QuestionView, ...]:
    """Every question about a hand, in the order they were asked."""
    rows = hand.questions.select_related("created_by", "answer__created_by").order_by("pk")
    return tuple(QuestionView(row.pk, row.text, row.by, row.created_at, _answer_view(row)) for row in rows)


def _answer_view(question: HandQuestion) -> AnswerView | None:
    answer = getattr(question, "answer", None)
    return AnswerView(answer.text, answer.by, answer.created_at) if answer else None


def photo_views(hand: Hand) -> tuple[PhotoView, ...]:
    """The photos of a hand, without what is on them."""
    rows = hand.photos.defer("data").select_related("created_by").order_by("pk")
    return tuple(
        PhotoView(row.pk, place, row.width, row.height, row.created_by.shown_name, row.created_at)
        for place, row in enumerate(rows, 1)
    )


def asked_hands(session: Session) -> tuple[AskedHand, ...]:
    """The hands of a session with open questions, in order."""
    rows = HandQuestion.objects.open().filter(session=session).values("hand__number").annotate(questions=Count("pk"))
    return tuple(AskedHand(row["hand__number"], row["questions"]) for row in rows.order_by("hand__number"))
