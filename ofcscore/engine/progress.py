"""A board while it is being entered: what its finished rows are worth, and whether it can still come out legal."""

from collections.abc import Collection, Sequence
from itertools import combinations
from typing import NamedTuple

from ofcscore.engine.cards import DECK
from ofcscore.engine.explain import not_low, row_beats
from ofcscore.engine.hands import Hand, evaluate
from ofcscore.engine.lows import Low, low_of
from ofcscore.engine.rules import ROW_SIZES, ROWS, Ruleset

# Up to so many missing cards every way to finish a row is tried: 1,081 ways for two. With more, a row can still become
# nearly anything.
MOST_TRIED = 2
_IN_ORDER = ((0, 1), (1, 2), (0, 2))
_IN_ORDER_ROUND_A_LOW = ((0, 2),)
_MIDDLE = 1


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

    Source: docs/rules.md R2.7, R7.1, R7.2.
    """
    used = {card for row in rows for card in row} | set(elsewhere)
    unused = [card for card in DECK if card not in used]
    ranges = [_range(row, size, unused) for row, size in zip(rows, ROW_SIZES, strict=True)]
    hands = [evaluate(row) if len(row) == size else None for row, size in zip(rows, ROW_SIZES, strict=True)]
    if rules.low_middle:
        foul = _certain_not_low(rows[_MIDDLE], unused) or _certain_foul(ranges, hands, _IN_ORDER_ROUND_A_LOW)
        middle = hands[_MIDDLE]
        hands[_MIDDLE] = low_of(middle) if middle else None
    else:
        foul = _certain_foul(ranges, hands, _IN_ORDER)
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


def _certain_not_low(row: tuple[str, ...], unused: Sequence[str]) -> str:
    """Why a middle cannot become a low any more: what it holds already, or that no way to finish it gives one."""
    size = ROW_SIZES[_MIDDLE]
    missing = size - len(row)
    if not missing:
        return not_low(low_of(evaluate(row)))
    ranks = [card[0] for card in row]
    spoiled = len(set(ranks)) < len(ranks) or any(rank in "JQKA" for rank in ranks)
    if not spoiled and missing <= MOST_TRIED and missing <= len(unused):
        finished = (low_of(evaluate(row + rest)) for rest in combinations(unused, missing))
        spoiled = not any(isinstance(hand, Low) for hand in finished)
    return "the middle can no longer be a ten-low or better" if spoiled else ""


def _certain_foul(
    ranges: Sequence[tuple[Hand, Hand] | None], hands: Sequence[Hand | None], in_order: tuple[tuple[int, int], ...]
) -> str:
    for upper, lower in in_order:
        above, below = ranges[upper], ranges[lower]
        if above and below and above[0] > below[1]:
            return row_beats(
                ROWS[upper], above[0], ROWS[lower], below[1], certain=(bool(hands[upper]), bool(hands[lower]))
            )
    return ""
