"""Every write to the journal: a hand is saved, corrected, undone and restored.

All four end the same way: in one transaction a revision is added, what the last revision posted is reversed, and what
the new boards are worth is posted.
"""

import uuid
from collections.abc import Sequence
from dataclasses import dataclass

from ledger.models import Board, Hand, Revision, Seat, Session, Transfer, User
from ledger.services.deals import Deal, check_deal, deal_next, deal_of
from ledger.services.drafts import drafts_settle
from ledger.services.errors import ConflictError, RefusedError, TakenError
from ledger.services.scoring import SeatBoard, score_boards, seat_board, unit_values, units_by_pair
from ledger.services.stacks import check_stacks, expect_last_hand, expect_units
from ledger.services.tallies import tallies_recount, tally_hand
from ledger.services.transactions import expect_open, lock_session, touch_session, write_transaction
from ofcscore.engine.board import read_board
from ofcscore.engine.errors import OFCError
from ofcscore.engine.scoring import HandResult


@dataclass(frozen=True)
class HandEntry:
    """A hand as the dealer entered it: the boards dealt in, in the order of the seats, and the seat with the button.

    ``reason`` is why the deal is not the one that follows from the hand before, where it is not.
    """

    boards: tuple[SeatBoard, ...]
    button: Seat
    reason: str = ""


def hand_score(*, deal: Deal, entry: HandEntry) -> tuple[HandResult, str]:
    """Score what was entered for ``deal`` without saving it: the result, and what the dealer decided against the deal.

    This is what the preview shows and what saving posts. Raises OFCError or RefusedError.
    """
    if any(
        seat.session_id != deal.rules.session_id for seat in (*(board.seat for board in entry.boards), entry.button)
    ):
        raise RefusedError("Somebody in this hand has no seat at this table.")
    boards = deal.with_stacks(entry.boards)
    result = score_boards(boards, deal.rules.ruleset, entry.button.pk)
    return result, check_deal(deal, entry.boards, entry.button, entry.reason)


def entry_problems(entry: HandEntry) -> list[OFCError]:
    """Everything that keeps the boards of an entry from being read, not only the first thing."""
    problems = []
    for player, board in enumerate(entry.boards):
        try:
            read_board(board.for_engine(), player)
        except OFCError as error:
            problems.append(error)
    return problems


def expect_current(deal: Deal, session: Session, *, expected_number: int, expected_version: int) -> None:
    """Raise ConflictError unless the session is open, and it and the deal are those that a form was begun from."""
    if deal.number != expected_number:
        raise TakenError(f"Hand {expected_number} was already saved.", number=expected_number)
    expect_open(session)
    if session.version != expected_version:
        raise ConflictError(
            f"Something at this table has changed since you began hand {expected_number}."
            " Your cards are kept: look them over and check again."
        )


def expect_revision(last: Revision, *, expected_revision: int) -> None:
    """Raise ConflictError unless ``last`` is still the revision that a form was begun from."""
    if last.number != expected_revision:
        number = last.hand.number
        raise TakenError(
            f"Hand {number} was changed in the meantime. Look at it again before you go on.", number=number
        )


def expect_standing(last: Revision) -> None:
    """Raise ConflictError when ``last``, as a page shows it, does not stand any more."""
    if last.is_undone:
        raise ConflictError(f"Hand {last.hand.number} is undone. Restore it first, then correct it.")


def expect_reason(reason: str) -> None:
    """Raise RefusedError unless a reason for a correction is given."""
    if not reason.strip():
        raise RefusedError("Say in a few words why the hand is corrected.", field="correction_reason")


