"""Questions about a hand, and the dealer's answers. Both are kept for good.

They are asked and answered in any state of the session, and move no units; so they do not count as a change of the
table, and nobody who is entering a hand meanwhile is told that something has changed.
"""

import uuid

from ledger.models import Hand, HandAnswer, HandQuestion, User
from ledger.services.deals import last_number
from ledger.services.errors import ConflictError, RefusedError
from ledger.services.transactions import lock_session, write_transaction

LONGEST_TEXT = 500


def question_ask(*, hand: Hand, user: User, text: str, key: uuid.UUID) -> HandQuestion:
    """Ask for a hand to be checked; whoever may read it may ask. The same ``key`` counts once.

    Raises RefusedError for a text that is empty or longer than LONGEST_TEXT, ConflictError when the key was used for
    another question.
    """
    text = _text(text, "Write what you ask, such as: was the middle really a flush?")
    with write_transaction():
        session = lock_session(hand.session)
        asked = HandQuestion.objects.filter(club=hand.club_id, key=key).first()
        if asked:
            if (asked.hand_id, asked.text, asked.created_by_id) != (hand.pk, text, user.pk):
                raise ConflictError("This was already asked, in other words. Look at the questions before you go on.")
            return asked
        question: HandQuestion = HandQuestion.objects.create(
            club_id=hand.club_id,
            session=session,
            hand=hand,
            after_number=last_number(session),
            key=key,
            created_by=user,
            text=text,
        )
    return question


def question_answer(*, question: HandQuestion, user: User, text: str, key: uuid.UUID) -> HandAnswer:
    """Say what became of a question, which closes it. The same ``key`` counts once.

    Raises RefusedError as :func:`question_ask` does, ConflictError when somebody else has answered already.
    """
    text = _text(text, "Write what you found, such as: looked at the photo, it stands.")
    with write_transaction():
        session = lock_session(question.session)
        given = HandAnswer.objects.filter(question=question).first()
        if given:
            if (given.key, given.text) != (key, text):
                raise ConflictError("This question was answered in the meantime. Read the answer above.")
            return given
        answer: HandAnswer = HandAnswer.objects.create(
            club_id=question.club_id,
            session=session,
            question=question,
            after_number=last_number(session),
            key=key,
            created_by=user,
            text=text,
        )
    return answer


def _text(text: str, missing: str) -> str:
    """What was written, as it is kept."""
    text = text.strip()
    if not text:
        raise RefusedError(missing, field="text")
    if len(text) > LONGEST_TEXT:
        raise RefusedError(f"That is too long. Say it in {LONGEST_TEXT} letters at most.", field="text")
    return text
