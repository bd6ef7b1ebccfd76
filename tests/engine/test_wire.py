"""Hands in and results out as JSON: docs/scoring-format.md."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ofcscore.engine.board import Board
from ofcscore.engine.errors import ImpossibleError, NotAllowedError, OFCError, UnreadableError
from ofcscore.engine.rules import PRESETS, SETTINGS, Ruleset
from ofcscore.engine.scoring import score_hand
from ofcscore.engine.wire import hand_from_json, hand_to_json, score_line
from tests.engine.strategies import hands, json_lines

FORMAT = (Path(__file__).parents[2] / "docs" / "scoring-format.md").read_text(encoding="utf-8")
EXAMPLES = [json.loads(text) for text in re.findall(r"```json\n(.*?)```", FORMAT, re.DOTALL)]
PLAIN = "KhQd4c/9h9d5c6hJd/KcKdTh5s3h"
WEAK = "2c3d5h/7c7d2h3s4d/8c8dAh6s2d"


ODD_STACKS = (-1, 1_000_001, 5.0, "5", True, None)


def line(players: Any, rules: Any = "classic", **more: Any) -> bytes:
    return json.dumps({"rules": rules, "players": players, **more}).encode()


def player_of(board: Board, rules: Ruleset) -> dict[str, Any]:
    """A board as it goes in, with a stack or an owner where the rules ask for one."""
    player = {"name": board.name, "board": board.cards, "fantasyland": board.fantasyland, "dead": board.dead}
    stack = {"stack": board.stack} if rules.plays_for_stacks else {}
    owner = {"owner": board.owner} if rules.criss_cross else {}
    return {**player, **stack, **owner}


def test_the_example_in_the_docs_gives_the_result_in_the_docs() -> None:
    given_hand, result, *_ = EXAMPLES
    assert score_line(json.dumps(given_hand).encode()) == result


def test_the_error_in_the_docs_is_one_that_is_given() -> None:
    error = EXAMPLES[-1]
    short = [{"name": "Ann", "board": PLAIN}, {"name": "Bob", "board": "2c3d5h/7c7d2h3s4d/8c8dAh6s"}]
    assert str(refusal(line(short))) == error["error"]
    assert set(error) == {"error", "line"}


def test_r6_3_the_docs_list_every_setting_and_preset() -> None:
    for name in (*SETTINGS, *PRESETS):
        assert f"`{name}`" in FORMAT or f'`"{name}"`' in FORMAT


def test_what_is_left_out_has_a_default() -> None:
    boards, rules, button = hand_from_json({"rules": {}, "players": [{"board": PLAIN}, {}]})
    assert boards == [Board("Player 1", PLAIN), Board("Player 2")]
    assert rules == PRESETS["classic"]
    assert button == 1


def test_other_keys_of_a_hand_are_notes_and_left_alone() -> None:
    note = {"rules": "classic", "players": [{"board": PLAIN}, {"board": WEAK}], "expect": {"units": [0, 0]}}
    assert [player["units"] for player in score_line(json.dumps(note).encode())["players"]] == [6, -6]


@given(hands())
def test_r4_8_a_hand_sent_as_json_scores_as_it_does_at_home(drawn: tuple[list[Board], Ruleset]) -> None:
    boards, rules = drawn
    out = score_line(line([player_of(board, rules) for board in boards], rules=rules.to_json()))
    hand = score_hand(boards, rules)
    assert out == json.loads(json.dumps(hand_to_json(hand)))
    assert tuple(player["units"] for player in out["players"]) == hand.units
    assert sum(player["units"] for player in out["players"]) == 0
    assert [tuple(pair["rows"].values()) for pair in out["pairs"]] == [pair.rows for pair in hand.pairs]
    for name in ("bonus", "royalties", "units"):
        assert [pair[name] for pair in out["pairs"]] == [getattr(pair, name) for pair in hand.pairs]
    assert [pair.get("moon", 0) for pair in out["pairs"]] == [pair.moon for pair in hand.pairs]
    for player, board in zip(out["players"], hand.boards, strict=True):
        assert [row["royalty"] for row in player["rows"].values()] == list(board.royalties)
        assert (player["fouled"], player["royalties"]) == (board.fouled, board.royalty_units)
        assert player["fantasyland_next"] == board.fantasyland_next


def test_r1_6_a_dead_board_goes_out_without_names_of_rows() -> None:
    ann = score_line(line([{"name": "Ann", "dead": True}, {"name": "Bob", "board": PLAIN}]))["players"][0]
    assert (ann["fouled"], ann["units"], ann["reason"]) == (True, -6, "declared foul by the dealer")
    assert ann["rows"] == dict.fromkeys(("top", "middle", "bottom"), {"hand": None, "royalty": 0})


@pytest.mark.parametrize(
    ("text", "player", "words"),
    [
        (b"", None, ["JSON"]),
        (b"{", None, ["JSON"]),
        (b"\xff\xff", None, ["JSON"]),
        (b"[" * 100_000, None, ["JSON"]),
        (b"9" * 5_000, None, ["JSON"]),
        (b"null", None, ["players"]),
        (b"[]", None, ["players"]),
        (b'{"rules": "classic"}', None, ["players"]),
        (b'{"players": []}', None, ["rules"]),
        (b'{"rules": "classic", "players": {}}', None, ["players"]),
        (line([{}, 7]), 1, ["Player 2"]),
        (line([{"name": "Ann", "cards": PLAIN}]), 0, ["Player 1", "“cards”", "board"]),
        (line([{}, {"name": 7}]), 1, ["name", "player 2"]),
        (line([{}, {"name": " "}]), 1, ["name", "player 2"]),
        (line([{"name": "Ann", "board": [PLAIN]}]), 0, ["Ann", "board"]),
        (line([{"name": "Ann", "fantasyland": "13"}]), 0, ["Ann", "fantasyland"]),
        (line([{"name": "Ann", "fantasyland": True}]), 0, ["Ann", "fantasyland"]),
        (line([{"name": "Ann", "fantasyland": 13.0}]), 0, ["Ann", "fantasyland"]),
        (line([{"name": "Ann", "dead": 1}]), 0, ["Ann", "dead"]),
        *((line([{}, {"name": "Ann", "stack": stack}]), 1, ["Ann", "stack", "0 to 1000000"]) for stack in ODD_STACKS),
        *((line([{}, {"name": "Ann", "owner": owner}]), 1, ["Ann", "owner", "name"]) for owner in ("", " ", 7, None)),
        *((line([{"board": PLAIN}, {}], button=odd), None, ["button", "from 0"]) for odd in (2, -1, True, 1.0, "Ann")),
        (line([], button=0), None, ["button"]),
        (line([], rules="crazy"), None, ["preset", "crazy"]),
        (line([], rules={"score": "2-4"}), None, ["rule", "score"]),
        (line([], rules=None), None, ["Rules"]),
    ],
)
def test_a_line_that_cannot_be_read(text: bytes, player: int | None, words: list[str]) -> None:
    error = refusal(text)
    assert type(error) is UnreadableError
    assert (error.player, error.row) == (player, None)
    for word in words:
        assert word in str(error)


@pytest.mark.parametrize(
    ("text", "kind", "words"),
    [
        (line([{"board": PLAIN}]), NotAllowedError, ["has 1"]),
        (line([{}] * 5), NotAllowedError, ["has 5"]),
        (line([{"board": PLAIN}] * 4, rules="pineapple"), NotAllowedError, ["Pineapple", "has 4"]),
        (line([], rules={"scoring": "1-5"}), NotAllowedError, ["scoring"]),
        (line([], rules={"preset": "pineapple", "max_players": 4}), ImpossibleError, ["68"]),
        (line([], rules={"fantasyland_cards": 14}), ImpossibleError, ["53"]),
    ],
)
def test_r6_1_r6_4_a_hand_that_the_rules_or_the_deck_do_not_allow(
    text: bytes, kind: type[OFCError], words: list[str]
) -> None:
    error = refusal(text)
    assert type(error) is kind
    for word in words:
        assert word in str(error)


@pytest.mark.parametrize(
    ("player", "rules", "words"),
    [
        ({"name": "Ann"}, {"stakes": "loss_cap"}, ["Ann’s stack is missing", "table stakes"]),
        ({"name": "Ann", "stack": 5}, {"cap": 5}, ["Ann’s stack", "do not play"]),
        ({"name": "Ann", "stack": 5}, "classic", ["Ann’s stack", "do not play"]),
        ({"name": "Ann"}, "criss-cross", ["Ann’s owner is missing", "criss-cross"]),
        ({"name": "Ann", "owner": "Ann"}, "classic", ["Ann’s owner", "do not play"]),
    ],
)
def test_r9_1_r10_1_a_stack_or_an_owner_where_the_rules_ask_for_it_and_nowhere_else(
    player: dict[str, Any], rules: Any, words: list[str]
) -> None:
    error = refusal(line([player, {"name": "Bob"}], rules=rules))
    assert type(error) is NotAllowedError
    assert error.player == 0
    for word in words:
        assert word in str(error)


def test_r6_1_a_hand_of_nobody_is_told_so_and_not_that_it_has_no_button() -> None:
    assert "has 0" in str(refusal(line([])))


@pytest.mark.parametrize(("button", "units"), [({}, [25, -15, -10]), ({"button": 0}, [19, -9, -10])])
def test_r9_2_the_button_and_the_stacks_go_in_and_the_payments_come_out(
    button: dict[str, int], units: list[int]
) -> None:
    boards = ("QhQsJc/AsAc8h7h6d/JhTd9c8s7s", PLAIN, WEAK)
    names = [("Ann", 50), ("Bob", 50), ("Cy", 10)]
    players = [
        {"name": name, "board": cards, "stack": stack} for (name, stack), cards in zip(names, boards, strict=True)
    ]
    out = score_line(line(players, rules={"stakes": "loss_cap"}, **button))
    assert [player["units"] for player in out["players"]] == units
    assert [pair["units"] for pair in out["pairs"]] == [15, 15, 6]
    if button:
        assert out["payments"] == EXAMPLES[2]["payments"], "as in the docs"
    assert [(payment["due"], payment["paid"]) for payment in out["payments"]] == (
        [(6, 6), (15, 15), (15, 4)] if button else [(15, 15), (15, 10), (6, 0)]
    )


def test_r1_5_two_players_of_one_name_are_still_two_places() -> None:
    error = refusal(line([{"name": "Ann", "board": PLAIN}, {"name": "Ann", "board": PLAIN}]))
    assert type(error) is ImpossibleError
    assert error.player == 1
    assert "twice in" not in str(error), "it is once in each of two boards"


@given(st.binary() | json_lines)
def test_any_line_gives_a_result_or_an_error_with_a_sentence(text: bytes) -> None:
    assert_scored_or_refused(text)


def test_no_depth_of_nesting_is_too_much() -> None:
    """JSON that is just shallow enough to be read must not be too deep to be quoted in the error."""
    for depth in range(700, 1_010):
        nested = b"[" * depth + b"]" * depth
        for rules in (b'{"scoring": %b}', b'{"preset": %b}', b'{"royalties": {"top": {"QQ": %b}}}'):
            assert_scored_or_refused(b'{"players": [], "rules": ' + rules % nested + b"}")


def assert_scored_or_refused(text: bytes) -> None:
    try:
        out = score_line(text)
    except OFCError as error:
        assert str(error).strip().endswith(".")
    else:
        assert sum(player["units"] for player in out["players"]) == 0


def refusal(text: bytes) -> OFCError:
    with pytest.raises(OFCError) as caught:
        score_line(text)
    return caught.value
