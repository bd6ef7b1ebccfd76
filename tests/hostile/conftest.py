"""What the tests of hostile inputs share."""

from tests.hostile.tally import tally
from tests.ledger.conftest import ann_user, session

__all__ = ["ann_user", "session", "tally"]
