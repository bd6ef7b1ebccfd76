"""The best setting of a board's cards against boards that are known (docs/rules.md R12).

The witness is ``score_hand``: other settings of the same cards, put in the place of the board that was entered.
"""

from collections.abc import Iterator
from itertools import combinations
from random import Random
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from ofcscore.engine.board import Board, BoardResult, split_rows
from ofcscore.engine.cards import DECK, JOKERS, RANKS
from ofcscore.engine.errors import ImpossibleError, NotAllowedError, UnreadableError
from ofcscore.engine.hindsight import Setting, best_setting
from ofcscore.engine.rules import PRESETS, Ruleset
from ofcscore.engine.scoring import HandResult, score_hand
from tests.engine.strategies import NAMES, hands, low_in_the_middle, row_text, strongest_last

WEAK = "2c3d5h/7c7d2h3s4d/8c8dAh6s2d"
WEAK_NO_ACE = "2c3d5h/7c7d2h3s4d/8c8d5s6s2d"
BOARDS = ("KhQd4c/9h9d5c6hJd/KcKdTh5s3h", WEAK, "QhQsJc/AsAc8h7h6d/JhTd9c8s7s")
# A foul that could have been in order; cards of which one could have shot the moon; a foul round a low.
OUT_OF_ORDER = "AdAc2s/KhQd9s7h5d/8h8sJsTc3c"
TRIPS_OR_MOON = "7d6s5s/2c2h7cJd8h/9h9d9c8sJh"
NO_MOON = "KhQd4c/AcAd5c6hTd/KcKdThTs3s"
WHEEL = "KdKh7s/9s9cJdJcJs/2c5d3h4c7h"
AGAINST_WHEEL = "2s4d5h/8c7d2h3s4s/8d8hAh6s2d"
ACES_TO_QUEENS = "AcAdAh/KcKdKhQcQd/AsKsQhQsJc"
# Boards, how many cards the first was dealt in Fantasyland, rules; then its best setting and what that wins.
RARE: dict[str, tuple[tuple[str, ...], int, dict[str, Any], str, int]] = {
    "the moon": ((TRIPS_OR_MOON, NO_MOON), 0, {"moon": True}, "9c5s2c/Jd9d8h7c2h/Jh9h8s7d6s", 20),
    "two moons": (
        (TRIPS_OR_MOON, "6h5d3c/Tc8d7s4h2s/JsTh9s4d3h"),
        0,
        {"moon": True},
        "9c5s2c/Jd9d8h7c2h/Jh9h8s7d6s",
        0,
    ),
    "the moon, and rows that compare as two pair does": (
        ("2d3d7d/TsJh8d8h6s/6c6d9c9d9s", "KhKc4h/3h3c2s2hJc/AdKdQdTd5d", "9h6h3s/JsJdAhKsQc/5s5h5c7s7c"),
        0,
        {"moon": True},
        "9c6c2d/9s8d7d6d3d/JhTs9d8h6s",
        40,
    ),
    "the moon with two rows alike": (
        ("3h4c5c/5h6d6h7c7s/TsTh2c2h2s", "9c7h5d/8s8h3s3dTd/AhAdAcQsQc", "9h4h3c/8d8c6s6cJs/KdQd9d4d2d"),
        0,
        {"moon": True},
        "4c3h2c/Th7c6d5c2h/Ts7s6h5h2s",
        40,
    ),
    "two straights alike": (
        ("Qc5d5s/6h6d7d7s8s/8d9h9cJsJh", "Ad4c3c/AhTh8h5h2h/AsKsQs6s2s", "4h4d3s/KdQhJdTd9s/KcJcTc8c6c"),
        0,
        {},
        "JsJhQc/9c8d7d6d5d/9h8s7s6h5s",
        2,
    ),
    "kickers decide": (
        ("4d5c6s/7d9hThJcQh/2h2cKcKsKd", "7c4s2s/3h3d3c8s5h/KhQdJhTc9d", "Td6c2d/9c8d7h6h5d/Ts9s7s5s3s"),
        0,
        {"scoring": "2-4"},
        "Th6s4d/QhJc9h7d5c/KsKdKc2h2c",
        4,
    ),
    "royalties decide": (
        ("3h4d5h/7cAd2c2d6c/6sJdJhQdQc", "9s6h4c/2s2hAsKcJc/TsThTc8h8c", "9d9c3c/QsQhAh7s6d/KsKhKd5s5d"),
        0,
        {},
        "QdQc6c/JhJd2d2cAd/7c6s5h4d3h",
        4,
    ),
    "the wheel": ((WHEEL, AGAINST_WHEEL), 0, {"preset": "deuce-pineapple"}, "KhKd7h/7s5d4c3h2c/JsJdJc9s9c", 26),
    "the wheel in Fantasyland": (
        (WHEEL, AGAINST_WHEEL),
        14,
        {"preset": "deuce-pineapple", "cards_after_stay": "recount"},
        "KhKd7h/7s5d4c3h2c/JsJdJc9s9c",
        26,
    ),
    "one of the wheels enters": (
        ("3s7s8h/2c3d4h5h7c/JhQhKcTdTs", "AsJs3c/Tc8c5c3h2h/KdQd8d6d2d", "AhAc7d/Th9d8s7h5s/KsKh9s9hQc"),
        0,
        {"preset": "deuce-pineapple"},
        "8h7c3d/7s5h4h3s2c/TsTdKcQhJh",
        1,
    ),
    "top and bottom in order round a low": (
        ("2h4s7s/2c4d7h8d9h/8sTsQdKdAh", "9d9c8c/Tc8h7c5h3s/JhJcAdKsQh", "KhQs5d/9s6h5s3d2d/AcQc6c5c3c"),
        0,
        {"preset": "deuce-pineapple", "royalty_payment": "trump"},
        "KdQd7h/9h8d7s4d2c/AhTs8s4s2h",
        -10,
    ),
    "four of three ranks": ((ACES_TO_QUEENS, WEAK_NO_ACE), 13, {}, "AhAdAc/QsQhQdQcJc/KsKhKdKcAs", 58),
    "four of three ranks, trump": (
        (ACES_TO_QUEENS, WEAK_NO_ACE),
        0,
        {"royalty_payment": "trump"},
        "AhAdAc/QsQhQdQcJc/KsKhKdKcAs",
        58,
    ),
}
VARIANTS: dict[str, Any] = {
    "classic": {},
    "2-4": {"scoring": "2-4"},
    "trump": {"royalty_payment": "trump"},
    "royalties off": {"royalty_payment": "off"},
    "moon": {"moon": True},
    "moon, trump": {"moon": True, "royalty_payment": "trump", "scoring": "2-4"},
    "other royalties": {"royalties": {"top": {"22": 40, "JJ": 0}, "bottom": {"trips": 9}}},
    "progressive": {"preset": "progressive-pineapple", "cards_after_stay": "recount"},
    "2-7": {"preset": "deuce-pineapple"},
    "table stakes": {"stakes": "loss_cap", "cap": 3},
}


