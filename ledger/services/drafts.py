"""Keeping what was typed of a hand before it is saved, and letting it go."""

import uuid
from collections.abc import Mapping

from django.db.models import Q

from ledger.models import Draft, Hand, Session, User
from ledger.services.transactions import write_transaction

# A table has one hand in the making, seldom two on two phones. More are left behind by nobody but a prankster.
MOST_DRAFTS = 8


def draft_keep(
    *, session: Session, user: User, key: uuid.UUID, number: int, fields: Mapping[str, str], corrects: bool = False
) -> Draft:
    """Keep the ``fields`` of a form, by name, as they were sent; what was kept under the same key is replaced.

    ``number`` is the hand that it becomes, or that it ``corrects``. A session keeps its last few drafts.
    """
    with write_transaction():
        kept: Draft = Draft.objects.update_or_create(
            session=session,
            key=key,
            defaults={
                "club_id": session.club_id,
                "user": user,
                "number": number,
                "corrects": corrects,
                "fields": dict(fields),
            },
        )[0]
        # By its own time it need not be the newest: clocks are set back.
        others = Draft.objects.filter(session=session).exclude(pk=kept.pk).order_by("-updated_at", "-pk")
        newest = others.values_list("pk", flat=True)[: MOST_DRAFTS - 1]
        Draft.objects.filter(session=session).exclude(pk__in=[kept.pk, *newest]).delete()
    return kept


def draft_drop(*, session: Session, key: uuid.UUID) -> None:
    """Let a draft go. Dropping what is not there is no error."""
    with write_transaction():
        Draft.objects.filter(session=session, key=key).delete()


def drafts_settle(*, hand: Hand, key: uuid.UUID) -> None:
    """Let go of what was saved with ``key``, and of drafts of hands that were dealt before. Runs inside the saving."""
    passed = Q(number__lt=hand.number, corrects=False)
    Draft.objects.filter(session=hand.session_id).filter(Q(key=key) | passed).delete()
