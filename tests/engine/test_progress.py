"""A board while it is being entered: finished rows are named and paid, and a foul is told when it is certain."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ofcscore.engine.board import Board, split_rows
from ofcscore.engine.cards import DECK
from ofcscore.engine.explain import foul_reason
from ofcscore.engine.progress import board_progress
from ofcscore.engine.rules import PRESETS, ROW_SIZES, Ruleset
from ofcscore.engine.scoring import score_hand
from tests.engine.strategies import texts

RULES = PRESETS["pineapple"]
DEUCE = PRESETS["deuce-pineapple"]


def rows(text: str) -> list[tuple[str, ...]]:
    return list(split_rows(text))


def test_an_empty_board_says_nothing() -> None:
    assert board_progress(rows("//"), RULES) == ((None, None, None), (0, 0, 0), "")


def test_a_full_row_is_named_and_paid_before_the_others_are() -> None:
    progress = board_progress(rows("QhQd7c/AhAd9d/"), RULES)
    assert [hand and hand.short_name for hand in progress.hands] == ["pair of queens", None, None]
    assert progress.royalties == (7, 0, 0)


def test_r4_9_a_full_row_shows_no_royalty_where_they_are_off() -> None:
    rules = Ruleset.from_json({"royalty_payment": "off"})
    assert board_progress(rows("QhQd7c/AhAd9d/"), rules).royalties == (0, 0, 0)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("AhAd2c/KhQd9s7c5c/", "top pair of aces beats middle king high"),
        ("AhAd2c/KhQd9s7c/", "top pair of aces beats the best that the middle can still be, pair of kings"),
        ("AhAd/KhQd9s7c5c/", "the least that the top can still be, pair of aces, beats middle king high"),
        ("AhAd2c//KhQd9s7c5c", "top pair of aces beats bottom king high"),
        ("/9h9d9s2c3c/KhQd8s7c", "middle three nines beat the best that the bottom can still be, pair of kings"),
    ],
)
def test_r2_7_a_certain_foul_is_told_with_its_reason(text: str, reason: str) -> None:
    progress = board_progress(rows(text), RULES)
    assert progress.foul == reason
    assert progress.royalties == (0, 0, 0)


@pytest.mark.parametrize("text", ["AhAd2c/KhQd9s/", "AhAdAc/KhKdQs7c/", "AhAd2c/KhQd9s7c/"])
def test_r2_7_cards_on_other_boards_do_not_come(text: str) -> None:
    """R2.7: what the middle needs in order to hold lies on another board, or does not."""
    needed = {"AhAd2c/KhQd9s/": ["Kc", "Ks"], "AhAdAc/KhKdQs7c/": [], "AhAd2c/KhQd9s7c/": ["Ac", "As"]}[text]
    certain = text != "AhAd2c/KhQd9s/"
    assert bool(board_progress(rows(text), RULES, needed).foul) == certain


def test_a_deck_that_is_used_up_is_no_error() -> None:
    elsewhere = [card for card in DECK if card not in ("Ah", "Ad")]
    assert board_progress(rows("AhAd//"), RULES, elsewhere).foul == ""


def test_r2_7_three_missing_cards_can_become_anything() -> None:
    assert board_progress(rows("AhAdAc/2h7d/"), RULES).foul == ""


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("/Jh/", "the middle can no longer be a ten-low or better"),
        ("/4h4d/", "the middle can no longer be a ten-low or better"),
        ("/6h5d4s3c2h/", "middle six-high straight is no ten-low or better"),
        ("/Th9d8s7c6h/", "middle ten-high straight is no ten-low or better"),
        ("AhAd2c/7h5d4s/KhKd9s8c6d", "top pair of aces beats bottom pair of kings"),
        ("AhAdAc/8h5d4s/KhKd9s8c", "top three aces beat the best that the bottom can still be, three kings"),
        ("AhAd2c/7h5d4s3c2h/", ""),
        ("AhAd2c/7h5d4s3c/", ""),
        ("AhAd2c/5h4h3h/", ""),
    ],
)
def test_r7_1_r7_2_a_certain_foul_with_a_low_middle(text: str, reason: str) -> None:
    assert board_progress(rows(text), DEUCE).foul == reason


def test_r7_1_a_middle_that_only_other_boards_could_make_low() -> None:
    sevens_to_tens = [rank + suit for rank in "789T" for suit in "shdc"]
    assert board_progress(rows("/6h5d4s3c/"), DEUCE, sevens_to_tens).foul
    but_an_eight = [card for card in sevens_to_tens if card != "8s"]
    assert not board_progress(rows("/6h5d4s3c/"), DEUCE, but_an_eight).foul
    but_a_seven = [card for card in sevens_to_tens if card != "7s"]
    assert board_progress(rows("/6h5d4s3c/"), DEUCE, but_a_seven).foul, "a straight is no low"


@given(texts(1, low_middle=True), st.data())
def test_r7_1_r2_7_a_board_with_a_low_middle_that_ends_legal_was_never_called_foul(
    boards: list[str], data: st.DataObject
) -> None:
    fouled = score_hand([Board("Ann", boards[0]), Board("Bob", dead=True)], DEUCE).boards[0].fouled
    kept = [row[: data.draw(st.integers(0, size))] for row, size in zip(rows(boards[0]), ROW_SIZES, strict=True)]
    assert fouled or not board_progress(kept, DEUCE).foul


@given(texts(1), st.data())
def test_r2_7_a_board_that_ends_legal_was_never_called_foul(boards: list[str], data: st.DataObject) -> None:
    """R2.7 is never wrong: however much of a legal board is there, it is not called a foul."""
    (text,) = boards
    fouled = score_hand([Board("Ann", text), Board("Bob", dead=True)], RULES).boards[0].fouled
    kept = [row[: data.draw(st.integers(0, size))] for row, size in zip(rows(text), ROW_SIZES, strict=True)]
    assert fouled or not board_progress(kept, RULES).foul


@pytest.mark.parametrize("rules", [RULES, DEUCE], ids=lambda rules: rules.preset)
@given(boards=texts(1) | texts(1, low_middle=True))
def test_a_finished_board_is_judged_as_scoring_judges_it(rules: Ruleset, boards: list[str]) -> None:
    board = score_hand([Board("Ann", boards[0]), Board("Bob", dead=True)], rules).boards[0]
    progress = board_progress(rows(boards[0]), rules)
    assert progress.foul == foul_reason(board)
    assert progress.royalties == board.royalties
    assert progress.hands == board.hands