class Scored(NamedTuple):
    """One setting as the witness has it: what it wins, Fantasyland next, its strengths, bottom first, and its text."""

    units: int
    fantasyland_next: int
    strengths: tuple[int, ...]
    text: str


def entered(texts: list[str] | tuple[str, ...], dealt: int = 0) -> list[Board]:
    """Boards with enough units to play for; the first was dealt that many cards in Fantasyland."""
    boards = [Board(name, text, stack=1000) for name, text in zip(NAMES, texts, strict=False)]
    return [boards[0]._replace(fantasyland=dealt), *boards[1:]]


def against(hand: HandResult, player: int) -> list[BoardResult]:
    """The boards that a player's is compared with."""
    return [hand.boards[pair.second if pair.first == player else pair.first] for pair in pairs_of(hand, player)]


def pairs_of(hand: HandResult, player: int) -> list[Any]:
    return [pair for pair in hand.pairs if player in (pair.first, pair.second)]


def pair_units(hand: HandResult, player: int) -> tuple[int, ...]:
    """What a player wins from each opponent, before stacks or a cap limit it."""
    return tuple(pair.units if pair.first == player else -pair.units for pair in pairs_of(hand, player))


def best_of(boards: list[Board], rules: Ruleset, player: int = 0) -> Setting:
    return best_setting(boards[player], against(score_hand(boards, rules), player), rules)


