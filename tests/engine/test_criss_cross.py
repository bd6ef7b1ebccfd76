"""Criss-cross: two players with two boards each (docs/rules.md R10)."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ofcscore.engine.board import Board
from ofcscore.engine.errors import ImpossibleError, NotAllowedError
from ofcscore.engine.rules import PRESETS, Ruleset
from ofcscore.engine.scoring import score_hand
from ofcscore.engine.wire import score_line
from tests.engine.strategies import texts

CRISS_CROSS = PRESETS["criss-cross"]
# One hand of four, with a foul at its end: as four players -3, -15, +45 and -27.
BOARDS = (
    "KhQd4c/9h9d5c6hJd/KcKdTh5s3h",
    "2c3d5h/7c7d2h3s4d/8c8dAh6s2d",
    "QhQsJc/AsAc8h7h6d/JhTd9c8s7s",
    "TsTc4h/Ks9s6c5d3c/JsAd4s2sQc",
)


def owned(owners: str, boards: tuple[str, ...] = BOARDS) -> list[Board]:
    """A board for each owner, named by a letter: ``ABAB``."""
    return [
        Board(f"{owner} {place}", cards, owner=owner)
        for place, (owner, cards) in enumerate(zip(owners, boards, strict=False))
    ]


@pytest.mark.parametrize(
    ("owners", "pairs", "units"),
    [
        ("ABAB", [(0, 1, 6), (0, 3, 6), (1, 2, -15), (2, 3, 15)], (12, -21, 30, -21)),
        ("AABB", [(0, 2, -15), (0, 3, 6), (1, 2, -15), (1, 3, 6)], (-9, -9, 30, -12)),
        ("ABBA", [(0, 1, 6), (0, 2, -15), (1, 3, 6), (2, 3, 15)], (-9, 0, 30, -21)),
    ],
)
def test_r10_2_two_boards_of_one_player_are_not_compared(
    owners: str, pairs: list[tuple[int, int, int]], units: tuple[int, ...]
) -> None:
    hand = score_hand(owned(owners), CRISS_CROSS)
    assert [(pair.first, pair.second, pair.units) for pair in hand.pairs] == pairs
    assert hand.units == units


@given(st.permutations("AABB"), texts(4))
def test_r10_2_r10_3_four_pairs_as_any_others_and_two_results_that_sum_to_zero(
    owners: list[str], boards: list[str]
) -> None:
    hand = score_hand(owned("".join(owners), tuple(boards)), CRISS_CROSS)
    everybody = {
        (pair.first, pair.second): pair for pair in score_hand(owned("ABCD", tuple(boards)), PRESETS["classic"]).pairs
    }
    for pair in hand.pairs:
        assert owners[pair.first] != owners[pair.second]
        assert pair == everybody[pair.first, pair.second]
    assert len(hand.pairs) == 4
    ann, bob = (sum(units for units, who in zip(hand.units, owners, strict=True) if who == owner) for owner in "AB")
    assert ann == -bob


def test_r10_3_fantasyland_belongs_to_the_board_that_earned_it() -> None:
    assert [board.fantasyland_next for board in score_hand(owned("AABB"), CRISS_CROSS).boards] == [0, 0, 13, 0]


@pytest.mark.parametrize(
    ("owners", "words"),
    [
        ("AAAA", "4 boards of 1 player."),
        ("AAAB", "4 boards of 2 players."),
        ("AABC", "4 boards of 3 players."),
        ("ABCD", "4 boards of 4 players."),
        ("AAB", "3 boards of 2 players."),
        ("A", "1 board of 1 player."),
        ("", "0 boards of 0 players."),
    ],
)
def test_r10_1_two_boards_for_each_of_two_players(owners: str, words: str) -> None:
    with pytest.raises(NotAllowedError, match="two players with two boards each") as caught:
        score_hand(owned(owners), CRISS_CROSS)
    assert str(caught.value).endswith(words)


def test_r10_1_an_unfinished_board_is_dead() -> None:
    boards = owned("ABAB")
    boards[2] = boards[2]._replace(cards="", dead=True)
    assert score_hand(boards, CRISS_CROSS).units == (12, 0, -6, -6)


@pytest.mark.parametrize(
    ("rules", "word"),
    [
        ({"preset": "pineapple"}, "classic"),
        ({"preset": "progressive-pineapple"}, "classic"),
        ({"preset": "deuce-pineapple"}, "classic"),
        ({"preset": "classic", "max_players": 3}, "max_players 4"),
        ({"preset": "criss-cross", "max_players": 2}, "max_players 4"),
        ({"preset": "classic", "stakes": "loss_cap"}, "no table stakes"),
        ({"preset": "criss-cross", "stakes": "loss_and_win_cap"}, "no table stakes"),
        ({"preset": "criss-cross", "cap": 50}, "no cap"),
    ],
)
def test_r10_1_r10_4_rules_that_do_not_go_with_it(rules: dict[str, Any], word: str) -> None:
    with pytest.raises(ImpossibleError, match="Criss-cross") as caught:
        Ruleset.from_json({**rules, "criss_cross": True})
    assert word in str(caught.value)


def test_r10_1_it_is_classic_with_a_setting() -> None:
    assert Ruleset.from_json({"criss_cross": True}).to_json() == {**CRISS_CROSS.to_json(), "preset": "classic"}
    assert Ruleset.from_json({"preset": "classic-no-fantasyland", "criss_cross": True}).criss_cross


def test_r10_2_as_json() -> None:
    players = [{"name": board.name, "board": board.cards, "owner": board.owner} for board in owned("ABAB")]
    out = score_line(json.dumps({"rules": "criss-cross", "players": players}).encode())
    assert [pair["players"] for pair in out["pairs"]] == [
        ["A 0", "B 1"],
        ["A 0", "B 3"],
        ["B 1", "A 2"],
        ["A 2", "B 3"],
    ]
    assert [player["units"] for player in out["players"]] == [12, -21, 30, -21]
    assert "payments" not in out
