"""One board: reading it, whether it stands, what it is paid, Fantasyland (docs/rules.md R1.3 to R1.6, R2.6, R3, R5)."""

import random
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from ofcscore.engine.board import Board, BoardResult, read_board, split_rows
from ofcscore.engine.cards import DECK, JOKERS, card_name
from ofcscore.engine.errors import ImpossibleError, OFCError, UnreadableError
from ofcscore.engine.hands import evaluate
from ofcscore.engine.lows import low_of
from ofcscore.engine.rules import ROW_SIZES, ROWS, Ruleset
from ofcscore.engine.scoring import score_hand
from tests.engine.golden import Case, case_id, every_named_case, named_cases
from tests.engine.independent import compare, is_low
from tests.engine.strategies import NAMES, damaged, texts

QUEENS = "QhQd3c/AhAd5c6h9d/KcKdThTd3h"
KINGS = "KhKd3c/AhAd5c6h9d/QcQdThTd3h"
ACES = "AhAd3c/AsAc5c6h9d/QcQdThTd3h"
TWOS = "2h2d2c/5s5c5d6h9d/QcQdQhTdTh"
BOTTOM_QUADS = "JhTd3c/AhAd4s4c6d/KcKdKsKhQd"
MIDDLE_HOUSE = "JhTd3c/2h2d2s6h6d/KcKdKsQhQd"


def judge(text: str, rules: Any = "classic", dealt: int = 0) -> BoardResult:
    """What becomes of one board; a dead one makes up the table."""
    boards = [Board("Ann", text, dealt), Board("Bob", dead=True)]
    return score_hand(boards, Ruleset.from_json(rules)).boards[0]


def test_every_golden_case_is_run_here_or_in_another_test() -> None:
    kinds = {case["kind"] for case in every_named_case()}
    assert kinds == {"legality", "royalty", "score", "fantasyland-entry", "fantasyland-stay", "table-stakes", "joker"}
    assert len(every_named_case()) == 121


@pytest.mark.parametrize("case", named_cases("legality"), ids=case_id)
def test_r2_6_golden_legality(case: Case) -> None:
    """R7.1, R7.2: L01 to L07 have a middle that plays for the low."""
    assert judge(case["board"], case["rules"]).fouled is case["fouled"], case["why"]


@pytest.mark.parametrize("case", named_cases("royalty"), ids=case_id)
def test_r3_1_golden_royalties(case: Case) -> None:
    """R3.2 too: a royal instead of a straight flush, no matter the kickers. R7.3: the last five are lows."""
    hand = evaluate(split_rows(case["cards"])[0])
    rules = Ruleset.from_json(case["rules"])
    if case["row"] == "middle" and rules.low_middle:
        hand = low_of(hand)
    assert rules.royalties[case["row"]].get(hand.royalty, 0) == case["royalty"], case["why"]


@pytest.mark.parametrize("case", named_cases("fantasyland-entry"), ids=case_id)
@pytest.mark.parametrize("preset", ["classic", "pineapple", "progressive-pineapple"])
def test_r5_2_r5_7_golden_entries(case: Case, preset: str) -> None:
    assert judge(case["board"], preset).fantasyland_next == case["next"][preset], case["why"]


@pytest.mark.parametrize("case", named_cases("fantasyland-stay"), ids=case_id)
@pytest.mark.parametrize("preset", ["classic", "pineapple", "progressive-pineapple"])
@pytest.mark.parametrize(
    ("middle_stays", "key"), [(True, "middle_full_house_stays"), (False, "middle_full_house_leaves")]
)
def test_r5_4_golden_stays(case: Case, preset: str, middle_stays: bool, key: str) -> None:
    rules = Ruleset.from_json({"preset": preset, "middle_full_house_stays": middle_stays})
    board = judge(case["board"], rules.to_json(), rules.base_cards)
    assert board.fantasyland_next == (rules.base_cards if case["stays"][key] else 0), case["why"]


@given(texts(1))
def test_r2_6_legal_exactly_when_an_independent_comparison_says_so(text: list[str]) -> None:
    top, middle, bottom = split_rows(text[0])
    legal = compare(top, middle) <= 0 and compare(middle, bottom) <= 0
    assert judge(text[0]).fouled is not legal


@given(texts(1, low_middle=True))
def test_r7_1_r7_2_a_low_middle_stands_exactly_when_an_independent_comparison_says_so(text: list[str]) -> None:
    top, middle, bottom = split_rows(text[0])
    legal = is_low(middle) and compare(top, bottom) <= 0
    assert judge(text[0], "deuce-pineapple").fouled is not legal


