"""Evenings with everything that can happen at a table, to take out and to bring in again."""

import json
import uuid
from typing import Any

from ledger.models import Adjustment, PaymentMark, Revision, Session, User
from ledger.services.adjustments import adjustment_undo
from ledger.services.checks import session_problems
from ledger.services.closing import payment_mark, session_close, session_reopen, standing_payments
from ledger.services.deals import deal_of
from ledger.services.errors import RefusedError
from ledger.services.exports import canonical, session_json
from ledger.services.hands import hand_correct
from ledger.services.imports import session_import
from ledger.services.questions import question_answer, question_ask
from ledger.services.rules import pair_value_set, rules_change
from tests.ledger.boards import ANN_ENTERS, FOUL, FOUR_BOARDS, QUIET
from tests.ledger.chips import BEST, GOOD, WEAK, buy_in, move, restore, start_stakes, undo, undo_move
from tests.ledger.events import come_back, join, leave, now, pay, record_by_name, swap
from tests.ledger.tables import DEAD, entry, record, seat_of, start


def file_of(session: Session) -> dict[str, Any]:
    """What the file of a session says."""
    data: dict[str, Any] = json.loads(session_json(session))
    return data


def as_file(data: object) -> bytes:
    return canonical(data)


def bring_in(user: User, content: bytes) -> str | None:
    """Import what may be good or not: the sentence that refuses it, and nothing is saved; or None, and it has good
    books.
    """
    before = Session.objects.count()
    try:
        brought = session_import(user=user, content=content)
    except RefusedError as error:
        assert Session.objects.count() == before
        assert str(error).endswith("."), error
        return str(error)
    assert list(session_problems(brought)) == []
    assert sum(seat.balance for seat in brought.seats.with_balances()) == 0
    return None


def event_of(data: dict[str, Any], what: str, number: int = 0) -> dict[str, Any]:
    """The entry of this kind, counted from 0."""
    found: dict[str, Any] = [event for event in data["events"] if event["what"] == what][number]
    return found


def correct(revision: Revision, boards: tuple[str, ...], reason: str = "misread") -> Revision:
    session = revision.hand.session
    return hand_correct(
        hand=revision.hand,
        user=session.created_by,
        entry=entry(session, boards, deal=deal_of(revision.hand), reason="so it was"),
        key=uuid.uuid4(),
        expected_revision=revision.hand.revisions.count(),
        reason=reason,
    )


def played(user: User) -> Session:
    """People come, go and change places; hands are corrected, undone and restored; penalties; rules that change."""
    session = start(user)
    first = record(session, QUIET)
    correct(first, (QUIET[1], QUIET[0], QUIET[2]))
    swap(session, "Ann", "Cy", "draughty")
    pair_value_set(one=seat_of(session, "Ann"), other=seat_of(session, "Bob"), unit_value=250, **now(session))
    record(session, (FOUL[0], DEAD, FOUL[2]))
    undo(first.hand)
    paid = pay(session, "Bob", "Ann", "Cy", units=3)
    pay(session, "Cy", "Bob", reason="=1+1 <b>phone</b>")
    adjustment_undo(adjustment=paid, user=user)
    restore(first.hand)
    leave(session, "Cy")
    join(session, "Dee")
    record_by_name(session, {"Ann": ANN_ENTERS[0], "Bob": ANN_ENTERS[1], "Dee": ANN_ENTERS[2]}, reason="Cy left")
    come_back(session, "Cy")
    undone = record_by_name(session, {"Ann": QUIET[0], "Bob": QUIET[1], "Cy": QUIET[2]}, reason="so be it")
    undo(undone.hand)
    asked = question_ask(hand=first.hand, user=user, text="Was that\na flush?", key=uuid.uuid4())
    question_answer(question=asked, user=user, text="It was.", key=uuid.uuid4())
    question_ask(hand=undone.hand, user=user, text="Why undone?", key=uuid.uuid4())
    newest = session.rules_versions.last()
    rules_change(session=session, rules=newest.ruleset, unit_value=200, **now(session))
    return session


def staked(user: User) -> Session:
    """A table that plays for stacks, with a buy-in that is undone and a last hand that is corrected."""
    session = start_stakes(user, "loss_and_win_cap", cap=20)
    buy_in(session, ann=40, bob=40, cy=10)
    record(session, (BEST, GOOD, WEAK), reason="so be it")
    (wrong,) = move(session, 30, "Cy")
    undo_move(wrong)
    move(session, 25, "Cy")
    pay(session, "Ann", "Bob", units=2)
    last = record(session, QUIET, reason="so be it", fantasyland={"Ann": 0})
    correct(last, (QUIET[1], QUIET[0], QUIET[2]))
    undo(last.hand)
    restore(last.hand)
    move(session, None, "Bob")
    return session


def closed(user: User) -> Session:
    """Closed, opened again after a payment was made, closed with another plan, and settled."""
    session = start(user)
    record(session, FOUL)
    session_close(session=session, **now(session))
    payment = standing_payments(session)[0]
    payment_mark(payment=payment, user=user, kind=PaymentMark.Kind.PAID)
    session_reopen(session=session, reason="one more", **now(session))
    record(session, QUIET)
    session_close(session=session, **now(session))
    for payment in standing_payments(session):
        payment_mark(payment=payment, user=user, kind=PaymentMark.Kind.PAID)
    payment_mark(payment=payment, user=user, kind=PaymentMark.Kind.OWED)
    payment_mark(payment=payment, user=user, kind=PaymentMark.Kind.PAID)
    return Session.objects.get(pk=session.pk)


def criss_crossed(user: User) -> Session:
    session = start(user, ("Ann", "Bob"), preset="criss-cross")
    record(session, FOUR_BOARDS)
    return session


EVENINGS = {"played": played, "staked": staked, "closed": closed, "criss-cross": criss_crossed}


def penalties(session: Session) -> int:
    return Adjustment.objects.filter(session=session).count()
