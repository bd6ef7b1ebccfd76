"""A board while it is being entered: finished rows are named and paid, and a foul is told when it is certain."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ofcscore.engine.board import Board, split_rows
from ofcscore.engine.cards import DECK
from ofcscore.engine.explain import foul_reason
from ofcscore.engine.progress import board_progress
from ofcscore.engine.rules import PRESETS, ROW_SIZES
from ofcscore.engine.scoring import score_hand
from tests.engine.strategies import texts

RULES = PRESETS["pineapple"]


def rows(text: str) -> list[tuple[str, ...]]:
    return list(split_rows(text))


def test_an_empty_board_says_nothing() -> None:
    assert board_progress(rows("//"), RULES) == ((None, None, None), (0, 0, 0), "")


def test_a_full_row_is_named_and_paid_before_the_others_are() -> None:
    progress = board_progress(rows("QhQd7c/AhAd9d/"), RULES)
    assert [hand and hand.short_name for hand in progress.hands] == ["pair of queens", None, None]
    assert progress.royalties == (7, 0, 0)


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


@given(texts(1), st.data())
def test_r2_7_a_board_that_ends_legal_was_never_called_foul(boards: list[str], data: st.DataObject) -> None:
    """R2.7 is never wrong: however much of a legal board is there, it is not called a foul."""
    (text,) = boards
    fouled = score_hand([Board("Ann", text), Board("Bob", dead=True)], RULES).boards[0].fouled
    kept = [row[: data.draw(st.integers(0, size))] for row, size in zip(rows(text), ROW_SIZES, strict=True)]
    assert fouled or not board_progress(kept, RULES).foul


@given(texts(1))
def test_a_finished_board_is_judged_as_scoring_judges_it(boards: list[str]) -> None:
    board = score_hand([Board("Ann", boards[0]), Board("Bob", dead=True)], RULES).boards[0]
    progress = board_progress(rows(boards[0]), RULES)
    assert progress.foul == foul_reason(board)
    assert progress.royalties == board.royalties
    assert progress.hands == board.hands