def hand_record(
    *,
    session: Session,
    user: User,
    entry: HandEntry,
    key: uuid.UUID,
    expected_number: int,
    expected_version: int,
    deal: Deal | None = None,
) -> Revision:
    """Save the next hand of a session and post what it is worth; returns its first revision.

    ``key`` makes it count once: the same key with the same hand returns the revision saved before.
    ``expected_number`` and ``expected_version`` are what the form was filled in from. ``deal`` is the session's next
    one, where it was worked out already, after ``session`` was read; it is not worked out again unless something was
    written since.

    Raises OFCError or RefusedError for a hand that cannot be scored, ConflictError when the session has moved on,
    TakenError when it did so by this very hand, or the key was used for other cards.
    """
    with write_transaction():
        seen_version, session = session.version, lock_session(session)
        saved = Revision.objects.filter(club=session.club_id, key=key).first()
        if saved:
            return _the_same(saved, session, entry, Revision.Kind.SAVED)
        if deal is None or session.version != seen_version:
            deal = deal_next(session)
        expect_current(deal, session, expected_number=expected_number, expected_version=expected_version)
        result, note = hand_score(deal=deal, entry=entry)
        hand = Hand.objects.create(club_id=session.club_id, session=session, number=deal.number, rules=deal.rules)
        revision = _add_revision(
            hand, Revision.Kind.SAVED, user, key=key, number=1, button=entry.button, deal_note=note
        )
        boards = _boards_as_read(deal.with_stacks(entry.boards), result)
        _post(revision, boards, result)
        tally_hand(hand, boards, result)
        drafts_settle(hand=hand, key=key)
        touch_session(session)
    return revision


def hand_correct(
    *, hand: Hand, user: User, entry: HandEntry, key: uuid.UUID, expected_revision: int, reason: str
) -> Revision:
    """Save a hand anew with other boards, button or Fantasyland; returns the new revision.

    ``expected_revision`` is the number of the revision that the form was filled in from, ``reason`` says why.

    Raises OFCError or RefusedError for a hand that cannot be scored or a missing reason, ConflictError when the hand
    was undone or corrected in the meantime, or the key was used for something else.
    """
    expect_reason(reason)
    with write_transaction():
        session = lock_session(hand.session)
        saved = Revision.objects.filter(club=hand.club_id, key=key).select_related("hand__session").first()
        if saved:
            return _the_same(saved, session, entry, Revision.Kind.CORRECTED, hand)
        expect_open(session)
        last = _last_revision(hand)
        if last.kind == Revision.Kind.UNDONE:
            raise ConflictError(f"Hand {hand.number} is undone. Restore it first, then correct it.")
        expect_revision(last, expected_revision=expected_revision)
        expect_last_hand(hand)
        deal = deal_of(hand)
        result, note = hand_score(deal=deal, entry=entry)
        revision = _add_revision(
            hand,
            Revision.Kind.CORRECTED,
            user,
            key=key,
            number=last.number + 1,
            button=entry.button,
            deal_note=note,
            reason=reason.strip(),
        )
        _reverse(hand, revision)
        _post(revision, _boards_as_read(deal.with_stacks(entry.boards), result), result)
        check_stacks(session, hand.rules)
        tallies_recount(session)
        drafts_settle(hand=hand, key=key)
        touch_session(session)
    return revision


def hand_undo(*, hand: Hand, user: User, expected_revision: int) -> Revision:
    """Take a hand back: its units are reversed, it stays listed, and it can be restored. Undoing twice is undoing once.

    Raises ConflictError when the hand was corrected since ``expected_revision``.
    """
    with write_transaction():
        session = lock_session(hand.session)
        last = _last_revision(hand)
        if last.kind == Revision.Kind.UNDONE and last.number == expected_revision + 1:
            return last
        expect_open(session)
        expect_revision(last, expected_revision=expected_revision)
        if last.kind == Revision.Kind.UNDONE:
            return last
        expect_last_hand(hand)
        revision = _add_revision(hand, Revision.Kind.UNDONE, user, number=last.number + 1)
        _reverse(hand, revision)
        check_stacks(session, hand.rules)
        tallies_recount(session)
        touch_session(session)
    return revision


