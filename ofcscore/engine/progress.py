"""A board while it is being entered: what its finished rows are worth, and whether it can still come out legal."""

from collections.abc import Collection, Sequence
from itertools import combinations
from typing import NamedTuple

from ofcscore.engine.cards import DECK
from ofcscore.engine.explain import row_beats
from ofcscore.engine.hands import Hand, evaluate
from ofcscore.engine.rules import ROW_SIZES, ROWS, Ruleset

# Up to so many missing cards every way to finish a row is tried: 1,081 ways for two. With more, a row can still become
# nearly anything.
MOST_TRIED = 2
_PAIRS_OF_ROWS = ((0, 1), (1, 2), (0, 2))


class BoardProgress(NamedTuple):
    """What is known of a board that may not be finished.

    ``hands`` and ``royalties`` are those of top, middle and bottom: None and 0 for a row that is not full. ``foul``
    says why the board cannot come out legal any more; it is empty while it can.
    """

    hands: tuple[Hand | None, ...]
    royalties: tuple[int, ...]
    foul: str


def board_progress(rows: Sequence[tuple[str, ...]], rules: Ruleset, elsewhere: Collection[str] = ()) -> BoardProgress:
    """How far a board has come. ``rows`` are the cards of top, middle and bottom, none too many and all different;
    ``elsewhere`` are cards that lie on other boards, and so cannot come to this one.

    >>> from ofcscore.engine.rules import PRESETS
    >>> board_progress([("Ah", "Ad", "2c"), ("Kh", "Qd", "9s", "7c"), ()], PRESETS["classic"]).foul
    'top pair of aces beats the best that the middle can still be, pair of kings'

    Source: docs/rules.md R2.7.
    """
    used = {card for row in rows for card in row} | set(elsewhere)
    unused = [card for card in DECK if card not in used]
    ranges = [_range(row, size, unused) for row, size in zip(rows, ROW_SIZES, strict=True)]
    hands = [evaluate(row) if len(row) == size else None for row, size in zip(rows, ROW_SIZES, strict=True)]
    foul = _certain_foul(ranges, hands)
    royalties = [
        table.get(hand.royalty, 0) if hand and not foul else 0 for table, hand in zip(rules.pays, hands, strict=True)
    ]
    return BoardProgress(tuple(hands), tuple(royalties), foul)


def _range(row: tuple[str, ...], size: int, unused: Sequence[str]) -> tuple[Hand, Hand] | None:
    """The weakest and the strongest that a row can still be; None when it can still be nearly anything, or when the
    deck has not the cards to fill it.
    """
    missing = size - len(row)
    if missing > MOST_TRIED or missing > len(unused):
        return None
    finished = [evaluate(row + rest) for rest in combinations(unused, missing)]
    return min(finished), max(finished)


def _certain_foul(ranges: Sequence[tuple[Hand, Hand] | None], hands: Sequence[Hand | None]) -> str:
    for upper, lower in _PAIRS_OF_ROWS:
        above, below = ranges[upper], ranges[lower]
        if above and below and above[0] > below[1]:
            return row_beats(
                ROWS[upper], above[0], ROWS[lower], below[1], certain=(bool(hands[upper]), bool(hands[lower]))
            )
    return ""
