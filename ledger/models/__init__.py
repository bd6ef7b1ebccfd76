"""People, sessions, hands and the journal. Every row belongs to a club."""

from ledger.models.club import Club, Membership, Player, User
from ledger.models.draft import Draft
from ledger.models.hand import Board, Hand, Revision
from ledger.models.journal import Transfer
from ledger.models.session import Seat, Session, SessionRules

__all__ = [
    "Board",
    "Club",
    "Draft",
    "Hand",
    "Membership",
    "Player",
    "Revision",
    "Seat",
    "Session",
    "SessionRules",
    "Transfer",
    "User",
]