def test_r3_2_a_row_is_paid_once_in_each_place() -> None:
    board = judge("2c2d2h/AsKsQsJsTs/AhKhQhJhTh")
    assert (board.royalties, board.royalty_units) == ((10, 50, 25), 85)
    assert judge("8c8d9s/As2s3s4s5s/2h3h4h5h6h").royalties == (3, 30, 15)


def test_r3_3_a_foul_is_paid_nothing_and_plays_as_nothing() -> None:
    board = judge("AhAdAc/KsKd9h8h2c/QsQdQhQc5d")
    assert board.fouled
    assert (board.royalties, board.royalty_units) == ((0, 0, 0), 0)
    assert len(set(board.strengths)) == 1
    assert max(board.strengths) < evaluate(["2c", "3d", "4h"]).strength


@pytest.mark.parametrize(
    ("entry", "earned"), [("QQ", [14, 15, 16, 17]), ("KK", [0, 15, 16, 17]), ("AA", [0, 0, 16, 17])]
)
def test_r5_2_the_entry_rank_may_be_higher_and_trips_always_enter(entry: str, earned: list[int]) -> None:
    rules = {"preset": "progressive-pineapple", "fantasyland_entry": entry}
    assert [judge(text, rules).fantasyland_next for text in (QUEENS, KINGS, ACES, TWOS)] == earned


@pytest.mark.parametrize(
    ("preset", "earned"), [("progressive-13-14-15", [13, 14, 15, 15]), ("progressive-14-15-16", [14, 15, 16, 16])]
)
def test_r6_5_r5_7_other_steps_give_trips_no_more_than_aces(preset: str, earned: list[int]) -> None:
    assert [judge(text, preset).fantasyland_next for text in (QUEENS, KINGS, ACES, TWOS)] == earned
    stays = [judge(text, preset, 15).fantasyland_next for text in (ACES, TWOS, BOTTOM_QUADS, MIDDLE_HOUSE)]
    assert stays == [0, earned[0], earned[0], 0], "a middle full house does not stay, what stays is dealt the base"


def test_r6_5_the_second_variant_of_14_15_16_keeps_the_number_that_was_dealt() -> None:
    rules = {"preset": "progressive-14-15-16", "cards_after_stay": "same"}
    assert [judge(TWOS, rules, dealt).fantasyland_next for dealt in (14, 15, 16)] == [14, 15, 16]


@pytest.mark.parametrize("text", [QUEENS, KINGS, ACES, TWOS])
def test_r5_1_nobody_enters_where_there_is_no_fantasyland(text: str) -> None:
    assert judge(text, "classic-no-fantasyland").fantasyland_next == 0


@pytest.mark.parametrize("text", [QUEENS, KINGS, ACES])
def test_r5_3_inside_a_pair_on_top_neither_stays_nor_enters(text: str) -> None:
    assert judge(text).fantasyland_next == 13
    assert judge(text, dealt=13).fantasyland_next == 0


def test_s04_aces_on_top_inside_fantasyland_leave_it() -> None:
    """R5.3."""
    assert judge("AhAdKc/AsAcKh6h9d/QcQdThTd3h", "progressive-pineapple", 16).fantasyland_next == 0


def test_s06_a_strong_middle_and_bottom_do_not_enter() -> None:
    """R5.2: only the top row enters."""
    assert judge("JhTd3c/AhAdAs6h6d/KcKdKsKh3h").fantasyland_next == 0


@pytest.mark.parametrize(("mode", "cards"), [("base", 14), ("same", 17), ("recount", 17)])
def test_s09_seventeen_cards_and_trips_on_top(mode: str, cards: int) -> None:
    """R5.5."""
    rules = {"preset": "progressive-pineapple", "cards_after_stay": mode}
    assert judge(TWOS, rules, 17).fantasyland_next == cards
    assert judge(TWOS, rules, 14).fantasyland_next == (14 if mode == "same" else cards)


@pytest.mark.parametrize(("mode", "cards"), [("base", 14), ("same", 16), ("recount", 14)])
def test_s10_bottom_quads_over_a_top_that_gives_no_count(mode: str, cards: int) -> None:
    """R5.5."""
    rules = {"preset": "progressive-pineapple", "cards_after_stay": mode}
    assert judge(BOTTOM_QUADS, rules, 16).fantasyland_next == cards


