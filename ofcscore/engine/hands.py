"""How strong a row is: one scale for three and five cards, and the name a person would say.

How it works. Every card weighs a number made of three parts, and a row weighs the sum of its cards:

* bits 0-15: ``16**suit``. A sum counts the cards of each suit in four bits, enough for all thirteen, so a row of five
  cards of one suit is one of four sums.
* bits 16-67: one bit for each card of the deck. A sum of different cards has as many of these set as there are cards; a
  card that occurs twice carries into the next bit and leaves fewer, which is how :func:`all_different` knows.
* bits 68 and up: ``5**rank``. In a row no rank occurs more than four times, so the sum spells how often each rank
  occurs, in base five: two rows have the same sum exactly when they have the same ranks.

So a row is looked up by the ranks in its weight: in the table of flushes if it holds five cards of a suit, else in the
table of everything else. The tables are made once, at import: every hand of three or five cards is listed as its
category and its ranks by importance, weakest first, and a hand's strength is its place in that list. Ranks compare
one by one, and a beginning sorts before what it begins: three cards that tie with the first ranks of five lose to
them, since a missing kicker ranks lowest (docs/rules.md R2.3).
"""

import gc
from collections.abc import Callable, Iterable
from enum import IntEnum
from itertools import combinations, count, permutations
from typing import NamedTuple

from ofcscore.engine.cards import DECK, RANKS, SUITS


class Category(IntEnum):
    """The kinds of poker hand, weakest first. Three cards make only the first, second and fourth (R2.2)."""

    HIGH_CARD = 0
    PAIR = 1
    TWO_PAIR = 2
    TRIPS = 3
    STRAIGHT = 4
    FLUSH = 5
    FULL_HOUSE = 6
    QUADS = 7
    STRAIGHT_FLUSH = 8
    ROYAL_FLUSH = 9


class Hand(NamedTuple):
    """The worth of a row. Hands compare by strength: stronger is greater, equal is equal, suits never matter.

    ``ranks`` are places in ``RANKS`` (0 for a two, 12 for an ace), the ones that decide first coming first.
    ``royalty`` is the cell of the royalty table that the hand is paid by: ``QQ`` or ``222`` for three cards, ``flush``
    for five, and an empty text where no table pays it.
    """

    strength: int
    category: Category
    ranks: tuple[int, ...]
    royalty: str

    @property
    def short_name(self) -> str:
        """The hand without its kickers: "pair of queens"."""
        return _SHORT_NAMES[self.category](*self.ranks)

    @property
    def name(self) -> str:
        """The hand with the kickers that can decide it: "pair of queens, seven kicker"."""
        return self._named(_FIRST_KICKER[self.category])

    @property
    def full_name(self) -> str:
        """As ``name``, and three and four of a rank with their kickers too, which decide where two players hold them:
        with jokers (R8.3).
        """
        return self._named(1) if self.category in (Category.TRIPS, Category.QUADS) else self.name

    def _named(self, first_kicker: int) -> str:
        kickers = self.ranks[first_kicker:]
        if not kickers:
            return self.short_name
        words = "-".join(RANK_NAMES[rank] for rank in kickers)
        suffix = {Category.HIGH_CARD: "", Category.FLUSH: ""}.get(self.category, " kicker")
        return f"{self.short_name}, {words}{suffix}{'s' if suffix and len(kickers) > 1 else ''}"


RANK_NAMES = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace")
PLURALS = tuple(f"{name}es" if name == "six" else f"{name}s" for name in RANK_NAMES)

