"""People, sessions, hands and the journal. Every row belongs to a club."""

from ledger.models.club import Club, Membership, Player, User
from ledger.models.draft import Draft
from ledger.models.events import Adjustment, ChipMove, PairValue, SeatChange
from ledger.models.hand import Board, Hand, Revision
from ledger.models.journal import Transfer
from ledger.models.session import Seat, Session, SessionRules

__all__ = [
    "Adjustment",
    "Board",
    "ChipMove",
    "Club",
    "Draft",
    "Hand",
    "Membership",
    "PairValue",
    "Player",
    "Revision",
    "Seat",
    "SeatChange",
    "Session",
    "SessionRules",
    "Transfer",
    "User",
]
