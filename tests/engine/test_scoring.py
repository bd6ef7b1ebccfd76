"""A whole hand: pairs, bonuses, royalties, totals (docs/rules.md R4, R5.1, R6.1)."""

import json
import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ofcscore.engine.board import Board, split_rows
from ofcscore.engine.errors import NotAllowedError, OFCError
from ofcscore.engine.rules import Ruleset
from ofcscore.engine.scoring import HandResult, PairResult, score_hand
from tests.engine.golden import Case, boards_of, case_id, named_cases, random_hands
from tests.engine.independent import compare, is_moon
from tests.engine.strategies import MOONS, NAMES, hands, texts

PLAIN = "KhQd4c/9h9d5c6hJd/KcKdTh5s3h"
WEAK = "2c3d5h/7c7d2h3s4d/8c8dAh6s2d"
STRAIGHTS = "QhQsJc/AsAc8h7h6d/JhTd9c8s7s"
FOUL = "TsTc4h/Ks9s6c5d3c/JsAd4s2sQc"


def score(*texts: str, rules: Any = "classic", dealt: tuple[int, ...] = (0, 0, 0, 0)) -> HandResult:
    boards = [board._replace(fantasyland=count) for board, count in zip(boards_of([*texts]), dealt, strict=False)]
    return score_hand(boards, Ruleset.from_json(rules))


def moons(hand: HandResult, pair: PairResult, rules: Ruleset) -> tuple[bool, bool]:
    """Which of the two shoot the moon, worked out another way than the engine does it."""
    first, second = (
        rules.moon and not board.fouled and is_moon(split_rows(board.plays_as))
        for board in (hand.boards[pair.first], hand.boards[pair.second])
    )
    return first, second


@pytest.mark.parametrize("case", named_cases("score"), ids=case_id)
def test_r4_1_to_r4_8_golden_scores(case: Case) -> None:
    """R4.1 to R4.8, by name: P07 nets royalties, P10 fouls, P12 fouls twice, P15 is 2-4, P19 trumps, M01 adds up."""
    assert list(score(*case["boards"], rules=case["rules"]).units) == case["units"], case["why"]


@pytest.mark.parametrize("place", range(300))
def test_r4_8_golden_random_hands(place: int) -> None:
    """Worked out by an independent script over all presets and settings."""
    case = random_hands()[place]
    boards = [Board(p["name"], p["board"], p["fantasyland"]) for p in case["players"]]
    hand = score_hand(boards, Ruleset.from_json(case["rules"]))
    found = {
        "units": list(hand.units),
        "fouled": [board.fouled for board in hand.boards],
        "royalties": [board.royalty_units for board in hand.boards],
        "fantasyland_next": [board.fantasyland_next for board in hand.boards],
    }
    assert found == case["expect"]


def test_there_are_three_hundred_random_hands() -> None:
    assert len(random_hands()) == 300


@given(hands())
def test_r4_8_every_hand_sums_to_zero_and_each_total_is_the_sum_of_its_pairs(
    drawn: tuple[list[Board], Ruleset],
) -> None:
    """R9.1, R10.2: except where stacks or a cap limit what is paid; two boards of one player are no pair."""
    boards, rules = drawn
    hand = score_hand(boards, rules)
    assert sum(hand.units) == 0
    totals = [0] * len(boards)
    for pair in hand.pairs:
        totals[pair.first] += pair.units
        totals[pair.second] -= pair.units
    assert rules.limits_payments or totals == list(hand.units)
    owners = [board.owner or place for place, board in enumerate(boards)]
    everybody = range(len(boards))
    compared = [(a, b) for a in everybody for b in everybody if a < b and owners[a] != owners[b]]
    assert [(pair.first, pair.second) for pair in hand.pairs] == compared


