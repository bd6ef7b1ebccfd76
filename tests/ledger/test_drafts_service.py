"""What is kept of a hand before it is saved, and when it goes."""

import uuid

import pytest

from ledger.models import Draft, Session, User
from ledger.services.drafts import MOST_DRAFTS, draft_drop, draft_keep
from ledger.services.hands import hand_record
from tests.ledger import boards
from tests.ledger.tables import entry, nothing_saved, record, start

KEY = uuid.UUID(int=13)


def keep(session: Session, user: User, *, key: uuid.UUID = KEY, number: int = 1, top: str = "Qh") -> Draft:
    return draft_keep(session=session, user=user, key=key, number=number, fields={"seat0-top": top})


def test_a_draft_is_replaced_by_what_is_sent_under_its_key(session: Session, ann_user: User, scorer: User) -> None:
    with nothing_saved():
        keep(session, ann_user)
        keep(session, scorer, top="Qh Qd")
    draft = Draft.objects.get()
    assert (draft.fields, draft.user, draft.club) == ({"seat0-top": "Qh Qd"}, scorer, session.club)


def test_a_session_keeps_its_last_drafts_only(session: Session, ann_user: User) -> None:
    other = start(ann_user, ("Cy", "Dee"))
    keep(other, ann_user)
    for number in range(MOST_DRAFTS + 3):
        keep(session, ann_user, key=uuid.UUID(int=number))
    kept = {draft.key.int for draft in Draft.objects.filter(session=session)}
    assert kept == set(range(3, MOST_DRAFTS + 3))
    assert Draft.objects.filter(session=other).count() == 1


def test_saving_lets_go_of_the_draft_it_was_made_of(session: Session, ann_user: User) -> None:
    keep(session, ann_user)
    keep(session, ann_user, key=uuid.UUID(int=14))
    hand_record(
        session=session,
        user=ann_user,
        entry=entry(session, boards.QUIET),
        key=KEY,
        expected_number=1,
        expected_version=session.version,
    )
    assert [draft.key.int for draft in Draft.objects.all()] == [14], "another phone's draft of the hand stays"


def test_drafts_of_hands_long_dealt_go_with_the_next_save(session: Session, ann_user: User) -> None:
    keep(session, ann_user)
    record(session, boards.QUIET)
    assert Draft.objects.exists()
    record(session, boards.QUIET)
    assert not Draft.objects.exists()


def test_dropping_is_for_one_session_and_repeatable(session: Session, ann_user: User) -> None:
    other = start(ann_user, ("Cy", "Dee"))
    keep(session, ann_user)
    draft_drop(session=other, key=KEY)
    assert Draft.objects.exists()
    for _ in range(2):
        draft_drop(session=session, key=KEY)
    assert not Draft.objects.exists()


@pytest.mark.parametrize("number", [1, 2])
def test_only_drafts_of_the_next_hand_are_offered(session: Session, ann_user: User, number: int) -> None:
    keep(session, ann_user, number=number)
    assert Draft.objects.of_hand(session, 1).count() == (number == 1)