def scored(boards: list[Board], player: int, text: str, rules: Ruleset) -> Scored | None:
    """What a setting would have come to; None for a foul."""
    instead = [board._replace(cards=text) if at == player else board for at, board in enumerate(boards)]
    hand = score_hand(instead, rules)
    board = hand.boards[player]
    if board.fouled:
        return None
    return Scored(sum(pair_units(hand, player)), board.fantasyland_next, board.strengths[::-1], text)


def every_setting(text: str) -> Iterator[str]:
    """All 72,072, those first that have the first cards on top, then in the middle, clubs before spades."""
    cards = sorted((card for row in split_rows(text) for card in row), key=lambda c: (RANKS.index(c[0]), c[1]))
    for top in combinations(cards, 3):
        below = [card for card in cards if card not in top]
        for middle in combinations(below, 5):
            yield row_text((*top, *middle, *(card for card in below if card not in middle)))


def same_cards(first: str, second: str) -> bool:
    return [set(row) for row in split_rows(first)] == [set(row) for row in split_rows(second)]


def dealt_boards(seed: int, rules: Ruleset) -> list[Board]:
    """A deal for three. The second and the third have set their cards best against the first, so rows come close."""
    deck = list(DECK)
    Random(seed).shuffle(deck)
    well = low_in_the_middle if rules.low_middle else strongest_last
    boards = entered([row_text(well(tuple(deck[at : at + 13]))) for at in (0, 13, 26)])
    first = score_hand(boards, rules).boards[0]
    best = [best_setting(board, [first], rules).board for board in boards[1:]]
    return [boards[0], *(board._replace(cards=setting.cards) for board, setting in zip(boards[1:], best, strict=True))]


def check_against_all(boards: list[Board], rules: Ruleset) -> None:
    """Score each of the 72,072 settings as a hand: the first of the best ones must be the answer, to the card."""
    found = filter(None, (scored(boards, 0, text, rules) for text in every_setting(boards[0].cards)))
    witness = max(found, key=lambda setting: setting[:3])
    best = best_of(boards, rules)
    assert (best.units, best.board.fantasyland_next, best.board.strengths[::-1]) == witness[:3]
    assert same_cards(best.board.cards, witness.text)


@pytest.mark.slow
@pytest.mark.parametrize(("seed", "variant"), [*enumerate(VARIANTS)], ids=str)
def test_r12_1_r12_2_it_is_the_best_of_all_settings(seed: int, variant: str) -> None:
    """R12.1, R12.2: by every second of these rules for a player in Fantasyland."""
    rules = Ruleset.from_json(VARIANTS[variant])
    boards = dealt_boards(seed, rules)
    dealt = rules.fantasyland_counts[-1] if seed % 2 else 0
    check_against_all([boards[0]._replace(fantasyland=dealt), *boards[1:]], rules)


@pytest.mark.slow
@pytest.mark.parametrize("name", RARE)
def test_r12_1_r12_2_it_is_the_best_of_all_settings_of_cards_that_are_rare(name: str) -> None:
    texts, dealt, rules, _, _ = RARE[name]
    check_against_all(entered(texts, dealt), Ruleset.from_json(rules))


@pytest.mark.parametrize("name", RARE)
def test_r12_1_r12_2_the_best_settings_of_cards_that_are_rare(name: str) -> None:
    """R12.1, R12.2: the answers that scoring every setting gives."""
    texts, dealt, rules, text, units = RARE[name]
    best = best_of(entered(texts, dealt), Ruleset.from_json(rules))
    assert (best.board.cards, best.units) == (text, units)


