"""Jokers: what they play as, checked against trying every card, and what is said of them (docs/rules.md R8)."""

import random
from collections.abc import Iterator
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ofcscore.engine.board import Board, BoardResult, split_rows
from ofcscore.engine.cards import JOKERS
from ofcscore.engine.errors import ImpossibleError, NotAllowedError, OFCError
from ofcscore.engine.explain import foul_reason, joker_reason
from ofcscore.engine.jokers import joker_problem
from ofcscore.engine.lows import Low, NoLow
from ofcscore.engine.progress import board_progress
from ofcscore.engine.rules import PRESETS, ROW_SIZES, Ruleset
from ofcscore.engine.scoring import score_hand
from ofcscore.engine.wire import hand_to_json
from tests.engine.golden import Case, case_id, named_cases
from tests.engine.independent import compare
from tests.engine.strategies import NAMES, texts, with_jokers

RULES = PRESETS["joker-pineapple"]
PLAIN_RULES = Ruleset.from_json({**RULES.to_json(), "jokers": 0})
PLAIN_DEUCE = PRESETS["deuce-pineapple"]
DEUCE = Ruleset.from_json({"preset": "deuce-pineapple", "jokers": 2})
IN_ORDER = tuple(rank + suit for rank in "23456789TJQKA" for suit in "cdhs")

one_joker = texts(1).flatmap(lambda boards: with_jokers(boards, 1, 1)).map(lambda boards: boards[0])
two_jokers = texts(1).flatmap(lambda boards: with_jokers(boards, 2, 2)).map(lambda boards: boards[0])
low_one_joker = (
    texts(1, low_middle=True).flatmap(lambda boards: with_jokers(boards, 1, 1)).map(lambda boards: boards[0])
)
low_two_jokers = (
    texts(1, low_middle=True).flatmap(lambda boards: with_jokers(boards, 2, 2)).map(lambda boards: boards[0])
)


def judge(text: str, rules: Ruleset = RULES, dealt: int = 0) -> BoardResult:
    return score_hand([Board("Ann", text, dealt), Board("Bob", dead=True)], rules).boards[0]


def every_choice(text: str, rules: Ruleset) -> Iterator[BoardResult]:
    """The board with each card, or every two, in place of its jokers, in the order of R8.4, as a game without jokers
    judges it.
    """
    jokers = [joker for joker in JOKERS if joker in text]
    for cards in permutations([card for card in IN_ORDER if card not in text], len(jokers)):
        replaced = text
        for joker, card in zip(jokers, cards, strict=True):
            replaced = replaced.replace(joker, card)
        yield judge(replaced, rules)


def assert_the_best_choice(text: str, rules: Ruleset, plain: Ruleset) -> None:
    """R8.3, R8.4, R8.5: the first of the strongest legal choices, bottom, middle and top; a foul if there is none."""
    choices = list(every_choice(text, plain))
    legal = [board for board in choices if not board.fouled]
    found = judge(text, rules)
    if legal:
        best = max(legal, key=lambda board: board.strengths[::-1])
    else:
        assert found.fouled
        best = min(choices, key=out_of_order)
    assert found == best._replace(cards=text)


def out_of_order(board: BoardResult) -> tuple[int, ...]:
    """How far a foul is from a legal board, nearest first, and of equally near ones the strongest first."""
    top, middle, bottom = (hand.strength for hand in board.hands)
    if isinstance(board.hands[1], NoLow | Low):
        to_a_low = middle + 1 if isinstance(board.hands[1], NoLow) else -middle
        return max(0, top - bottom) + max(0, to_a_low), -bottom, to_a_low, -top
    return max(0, top - middle) + max(0, middle - bottom), -bottom, -middle, -top


@pytest.mark.parametrize("case", named_cases("joker"), ids=case_id)
def test_r8_3_golden_jokers(case: Case) -> None:
    """R8.4 too: the suits are those of the cases."""
    board = judge(case["board"])
    assert (board.cards, board.plays_as, board.fouled) == (case["board"], case["plays_as"], False), case["why"]
    assert board == judge(case["plays_as"])._replace(cards=case["board"])


@given(one_joker)
def test_r8_3_r8_4_r8_5_one_joker_is_the_best_of_every_card(text: str) -> None:
    assert_the_best_choice(text, RULES, PLAIN_RULES)


