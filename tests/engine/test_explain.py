"""The sentences behind a result. They may only say what scoring found (docs/rules.md R2.6, R4, R5)."""

import pytest
from hypothesis import given

from ofcscore.engine.board import Board
from ofcscore.engine.explain import (
    fantasyland_reason,
    foul_reason,
    pair_arithmetic,
    pair_headline,
    signed,
)
from ofcscore.engine.rules import PRESETS, Ruleset
from ofcscore.engine.scoring import HandResult, PairResult, score_hand
from tests.engine.strategies import MOONS, hands

CLASSIC = PRESETS["classic"]
PLAIN = "KhQd4c/9h9d5c6hJd/KcKdTh5s3h"
WEAK = "2c3d5h/7c7d2h3s4d/8c8dAh6s2d"


def hand_of(first: str, second: str, rules: Ruleset = CLASSIC) -> tuple[HandResult, PairResult]:
    boards = [Board(name, text, dead=not text) for name, text in (("Ann", first), ("Cy", second))]
    hand = score_hand(boards, rules)
    return hand, hand.pairs[0]


def reason(text: str, dealt: int = 0, rules: Ruleset = CLASSIC) -> str:
    return fantasyland_reason(score_hand([Board("Ann", text, dealt), Board("Bob", dead=True)], rules).boards[0], rules)


@pytest.mark.parametrize(("units", "text"), [(6, "+6"), (-6, "−6"), (0, "0"), (1234, "+1234"), (-1234, "−1234")])
def test_units_are_shown_with_their_sign(units: int, text: str) -> None:
    assert signed(units) == text


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("AsAd4c/KsKd9h8h2c/QsQdQh7c5d", "top pair of aces beats middle pair of kings"),
        (
            "AhAdKc/AsAcQhJdTh/7h7s5d5c4h",
            "top pair of aces, king kicker beats middle pair of aces, queen-jack-ten kickers",
        ),
        ("2h2d2c/AhAdKsKcQh/5h5s5d9c8h", "top three twos beat middle two pair, aces and kings"),
        ("5c6d8s/KhKd2s2cAh/QhQdJsJc9d", "middle two pair, kings and twos beat bottom two pair, queens and jacks"),
        ("5c6d8s/4h4d4s4c2d/AhAdAsKcKd", "middle four fours beat bottom full house, aces over kings"),
        ("9c9dKh/2h3d4s5c6h/Ah2d3s4c5d", "middle six-high straight beats bottom five-high straight"),
        (
            "2c3dTs/AhJh9h4h3h/AsJs9s4s2s",
            "middle ace-high flush, jack-nine-four-three beats bottom ace-high flush, jack-nine-four-two",
        ),
        ("KhQd2c/KsQh5c4s3d/9h9d8c7s6h", ""),
        ("", "declared foul by the dealer"),
    ],
)
def test_r2_6_why_a_board_is_foul(text: str, sentence: str) -> None:
    board = score_hand([Board("Ann", text, dead=not text), Board("Bob", dead=True)], CLASSIC).boards[0]
    assert foul_reason(board) == sentence


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("Qh8d2c/Jh9d8s7c5h/KhKd9s9c6d", "middle jack high is no ten-low or better"),
        ("Qh8d2c/Ah5d4s3c2h/KhKd9s9c6d", "middle five-high straight is no ten-low or better"),
        ("Qh8d2c/7h5h4h3h2h/KhKd9s9c6d", "middle seven-high flush is no ten-low or better"),
        ("Qh8d2c/4h4d3s3c2h/KhKd9s9c6d", "middle two pair, fours and threes are no ten-low or better"),
        ("AhAd2c/7h5d4s3c2h/KhKd9s8c6d", "top pair of aces beats bottom pair of kings"),
        ("AhAd2c/7h5d4s3c2h/KhKd9s9c8d", ""),
        ("", "declared foul by the dealer"),
    ],
)
def test_r7_1_r7_2_why_a_board_with_a_low_middle_is_foul(text: str, sentence: str) -> None:
    rules = PRESETS["deuce-pineapple"]
    board = score_hand([Board("Ann", text, dead=not text), Board("Bob", dead=True)], rules).boards[0]
    assert foul_reason(board) == sentence