@hypothesis_settings(deadline=None)
@given(hands(), st.data())
def test_r12_1_no_other_legal_setting_wins_more(drawn: tuple[list[Board], Ruleset], data: st.DataObject) -> None:
    """R12.1, R12.2: by any rules, against fouls, moons, jokers and dead boards, and with two boards of one owner."""
    boards, rules = drawn
    player = data.draw(st.integers(0, len(boards) - 1))
    if boards[player].dead or any(joker in boards[player].cards for joker in JOKERS):
        with pytest.raises(NotAllowedError):
            best_of(boards, rules, player)
        return
    best = best_of(boards, rules, player)
    cards = tuple(card for row in split_rows(boards[player].cards) for card in row)
    assert sorted(cards) == sorted(card for row in best.board.rows for card in row)
    well = low_in_the_middle(cards) if rules.low_middle else strongest_last(cards)
    others = [row_text(well), *(row_text(tuple(data.draw(st.permutations(well)))) for _ in range(6))]
    for other in filter(None, (scored(boards, player, text, rules) for text in others)):
        assert not best.board.fouled
        assert other[:3] <= (best.units, best.board.fantasyland_next, best.board.strengths[::-1])


@hypothesis_settings(deadline=None)
@given(hands(), st.data())
def test_r12_1_its_units_are_what_the_hand_would_have_been_scored(
    drawn: tuple[list[Board], Ruleset], data: st.DataObject
) -> None:
    """R12.1, R12.3: the whole board as ``score_hand`` judges it, and never fewer units than the one entered had."""
    boards, rules = drawn
    places = [at for at, board in enumerate(boards) if not board.dead and "X" not in board.cards]
    if not places:
        return
    player = data.draw(st.sampled_from(places))
    hand = score_hand(boards, rules)
    best = best_setting(boards[player], against(hand, player), rules)
    instead = list(boards)
    instead[player] = boards[player]._replace(cards=best.board.cards)
    again = score_hand(instead, rules)
    assert best.board == again.boards[player]
    assert best.pair_units == pair_units(again, player)
    assert best.units == sum(best.pair_units)
    assert best.units_as_set == sum(pair_units(hand, player))
    assert best.more >= 0
    assert rules.low_middle or not best.board.fouled


def test_r12_1_what_a_page_says_of_it() -> None:
    rules = PRESETS["classic"]
    best = best_of(entered([OUT_OF_ORDER, WEAK]), rules)
    assert (best.units_as_set, best.units, best.more) == (-6, 11, 17)
    assert best.board.cards == "8s8h2s/AdAc7h5d3c/KhQdJsTc9s"
    assert best.board.hands[0].short_name == "pair of eights"
    assert best.board.royalties == (3, 0, 2)


def test_r12_1_only_what_pairs_are_worth_counts() -> None:
    """R12.1: with a cap of 3 Ann is paid 3 whatever she sets, and still there is a best setting."""
    best = best_of(entered([OUT_OF_ORDER, WEAK]), Ruleset.from_json({"cap": 3}))
    assert best == best_of(entered([OUT_OF_ORDER, WEAK]), PRESETS["classic"])


def test_r12_1_only_boards_that_it_is_compared_with_count() -> None:
    """R12.1: at criss-cross Ann's two boards are no pair; against Bob's two the first is set as against nobody else."""
    boards = [
        board._replace(owner=owner)
        for board, owner in zip(entered([*BOARDS, "TsTc4h/Ks9s6c5d3c/JsAd4s2sQc"]), "AABB", strict=True)
    ]
    hand = score_hand(boards, PRESETS["criss-cross"])
    best = best_of(boards, PRESETS["criss-cross"])
    assert len(best.pair_units) == 2
    assert best == best_setting(boards[0], hand.boards[2:], PRESETS["classic"])


def test_r12_1_the_moon_is_shot_where_it_pays_most() -> None:
    best = best_of(entered([TRIPS_OR_MOON, NO_MOON]), Ruleset.from_json({"moon": True}))
    assert best.board.is_moon
    assert best.units == 20
    assert not best_of(entered([TRIPS_OR_MOON, NO_MOON]), PRESETS["classic"]).board.is_moon


