"""The worth of a row: docs/rules.md R2.1 to R2.5. Exhaustive checks of five cards are in test_evaluator_witness.py."""

import random
from collections import Counter
from itertools import combinations, product

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from ofcscore.engine.cards import DECK, RANKS
from ofcscore.engine.hands import WEIGHTS, Category, all_different, evaluate
from tests.engine.independent import compare, worth
from tests.engine.strategies import card

THREE_CARD_ROWS = list(combinations(DECK, 3))


def row(text: str) -> list[str]:
    return text.split()


ONE_OF_EACH = [
    ("Kh Qd 9c 5s 3h", Category.HIGH_CARD, "king high, queen-nine-five-three"),
    ("Qh Qd 9c 8s 2h", Category.PAIR, "pair of queens, nine-eight-two kickers"),
    ("Kh Kd 9s 9c 2h", Category.TWO_PAIR, "two pair, kings and nines, two kicker"),
    ("8h 8d 8s Kc 2d", Category.TRIPS, "three eights"),
    ("Th 9d 8s 7c 6h", Category.STRAIGHT, "ten-high straight"),
    ("Kh Jh 9h 4h 3h", Category.FLUSH, "king-high flush, jack-nine-four-three"),
    ("6h 6d 6s 2c 2d", Category.FULL_HOUSE, "full house, sixes over twos"),
    ("Ah Ad As Ac 2d", Category.QUADS, "four aces"),
    ("9h 8h 7h 6h 5h", Category.STRAIGHT_FLUSH, "nine-high straight flush"),
    ("As Ks Qs Js Ts", Category.ROYAL_FLUSH, "royal flush"),
]


@pytest.mark.parametrize(("text", "category", "name"), ONE_OF_EACH)
def test_r2_1_each_category_and_its_name(text: str, category: Category, name: str) -> None:
    hand = evaluate(row(text))
    assert hand.category is category
    assert hand.name == name


def test_r2_1_categories_rank_in_the_usual_order() -> None:
    hands = [evaluate(row(text)) for text, _, _ in ONE_OF_EACH]
    assert hands == sorted(hands)
    assert len({hand.strength for hand in hands}) == len(Category)


@pytest.mark.parametrize(
    ("text", "name", "short_name"),
    [
        ("Qh Qd 7c", "pair of queens, seven kicker", "pair of queens"),
        ("2h 2d 2c", "three twos", "three twos"),
        ("Ah Kh Qh", "ace high, king-queen", "ace high"),
        ("6h 6d Tc", "pair of sixes, ten kicker", "pair of sixes"),
    ],
)
def test_r2_2_names_of_three_cards(text: str, name: str, short_name: str) -> None:
    hand = evaluate(row(text))
    assert (hand.name, hand.short_name) == (name, short_name)


def test_r2_2_three_cards_make_only_high_card_pair_and_trips() -> None:
    counts = Counter(evaluate(cards).category for cards in THREE_CARD_ROWS)
    assert counts == {Category.HIGH_CARD: 18_304, Category.PAIR: 3_744, Category.TRIPS: 52}
    assert counts.total() == 22_100


def stronger_of_three(first: tuple[str, ...], second: tuple[str, ...]) -> int:
    """Two rows of three, step by step as at the table: trips, then pairs, then the cards from the highest down."""

    def described(cards: tuple[str, ...]) -> list[int]:
        values = sorted((RANKS.index(card[0]) for card in cards), reverse=True)
        high, middle, low = values
        if high == middle == low:
            return [2, high]
        if high == middle:
            return [1, high, low]
        if middle == low:
            return [1, low, high]
        return [0, *values]

    for mine, theirs in zip(described(first), described(second), strict=False):
        if mine != theirs:
            return 1 if mine > theirs else -1
    return 0


def test_r2_2_every_three_card_row_compares_as_it_does_by_hand() -> None:
    classes = {tuple(sorted(card[0] for card in cards)): cards for cards in THREE_CARD_ROWS}
    strengths = {ranks: evaluate(cards).strength for ranks, cards in classes.items()}
    assert len(set(strengths.values())) == len(classes) == 455
    for cards in THREE_CARD_ROWS:
        assert evaluate(cards).strength == strengths[tuple(sorted(card[0] for card in cards))]
    for (ranks, cards), (other_ranks, other) in product(classes.items(), repeat=2):
        mine, theirs = strengths[ranks], strengths[other_ranks]
        assert (mine > theirs) - (mine < theirs) == stronger_of_three(cards, other)


@given(st.lists(card, min_size=8, max_size=8, unique=True))
def test_r2_3_three_cards_against_five_compare_rank_by_rank(cards: list[str]) -> None:
    assert_compares_alike(cards[:3], cards[3:])


