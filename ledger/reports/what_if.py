"""Who would have won what under other rules: the same boards, scored again, and nothing posted."""

from dataclasses import dataclass

from ledger.models import Revision, Session
from ledger.services.scoring import score_boards, seat_board
from ofcscore.engine.errors import OFCError
from ofcscore.engine.rules import Ruleset


@dataclass(frozen=True)
class WhatIfLine:
    """One player: what the night really brought, and what the other rules would have."""

    name: str
    units: int
    would_be: int

    @property
    def difference(self) -> int:
        """What the other rules would have added."""
        return self.would_be - self.units


@dataclass(frozen=True)
class WhatIfView:
    """Everybody under other rules; ``hands`` were scored, ``left_out`` are the numbers of those that cannot be."""

    lines: tuple[WhatIfLine, ...]
    hands: int
    left_out: tuple[int, ...]


def what_if_view(session: Session, rules: Ruleset) -> WhatIfView:
    """The session's hands that stand, scored under ``rules``.

    Who was in Fantasyland stays as it was dealt, since nobody knows how the night would have gone. A hand with more
    players than the rules take is left out, on both sides.
    """
    seats = list(session.seats.select_related("player"))
    real = dict.fromkeys((seat.pk for seat in seats), 0)
    would_be = dict(real)
    hands, left_out = 0, []
    for revision in Revision.objects.live().filter(hand__session=session):
        boards = list(revision.boards.all())
        try:
            dealt = [seat_board(board)._replace(fantasyland=0) for board in boards]
            result = score_boards(dealt, rules, revision.button_id)
        except OFCError:
            left_out.append(revision.hand.number)
            continue
        hands += 1
        for board, units in zip(boards, result.units, strict=True):
            real[board.seat_id] += board.units
            would_be[board.seat_id] += units
    lines = tuple(WhatIfLine(seat.name, real[seat.pk], would_be[seat.pk]) for seat in seats)
    return WhatIfView(lines, hands, tuple(left_out))
