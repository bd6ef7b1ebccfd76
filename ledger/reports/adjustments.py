"""What moved outside the hands of a session: penalties, and whatever the table agreed on."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from ledger.models import Adjustment, Session


@dataclass(frozen=True)
class AdjustmentLine:
    """Who paid whom and why, and by whom it was written down. ``undone_by`` is empty for what stands."""

    pk: int
    what: str
    reason: str
    when: str
    by: str
    at: datetime
    undone_by: str


def adjustment_lines(session: Session) -> tuple[AdjustmentLine, ...]:
    """Every adjustment of the session, the newest first, each with its undoing."""
    names = _names(session)
    shown = Adjustment.objects.shown().filter(session=session)
    return tuple(_line(adjustment, names) for adjustment in reversed(shown))


def payment_words(adjustment: Adjustment) -> str:
    """Who pays whom how much, as a sentence without its full stop."""
    return payment_between(adjustment, _names(adjustment.session))


def _names(session: Session) -> dict[int, str]:
    return {seat.pk: seat.name for seat in session.seats.select_related("player")}


def _line(adjustment: Adjustment, names: Mapping[int, str]) -> AdjustmentLine:
    undone = getattr(adjustment, "undone_by", None)
    return AdjustmentLine(
        pk=adjustment.pk,
        what=payment_between(adjustment, names),
        reason=adjustment.reason,
        when=adjustment.when,
        by=adjustment.by,
        at=adjustment.created_at,
        undone_by=undone.by if undone else "",
    )


def payment_between(adjustment: Adjustment, names: Mapping[int, str]) -> str:
    """The same as :func:`payment_words`, given the names of the seats: the same units go to each who is paid."""
    transfers = sorted(adjustment.transfers.all(), key=lambda transfer: transfer.pk)
    payer, units = names[transfers[0].payer_id], transfers[0].units
    payees = ", ".join(names[transfer.payee_id] for transfer in transfers)
    return f"{payer} pays {units} to {'each of ' if len(transfers) > 1 else ''}{payees}"