@given(hands(), st.integers(0, 3))
def test_r4_8_whatever_the_rules_a_hand_sums_to_zero_and_the_rules_survive_json(
    drawn: tuple[list[Board], Ruleset], chance: int
) -> None:
    """R9.1, R9.4: and nobody loses more than the stack or the cap, wherever the button is."""
    boards, rules = drawn
    button = chance % len(boards)
    hand = score_hand(boards, rules, button)
    assert hand == score_hand(boards, Ruleset.from_json(json.loads(json.dumps(rules.to_json()))), button)
    assert sum(hand.units) == 0
    for board, units in zip(boards, hand.units, strict=True):
        assert not rules.plays_for_stacks or board.stack + units >= 0
        assert not rules.cap or units >= -rules.cap


@given(hands())
def test_r4_1_a_pair_adds_up_and_its_rows_are_who_an_independent_comparison_prefers(
    drawn: tuple[list[Board], Ruleset],
) -> None:
    hand = score_hand(*drawn)
    for pair in hand.pairs:
        first, second = hand.boards[pair.first], hand.boards[pair.second]
        if any(moons(hand, pair, drawn[1])):
            expected = [0, 0, 0]
        elif first.fouled or second.fouled:
            expected = [second.fouled - first.fouled] * 3
        else:
            rows = zip(split_rows(first.plays_as), split_rows(second.plays_as), strict=True)
            expected = [compare(mine, theirs) for mine, theirs in rows]
            if drawn[1].low_middle:
                expected[1] = -expected[1]
        assert list(pair.rows) == expected
        assert pair.units == sum(pair.rows) + pair.bonus + pair.royalties + pair.moon
        assert pair.royalties == pair.first_royalties - pair.second_royalties


@given(hands())
def test_r4_2_r4_3_the_bonus_follows_the_rows(drawn: tuple[list[Board], Ruleset]) -> None:
    for pair in score_hand(*drawn).pairs:
        won, lost = pair.rows.count(1), pair.rows.count(-1)
        if drawn[1].scoring == "1-6":
            assert pair.bonus == (3 if won == 3 else -3 if lost == 3 else 0)
        else:
            assert pair.bonus == (won > lost) - (won < lost)
        assert pair.scoop == (won == 3) - (lost == 3)


@given(hands())
def test_r4_6_r4_7_r4_9_royalties_of_all_rows_or_of_rows_won_or_none(drawn: tuple[list[Board], Ruleset]) -> None:
    hand = score_hand(*drawn)
    for pair in hand.pairs:
        if any(moons(hand, pair, drawn[1])):
            continue
        paid = []
        for place, sign in ((pair.first, 1), (pair.second, -1)):
            units = hand.boards[place].royalties
            if drawn[1].royalty_payment == "off":
                assert units == (0, 0, 0)
            if drawn[1].royalty_payment == "trump":
                paid.append(sum(cell for cell, row in zip(units, pair.rows, strict=True) if row == sign))
            else:
                paid.append(sum(units))
        assert [pair.first_royalties, pair.second_royalties] == paid


@given(hands(), st.data())
def test_r4_1_swapping_two_players_negates_their_pair_and_permutes_the_totals(
    drawn: tuple[list[Board], Ruleset], data: st.DataObject
) -> None:
    boards, rules = drawn
    first, second = sorted(data.draw(st.permutations(range(len(boards))))[:2])
    order = list(range(len(boards)))
    order[first], order[second] = second, first
    before, after = score_hand(boards, rules), score_hand([boards[place] for place in order], rules)
    if not rules.limits_payments:
        assert after.units == tuple(before.units[place] for place in order)
    assert after.boards == tuple(before.boards[place] for place in order)
    pair, swapped = (
        next((pair for pair in hand.pairs if (pair.first, pair.second) == (first, second)), None)
        for hand in (before, after)
    )
    if not pair or not swapped:
        assert boards[first].owner == boards[second].owner != ""
        return
    assert swapped.units == -pair.units
    assert swapped.rows == tuple(-row for row in pair.rows)
    assert (swapped.bonus, swapped.royalties, swapped.scoop) == (-pair.bonus, -pair.royalties, -pair.scoop)
    assert swapped.moon == -pair.moon


