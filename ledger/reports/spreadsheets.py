"""A session as rows for a spreadsheet: its hands, and its journal. Numbers are numbers, whole or with a point; money is
in the currency.
"""

from collections import Counter
from collections.abc import Iterator
from datetime import datetime

from django.utils.timezone import localtime

from ledger.models import Adjustment, Board, Revision, Seat, Session, Transfer
from ledger.money import format_plain
from ledger.services.scoring import score_revision
from ofcscore.engine.board import BoardResult

Cell = str | int
# A spreadsheet takes a text that begins so for a formula.
FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")
HANDS_HEAD = (
    "Hand",
    "Time",
    "Player",
    "Dealt in",
    "Button",
    "Top",
    "Middle",
    "Bottom",
    "Foul",
    "Fantasyland cards",
    "Royalties top",
    "Royalties middle",
    "Royalties bottom",
    "Units",
    "Balance after",
    "Undone",
)
TRANSFERS_HEAD = (
    "Number",
    "Time",
    "Hand",
    "Penalty",
    "Payer",
    "Payee",
    "Units",
    "Unit value",
    "Amount",
    "Currency",
    "Reverses number",
)


def text_cell(text: str) -> str:
    """A text that a spreadsheet shows as it is."""
    return f"'{text}" if text.startswith(FORMULA_STARTS) else text


def hand_rows(session: Session) -> Iterator[tuple[Cell, ...]]:
    """Rows of each hand and seat, under the head. An undone hand is there with its cards, marked, and moves nothing."""
    yield HANDS_HEAD
    seats = _seats(session)
    balances: Counter[int] = Counter()
    penalties = list(_penalties(session))
    for revision in Revision.objects.shown().filter(hand__session=session):
        number = revision.hand.number
        while penalties and penalties[0][0] < number:
            _, moved = penalties.pop(0)
            balances.update(moved)
        boards = {board.seat_id: board for board in revision.boards.all()}
        judged = dict(zip(boards, score_revision(revision).boards, strict=True))
        balances.update({seat: board.units for seat, board in boards.items()})
        for seat in seats:
            board = boards.get(seat.pk)
            yield (
                number,
                _time(revision.hand.created_at),
                text_cell(seat.name),
                _yes(board is not None),
                _yes(seat.pk == revision.button_id),
                *_board_cells(board, judged.get(seat.pk)),
                balances[seat.pk],
                _yes(revision.is_undone),
            )


def _board_cells(board: Board | None, judged: BoardResult | None) -> tuple[Cell, ...]:
    """Cards of the three rows, foul, Fantasyland, royalties, units."""
    if board is None or judged is None:
        return "", "", "", "", 0, 0, 0, 0, 0
    rows = ("".join(row) for row in judged.rows)
    return (*rows, _yes(judged.fouled), board.fantasyland, *judged.royalties, board.units)


def _penalties(session: Session) -> Iterator[tuple[int, Counter[int]]]:
    """What each penalty that stands moved, by seat id, after the hand of which number."""
    shown = Adjustment.objects.shown().filter(session=session, undone_by__isnull=True)
    for penalty in shown:
        moved: Counter[int] = Counter()
        for transfer in penalty.transfers.all():
            moved[transfer.payee_id] += transfer.units
            moved[transfer.payer_id] -= transfer.units
        yield penalty.after_number, moved


def transfer_rows(session: Session) -> Iterator[tuple[Cell, ...]]:
    """A row for each row of the journal, under the head, in the order in which they were posted."""
    yield TRANSFERS_HEAD
    rows = Transfer.objects.filter(session=session).select_related("revision__hand", "adjustment")
    names = {seat.pk: text_cell(seat.name) for seat in _seats(session)}
    numbers: dict[int | None, Cell] = {None: ""}
    currency = session.currency
    for number, row in enumerate(rows.order_by("created_at", "pk"), start=1):
        numbers[row.pk] = number
        yield (
            number,
            _time(row.created_at),
            row.revision.hand.number if row.revision else "",
            text_cell(row.adjustment.reason) if row.adjustment else "",
            names[row.payer_id],
            names[row.payee_id],
            row.units,
            format_plain(row.unit_value, currency),
            format_plain(row.units * row.unit_value, currency),
            currency,
            numbers[row.reverses_id],
        )


def _seats(session: Session) -> list[Seat]:
    return list(session.seats.select_related("player").order_by("number"))


def _yes(answer: bool) -> str:
    return "yes" if answer else "no"


def _time(at: datetime) -> str:
    return localtime(at).isoformat(timespec="seconds")