@settings(max_examples=50)
@given(two_jokers)
def test_r8_3_r8_4_r8_5_two_jokers_are_the_best_of_every_two_cards(text: str) -> None:
    assert_the_best_choice(text, RULES, PLAIN_RULES)


@given(low_one_joker)
def test_r8_7_one_joker_round_a_low_middle(text: str) -> None:
    assert_the_best_choice(text, DEUCE, PLAIN_DEUCE)


@settings(max_examples=30)
@given(low_two_jokers)
def test_r8_7_two_jokers_round_a_low_middle(text: str) -> None:
    assert_the_best_choice(text, DEUCE, PLAIN_DEUCE)


def test_r8_1_the_preset_is_progressive_pineapple_with_two_jokers() -> None:
    data = {**PRESETS["progressive-pineapple"].to_json(), "middle_full_house_stays": False, "jokers": 2}
    assert RULES.to_json() == {**data, "preset": "joker-pineapple"}
    assert (RULES.cards_dealt, RULES.deck_size, RULES.title) == (17, 54, "Joker Pineapple")
    assert {rules.jokers for name, rules in PRESETS.items() if name != "joker-pineapple"} == {0}


@pytest.mark.parametrize("jokers", [-1, 3, True, None, "2", 1.0, [1]])
def test_r8_1_there_are_at_most_two_jokers(jokers: object) -> None:
    with pytest.raises(NotAllowedError, match="^jokers is 0, 1 or 2, not "):
        Ruleset.from_json({"jokers": jokers})


@pytest.mark.parametrize(
    ("rules", "words"),
    [
        ({"preset": "pineapple", "max_players": 4, "jokers": 2}, ["17 cards for 1 of them", "68 cards", "are 54"]),
        ({"fantasyland_cards": 14, "jokers": 1}, ["14 cards for 2 of them", "13 for each", "54 cards", "are 53"]),
        ({"fantasyland_cards": 14, "jokers": 2}, ["14 cards for 3 of them", "13 for each", "55 cards", "are 54"]),
    ],
)
def test_r6_4_r8_1_the_jokers_count_as_cards_of_the_deck(rules: dict[str, object], words: list[str]) -> None:
    with pytest.raises(ImpossibleError) as caught:
        Ruleset.from_json(rules)
    for word in words:
        assert word in str(caught.value)


@pytest.mark.parametrize(
    ("jokers", "text", "row", "words"),
    [
        (0, "QhQd3c/AhAd5c6hX1/KcKdThTd3h", "middle", ["X1", "have none", "another card"]),
        (0, "X2Qd3c/AhAd5c6hX1/KcKdThTd3h", "top", ["X2", "have none"]),
        (1, "QhQd3c/AhAd5c6hX1/KcKdThTdX2", "bottom", ["X2", "only one", "as X1"]),
    ],
)
def test_r8_2_a_joker_that_the_rules_do_not_have(jokers: int, text: str, row: str, words: list[str]) -> None:
    rules = Ruleset.from_json({"jokers": jokers})
    for dead in (False, True):
        error = refusal([Board("Ann", dead=True), Board("Bob", text, dead=dead)], rules)
        assert type(error) is NotAllowedError
        assert (error.player, error.row) == (1, row)
        for word in ["Bob", row, *words]:
            assert word in str(error)


def test_r8_2_what_is_wrong_with_a_row_of_jokers() -> None:
    one = Ruleset.from_json({"jokers": 1})
    assert [joker_problem(cards, one) for cards in (("Qh", "Qd", "3c"), ("X1", "Qd"), ())] == ["", "", ""]
    assert joker_problem(JOKERS, RULES) == ""
    assert joker_problem(JOKERS, one) == "X2 is the second joker, and these rules have only one. Enter it as X1."


@pytest.mark.parametrize(
    ("boards", "row", "sentence"),
    [
        (("X1Qd3c/X1Ad5c6h9d/KcKdThTd3h", ""), "middle", "Joker 1 is in both Ann’s top and middle."),
        (("X2Qd3c/AhAd5c6h9d/KcKdThTd3h", "//X2"), "bottom", "Joker 2 is in Ann’s top and in Bob’s bottom."),
        (("X1X1Qd/AhAd5c6h9d/KcKdThTd3h", ""), "top", "Joker 1 is twice in Ann’s top."),
        (("X1Qd3c/AhAd5c6h9d/KcKdThTd3h", "3h//"), "top", "3♥ is in Ann’s bottom and in Bob’s top."),
    ],
)
def test_r8_2_r1_5_a_card_twice_in_a_hand_with_jokers(boards: tuple[str, str], row: str, sentence: str) -> None:
    error = refusal([Board("Ann", boards[0]), Board("Bob", boards[1], dead=True)], RULES)
    assert type(error) is ImpossibleError
    assert error.row == row
    assert str(error) == f"{sentence} There is only one in the deck."