@given(hands(), st.randoms(use_true_random=False))
def test_s28_r4_1_the_order_of_cards_within_a_row_changes_no_units(
    drawn: tuple[list[Board], Ruleset], chance: random.Random
) -> None:
    boards, rules = drawn
    shuffled = [
        board._replace(cards="/".join("".join(chance.sample(row, len(row))) for row in split_rows(board.cards)))
        for board in boards
    ]
    before, after = score_hand(boards, rules), score_hand(shuffled, rules)
    assert after.units == before.units
    assert after.pairs == before.pairs


@given(texts(2))
def test_r4_4_a_foul_loses_everything_to_a_legal_board_whatever_its_cards(boards: list[str]) -> None:
    legal = score(boards[0], boards[1]).boards[0]
    for rules, price in (("classic", 6), ({"scoring": "2-4"}, 4), ({"royalty_payment": "trump"}, 6)):
        deals = [Board("Ann", boards[0]), Board("Bob", boards[1], dead=True)]
        hand = score_hand(deals, Ruleset.from_json(rules))
        won = 0 if legal.fouled else price + legal.royalty_units
        assert hand.units == (won, -won)


def test_r4_5_two_fouls_pay_each_other_nothing() -> None:
    pair = score_hand([Board("Ann", dead=True), Board("Bob", FOUL)], Ruleset.from_json("classic")).pairs[0]
    assert (pair.rows, pair.bonus, pair.royalties, pair.units) == ((0, 0, 0), 0, 0, 0)


def test_r4_9_without_royalties_only_rows_and_scoops_are_paid() -> None:
    """R4.9: M02, whose straight, queens on top and aces in the middle pay nothing now; a foul still costs 6."""
    hand = score(PLAIN, WEAK, STRAIGHTS, FOUL, rules={"royalty_payment": "off"})
    assert [pair.units for pair in hand.pairs] == [6, -6, 6, -6, 6, 6]
    assert hand.units == (6, -6, 18, -18)
    assert {board.royalty_units for board in hand.boards} == {0}


def test_r4_9_queens_on_top_enter_fantasyland_though_they_are_paid_nothing() -> None:
    off = {"royalty_payment": "off"}
    assert score(STRAIGHTS, FOUL, rules=off).boards[0].fantasyland_next == 13


@pytest.mark.parametrize("payment", ["net", "trump", "off"])
def test_r4_9_the_table_is_kept_while_royalties_are_off(payment: str) -> None:
    rules = Ruleset.from_json({"royalty_payment": payment, "royalties": {"top": {"QQ": 3}}})
    assert rules.royalties["top"]["QQ"] == 3
    assert Ruleset.from_json({**rules.to_json(), "royalty_payment": "net"}).pays[0]["QQ"] == 3


@given(hands())
def test_r4_10_a_moon_is_paid_twenty_instead_of_everything_else(drawn: tuple[list[Board], Ruleset]) -> None:
    hand = score_hand(*drawn)
    for pair in hand.pairs:
        first, second = moons(hand, pair, drawn[1])
        assert pair.moon == 20 * (first - second)
        if first or second:
            assert pair[2:] == ((0, 0, 0), 0, 0, 0, pair.moon, pair.moon)


def test_r4_10_the_moon_is_paid_by_each_opponent_and_not_between_two() -> None:
    """R4.10: F40 is legal and jack high; between Ann and Bob nothing moves."""
    hand = score(*MOONS, "QhQd5h/AcAd4s3s2d/KcKdKhTs6c", rules={"moon": True})
    assert [pair.units for pair in hand.pairs] == [0, 20, 20]
    assert hand.units == (20, 20, -40)


def test_r4_10_by_default_nobody_shoots_the_moon() -> None:
    hand = score(MOONS[0], "QhQd5h/AcAd4s3s2d/KcKdKhTs6c")
    assert hand.boards[0].is_moon
    assert (hand.pairs[0].moon, hand.units) == (0, (-6 - 7, 6 + 7))


