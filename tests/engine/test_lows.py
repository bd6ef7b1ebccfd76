"""Lows in the middle: which there are, how they compare, what they are called and paid (docs/rules.md R7)."""

from itertools import combinations

import pytest

from ofcscore.engine.hands import Hand, evaluate
from ofcscore.engine.lows import Low, NoLow, low_of
from tests.engine.independent import is_low

RAINBOW = "shdcs"


def low(ranks: str) -> Hand:
    """Five ranks, not of one suit, as a low."""
    return low_of(evaluate([rank + suit for rank, suit in zip(ranks, RAINBOW, strict=True)]))


def test_r7_1_every_five_ranks_are_a_low_exactly_when_an_independent_check_says_so() -> None:
    rows = [
        [rank + suit for rank, suit in zip(ranks, RAINBOW, strict=True)] for ranks in combinations("23456789TJQKA", 5)
    ]
    lows = [row for row in rows if isinstance(low_of(evaluate(row)), Low)]
    assert lows == [row for row in rows if is_low(row)]
    assert len(lows) == 126 - 5, "five ranks of nine, less five straights"


@pytest.mark.parametrize(
    "cards",
    [
        ["Jh", "9d", "8s", "7c", "5h"],
        ["Ah", "5d", "4s", "3c", "2h"],
        ["7h", "5h", "4h", "3h", "2h"],
        ["6h", "5d", "4s", "3c", "2h"],
        ["4h", "4d", "3s", "6c", "2h"],
    ],
    ids=["L03", "L04", "L05", "L06", "pair"],
)
def test_r7_1_what_does_not_qualify_keeps_its_name_as_a_high_hand(cards: list[str]) -> None:
    hand = evaluate(cards)
    found = low_of(hand)
    assert type(found) is NoLow
    assert found.name == hand.name


def test_r7_2_the_lower_is_the_greater_and_highest_cards_come_first() -> None:
    best_first = ["75432", "76432", "76542", "85432", "86432", "95432", "98765"[:4] + "4", "T5432", "T9875"]
    worths = [low(ranks) for ranks in best_first]
    assert sorted(worths, reverse=True) == worths
    assert len(set(worths)) == len(worths)
    assert min(hand.strength for hand in worths) == 0


def test_r7_2_the_order_is_that_of_the_ranks_from_the_top_turned_round() -> None:
    rows = [ranks[::-1] for ranks in combinations("23456789T", 5)]
    lows = {ranks: hand for ranks in rows if isinstance(hand := low("".join(ranks)), Low)}
    by_strength = sorted(lows, key=lambda ranks: lows[ranks], reverse=True)
    assert by_strength == sorted(lows, key=lambda ranks: ["23456789T".index(rank) for rank in ranks])


@pytest.mark.parametrize(
    ("ranks", "short", "name", "cell"),
    [
        ("T9875", "ten-low", "ten-low, nine-eight-seven-five", "ten-low"),
        ("96432", "nine-low", "nine-low, six-four-three-two", "nine-low"),
        ("86432", "eight-low", "eight-low, six-four-three-two", "eight-low"),
        ("76432", "seven-low", "seven-low, six-four-three-two", "seven-low"),
        ("75432", "seven-five low", "seven-five low", "wheel"),
    ],
)
def test_r7_2_r7_3_what_a_low_is_called_and_paid_by(ranks: str, short: str, name: str, cell: str) -> None:
    hand = low(ranks)
    assert (hand.short_name, hand.name, hand.royalty) == (short, name, cell)