@given(st.sampled_from(RANKS), st.permutations("shdc"), st.lists(card, min_size=5, max_size=5, unique=True))
def test_r2_3_two_pairs_of_one_rank_are_decided_by_kickers(rank: str, suits: list[str], rest: list[str]) -> None:
    kickers = [card for card in rest if card[0] != rank]
    assume(len(kickers) >= 4)
    three = [rank + suits[0], rank + suits[1], *kickers[:1]]
    five = [rank + suits[2], rank + suits[3], *kickers[1:4]]
    assert_compares_alike(three, five)


@given(st.permutations(RANKS), st.data())
def test_r2_3_high_cards_that_begin_alike(ranks: list[str], data: st.DataObject) -> None:
    shared = data.draw(st.integers(1, 3), label="ranks that both rows hold")
    three = [rank + "s" for rank in ranks[:3]]
    five = [rank + "h" for rank in ranks[:shared]] + [rank + "d" for rank in ranks[3 : 8 - shared]]
    assert_compares_alike(three, five)


def assert_compares_alike(three: list[str], five: list[str]) -> None:
    ours, theirs = evaluate(three), evaluate(five)
    assert (ours > theirs) - (ours < theirs) == compare(three, five)
    assert (ours.category, theirs.category) == (worth(three)[0], worth(five)[0])


@pytest.mark.parametrize(
    ("three", "five", "wins"),
    [
        ("Qh Qd 7c", "Qs Qc 6h 5d 4s", True),
        ("Qh Qd 7c", "Qs Qc 9h 8d 2s", False),
        ("Ah Ad Kc", "As Ac Kh 3d 2s", False),
        ("Ah Kd Qc", "As Kh Qs 3c 2d", False),
        ("Ah Kd Qc", "As Kh Js Tc 9d", True),
        ("7h 7d 7c", "6h 6d 6s Ac Kd", True),
        ("Ah 2d 3c", "Kh Qd Js 9c 8d", True),
    ],
)
def test_r2_3_published_examples(three: str, five: str, wins: bool) -> None:
    assert (evaluate(row(three)) > evaluate(row(five))) is wins
    assert (evaluate(row(three)) < evaluate(row(five))) is not wins


@given(st.permutations("shdc"), st.lists(card, min_size=5, max_size=5, unique=True))
def test_r2_4_other_suits_give_an_equal_hand(suits: list[str], cards: list[str]) -> None:
    turned = [card[0] + suits["shdc".index(card[1])] for card in cards]
    assert evaluate(turned) == evaluate(cards)
    assert evaluate(turned[:3]) == evaluate(cards[:3])


@given(st.permutations(DECK).map(lambda deck: deck[:5]), st.randoms(use_true_random=False))
def test_r2_4_the_order_of_cards_does_not_matter(cards: list[str], chance: random.Random) -> None:
    assert evaluate(chance.sample(cards, len(cards))) == evaluate(cards)


def test_r2_5_the_ace_is_low_in_the_wheel_only() -> None:
    wheel, six_high, trips = (evaluate(row(t)) for t in ("Ah 2d 3s 4c 5h", "2h 3d 4s 5c 6h", "Ac Ad As 7c 8d"))
    assert wheel.name == "five-high straight"
    assert trips < wheel < six_high
    steel_wheel, quads = evaluate(row("As 2s 3s 4s 5s")), evaluate(row("Kd Kh Ks Kc 2d"))
    assert steel_wheel.category is Category.STRAIGHT_FLUSH
    assert quads < steel_wheel < evaluate(row("2h 3h 4h 5h 6h"))


@pytest.mark.parametrize("text", ["Jh Qh Kd As 2c", "Qh Kd As 2c 3d", "Kh Ad 2s 3c 4h"])
def test_r2_5_a_straight_does_not_wrap(text: str) -> None:
    assert evaluate(row(text)).category is Category.HIGH_CARD


@pytest.mark.parametrize("count", [0, 1, 2, 4, 6])
def test_other_numbers_of_cards_are_no_row(count: int) -> None:
    with pytest.raises(KeyError):
        evaluate(DECK[:count])


@given(st.lists(card, min_size=1, max_size=60))
def test_r1_5_cards_are_all_different_exactly_when_a_set_says_so(cards: list[str]) -> None:
    weight = sum(WEIGHTS[card] for card in cards)
    assert all_different(weight, len(cards)) is (len(set(cards)) == len(cards))


@given(st.permutations(DECK), st.integers(1, 52), st.integers(0, 51))
def test_r1_5_one_card_too_many_is_seen_however_many_there_are(deck: list[str], count: int, again: int) -> None:
    cards = [*deck[:count], deck[again % count]]
    assert all_different(sum(WEIGHTS[card] for card in cards[:-1]), count)
    assert not all_different(sum(WEIGHTS[card] for card in cards), count + 1)
