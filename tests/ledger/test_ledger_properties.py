"""Whatever is played and whatever is changed, the books balance and every change can be taken back."""

import random
import uuid

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ledger.models import Revision, Session
from ledger.reports.tables import table_view
from ledger.services.checks import session_problems
from ledger.services.deals import deal_of
from ledger.services.hands import hand_correct, hand_restore, hand_undo
from ofcscore.engine.cards import DECK
from tests.ledger.tables import balances, entry, record, start

pytestmark = pytest.mark.django_db
few = settings(max_examples=15)
seeds = st.integers(0, 2**32)


def random_boards(seed: int) -> tuple[str, ...]:
    """Three boards as a shuffled deck deals them; most of them are foul, and many are not."""
    deck = list(DECK)
    random.Random(seed).shuffle(deck)
    return tuple("/".join("".join(deck[at + a : at + b]) for a, b in ((0, 3), (3, 8), (8, 13))) for at in (0, 13, 26))


def last_number(revision: Revision) -> int:
    return revision.hand.revisions.count()


def correct(revision: Revision, boards: tuple[str, ...]) -> None:
    session = revision.hand.session
    hand_correct(
        hand=revision.hand,
        user=session.created_by,
        entry=entry(session, boards, deal=deal_of(revision.hand)),
        key=uuid.uuid4(),
        expected_revision=last_number(revision),
        reason="another look",
    )


@few
@given(st.lists(seeds, min_size=1, max_size=4), seeds)
def test_correcting_and_correcting_back_restores_every_balance(ann_user: object, hands: list[int], other: int) -> None:
    session = start(ann_user)
    revisions = [record(session, random_boards(seed)) for seed in hands]
    before = balances(session)
    correct(revisions[0], random_boards(other))
    assert sum(balances(session)) == 0
    correct(revisions[0], random_boards(hands[0]))
    assert balances(session) == before
    assert list(session_problems(session)) == []


@few
@given(st.lists(seeds, min_size=1, max_size=4), st.data())
def test_undo_then_restore_is_the_identity(ann_user: object, hands: list[int], data: st.DataObject) -> None:
    session = start(ann_user)
    revisions = [record(session, random_boards(seed)) for seed in hands]
    revision = data.draw(st.sampled_from(revisions))
    before = balances(session), shown(session)
    undone = hand_undo(hand=revision.hand, user=ann_user, expected_revision=1)
    assert sum(balances(session)) == 0
    hand_restore(hand=revision.hand, user=ann_user, expected_revision=undone.number)
    assert (balances(session), shown(session)) == before


def standing_last(session: Session) -> Revision | None:
    """The revision that the next deal follows from."""
    newest = Revision.objects.newest_of(session)
    assert newest is not None
    stands = newest.kind != Revision.Kind.UNDONE
    return newest if stands else Revision.objects.standing_before(session, newest.hand.number + 1)


def shown(session: Session) -> list[tuple[int, bool, list[tuple[str, int]]]]:
    return [
        (row.hand.number, row.is_undone, [(board.cards, board.units) for board in row.boards.all()])
        for row in Revision.objects.shown().filter(hand__session=session)
    ]


@few
@given(st.lists(st.tuples(st.sampled_from(["record", "correct", "undo", "restore"]), seeds), max_size=8))
def test_any_sequence_leaves_good_books_that_replay(ann_user: object, steps: list[tuple[str, int]]) -> None:
    session = start(ann_user)
    hands = [record(session, random_boards(1))]
    for step, seed in steps:
        revision = hands[seed % len(hands)]
        undone = revision.hand.revisions.order_by("-number")[0].kind == Revision.Kind.UNDONE
        if step == "record":
            hands.append(record(session, random_boards(seed)))
        elif step == "correct" and not undone:
            correct(revision, random_boards(seed))
        elif step == "undo":
            hand_undo(hand=revision.hand, user=ann_user, expected_revision=last_number(revision))
        elif step == "restore":
            hand_restore(hand=revision.hand, user=ann_user, expected_revision=last_number(revision))
        assert sum(balances(session)) == 0
        assert tuple(standing.balance for standing in table_view(session).standings) == balances(session)
        assert standing_last(session) == Revision.objects.live().filter(hand__session=session).last()
    assert list(session_problems(session)) == []
    again = start(ann_user)
    for revision in Revision.objects.live().filter(hand__session=session):
        played = list(revision.boards.all())
        dealt = {board.seat.player.name: board.fantasyland for board in played}
        record(again, [board.cards for board in played], fantasyland=dealt)
    assert balances(again) == balances(session)