@pytest.mark.parametrize(
    ("text", "dealt", "sentence"),
    [
        ("KhKd2s/7d5c4h3s2d/AdAc5h4s3d", 0, "enters with pair of kings on top and seven-five low in the middle"),
        ("QhQd2s/7d5c4h3s2d/AdAc5h4s3d", 0, "enters with seven-five low in the middle"),
        ("KhKd2s/8d5c4h3s2d/AdAc5h4s3d", 0, "enters with pair of kings on top"),
        ("KhKd2s/7d5c4h3s2d/AdAc5h4s3d", 14, "stays with seven-five low in the middle"),
    ],
)
def test_r7_4_r7_5_the_wheel_in_words(text: str, dealt: int, sentence: str) -> None:
    assert reason(text, dealt, PRESETS["deuce-pineapple"]) == sentence


@given(hands())
def test_r2_6_every_foul_has_a_reason_and_nothing_else_has(drawn: tuple[list[Board], Ruleset]) -> None:
    for board in score_hand(*drawn).boards:
        assert bool(foul_reason(board)) is board.fouled


@pytest.mark.parametrize(
    ("first", "second", "headline", "arithmetic"),
    [
        (PLAIN, WEAK, "Ann scoops Cy", "all 3 rows (+3), scoop (+3)"),
        (WEAK, PLAIN, "Cy scoops Ann", "all 3 rows (+3), scoop (+3)"),
        (PLAIN, "2c3d5h/7c7d2h3s4d/AsAc8h6s2d", "Ann beats Cy", "2 rows to 1 (+1)"),
        (PLAIN, "KsQh4s/7c7d2h3s6d/8c8dAh6s2d", "Ann beats Cy", "2 rows to 0, 1 tied (+2)"),
        ("KhQd4c/7h7s2c3h6c/8h8sAc5c3d", "KsQh4s/7c7d2h3s6d/8c8dAs5h3c", "Ann and Cy are even", "all rows tied (0)"),
        (
            "KhQd4c/9c9d5c6hJd/9h8d7s6c5h",
            "2c3d5d/7c7d2h3s4d/KsQsJs4s2s",
            "Cy beats Ann",
            "1 row to 2 (−1), royalties 4 to 2 (+2)",
        ),
        (PLAIN, "", "Ann scoops Cy", "Cy fouled: all 3 rows (+3), scoop (+3)"),
        ("", PLAIN, "Cy scoops Ann", "Ann fouled: all 3 rows (+3), scoop (+3)"),
        ("", "", "Ann and Cy are even", "both fouled: nothing is paid"),
        (
            "QhQd3c/AhAd5c6h9d/JcJdThTd3h",
            "KhKd3s/2c2d2h7c8h/5s5h5d4h4d",
            "Cy scoops Ann",
            "all 3 rows (+3), scoop (+3), royalties 16 to 7 (+9)",
        ),
    ],
)
def test_r4_1_a_pair_in_words(first: str, second: str, headline: str, arithmetic: str) -> None:
    hand, pair = hand_of(first, second)
    assert pair_headline(hand, pair) == headline
    assert pair_arithmetic(hand, pair, CLASSIC) == arithmetic


def test_r4_1_who_scoops_but_pays_more_royalties_does_not_win() -> None:
    """A house that pays 100 for queens: Cy wins every row and Ann the pair."""
    rules = Ruleset.from_json({"royalties": {"top": {"QQ": 100}}})
    hand, pair = hand_of("QhQd3c/AhAd5c6h9d/JcJdThTd3h", "KhKd3s/2c2d2h7c8h/5s5h5d4h4d", rules)
    assert (pair.scoop, pair.units) == (-1, 78)
    assert pair_headline(hand, pair) == "Ann beats Cy"
    assert pair_arithmetic(hand, pair, rules) == "no row (−3), scoop (−3), royalties 100 to 16 (+84)"