def test_r5_5_recount_counts_a_pair_on_top_of_a_staying_bottom() -> None:
    text = "AhAd3c/AsAc5c6h9d/QcQdQhQs3h"
    counts = [
        judge(text, {"preset": "progressive-pineapple", "cards_after_stay": mode}, 14).fantasyland_next
        for mode in ("base", "same", "recount")
    ]
    assert counts == [14, 14, 16]


def test_r5_5_base_is_what_queens_are_dealt_even_where_queens_do_not_enter() -> None:
    rules = {"preset": "progressive-pineapple", "fantasyland_entry": "AA"}
    assert judge(MIDDLE_HOUSE, rules, 16).fantasyland_next == 14


KINGS_AND_WHEEL = "KhKd2s/7d5c4h3s2d/AdAc5h4s3d"
WHEEL_ALONE = "QhQd2s/7d5c4h3s2d/AdAc5h4s3d"
KINGS_ALONE = "KhKd2s/8d5c4h3s2d/AdAc5h4s3d"


@pytest.mark.parametrize(
    ("text", "cards"),
    [
        (KINGS_AND_WHEEL, 15),
        (WHEEL_ALONE, 14),
        (KINGS_ALONE, 13),
        ("QhQd2s/8d5c4h3s2d/AdAc5h4s3d", 0),
        ("AhKc2s/9d5c4h3s2d/QdQcQh4s3d", 0),
        ("KhKd2s/7d5c4h3s2d/QdQc5h4s3d", 0),
        ("AhAd2s/8d5c4h3s2d/KdKcKh4s3d", 14),
    ],
)
def test_s11_r7_4_kings_or_the_wheel_enter_and_both_at_once_get_more(text: str, cards: int) -> None:
    """R7.4: S11, with a house that deals one card less for kings, so that the steps differ; a foul enters not."""
    rules = {"preset": "deuce-pineapple", "fantasyland_cards": {"KK": 13}}
    assert judge(text, rules).fantasyland_next == cards
    assert judge(text, {**rules, "fantasyland": False}).fantasyland_next == 0


@pytest.mark.parametrize(("wheel_stays", "cards"), [(True, 14), (False, 0)])
def test_r7_5_whether_the_wheel_stays_is_a_setting(wheel_stays: bool, cards: int) -> None:
    rules = {"preset": "deuce-pineapple", "wheel_stays": wheel_stays}
    assert judge(WHEEL_ALONE, rules, 14).fantasyland_next == cards
    assert judge(KINGS_AND_WHEEL, rules, 15).fantasyland_next == cards, "the base, however many were dealt"
    assert judge(KINGS_ALONE, rules, 14).fantasyland_next == 0
    assert judge("6h6c6s/8d5c4h3s2d/AdAcAh4s3d", rules, 14).fantasyland_next == 14
    assert judge("QhQc2s/8d5c4h3s2d/AdAcAhAs3d", rules, 14).fantasyland_next == 14


@pytest.mark.parametrize(("mode", "cards"), [("base", 14), ("same", 14), ("recount", 15)])
def test_r7_5_r5_5_recount_counts_the_wheel_too(mode: str, cards: int) -> None:
    rules = {"preset": "deuce-pineapple", "cards_after_stay": mode}
    assert judge(KINGS_AND_WHEEL, rules, 14).fantasyland_next == cards


def test_r7_3_royalties_of_a_low_middle() -> None:
    board = judge(KINGS_AND_WHEEL, "deuce-pineapple")
    assert (board.royalties, board.royalty_units) == ((8, 8, 0), 16)
    assert judge("KhKd2s/Jd5c4h3s2d/AdAc5h4s3d", "deuce-pineapple").royalty_units == 0


@pytest.mark.parametrize("dealt", [0, 13])
def test_r5_6_a_foul_earns_nothing_and_keeps_nothing(dealt: int) -> None:
    assert judge("2h2d2c/AhAdKsKcQh/5h5s5d5c8h", dealt=dealt).fantasyland_next == 0
    dead = score_hand([Board("Ann", TWOS, dealt, dead=True), Board("Bob", dead=True)], Ruleset.from_json("classic"))
    assert dead.boards[0].fantasyland_next == 0