def test_r8_2_r1_6_a_dead_board_may_hold_jokers() -> None:
    hand = score_hand([Board("Ann", "x1/Qh/x2", dead=True), Board("Bob", "QsQd3c/AhAd5c6h9d/KcKdThTd3h")], RULES)
    ann = hand.boards[0]
    assert (ann.cards, ann.plays_as, ann.jokers) == ("X1/Qh/X2", "X1/Qh/X2", ())
    assert (foul_reason(ann), joker_reason(ann)) == ("declared foul by the dealer", "")
    assert hand.units == (-13, 13)


def test_r8_3_a_board_with_a_joker_is_paid_and_enters_fantasyland_as_what_it_plays_as() -> None:
    assert (judge("X1Qd3c/AhAd5c6h9d/KcKdThTd3h").royalties, judge("X1Ad3c/KhKd5c6h9d/QcQdThTd3h").royalties) == (
        (7, 0, 0),
        (0, 0, 0),
    )
    three_aces = judge("X1X2Ah/2h3d4s5c6h/KhKdKs9c9d")
    assert (three_aces.royalties, three_aces.fantasyland_next) == ((22, 4, 6), 17)
    assert judge("X1X2Ah/2h3d4s5c6h/KhKdKs9c9d", dealt=16).fantasyland_next == 14
    assert judge("JhTd3c/2h2d2s6h6d/KcKdX1QhQd", dealt=14).fantasyland_next == 0, "a full house in the middle"


def test_r8_3_a_joker_may_play_as_a_card_of_another_board_and_then_kickers_decide() -> None:
    """R8.3: both have three aces on the bottom, Ann with a king, which the names say then."""
    boards = [Board("Ann", "Jh8d3c/7h7dQsTc4s/AhAdX1Kh4c"), Board("Bob", "Js8c3d/6h6dJdTh5s/AsAcX2Qd9h")]
    hand = score_hand(boards, RULES)
    assert [board.plays_as[18:] for board in hand.boards] == ["AhAdAcKh4c", "AsAcAdQd9h"]
    assert hand.pairs[0].rows == (0, 1, 1)
    names = [player["rows"]["bottom"]["hand"] for player in hand_to_json(hand)["players"]]
    assert names == ["three aces, king-four kickers", "three aces, queen-nine kickers"]


@pytest.mark.parametrize(
    ("text", "plays_as"),
    [
        ("X1QhQd/9h9dX24c4s/TcThTs2c5d", "AcQhQd/9h9dAd4c4s/TcThTs2c5d"),
        ("X2QhQd/9h9dX14c4s/TcThTs2c5d", "AdQhQd/9h9dAc4c4s/TcThTs2c5d"),
    ],
)
def test_r8_4_joker_1_comes_before_joker_2_wherever_they_are(text: str, plays_as: str) -> None:
    assert judge(text).plays_as == plays_as