@pytest.mark.parametrize(("dealt", "top", "due"), [(0, "pair of kings", 15), (14, "pair of kings", 14)])
def test_r12_1_a_wheel_in_the_middle_and_kings_on_top(dealt: int, top: str, due: int) -> None:
    best = best_of(entered([WHEEL, AGAINST_WHEEL], dealt), PRESETS["deuce-pineapple"])
    assert best.board.cards == "KhKd7h/7s5d4c3h2c/JsJdJc9s9c"
    assert (best.units_as_set, best.units, best.board.fantasyland_next) == (-8, 26, due)
    assert best.board.hands[0].short_name == top


def test_r12_1_opponents_jokers_are_judged_already() -> None:
    rules = PRESETS["joker-pineapple"]
    boards = entered([BOARDS[0], "2c3d5h/7c7d2h3sX2/8c8dAh6sX1"])
    best = best_of(boards, rules)
    assert best.pair_units == pair_units(score_hand([boards[0]._replace(cards=best.board.cards), boards[1]], rules), 0)


@pytest.mark.parametrize(
    ("dealt", "rules", "text", "due"),
    [
        (0, {}, "QdQc3c/KhKd8h7h5d/QsJsTc9s8s", 13),
        (13, {}, "8h5d3c/JsTc9s8s7h/QsQdQcKhKd", 0),
        (0, {"fantasyland": False}, "8h5d3c/JsTc9s8s7h/QsQdQcKhKd", 0),
    ],
    ids=["queens enter", "in Fantasyland they do not", "there is none"],
)
def test_r12_2_fantasyland_decides_before_strength(dealt: int, rules: dict[str, Any], text: str, due: int) -> None:
    """R12.2: without royalties it is 6 units anyway. Queens on top enter; else the strongest bottom is the best."""
    boards = entered(["QdQcQs/KhKd9s7h5d/8h8sJsTc3c", WEAK], dealt)
    best = best_of(boards, Ruleset.from_json({"royalty_payment": "off", **rules}))
    assert (best.board.cards, best.board.fantasyland_next, best.units) == (text, due, 6)


@hypothesis_settings(deadline=None, max_examples=20)
@given(st.permutations(DECK), st.randoms())
def test_r12_2_the_answer_does_not_depend_on_how_the_cards_were_set(deck: list[str], chance: Random) -> None:
    mine, theirs = deck[:13], row_text(strongest_last(tuple(deck[13:26])))
    first = best_of(entered([row_text(tuple(mine)), theirs]), PRESETS["classic"])
    chance.shuffle(mine)
    assert best_of(entered([row_text(tuple(mine)), theirs]), PRESETS["classic"]).board == first.board


def test_r12_3_where_no_low_is_there_the_foul_stays_as_it_was_entered() -> None:
    no_low = "3d3h7s/9s9cJdJcJs/QcQsKsKhKc"
    best = best_of(entered([no_low, "2c4d5h/8c7d2h3s4c/8d8hAh6s2d"]), PRESETS["deuce-pineapple"])
    assert best.board.fouled
    assert (best.board.cards, best.units, best.more) == (no_low, -8, 0)


@pytest.mark.parametrize(
    ("board", "error", "words"),
    [
        (Board("Ann", BOARDS[0], dead=True), NotAllowedError, "Ann’s board was declared foul"),
        (Board("Ann", "", dead=True), NotAllowedError, "Ann’s board was declared foul"),
        (Board("Ann", BOARDS[0].replace("Kh", "X1")), NotAllowedError, "Ann’s board holds a joker"),
        (Board("Ann", BOARDS[0].replace("Kh", "2c")), ImpossibleError, "2♣ is in Ann’s top and in Bob’s top"),
        (Board("Ann", BOARDS[0].replace("Kh", "Qd")), ImpossibleError, "Q♦ is twice in Ann’s top"),
        (Board("Ann", "KhQd4c/9h9d5c6hJd/KcKdTh5s"), UnreadableError, "Ann’s bottom has 4 cards and needs 5"),
    ],
)
def test_r12_3_what_has_no_best_setting(board: Board, error: type[Exception], words: str) -> None:
    opponents = score_hand(entered(BOARDS), PRESETS["classic"]).boards[1:]
    with pytest.raises(error, match=words):
        best_setting(board, opponents, PRESETS["joker-pineapple"])