@pytest.mark.parametrize(
    "text",
    [
        "QhQd3c/AhAd5c6h9d/KcKdThTd3h",
        " qh qd 3c / ah,ad,5c,6h,9d / kc kd 10h 10d 3h ",
        "Q♥Q♦3♣\nA♥A♦5♣6♥9♦\nK♣K♦10♥10♦3♥\n",
        "QHQD3C/AHAD5C6H9D/KCKD10H10D3H",
        "QhQd3c\r\nAhAd5c6h9d\r\nKcKdThTd3h\r\n",
    ],
)
def test_r1_3_a_board_reads_the_same_however_it_is_written(text: str) -> None:
    board = judge(text)
    assert board.cards == QUEENS
    assert board.rows[0] == ("Qh", "Qd", "3c")
    assert [len(row) for row in board.rows] == [3, 5, 5]


@given(texts(1))
def test_r1_3_text_in_the_one_form_comes_back_as_it_is(text: list[str]) -> None:
    assert judge(text[0]).cards == text[0]
    assert "/".join(map("".join, split_rows(text[0]))) == text[0]


@pytest.mark.parametrize(
    ("text", "row", "words"),
    [
        ("QhQd/AhAd5c6h9d/KcKdThTd3h", "top", ["2 cards", "needs 3", "12 of 13"]),
        ("/AhAd5c6h9d/KcKdThTd3h", "top", ["no cards", "needs 3", "10 of 13"]),
        ("QhQd3c/AhAd5c6h9d/KcKdThTd", "bottom", ["4 cards", "needs 5", "12 of 13"]),
        ("QhQd3c/AhAd5c6h9d/KcKdThTd3h7s", "bottom", ["6 cards", "needs 5", "14 of 13"]),
        ("QhQd3c / AhAd5c6h9d / KcKdThTd3h7s", "bottom", ["6 cards", "needs 5", "14 of 13"]),
        ("QhQd3c7s/AhAd5c6h9d/KcKdThTd3h", "top", ["4 cards", "needs 3", "14 of 13"]),
        ("QhQd3c/AhAd5c6h9d7s/KcKdThTd3h", "middle", ["6 cards", "needs 5", "14 of 13"]),
        ("QhQd3c/AhAd5c6h/9dKcKdThTd3h", "middle", ["4 cards", "needs 5", "13 of 13"]),
        ("Qh/AhAd5c6h9d/KcKdThTd3h", "top", ["1 card ", "needs 3"]),
        ("", "top", ["no cards", "0 of 13"]),
        ("   ", "top", ["no cards", "0 of 13"]),
    ],
)
def test_s20_r1_4_a_wrong_number_of_cards_is_refused_and_is_no_foul(text: str, row: str, words: list[str]) -> None:
    error = refusal([Board("Ann", "2c3d5h/7c7d2h3s4d/8c8dAs6s2d"), Board("Bob", text)])
    assert type(error) is UnreadableError
    assert (error.player, error.row) == (1, row)
    for word in ["Bob", row, *words]:
        assert word in str(error)


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("QhQd3cAhAd5c6h9dKcKdThTd3h", "1 row;"),
        ("QhQd3c/AhAd5c6h9dKcKdThTd3h", "2 rows;"),
        ("QhQd3c/AhAd5c/6h9d/KcKdThTd3h", "4 rows;"),
        ("QhQd3c/AhAd5c6h9d/KcKdThTd3h/", "4 rows;"),
        ("QhQd3c / AhAd5c6h9d / KcKdThTd3h /", "4 rows;"),
    ],
)
def test_r1_4_a_wrong_number_of_rows_is_refused(text: str, count: str) -> None:
    error = refusal([Board("Ann", text), Board("Bob", dead=True)])
    assert type(error) is UnreadableError
    assert (error.player, error.row) == (0, None)
    assert "Ann" in str(error) and count in str(error)


@pytest.mark.parametrize("piece", ["1h", "Аh", "Zz", "10"])
def test_r1_2_an_unknown_card_is_named_with_its_player_and_row(piece: str) -> None:
    error = refusal([Board("Ann", QUEENS), Board("Bob", f"2c4d5h/7c7d2h {piece} 4h/8c8dAs6s2d")])
    assert type(error) is UnreadableError
    assert (error.player, error.row) == (1, "middle")
    assert str(error).startswith(f"Bob’s middle: “{piece}”")


def test_s18_r1_5_one_card_on_two_boards() -> None:
    error = refusal([Board("Ann", QUEENS), Board("Bob", "2c4d5h/7c7d2h3s4h/8c8dAh6s2d")])
    assert type(error) is ImpossibleError
    assert (error.player, error.row) == (1, "bottom")
    assert str(error).startswith("A♥ is in Ann’s middle and in Bob’s bottom.")


