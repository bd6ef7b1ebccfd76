"""People, sessions, hands and the journal. Every row belongs to a club."""

from ledger.models.closing import PaymentMark, PlannedPayment, StateChange
from ledger.models.club import Club, Membership, Player, PlayerChange, User
from ledger.models.draft import Draft
from ledger.models.events import Adjustment, ChipMove, PairValue, SeatChange
from ledger.models.hand import Board, Hand, Revision
from ledger.models.journal import Transfer
from ledger.models.links import Link, LinkAccess
from ledger.models.questions import HandAnswer, HandPhoto, HandQuestion
from ledger.models.session import Seat, Session, SessionRules
from ledger.models.tally import PairTally, Tally

__all__ = [
    "Adjustment",
    "Board",
    "ChipMove",
    "Club",
    "Draft",
    "Hand",
    "HandAnswer",
    "HandPhoto",
    "HandQuestion",
    "Link",
    "LinkAccess",
    "Membership",
    "PairTally",
    "PairValue",
    "PaymentMark",
    "PlannedPayment",
    "Player",
    "PlayerChange",
    "Revision",
    "Seat",
    "SeatChange",
    "Session",
    "SessionRules",
    "StateChange",
    "Tally",
    "Transfer",
    "User",
]
