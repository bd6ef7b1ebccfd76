"""A board while it is being entered: what its finished rows are worth, and whether it can still come out legal."""

from collections.abc import Collection, Sequence
from itertools import combinations
from typing import NamedTuple

from ofcscore.engine.board import Board, read_board
from ofcscore.engine.cards import DECK, JOKERS
from ofcscore.engine.explain import foul_reason, not_low, row_beats
from ofcscore.engine.hands import Hand, evaluate
from ofcscore.engine.jokers import judge
from ofcscore.engine.lows import Low, low_of
from ofcscore.engine.rules import BOARD_SIZE, ROW_SIZES, ROWS, Ruleset

# Up to so many missing cards, jokers included, every way to finish a row is tried: at most 1,326 ways for two, twice as
# many for a joker and a missing card. With more, a row can still become nearly anything.
MOST_TRIED = 2
_IN_ORDER = ((0, 1), (1, 2), (0, 2))
_IN_ORDER_ROUND_A_LOW = ((0, 2),)
_MIDDLE = 1


class BoardProgress(NamedTuple):
    """What is known of a board that may not be finished.

    ``hands`` and ``royalties`` are those of top, middle and bottom: None and 0 for a row that is not full, and for one
    with a joker until the whole board is there, since only then it is known what the joker plays as (R8.6). ``foul``
    says why the board cannot come out legal any more; it is empty while it can.
    """

    hands: tuple[Hand | None, ...]
    royalties: tuple[int, ...]
    foul: str


def board_progress(rows: Sequence[tuple[str, ...]], rules: Ruleset, elsewhere: Collection[str] = ()) -> BoardProgress:
    """How far a board has come. ``rows`` are the cards of top, middle and bottom, none too many and all different;
    ``elsewhere`` are cards that lie on other boards, and so cannot come to this one, though a joker may play as them.

    >>> from ofcscore.engine.rules import PRESETS
    >>> board_progress([("Ah", "Ad", "2c"), ("Kh", "Qd", "9s", "7c"), ()], PRESETS["classic"]).foul
    'top pair of aces beats the best that the middle can still be, pair of kings'

    Source: docs/rules.md R2.7, R7.1, R7.2, R8.6.
    """
    held = [card for row in rows for card in row]
    if len(held) == BOARD_SIZE and any(card in JOKERS for card in held):
        return _finished_with_jokers(rows, rules)
    playable = [card for card in DECK if card not in held]
    coming = _coming(playable, {*held, *elsewhere}, rules)
    finishes = [_finishes(row, size, coming, playable) for row, size in zip(rows, ROW_SIZES, strict=True)]
    ranges = [_range(finished) for finished in finishes]
    hands = [_hand(row, size) for row, size in zip(rows, ROW_SIZES, strict=True)]
    if rules.low_middle:
        foul = _certain_not_low(rows[_MIDDLE], finishes[_MIDDLE]) or _certain_foul(ranges, hands, _IN_ORDER_ROUND_A_LOW)
        middle = hands[_MIDDLE]
        hands[_MIDDLE] = low_of(middle) if middle else None
    else:
        foul = _certain_foul(ranges, hands, _IN_ORDER)
    royalties = [
        table.get(hand.royalty, 0) if hand and not foul else 0 for table, hand in zip(rules.pays, hands, strict=True)
    ]
    return BoardProgress(tuple(hands), tuple(royalties), foul)


def _finished_with_jokers(rows: Sequence[tuple[str, ...]], rules: Ruleset) -> BoardProgress:
    """What became of a board that is all there, its jokers playing as they will be scored."""
    board = Board("", "/".join(map("".join, rows)))
    judged = judge(board, *read_board(board, 0), rules)
    return BoardProgress(judged.hands, judged.royalties, foul_reason(judged))


def _hand(row: tuple[str, ...], size: int) -> Hand | None:
    """What a row is for certain; None when it is not full or holds a joker."""
    return evaluate(row) if len(row) == size and not any(card in JOKERS for card in row) else None


def _coming(playable: Sequence[str], out: Collection[str], rules: Ruleset) -> Sequence[str]:
    """What a missing card of a row can be, given what lies on some board: as long as a joker may come, everything that
    one could play as.
    """
    if any(joker not in out for joker in JOKERS[: rules.jokers]):
        return playable
    return [card for card in playable if card not in out]


def _finishes(
    row: tuple[str, ...], size: int, coming: Sequence[str], playable: Sequence[str]
) -> list[tuple[str, ...]] | None:
    """Every row that this one can still become, its jokers playing as cards of ``playable``; None when it can still
    become nearly anything, or when the deck has not the cards to fill it.
    """
    others = tuple(card for card in row if card not in JOKERS)
    jokers, missing = len(row) - len(others), size - len(row)
    if jokers + missing > MOST_TRIED or missing > len(coming):
        return None
    if not jokers:
        return [row + rest for rest in combinations(coming, missing)]
    played = list(combinations(playable, jokers))
    rests = combinations(coming, missing)
    return [others + rest + cards for rest in rests for cards in played if not set(rest) & set(cards)]


def _range(finished: list[tuple[str, ...]] | None) -> tuple[Hand, Hand] | None:
    """The weakest and the strongest that a row can still be; None when that is not known."""
    if finished is None:
        return None
    hands = [evaluate(row) for row in finished]
    return min(hands), max(hands)


def _certain_not_low(row: tuple[str, ...], finished: list[tuple[str, ...]] | None) -> str:
    """Why a middle cannot become a low any more: what it holds already, or that no way to finish it gives one."""
    whole = _hand(row, ROW_SIZES[_MIDDLE])
    if whole:
        return not_low(low_of(whole))
    ranks = [card[0] for card in row if card not in JOKERS]
    spoiled = len(set(ranks)) < len(ranks) or any(rank in "JQKA" for rank in ranks)
    if not spoiled and finished is not None:
        spoiled = not any(isinstance(low_of(evaluate(way)), Low) for way in finished)
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
