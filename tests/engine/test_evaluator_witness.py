"""Every five-card hand against an evaluator that we did not write (docs/rules.md R2.1, R2.4, R2.5)."""

from collections import Counter
from itertools import combinations

import pytest
from phevaluator.card import Card
from phevaluator.evaluator import evaluate_5cards

from ofcscore.engine.cards import DECK
from ofcscore.engine.hands import Category, evaluate

HANDS_BY_CATEGORY = {
    Category.HIGH_CARD: 1_302_540,
    Category.PAIR: 1_098_240,
    Category.TWO_PAIR: 123_552,
    Category.TRIPS: 54_912,
    Category.STRAIGHT: 10_200,
    Category.FLUSH: 5_108,
    Category.FULL_HOUSE: 3_744,
    Category.QUADS: 624,
    Category.STRAIGHT_FLUSH: 36,
    Category.ROYAL_FLUSH: 4,
}


@pytest.mark.slow
def test_r2_1_all_five_card_hands_rank_as_an_independent_evaluator_has_them() -> None:
    """Our strength and its rank are one-to-one, and one rises as the other falls: same order, same ties."""
    theirs = combinations([Card.to_id(card) for card in DECK], 5)
    seen: Counter[tuple[int, int]] = Counter()
    categories = {}
    for cards, ids in zip(combinations(DECK, 5), theirs, strict=True):
        hand = evaluate(cards)
        categories[hand.strength] = hand.category
        seen[hand.strength, evaluate_5cards(*ids)] += 1
    assert seen.total() == 2_598_960
    assert len(seen) == len(categories) == 7_462
    ranks = [rank for _, rank in sorted(seen)]
    assert ranks == list(range(7_462, 0, -1))
    counts: Counter[Category] = Counter()
    for (strength, _), hands in seen.items():
        counts[categories[strength]] += hands
    assert counts == HANDS_BY_CATEGORY
