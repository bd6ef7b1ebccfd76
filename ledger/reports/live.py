"""A session as those see it who only watch: where everybody stands, the last hand with its boards, and the curve."""

from dataclasses import dataclass
from datetime import datetime

from ledger.models import Revision, Session
from ledger.reports.curve import CurveView
from ledger.reports.hands import BoardView, PairView, PaymentView, board_views, pair_views, payment_views
from ledger.reports.history import balance_curve
from ledger.reports.tables import TableView, table_view
from ledger.services.scoring import score_revision


@dataclass(frozen=True)
class LiveHand:
    """A hand to read. ``corrected`` is whether it was changed since it was first saved."""

    number: int
    rules: str
    saved_at: datetime
    is_undone: bool
    corrected: bool
    boards: tuple[BoardView, ...]
    pairs: tuple[PairView, ...]
    payments: tuple[PaymentView, ...]
    previous_number: int | None
    next_number: int | None


@dataclass(frozen=True)
class LiveView:
    """All that a watcher's page shows. ``last`` is the last hand that stands, None before the first."""

    table: TableView
    last: LiveHand | None
    curve: CurveView | None


def live_view(session: Session) -> LiveView:
    """The session as it stands."""
    table = table_view(session)
    number = table.last_live.number if table.last_live else None
    return LiveView(
        table=table,
        last=live_hand(session, number) if number else None,
        curve=balance_curve(session),
    )


def live_hand(session: Session, number: int) -> LiveHand | None:
    """The session's hand of this number as it was last shown, or None when there is none."""
    revision = Revision.objects.shown().filter(hand__session=session, hand__number=number).first()
    if revision is None:
        return None
    result = score_revision(revision)
    rules = revision.hand.rules.ruleset
    button = next(place for place, board in enumerate(revision.boards.all()) if board.seat_id == revision.button_id)
    return LiveHand(
        number=number,
        rules=rules.title,
        saved_at=revision.created_at,
        is_undone=revision.is_undone,
        corrected=revision.is_corrected,
        boards=board_views(result, rules, button),
        pairs=pair_views(result, rules),
        payments=payment_views(result, rules),
        previous_number=number - 1 if number > 1 else None,
        next_number=number + 1 if session.hands.filter(number=number + 1).exists() else None,
    )