_SHORT_NAMES: dict[Category, Callable[..., str]] = {
    Category.HIGH_CARD: lambda high, *_: f"{RANK_NAMES[high]} high",
    Category.PAIR: lambda pair, *_: f"pair of {PLURALS[pair]}",
    Category.TWO_PAIR: lambda high, low, *_: f"two pair, {PLURALS[high]} and {PLURALS[low]}",
    Category.TRIPS: lambda trips, *_: f"three {PLURALS[trips]}",
    Category.STRAIGHT: lambda high: f"{RANK_NAMES[high]}-high straight",
    Category.FLUSH: lambda high, *_: f"{RANK_NAMES[high]}-high flush",
    Category.FULL_HOUSE: lambda trips, pair: f"full house, {PLURALS[trips]} over {PLURALS[pair]}",
    Category.QUADS: lambda quads, *_: f"four {PLURALS[quads]}",
    Category.STRAIGHT_FLUSH: lambda high: f"{RANK_NAMES[high]}-high straight flush",
    Category.ROYAL_FLUSH: lambda *_: "royal flush",
}
# Where the kickers begin among the ranks. With one deck and no jokers, trips and quads of a rank can only be held once,
# so their kickers never decide anything and are left out of the name.
_FIRST_KICKER = {
    Category.HIGH_CARD: 1,
    Category.PAIR: 1,
    Category.TWO_PAIR: 2,
    Category.FLUSH: 1,
} | dict.fromkeys(
    (
        Category.TRIPS,
        Category.STRAIGHT,
        Category.FULL_HOUSE,
        Category.QUADS,
        Category.STRAIGHT_FLUSH,
        Category.ROYAL_FLUSH,
    ),
    5,
)
_ROYALTY_NAMES = {
    Category.TRIPS: "trips",
    Category.STRAIGHT: "straight",
    Category.FLUSH: "flush",
    Category.FULL_HOUSE: "full house",
    Category.QUADS: "quads",
    Category.STRAIGHT_FLUSH: "straight flush",
    Category.ROYAL_FLUSH: "royal flush",
}
_ACE = 12
# The ranks of each straight by its highest: the ace plays low in five-four-three-two-ace and does not wrap (R2.5).
_STRAIGHTS = {3: (12, 3, 2, 1, 0)} | {high: tuple(range(high, high - 5, -1)) for high in range(4, 13)}
_FLUSH_CATEGORIES = {Category.FLUSH, Category.STRAIGHT_FLUSH, Category.ROYAL_FLUSH}
# What three cards can make: how many different ranks they hold then, and how often the royalty's name repeats the
# first.
_TOPS = {Category.HIGH_CARD: (3, 0), Category.PAIR: (2, 2), Category.TRIPS: (1, 3)}

_CARD_BITS = 16
_RANK_BITS = 68
_SUIT_MASK = (1 << _CARD_BITS) - 1
_CARD_MASK = (1 << _RANK_BITS) - (1 << _CARD_BITS)
_FLUSH_SUITS = frozenset(5 * 16**suit for suit in range(4))

_POWERS = tuple(5**rank for rank in range(13))
_HIGH_TO_LOW = range(12, -1, -1)
_new = tuple.__new__  # Hand(...) in half the time

WEIGHTS = {
    card: (_POWERS[RANKS.index(card[0])] << _RANK_BITS) + (1 << (_CARD_BITS + place)) + 16 ** SUITS.index(card[1])
    for place, card in enumerate(DECK)
}
_weight_of = WEIGHTS.__getitem__
# What a board's text is read by, two cards at a time: besides single cards, every two different ones, and a card with
# the stroke that ends its row.
TEXT_WEIGHTS = (
    WEIGHTS
    | {a + b: WEIGHTS[a] + WEIGHTS[b] for a, b in permutations(DECK, 2)}
    | {f"{card}/": weight for card, weight in WEIGHTS.items()}
)


def evaluate(cards: Iterable[str]) -> Hand:
    """The worth of a row of three or five different cards of one deck.

    >>> evaluate(["Qh", "Qd", "7c"]).name
    'pair of queens, seven kicker'
    >>> evaluate(["Qh", "Qd", "7c"]) < evaluate(["Qs", "Qc", "9h", "8d", "2s"])
    True

    Raises KeyError for anything but three or five cards. Source: docs/rules.md R2.
    """
    weight = sum(map(_weight_of, cards))
    return (_FLUSHES if weight & _SUIT_MASK in _FLUSH_SUITS else _HANDS)[weight >> _RANK_BITS]


