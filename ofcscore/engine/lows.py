"""The middle row where it plays for the low: ten-low or better by deuce-to-seven (docs/rules.md R7).

The ace is high there, and pairs, straights and flushes count against a hand, so the lows are the weakest of the
ordinary high-card hands: the table is made from those, turned round.
"""

from itertools import combinations

from ofcscore.engine.hands import RANK_NAMES, Category, Hand, evaluate
from ofcscore.engine.rules import WHEEL

_WHEEL_RANKS = (5, 3, 2, 1, 0)


class Low(Hand):
    """A low that qualifies. Like any hand it is greater when it is better, and that is when its ranks are lower."""

    __slots__ = ()

    @property
    def short_name(self) -> str:
        """The hand as players call it: "ten-low"; the best of all is the "seven-five low"."""
        highest, second, *_ = (RANK_NAMES[rank] for rank in self.ranks)
        return f"{highest}-{second} low" if self.ranks == _WHEEL_RANKS else f"{highest}-low"

    @property
    def name(self) -> str:
        """The hand with all that can decide it: "ten-low, nine-eight-seven-five"."""
        if self.ranks == _WHEEL_RANKS:
            return self.short_name
        return f"{self.short_name}, {'-'.join(RANK_NAMES[rank] for rank in self.ranks[1:])}"


class NoLow(Hand):
    """A middle row that does not qualify, and so fouls its board (R7.1). It is called what it is as a high hand."""

    __slots__ = ()


def low_of(hand: Hand) -> Low | NoLow:
    """What a row of five is worth as a low, given what it is worth as a high hand.

    >>> low_of(evaluate(["8h", "6d", "4s", "3c", "2h"])).name
    'eight-low, six-four-three-two'
    >>> low_of(evaluate(["7h", "5d", "4s", "3c", "2h"])) > low_of(evaluate(["7s", "6d", "4c", "3s", "2d"]))
    True
    """
    return _LOWS.get(hand.strength) or NoLow(*hand)


def _lows() -> dict[int, Low]:
    """Every low that qualifies, by its strength as a high hand."""
    rainbow = ("s", "h", "d", "c", "s")
    rows = [map("".join, zip(ranks, rainbow, strict=True)) for ranks in combinations("23456789T", 5)]
    no_pair = sorted(hand for hand in map(evaluate, rows) if hand.category is Category.HIGH_CARD)
    lows = {}
    for strength, hand in enumerate(reversed(no_pair)):
        cell = WHEEL if hand.ranks == _WHEEL_RANKS else f"{RANK_NAMES[hand.ranks[0]]}-low"
        lows[hand.strength] = Low(strength, hand.category, hand.ranks, cell)
    return lows


_LOWS = _lows()
