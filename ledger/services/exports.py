"""A whole session as one file that another ofcscore can bring in again: docs/export-format.md describes it.

The text is canonical (sorted keys, no spaces, times in UTC), so that a session that was brought in gives the same file.
"""

import json
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from heapq import merge
from operator import itemgetter
from typing import Any

from django.db.models import Prefetch

from ledger.models import (
    Adjustment,
    Board,
    ChipMove,
    HandAnswer,
    HandQuestion,
    PaymentMark,
    PlannedPayment,
    Revision,
    SeatChange,
    Session,
    SessionRules,
    StateChange,
    Transfer,
)

FORMAT = "ofcscore session"
FORMAT_VERSION = 1
TIME = "%Y-%m-%dT%H:%M:%S.%fZ"

Event = dict[str, Any]


def session_json(session: Session) -> bytes:
    """The file of a session: its canonical JSON in UTF-8, with a line feed at its end."""
    return canonical(session_data(session))


def canonical(data: object) -> bytes:
    """The one way in which data are written."""
    text = json.dumps(data, ensure_ascii=False, allow_nan=False, separators=(",", ":"), sort_keys=True)
    return f"{text}\n".encode()


def session_data(session: Session) -> dict[str, Any]:
    """All that is known of a session but photos and drafts, as plain JSON data. A constant number of queries."""
    seats = list(session.seats.select_related("player").order_by("number"))
    brought = PlannedPayment.objects.carried_into(session).select_related("closing__session")
    return {
        "format": FORMAT,
        "version": FORMAT_VERSION,
        "name": session.name,
        "date": session.date.isoformat(),
        "currency": session.currency,
        "state": session.state,
        "created_at": _time(session.created_at),
        "seats": [
            {"number": seat.number, "player": seat.player.name, "board": seat.board_number, "place": seat.position}
            for seat in seats
        ],
        "debts_brought_in": [
            {
                "payer": debt.payer.name,
                "payee": debt.payee.name,
                "amount": debt.amount,
                "from": debt.closing.session.name,
            }
            for debt in brought
        ],
        "events": list(_events(session, {seat.pk: seat.number for seat in seats})),
    }


def _events(session: Session, numbers: dict[int, int]) -> Iterator[Event]:
    """Everything that happened, in its order: each kind in the order of its rows, and the kinds by their times."""
    streams = (
        _rules(session, numbers),
        _hands(session, numbers),
        _penalties(session, numbers),
        _chips(session, numbers),
        _seat_changes(session, numbers),
        *_closing(session),
        *_questions(session),
    )
    return merge(*streams, key=itemgetter("at"))


def _rules(session: Session, numbers: dict[int, int]) -> Iterator[Event]:
    rows = SessionRules.objects.filter(session=session).select_related("created_by").order_by("number")
    for row in rows.prefetch_related("pair_values"):
        pairs = [
            (sorted((numbers[pair.first_id], numbers[pair.second_id])), pair.unit_value)
            for pair in row.pair_values.all()
        ]
        yield _event("rules", row) | {
            "number": row.number,
            "rules": row.ruleset.to_json(),
            "unit_value": row.unit_value,
            "pairs": [{"seats": seats, "unit_value": value} for seats, value in sorted(pairs)],
        }


def _hands(session: Session, numbers: dict[int, int]) -> Iterator[Event]:
    rows = Revision.objects.filter(hand__session=session).select_related("hand__rules", "created_by").order_by("pk")
    posted = Transfer.objects.filter(reverses__isnull=True)
    boards = Prefetch("boards", Board.objects.order_by("position"))
    for row in rows.prefetch_related(boards, Prefetch("transfers", posted)):
        yield _event("hand", row) | {
            "hand": row.hand.number,
            "rules": row.hand.rules.number,
            "revision": row.number,
            "kind": row.kind,
            "button": None if row.button_id is None else numbers[row.button_id],
            "deal_note": row.deal_note,
            "reason": row.reason,
            "boards": [_board(board, numbers) for board in row.boards.all()],
            "paid": _paid(row.transfers.all(), numbers),
        }


def _board(board: Board, numbers: dict[int, int]) -> dict[str, Any]:
    return {
        "seat": numbers[board.seat_id],
        "place": board.position,
        "cards": board.cards,
        "fantasyland": board.fantasyland,
        "dead": board.dead,
        "stack": board.stack,
    }


