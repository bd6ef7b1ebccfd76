"""Poker hands compared another way than the engine does it: no table, no sums, a verdict from the cards each time."""

from collections import Counter
from collections.abc import Sequence

LADDER = "A23456789TJQKA"
WORTH = {rank: place for place, rank in enumerate(LADDER)}  # the ace's later place, 13, counts

SHAPES = {
    (1, 1, 1): 0,
    (1, 1, 1, 1, 1): 0,
    (2, 1): 1,
    (2, 1, 1, 1): 1,
    (2, 2, 1): 2,
    (3,): 3,
    (3, 1, 1): 3,
    (3, 2): 6,
    (4, 1): 7,
}


def worth(cards: Sequence[str]) -> tuple[int, tuple[int, ...]]:
    """A row's category, 0 to 9, and its ranks, 1 to 13, in the order in which they decide."""
    held = Counter(card[0] for card in cards)
    ranks = sorted(held, key=lambda rank: (held[rank], WORTH[rank]), reverse=True)
    category = SHAPES[tuple(held[rank] for rank in ranks)]
    values = tuple(WORTH[rank] for rank in ranks)
    if len(held) != 5:
        return category, values
    one_suit = len({card[1] for card in cards}) == 1
    low_to_high = "".join(reversed(ranks))
    wheel = low_to_high == "2345A"
    if wheel or low_to_high in LADDER:
        top = 4 if wheel else values[0]
        return (9 if top == 13 else 8) if one_suit else 4, (top,)
    return 5 if one_suit else 0, values


def is_low(cards: Sequence[str]) -> bool:
    """Whether five cards are ten-low or better: nothing made of them, and nothing above a ten."""
    return worth(cards)[0] == 0 and not {"J", "Q", "K", "A"} & {card[0] for card in cards}


def is_moon(rows: Sequence[Sequence[str]]) -> bool:
    """Whether all three rows are without a pair or better, and without a queen, king or ace."""
    return all(worth(row)[0] == 0 and not {"Q", "K", "A"} & {card[0] for card in row} for row in rows)


def compare(first: Sequence[str], second: Sequence[str]) -> int:
    """1 when the first row is stronger, -1 when the second is, 0 when neither; missing kickers count as rank 0."""
    (category, ranks), (other_category, other_ranks) = worth(first), worth(second)
    if category != other_category:
        return 1 if category > other_category else -1
    for place in range(5):
        mine = ranks[place] if place < len(ranks) else 0
        theirs = other_ranks[place] if place < len(other_ranks) else 0
        if mine != theirs:
            return 1 if mine > theirs else -1
    return 0