@pytest.mark.parametrize(
    ("text", "shoots"),
    [
        ("9h7d5s/Jd9c8h6s2c/Jh9d8s7c2h", True),
        ("5h3d2s/7d6c4h3s2c/9h8d7s6s4d", True),
        ("9h7d5s/Jd9c8h6s2c/JhTd9s8c6h", True),
        ("9h7d5s/Jd9c8h6s2c/Qh9d8s7c2h", False),
        ("9h7d5s/Jd9c8h6s2c/Jh2d8s7c2h", False),
        ("9h7d5s/Jd9c8h6s2c/JhTd9s8c7h", False),
        ("9s7d5s/Jd9c8h6s2c/Jh9h8d7h2h", True),
        ("9h7d5s/Jd9c8h6s2c/Jh8d7h3h2h", False),
        ("Th7d5s/Jd9c8h6s2c/Ts9d8s7c2h", False),
    ],
    ids=["F40", "lower", "best", "queen", "pair", "straight", "nearly a flush", "under the middle", "ten under a jack"],
)
def test_r4_10_jack_high_or_lower_and_legal(text: str, shoots: bool) -> None:
    hand = score_hand([Board("Ann", text), Board("Bob", dead=True)], Ruleset.from_json({"moon": True}))
    assert hand.boards[0].is_moon is shoots
    assert (hand.pairs[0].moon == 20) is shoots


@pytest.mark.parametrize("text", ["", "TsTc4h/Ks9s6c5d3c/JsAd4s2sQc"])
def test_r4_10_r4_4_a_foul_pays_the_moon_twenty_and_no_more(text: str) -> None:
    boards = [Board("Ann", text, dead=not text), Board("Bob", MOONS[0])]
    hand = score_hand(boards, Ruleset.from_json({"moon": True, "scoring": "2-4"}))
    assert hand.units == (-20, 20)


def test_r4_10_a_dead_board_shoots_no_moon() -> None:
    hand = score_hand([Board("Ann", MOONS[0], dead=True), Board("Bob", FOUL)], Ruleset.from_json({"moon": True}))
    assert not hand.boards[0].is_moon
    assert hand.units == (0, 0)


def test_r7_2_the_lower_middle_wins_whatever_the_others_are() -> None:
    """R7.2, R7.3: Ann has kings and the better low, Bob the better bottom."""
    hand = score("KhKd2s/8d5c4h3s2d/AdAc5h4s3d", "Qh9h2c/8h5d4c3c2h/KcKsTdTc6d", rules="deuce-pineapple")
    assert hand.pairs[0].rows == (1, 0, -1)
    assert hand.pairs[0].units == 0 + 8 + 2 - 2
    lower = score("KhKd2s/8d5c4h3s2d/AdAc5h4s3d", "Qh9h2c/8h6d4c3c2h/KcKsTdTc6s", rules="deuce-pineapple")
    assert lower.pairs[0].rows == (1, 1, -1)


def test_r7_2_r4_10_a_moon_over_a_low() -> None:
    hand = score(*MOONS, rules={"preset": "deuce-pineapple", "moon": True})
    assert [board.fouled for board in hand.boards] == [True, False], "jack high is no low"
    assert hand.units == (-20, 20)


def test_s01_two_players_enter_at_once_and_score_each_other_as_usual() -> None:
    """R5.1."""
    boards = ("QhQd3c/AhAd5c6h9d/JcJdThTd3h", "KhKd3s/AsAc7c8h9s/5h5d4h4d2c")
    hand = score(*boards, rules="progressive-pineapple")
    assert [board.fantasyland_next for board in hand.boards] == [14, 15]
    assert hand.units == (-2, 2)


def test_s02_three_at_pineapple_all_in_fantasyland_with_seventeen_cards() -> None:
    """R5.1, R6.4: 51 cards."""
    hand = score(PLAIN, WEAK, STRAIGHTS, rules="progressive-pineapple", dealt=(17, 17, 17))
    assert hand.units == (-9, -21, 30)


@pytest.mark.parametrize(("mode", "stays"), [("base", 14), ("same", 16), ("recount", 14)])
def test_s03_one_stays_while_another_enters(mode: str, stays: int) -> None:
    """R5.2, R5.5: the one who stays gets the stay count, the one who enters the entry count."""
    boards = ("JhTd3c/AhAd4s4c6d/KcKdKsKhQd", "QhQs2c/AsAc5c6h9s/TcThJcJs5h")
    rules = {"preset": "progressive-pineapple", "cards_after_stay": mode, "fantasyland_cards": {"QQ": 14, "KK": 15}}
    assert [board.fantasyland_next for board in score(*boards, rules=rules, dealt=(16, 0)).boards] == [stays, 14]