def hand_restore(*, hand: Hand, user: User, expected_revision: int) -> Revision:
    """Bring an undone hand back as it was before it was undone. Restoring twice is restoring once.

    Where stacks are played for, it is paid from what lies there now. Raises ConflictError when the hand was changed
    since ``expected_revision`` and, with stacks, when a later hand stands or somebody has nothing to play it for.
    """
    with write_transaction():
        session = lock_session(hand.session)
        last = _last_revision(hand)
        if last.kind == Revision.Kind.RESTORED and last.number == expected_revision + 1:
            return last
        expect_open(session)
        expect_revision(last, expected_revision=expected_revision)
        if last.kind != Revision.Kind.UNDONE:
            return last
        expect_last_hand(hand)
        shown = Revision.objects.shown().get(hand=hand)
        boards = _boards_again(deal_of(hand), shown)
        expect_units(hand, boards)
        result = score_boards(boards, hand.rules.ruleset, shown.button_id)
        revision = _add_revision(
            hand,
            Revision.Kind.RESTORED,
            user,
            number=last.number + 1,
            button=shown.button,
            deal_note=shown.deal_note,
        )
        _post(revision, boards, result)
        check_stacks(session, hand.rules)
        tallies_recount(session)
        touch_session(session)
    return revision


def _the_same(
    saved: Revision, session: Session, entry: HandEntry, kind: Revision.Kind, hand: Hand | None = None
) -> Revision:
    """The revision that a key was used for, if it did the same: this kind, in this session, with these boards."""
    result = score_boards(entry.boards, saved.hand.rules.ruleset, entry.button.pk)
    read = _boards_as_read(entry.boards, result)
    entered = {(board.seat.pk, board.cards, board.fantasyland, board.dead) for board in read}
    kept = set(saved.boards.values_list("seat", "cards", "fantasyland", "dead"))
    is_here = saved.hand.session_id == session.pk and saved.kind == kind and hand in (None, saved.hand)
    if not is_here or entered != kept or saved.button_id != entry.button.pk:
        number = saved.hand.number
        raise TakenError(f"This was already saved as hand {number}, with other cards.", number=number)
    return saved


def _last_revision(hand: Hand) -> Revision:
    return hand.revisions.order_by("-number")[0]


def _add_revision(hand: Hand, kind: Revision.Kind, user: User, **fields: object) -> Revision:
    return Revision.objects.create(club_id=hand.club_id, hand=hand, kind=kind, created_by=user, **fields)


def _boards_again(deal: Deal, shown: Revision) -> list[SeatBoard]:
    """The boards of a revision, to be posted again: in the places that the seats had then, with what lies there now."""
    seats = {seat.pk: seat for seat in deal.table}
    return deal.with_stacks([seat_board(board)._replace(seat=seats[board.seat_id]) for board in shown.boards.all()])


def _boards_as_read(boards: Sequence[SeatBoard], result: HandResult) -> list[SeatBoard]:
    """The boards with their cards in the engine's form."""
    return [board._replace(cards=read.cards) for board, read in zip(boards, result.boards, strict=True)]


def _post(revision: Revision, boards: Sequence[SeatBoard], result: HandResult) -> None:
    """Add a revision's boards, and a transfer for each pair that does not come out even."""
    hand = revision.hand
    Board.objects.bulk_create(
        Board(club_id=hand.club_id, revision=revision, position=board.seat.position, **board._asdict())
        for board in boards
    )
    unit_value = unit_values(hand.rules)
    Transfer.objects.bulk_create(
        Transfer(
            club_id=hand.club_id,
            session_id=hand.session_id,
            revision=revision,
            payer_id=payer,
            payee_id=payee,
            units=units,
            unit_value=unit_value(payer, payee),
        )
        for (payer, payee), units in units_by_pair([board.seat for board in boards], result).items()
    )


def _reverse(hand: Hand, revision: Revision) -> None:
    """Add the reversal of every transfer of the hand that still counts."""
    counting = Transfer.objects.unreversed().filter(revision__hand=hand)
    Transfer.objects.bulk_create(old.reversal_by(revision=revision) for old in counting)