@given(two_jokers, st.randoms(use_true_random=False))
def test_r8_4_the_order_of_cards_within_a_row_changes_no_choice(text: str, chance: random.Random) -> None:
    shuffled = judge("/".join("".join(chance.sample(row, len(row))) for row in split_rows(text)))
    assert shuffled.jokers == judge(text).jokers


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (
            "AhAdX1/KhKs9h8h2c/QsQdTh7c5d",
            "no card for joker 1 makes the board legal: even as 2♦, top pair of aces beats middle pair of kings",
        ),
        (
            "QhQd3c/9h9d8s7cX1/KcKdThJs3h",
            "no card for joker 1 makes the board legal: even as A♣, top pair of queens beats middle pair of nines",
        ),
        (
            "AhAdX1/KhQs9h8h2c/QhQdTh7cX2",
            "no cards for the jokers make the board legal: even as 2♦ and Q♣, top pair of aces beats middle king high",
        ),
        ("AhAdX1/AsAcKh8h2c/QsQdTh7cX2", ""),
        ("QhQd3c/AhAd5c6hX1/KcKdThTd3h", ""),
    ],
)
def test_r8_5_why_a_board_with_jokers_is_foul(text: str, reason: str) -> None:
    board = judge(text)
    assert foul_reason(board) == reason
    assert board_progress(split_rows(text), RULES).foul == reason
    assert bool(joker_reason(board)) is not board.fouled
    if board.fouled:
        assert (board.royalties, board.fantasyland_next, set(board.strengths)) == ((0, 0, 0), 0, {-1})


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("X1Qd3c/AhAd5c6h9d/KcKdThTd3h", "joker 1 plays as Q♣"),
        ("X2Qd3c/AhAd5c6h9d/KcKdThTd3h", "joker 2 plays as Q♣"),
        ("X1QdQh/QsQcX25d4c/AhKhJh9h2h", "joker 1 plays as A♣, joker 2 as 5♣"),
        ("QhQd3c/AhAd5c6h9d/KcKdThTd3h", ""),
    ],
)
def test_r8_3_what_the_jokers_play_as_in_words(text: str, words: str) -> None:
    assert joker_reason(judge(text)) == words


@pytest.mark.parametrize(
    ("text", "foul", "hands", "royalties"),
    [
        ("AhAdX1/KhQd9s7c2c/", "the least that the top can still be, pair of aces, beats middle king high", 1, 0),
        (
            "AhAd2c/KhQd9s7cX1/",
            "top pair of aces beats the best that the middle can still be, pair of kings",
            1,
            0,
        ),
        ("AhAd2c/KhQd9sX1/", "", 1, 9),
        ("X1Ad2c/KhKd9s7c2h/", "", 1, 0),
        ("X1X2Ad/KhKd9s7c2h/", "", 1, 0),
        ("QhQdX1/JhJd9s7c/", "", 0, 0),
    ],
)
def test_r8_6_rows_with_a_joker_before_the_board_is_there(text: str, foul: str, hands: int, royalties: int) -> None:
    progress = board_progress(split_rows(text), RULES)
    assert progress.foul == foul
    assert len([hand for hand in progress.hands if hand]) == hands
    assert sum(progress.royalties) == royalties


REASON_OF_LOWS = "no card for joker 1 makes the board legal: even as 2♦, middle jack high is no ten-low or better"


@pytest.mark.parametrize(
    ("text", "plays_as", "reason"),
    [
        ("KhKd2s/X18d6h4h3s/AdAc5h4s3d", "KhKd2s/2c8d6h4h3s/AdAc5h4s3d", ""),
        ("KhKdX1/X27d5c4h3s/AdAc5h4s3d", "KhKdAh/2c7d5c4h3s/AdAc5h4s3d", ""),
        ("KhKd2c/X1Jd5c4h3s/AdAc5h4s3d", "KhKd2c/2dJd5c4h3s/AdAc5h4s3d", REASON_OF_LOWS),
        (
            "AhAsX1/2c7d5c4h3s/KdKcQh4s3d",
            "AhAs2d/2c7d5c4h3s/KdKcQh4s3d",
            "no card for joker 1 makes the board legal: even as 2♦, top pair of aces beats bottom pair of kings",
        ),
    ],
)
def test_r8_7_the_strongest_middle_is_the_best_low(text: str, plays_as: str, reason: str) -> None:
    board = judge(text, DEUCE)
    assert (board.plays_as, foul_reason(board)) == (plays_as, reason)


@pytest.mark.parametrize(
    ("text", "foul"),
    [
        ("/X1Jh/", "the middle can no longer be a ten-low or better"),
        ("/X14h4d/", "the middle can no longer be a ten-low or better"),
        ("/X16h5d4s3c/", ""),
        ("/X18h5d4s3c/", ""),
        ("/X1X25d4s3c/", ""),
        ("AhAdX1/7h5d4s/KhKd9s8c6d", "the least that the top can still be, pair of aces, beats bottom pair of kings"),
    ],
)
def test_r8_6_r8_7_a_certain_foul_with_a_low_middle_and_jokers(text: str, foul: str) -> None:
    assert board_progress(split_rows(text), DEUCE).foul == foul