def test_s05_a_foul_in_fantasyland_pays_each_legal_board_and_leaves() -> None:
    """R5.6, R4.4."""
    hand = score(PLAIN, FOUL, STRAIGHTS, rules="pineapple", dealt=(0, 14, 0))
    assert [pair.units for pair in hand.pairs] == [6, -15, -15]
    assert hand.boards[1].fantasyland_next == 0


def test_s07_an_opponents_foul_does_not_keep_anyone_out_of_fantasyland() -> None:
    """R5.1."""
    hand = score(STRAIGHTS, FOUL)
    assert [board.fantasyland_next for board in hand.boards] == [13, 0]
    assert hand.units == (15, -15)


def test_s08_queens_on_top_enter_though_every_row_is_lost() -> None:
    """R5.1: pays 6 and the other's 16, collects 7."""
    hand = score("QhQd3c/AhAd5c6h9d/JcJdThTd3h", "KhKd3s/2c2d2h7c8h/5s5h5d4h4d")
    assert hand.pairs[0].rows == (-1, -1, -1)
    assert hand.boards[0].fantasyland_next == 13
    assert hand.units == (-6 + 7 - 16, 6 - 7 + 16)


def test_s26_two_fouls_and_a_legal_board() -> None:
    """R4.5: the legal one is paid by both, between the fouls nothing moves."""
    hand = score(STRAIGHTS, FOUL, "KcKd2c/3d4c6h7c9d/2d2h5s8cTh")
    assert [board.fouled for board in hand.boards] == [False, True, True]
    assert [pair.units for pair in hand.pairs] == [15, 15, 0]
    assert hand.units == (30, -15, -15)


def test_s27_the_scoop_bonus_is_only_in_the_pair_that_was_scooped() -> None:
    """R4.2."""
    hand = score(PLAIN, WEAK, "Ts8h4s/6c6dJh9s3c/AsAcQsTc7h")
    assert [(pair.bonus, pair.scoop, pair.units) for pair in hand.pairs] == [(3, 1, 6), (0, 0, 1), (0, 0, -1)]
    assert hand.units == (7, -7, 0)


@pytest.mark.parametrize(("preset", "players"), [("classic", 1), ("classic", 5), ("classic", 0), ("pineapple", 4)])
def test_r6_1_too_few_or_too_many_players(preset: str, players: int) -> None:
    rules = Ruleset.from_json(preset)
    error = refusal([Board(f"P{place}", dead=True) for place in range(players)], rules)
    assert (error.player, error.row) == (None, None)
    for word in (rules.title, str(rules.max_players), f"has {players}"):
        assert word in str(error)


def test_r6_1_a_session_may_have_fewer_seats_than_the_preset() -> None:
    rules = Ruleset.from_json({"max_players": 2})
    assert "3" in str(refusal([Board(name, dead=True) for name in NAMES[:3]], rules))
    assert score_hand([Board(name, dead=True) for name in NAMES[:2]], rules).units == (0, 0)


@pytest.mark.parametrize(
    ("rules", "dealt"),
    [
        ("classic", 14),
        ("classic", -1),
        ("classic-no-fantasyland", 13),
        ("pineapple", 13),
        ("progressive-pineapple", 18),
    ],
)
def test_r5_7_nobody_was_dealt_a_number_that_the_rules_do_not_deal(rules: str, dealt: int) -> None:
    error = refusal([Board("Ann", PLAIN), Board("Bob", WEAK, dealt)], Ruleset.from_json(rules))
    assert (error.player, error.row) == (1, None)
    assert "Bob" in str(error) and str(dealt) in str(error)


def refusal(boards: list[Board], rules: Ruleset) -> OFCError:
    with pytest.raises(NotAllowedError) as caught:
        score_hand(boards, rules)
    return caught.value