def _paid(transfers: Iterable[Transfer], numbers: dict[int, int]) -> list[dict[str, int]]:
    rows = [
        {"from": numbers[row.payer_id], "to": numbers[row.payee_id], "units": row.units, "unit_value": row.unit_value}
        for row in transfers
    ]
    return sorted(rows, key=itemgetter("from", "to"))


def _penalties(session: Session, numbers: dict[int, int]) -> Iterator[Event]:
    rows = Adjustment.objects.filter(session=session).select_related("created_by").order_by("pk")
    number_of: dict[int | None, int | None] = {None: None}
    for number, row in enumerate(rows.prefetch_related("transfers"), start=1):
        number_of[row.pk] = number
        yield _event("penalty", row) | {
            "number": number,
            "after_hand": row.after_number,
            "reason": row.reason,
            "undoes": number_of[row.undoes_id],
            "paid": [] if row.undoes_id else _paid(row.transfers.all(), numbers),
        }


def _chips(session: Session, numbers: dict[int, int]) -> Iterator[Event]:
    rows = ChipMove.objects.filter(session=session).select_related("created_by").order_by("pk")
    number_of: dict[int | None, int | None] = {None: None}
    for number, row in enumerate(rows, start=1):
        number_of[row.pk] = number
        yield _event("chips", row) | {
            "number": number,
            "after_hand": row.after_number,
            "seat": numbers[row.seat_id],
            "units": row.units,
            "undoes": number_of[row.undoes_id],
        }


def _seat_changes(session: Session, numbers: dict[int, int]) -> Iterator[Event]:
    for row in SeatChange.objects.filter(session=session).select_related("created_by").order_by("pk"):
        yield _event("seat", row) | {
            "after_hand": row.after_number,
            "kind": row.kind,
            "seat": numbers[row.seat_id],
            "other": None if row.other_id is None else numbers[row.other_id],
            "reason": row.reason,
        }


def _closing(session: Session) -> tuple[Iterator[Event], Iterator[Event]]:
    """The changes of state with the payments that each planned, and the marks on these."""
    planned = Prefetch("payments", PlannedPayment.objects.select_related("payer", "payee").order_by("pk"))
    changes = list(
        StateChange.objects.filter(session=session)
        .select_related("created_by")
        .prefetch_related(planned)
        .order_by("pk")
    )
    payments = [payment for change in changes for payment in change.payments.all()]
    number_of = {payment.pk: number for number, payment in enumerate(payments, start=1)}
    return _state_changes(changes, number_of), _marks(session, number_of)


def _state_changes(changes: list[StateChange], number_of: dict[int, int]) -> Iterator[Event]:
    for row in changes:
        yield _event("state", row) | {
            "after_hand": row.after_number,
            "state": row.state,
            "reason": row.reason,
            "payments": [
                {
                    "number": number_of[payment.pk],
                    "payer": payment.payer.name,
                    "payee": payment.payee.name,
                    "amount": payment.amount,
                }
                for payment in row.payments.all()
            ],
        }


def _marks(session: Session, number_of: dict[int, int]) -> Iterator[Event]:
    rows = PaymentMark.objects.filter(payment__closing__session=session).select_related("created_by", "into")
    for row in rows.order_by("pk"):
        yield _event("payment", row) | {
            "after_hand": row.after_number,
            "payment": number_of[row.payment_id],
            "kind": row.kind,
            "into": row.into.name if row.into else None,
        }


def _questions(session: Session) -> tuple[Iterator[Event], Iterator[Event]]:
    """The questions about hands, and the answers to them."""
    questions = list(HandQuestion.objects.filter(session=session).select_related("created_by", "hand").order_by("pk"))
    number_of = {question.pk: number for number, question in enumerate(questions, start=1)}
    asked = (
        _event("question", row)
        | {
            "number": number_of[row.pk],
            "after_hand": row.after_number,
            "hand": row.hand.number,
            "text": row.text,
        }
        for row in questions
    )
    answers = HandAnswer.objects.filter(session=session).select_related("created_by").order_by("pk")
    answered = (
        _event("answer", row)
        | {"after_hand": row.after_number, "question": number_of[row.question_id], "text": row.text}
        for row in answers
    )
    return asked, answered


def _event(what: str, row: Any) -> Event:
    return {"what": what, "at": _time(row.created_at), "by": row.by}


def _time(at: datetime) -> str:
    return at.astimezone(UTC).strftime(TIME)