def test_s19_r1_5_one_card_twice_on_a_board_is_no_foul() -> None:
    error = refusal([Board("Ann", "AhAd2c/AhKd5c6h9d/KcKsThTd3h"), Board("Bob", dead=True)])
    assert type(error) is ImpossibleError
    assert (error.player, error.row) == (0, "middle")
    assert str(error).startswith("A♥ is in both Ann’s top and middle.")


@given(texts(4), st.integers(0, 51), st.integers(0, 51))
def test_r1_5_a_card_entered_twice_is_always_found_and_both_places_named(
    boards: list[str], source: int, target: int
) -> None:
    cards = [card for text in boards for row in split_rows(text) for card in row]
    places = [
        (player, row) for player in range(4) for row, size in zip(ROWS, ROW_SIZES, strict=True) for _ in range(size)
    ]
    assume(source != target)
    cards[target] = cards[source]
    (first, first_row), (player, row) = sorted((places[source], places[target]), key=places.index)
    hand = [Board(name, text) for name, text in zip(NAMES, map(as_text, boards_from(cards)), strict=True)]
    error = refusal(hand)
    assert type(error) is ImpossibleError
    assert (error.player, error.row) == (player, row)
    for word in (card_name(cards[source]), NAMES[first], NAMES[player], first_row, row):
        assert word in str(error)


def boards_from(cards: list[str]) -> list[list[str]]:
    return [cards[start : start + 13] for start in range(0, len(cards), 13)]


def as_text(cards: list[str]) -> str:
    return "/".join(("".join(cards[:3]), "".join(cards[3:8]), "".join(cards[8:])))


def refusal(boards: list[Board]) -> OFCError:
    with pytest.raises(OFCError) as caught:
        score_hand(boards, Ruleset.from_json("classic"))
    return caught.value


@pytest.mark.parametrize("text", ["", "Qh / / ", "QhQc5h//", "QhQc5h/9s9h/8c8d", "QhQc5h/9s9h8h2c3s/8c8d7c7d2s"])
def test_r1_6_a_dead_board_is_a_foul_with_as_many_cards_as_there_are(text: str) -> None:
    boards = [Board("Ann", text, dead=True), Board("Bob", BOTTOM_QUADS)]
    hand = score_hand(boards, Ruleset.from_json("classic"))
    board = hand.boards[0]
    assert board.fouled and board.dead
    assert board.hands == ()
    assert board.cards.count("/") == 2
    assert hand.units == (-16, 16)


def test_r1_6_a_dead_board_still_holds_its_cards_and_no_more_than_fit() -> None:
    twice = [Board("Ann", "Qh//", dead=True), Board("Bob", QUEENS)]
    assert type(refusal(twice)) is ImpossibleError
    too_many = refusal([Board("Ann", QUEENS + "7s", dead=True), Board("Bob", dead=True)])
    assert (type(too_many), too_many.player, too_many.row) == (UnreadableError, 0, "bottom")


@given(texts(1).flatmap(lambda drawn: damaged(drawn[0])), st.booleans())
def test_r1_4_a_damaged_board_is_read_right_or_refused(text: str, dead: bool) -> None:
    assert_read_right_or_refused(text, dead)


@given(st.text() | st.text(alphabet="23456789TJQKA10shdcX♥ ,/\n", max_size=60), st.booleans())
def test_r1_4_any_text_is_read_right_or_refused(text: str, dead: bool) -> None:
    assert_read_right_or_refused(text, dead)


def assert_read_right_or_refused(text: str, dead: bool) -> None:
    try:
        read, _ = read_board(Board("Ann", text, dead=dead), 0)
    except OFCError as error:
        assert type(error) is UnreadableError
        assert error.player == 0
        assert "Ann" in str(error)
        return
    sizes = [len(row) for row in split_rows(read)]
    assert len(sizes) == 3
    assert all(size <= full if dead else size == full for size, full in zip(sizes, ROW_SIZES, strict=True))
    assert {card for row in split_rows(read) for card in row} <= {*DECK, *JOKERS}


@given(texts(1), st.randoms(use_true_random=False))
def test_s28_r1_3_the_order_of_cards_within_a_row_does_not_matter(text: list[str], chance: random.Random) -> None:
    before = judge(text[0])
    after = judge("/".join("".join(chance.sample(row, len(row))) for row in split_rows(text[0])))
    assert after[4:] == before[4:]