def evaluate_rows(weights: tuple[int, int, int]) -> tuple[Hand, Hand, Hand]:
    """The worths of top, middle and bottom, given what each row's cards weigh together; three cards make no flush."""
    top, middle, bottom = weights
    return (
        _HANDS[top >> _RANK_BITS],
        (_FLUSHES if middle & _SUIT_MASK in _FLUSH_SUITS else _HANDS)[middle >> _RANK_BITS],
        (_FLUSHES if bottom & _SUIT_MASK in _FLUSH_SUITS else _HANDS)[bottom >> _RANK_BITS],
    )


def all_different(weight: int, count: int) -> bool:
    """Whether ``count`` cards that weigh ``weight`` together are all different ones."""
    return (weight & _CARD_MASK).bit_count() == count


RankedHand = tuple[tuple[int, ...], int]
Tables = tuple[dict[int, Hand], dict[int, Hand]]


def _with_kickers(made: tuple[int, ...], made_sum: int, kickers: int) -> list[RankedHand]:
    """Each hand that holds the ranks ``made``, and besides them so many different kickers, with its rank sum."""
    others = [rank for rank in _HIGH_TO_LOW if rank not in made]
    ranks = combinations(others, kickers)
    rank_sums = map(sum, combinations([_POWERS[rank] for rank in others], kickers))
    return [(made + rest, made_sum + rest_sum) for rest, rest_sum in zip(ranks, rank_sums, strict=True)]


def _of_one_rank(times: int, *kickers: int) -> list[RankedHand]:
    """Each hand of a rank held so many times and, for each size in ``kickers``, that many kickers; weakest first."""
    ranks = ((rank, times * power) for rank, power in enumerate(_POWERS))
    return sorted(hand for rank, power in ranks for size in kickers for hand in _with_kickers((rank,), power, size))


def _ranked_hands() -> dict[Category, list[RankedHand]]:
    """Every hand there is: the ranks of each by importance, with its rank sum, weakest first in each category."""
    straights: list[RankedHand] = [
        ((high,), sum(_POWERS[rank] for rank in ranks)) for high, ranks in _STRAIGHTS.items()
    ]
    straight_sums = {rank_sum for _, rank_sum in straights}
    no_pair = sorted(hand for hand in _with_kickers((), 0, 5) if hand[1] not in straight_sums)
    two_pair = [((a, b), 2 * (_POWERS[a] + _POWERS[b])) for a, b in combinations(_HIGH_TO_LOW, 2)]
    return {
        Category.HIGH_CARD: sorted(no_pair + _with_kickers((), 0, 3)),
        Category.PAIR: _of_one_rank(2, 1, 3),
        Category.TWO_PAIR: sorted(hand for pairs, power in two_pair for hand in _with_kickers(pairs, power, 1)),
        Category.TRIPS: _of_one_rank(3, 0, 2),
        Category.STRAIGHT: straights,
        Category.FLUSH: no_pair,
        Category.FULL_HOUSE: [((a, b), 3 * _POWERS[a] + 2 * _POWERS[b]) for a, b in permutations(range(13), 2)],
        Category.QUADS: _of_one_rank(4, 1),
        Category.STRAIGHT_FLUSH: straights[:-1],
        Category.ROYAL_FLUSH: straights[-1:],
    }


def _tables() -> Tables:
    """The two look-up tables, from the ranks' part of a weight to the hand: without a flush, and with one."""
    hands: dict[int, Hand] = {}
    flushes: dict[int, Hand] = {}
    strengths = count()
    for category, ranked in _ranked_hands().items():
        table = flushes if category in _FLUSH_CATEGORIES else hands
        royalty = _ROYALTY_NAMES.get(category, "")
        ranks_of_three, repeats = _TOPS.get(category, (0, 0))
        for ranks, rank_sum in ranked:
            cell = RANKS[ranks[0]] * repeats if len(ranks) == ranks_of_three else royalty
            table[rank_sum] = _new(Hand, (next(strengths), category, ranks, cell))
    return hands, flushes


def _without_collecting(make: Callable[[], Tables]) -> Tables:
    """What ``make`` makes, the garbage collector being off meanwhile: it would look through the growing tables time and
    again, find nothing, and take a fifth of the time that importing the engine takes.
    """
    was_on = gc.isenabled()
    gc.disable()
    try:
        return make()
    finally:
        if was_on:
            gc.enable()


_HANDS, _FLUSHES = _without_collecting(_tables)