def test_r8_6_a_joker_that_may_still_come_is_any_card() -> None:
    """R8.6: both kings that the middle needs are elsewhere, but a joker could be one; not where both jokers are out."""
    rows = split_rows("AhAd2c/KhKd9s7c/")
    aces = ["Ac", "As"]
    assert board_progress(rows, PLAIN_RULES, [*aces, "Kc", "Ks", "9h", "9d", "9c", "7h", "7d", "7s"]).foul
    nothing_fits = [*aces, "Kc", "Ks", "9h", "9d", "9c", "7h", "7d", "7s"]
    assert not board_progress(rows, RULES, nothing_fits).foul
    assert not board_progress(rows, RULES, [*nothing_fits, "X2"]).foul
    assert board_progress(rows, RULES, [*nothing_fits, *JOKERS]).foul
    one = Ruleset.from_json({"jokers": 1})
    assert board_progress(rows, one, [*nothing_fits, "X1"]).foul


@pytest.mark.parametrize("rules", [RULES, DEUCE], ids=lambda rules: rules.preset)
@given(boards=(texts(2) | texts(2, low_middle=True)).flatmap(lambda boards: with_jokers(boards, 2)), data=st.data())
def test_r8_6_a_board_that_ends_legal_was_never_called_foul(
    rules: Ruleset, boards: list[str], data: st.DataObject
) -> None:
    """R8.6 is never wrong, whatever is there of a legal board and of another beside it."""
    kept, elsewhere = (
        [row[: data.draw(st.integers(0, size))] for row, size in zip(split_rows(text), ROW_SIZES, strict=True)]
        for text in boards
    )
    progress = board_progress(kept, rules, {card for row in elsewhere for card in row})
    assert judge(boards[0], rules).fouled or not progress.foul


@pytest.mark.parametrize("rules", [RULES, DEUCE], ids=lambda rules: rules.preset)
@given(boards=(texts(1) | texts(1, low_middle=True)).flatmap(lambda boards: with_jokers(boards, 2)))
def test_r8_6_a_finished_board_is_judged_as_scoring_judges_it(rules: Ruleset, boards: list[str]) -> None:
    board = judge(boards[0], rules)
    assert board_progress(split_rows(boards[0]), rules) == (board.hands, board.royalties, foul_reason(board))


@pytest.mark.parametrize("text", ["X1Qd3c/AhAd5c6h9d/KcKdThTd3h", "X1/AhAd5c6h/KcKdX2", "X1X2Qd//"])
def test_r8_6_jokers_that_the_rules_do_not_have_are_no_error_while_they_are_typed(text: str) -> None:
    assert board_progress(split_rows(text), PRESETS["classic"]).foul == ""


@settings(max_examples=50)
@given(texts(3).flatmap(lambda boards: with_jokers(boards, 2, 1)))
def test_r8_3_r4_8_a_hand_scores_as_the_one_that_it_plays_as(boards: list[str]) -> None:
    """R4.8, R8.3: every pair, and so the sum of zero, is that of boards without jokers, each judged by itself."""
    hand = score_hand([Board(name, text) for name, text in zip(NAMES, boards, strict=False)], RULES)
    assert sum(hand.units) == 0
    for pair in hand.pairs:
        first, second = hand.boards[pair.first], hand.boards[pair.second]
        assert list(pair.rows) == expected_rows(first, second)
        assert pair.royalties == first.royalty_units - second.royalty_units


def expected_rows(first: BoardResult, second: BoardResult) -> list[int]:
    if first.fouled or second.fouled:
        return [second.fouled - first.fouled] * 3
    rows = zip(split_rows(first.plays_as), split_rows(second.plays_as), strict=True)
    return [compare(mine, theirs) for mine, theirs in rows]


@pytest.mark.parametrize(
    "text", ["X1Qd3c/AhAd5c6h9d/KcKdThTd3h", "AhAdX1/KhKs9h8h2c/QsQdTh7c5d", "QhQd3c/AhAd5c6h9d/KcKdThTd3h"]
)
def test_r8_3_what_a_joker_plays_as_goes_out_for_boards_that_have_one(text: str) -> None:
    board = judge(text)
    ann, bob = hand_to_json(score_hand([Board("Ann", text), Board("Bob", dead=True)], RULES))["players"]
    assert ann.get("plays_as", text) == board.plays_as
    assert ("plays_as" in ann) is ("X1" in text)
    assert "plays_as" not in bob


def refusal(boards: list[Board], rules: Ruleset) -> OFCError:
    with pytest.raises(OFCError) as caught:
        score_hand(boards, rules)
    return caught.value