def test_r4_3_the_bonus_of_2_4_has_its_own_name() -> None:
    rules = Ruleset.from_json({"scoring": "2-4"})
    hand, pair = hand_of(PLAIN, "2c3d5h/7c7d2h3s4d/AsAc8h6s2d", rules)
    assert pair_arithmetic(hand, pair, rules) == "2 rows to 1 (+1), more rows won (+1)"


def test_r4_9_royalties_that_are_off_are_not_spoken_of() -> None:
    rules = Ruleset.from_json({"royalty_payment": "off"})
    hand, pair = hand_of("QhQd3c/AhAd5c6h9d/JcJdThTd3h", "KhKd3s/2c2d2h7c8h/5s5h5d4h4d", rules)
    assert pair_arithmetic(hand, pair, rules) == "all 3 rows (+3), scoop (+3)"


@pytest.mark.parametrize(
    ("first", "second", "headline", "arithmetic"),
    [
        (MOONS[0], "QhQd5h/AcAd4s3s2d/KcKdKhTs6c", "Ann shoots the moon against Cy", "moon (+20)"),
        ("QhQd5h/AcAd4s3s2d/KcKdKhTs6c", MOONS[0], "Cy shoots the moon against Ann", "moon (+20)"),
        (MOONS[0], "", "Ann shoots the moon against Cy", "moon (+20)"),
        (*MOONS, "Ann and Cy are even", "both shoot the moon: nothing is paid"),
        (PLAIN, WEAK, "Ann scoops Cy", "all 3 rows (+3), scoop (+3)"),
    ],
)
def test_r4_10_the_moon_in_words(first: str, second: str, headline: str, arithmetic: str) -> None:
    rules = Ruleset.from_json({"moon": True})
    hand, pair = hand_of(first, second, rules)
    assert pair_headline(hand, pair) == headline
    assert pair_arithmetic(hand, pair, rules) == arithmetic


@given(hands())
def test_r4_1_the_numbers_in_the_words_add_up_to_the_units(drawn: tuple[list[Board], Ruleset]) -> None:
    boards, rules = drawn
    hand = score_hand(boards, rules)
    for pair in hand.pairs:
        text = pair_arithmetic(hand, pair, rules)
        parts = [part.split(")")[0] for part in text.split("(")[1:]]
        assert sum(int(part.replace("−", "-")) for part in parts) == abs(pair.units)
        for name in [hand.boards[pair.first].name, hand.boards[pair.second].name]:
            assert name in pair_headline(hand, pair)


@pytest.mark.parametrize(
    ("text", "dealt", "sentence"),
    [
        ("QhQd3c/AhAd5c6h9d/KcKdThTd3h", 0, "enters with pair of queens on top"),
        ("2h2d2c/5s5c5d6h9d/QcQdQhTd3h", 0, "enters with three twos on top"),
        (PLAIN, 0, ""),
        ("QhQd3c/JhJd5c6h9d/KcKdThTd3h", 0, ""),
        ("2h2d2c/5s5c5d6h9d/QcQdQhTdTh", 13, "stays with three twos on top"),
        ("JhTd3c/AhAd4s4c6d/KcKdKsKhQd", 13, "stays with four kings on the bottom"),
        ("JhTd3c/2h2d2s6h6d/KcKdKsQhQd", 13, "stays with full house, twos over sixes in the middle"),
        ("QhQd3c/AhAd5c6h9d/KcKdThTd3h", 13, "leaves Fantasyland"),
        ("QhQd3c/JhJd5c6h9d/KcKdThTd3h", 13, "fouled, so leaves Fantasyland"),
    ],
)
def test_r5_2_r5_4_r5_6_why_a_player_is_in_fantasyland_or_leaves_it(text: str, dealt: int, sentence: str) -> None:
    assert reason(text, dealt) == sentence


@given(hands())
def test_r5_1_a_player_who_comes_stays_or_goes_has_a_reason(drawn: tuple[list[Board], Ruleset]) -> None:
    boards, rules = drawn
    for board in score_hand(boards, rules).boards:
        words = fantasyland_reason(board, rules).split(" ")
        if board.fantasyland_next:
            assert words[0] == ("stays" if board.fantasyland else "enters")
        elif board.fantasyland:
            assert "leaves" in words
        else:
            assert words == [""]
