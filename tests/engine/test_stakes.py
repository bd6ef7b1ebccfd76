"""Table stakes: what is paid where a stack or a cap limits it (docs/rules.md R9)."""

from itertools import combinations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ofcscore.engine.board import Board
from ofcscore.engine.errors import NotAllowedError
from ofcscore.engine.explain import payment_reason
from ofcscore.engine.rules import Ruleset
from ofcscore.engine.scoring import HandResult, score_hand
from ofcscore.engine.stakes import Payment, pay_pairs, payment_order
from tests.engine.golden import Case, case_id, named_cases

MODES = ("none", "loss_cap", "loss_and_win_cap")
# A straight on the bottom and queens on top: wins 15 from each of the two others, who are 6 apart.
BEST = "QhQsJc/AsAc8h7h6d/JhTd9c8s7s"
GOOD = "KhQd4c/9h9d5c6hJd/KcKdTh5s3h"
WEAK = "2c3d5h/7c7d2h3s4d/8c8dAh6s2d"
BOARDS = (("Ann", BEST), ("Bob", GOOD), ("Cy", WEAK))

Deal = tuple[list[tuple[int, int, int]], list[int], Ruleset, int]


def score(*stacks: int, button: int = -1, **rules: Any) -> tuple[HandResult, Ruleset]:
    """Ann, Bob and Cy with those stacks; Ann is left of the button."""
    house = Ruleset.from_json(rules)
    boards = [Board(name, cards, stack=stack) for (name, cards), stack in zip(BOARDS, stacks, strict=True)]
    return score_hand(boards, house, button), house


def reasons(*stacks: int, button: int = -1, **rules: Any) -> list[str]:
    hand, house = score(*stacks, button=button, **rules)
    return [payment_reason(hand, payment, house) for payment in hand.payments]


def after(stacks: list[int], payments: tuple[Payment, ...]) -> list[int]:
    """The stacks when all is paid, added up from the payments."""
    left = list(stacks)
    for payment in payments:
        left[payment.payer] -= payment.paid
        left[payment.payee] += payment.paid
    return left


@st.composite
def deals(draw: st.DrawFn, modes: tuple[str, ...] = MODES, caps: st.SearchStrategy[int] | None = None) -> Deal:
    """What the pairs of a hand are worth, stacks that are often short of it, a mode, a cap, and a button."""
    players = draw(st.integers(2, 4))
    worth = [(first, second, draw(st.integers(-60, 60))) for first, second in combinations(range(players), 2)]
    stacks = draw(st.lists(st.integers(0, 90), min_size=players, max_size=players))
    rules = {
        "stakes": draw(st.sampled_from(modes)),
        "cap": draw(st.just(0) | st.integers(1, 80) if caps is None else caps),
    }
    return worth, stacks, Ruleset.from_json(rules), draw(st.integers(0, players - 1))


@pytest.mark.parametrize("case", named_cases("table-stakes"), ids=case_id)
def test_r9_1_r9_3_golden_stacks(case: Case) -> None:
    """R9.1, R9.3: T01 and T02 are TonyBet's example with and without the win cap, T03 and T04 that of a tournament."""
    worth = [(*map(int, pair.split("-")), units) for pair, units in case["wins"].items()]
    payments = pay_pairs(worth, case["stacks"], Ruleset.from_json({"stakes": case["mode"]}), button=-1)
    assert after(case["stacks"], payments) == case["after"], case["why"]


def test_r9_1_the_published_example_payment_by_payment() -> None:
    worth = [(0, 1, 10), (0, 2, 40), (1, 2, -20)]
    rules = Ruleset.from_json({"stakes": "loss_and_win_cap"})
    first, second, third = pay_pairs(worth, [5, 10, 135], rules, button=2)
    assert first == Payment(1, 0, due=10, paid=5, payer_risk=10, payee_risk=5, payer_stack=10, payee_stack=5)
    assert second == Payment(2, 0, due=40, paid=10, payer_risk=135, payee_risk=10, payer_stack=135, payee_stack=10)
    assert third == Payment(1, 2, due=20, paid=5, payer_risk=5, payee_risk=125, payer_stack=5, payee_stack=125)
    assert (third.payer_left, third.payee_left) == (0, 130)


@pytest.mark.parametrize(
    ("players", "button", "order"),
    [
        (2, 1, "01"),
        (2, 0, "10"),
        (3, 2, "01 02 12"),
        (3, 0, "12 10 20"),
        (3, 1, "20 21 01"),
        (4, 3, "01 02 03 12 13 23"),
        (4, 1, "23 20 21 30 31 01"),
    ],
)
def test_r9_2_pairs_are_paid_clockwise_from_the_left_of_the_button(players: int, button: int, order: str) -> None:
    assert ["".join(map(str, pair)) for pair in payment_order(players, button)] == order.split()


def test_r9_2_without_a_button_the_last_player_has_it() -> None:
    assert payment_order(3, -1) == payment_order(3, 2)
    assert score(5, 5, 5, stakes="loss_cap") == score(5, 5, 5, stakes="loss_cap", button=2)


def test_r9_2_the_button_decides_who_is_paid_by_somebody_short() -> None:
    """R9.2: Cy owes Ann 15 and Bob 6, and has 10. Whoever sits nearer to the left of the button is paid first."""
    assert score(50, 50, 10, stakes="loss_cap", button=2)[0].units == (25, -15, -10)
    assert score(50, 50, 10, stakes="loss_cap", button=0)[0].units == (19, -9, -10)


@given(deals())
def test_r9_2_payments_follow_the_order_and_name_every_pair_that_is_not_even(deal: Deal) -> None:
    worth, stacks, rules, button = deal
    won = {pair: units for first, second, units in worth for pair in [(first, second)]}
    paid = [(payment.payer, payment.payee) for payment in pay_pairs(worth, stacks, rules, button)]
    expected = []
    for first, second in payment_order(len(stacks), button):
        units = won.get((first, second), 0) - won.get((second, first), 0)
        if units:
            expected.append((second, first) if units > 0 else (first, second))
    assert paid == expected


@given(deals())
def test_r9_1_r9_4_no_stack_falls_below_nothing_and_units_are_only_moved(deal: Deal) -> None:
    worth, stacks, rules, button = deal
    payments = pay_pairs(worth, stacks, rules, button)
    assert sum(after(stacks, payments)) == sum(stacks)
    current = list(stacks) if rules.plays_for_stacks else [rules.cap] * len(stacks)
    for payment in payments:
        assert 0 <= payment.paid <= payment.due
        assert 0 <= payment.payer_risk <= payment.payer_stack or not rules.limits_payments
        assert (payment.payer_stack, payment.payee_stack) == (current[payment.payer], current[payment.payee])
        current[payment.payer], current[payment.payee] = payment.payer_left, payment.payee_left
        assert min(current) >= 0


@given(deals())
def test_r9_1_r9_4_nobody_loses_more_than_the_stack_or_the_cap(deal: Deal) -> None:
    worth, stacks, rules, button = deal
    left = after(stacks, pay_pairs(worth, stacks, rules, button))
    for stack, remains in zip(stacks, left, strict=True):
        if rules.plays_for_stacks:
            assert stack - remains <= stack
        if rules.cap:
            assert stack - remains <= rules.cap


@given(deals())
def test_r9_1_less_is_paid_only_by_who_has_no_more_or_to_who_may_win_no_more(deal: Deal) -> None:
    """R9.1, R9.3, R9.4."""
    for payment in pay_pairs(*deal):
        limits = [payment.payer_risk, *([payment.payee_risk] if deal[2].stakes == "loss_and_win_cap" else [])]
        assert payment.paid == min(payment.due, *limits)


@given(deals(modes=("loss_and_win_cap",)))
def test_r9_3_nobody_wins_more_from_one_opponent_than_is_in_front_of_the_winner(deal: Deal) -> None:
    for payment in pay_pairs(*deal):
        assert payment.paid <= payment.payee_risk <= payment.payee_stack


@given(deals(modes=("loss_cap", "loss_and_win_cap"), caps=st.sampled_from([0, 1000, 100_000])))
def test_r9_1_with_ample_stacks_every_pair_is_paid_in_full(deal: Deal) -> None:
    worth, stacks, rules, button = deal
    ample = [stack + 1000 for stack in stacks]
    totals = list(ample)
    for first, second, units in worth:
        totals[first] += units
        totals[second] -= units
    payments = pay_pairs(worth, ample, rules, button)
    assert [payment.paid for payment in payments] == [payment.due for payment in payments]
    assert after(ample, payments) == totals


@given(deals(modes=("loss_cap", "loss_and_win_cap"), caps=st.integers(1, 80)))
def test_r9_4_a_cap_pays_what_smaller_stacks_would(deal: Deal) -> None:
    worth, stacks, rules, button = deal
    in_play = [min(stack, rules.cap) for stack in stacks]
    uncapped = Ruleset.from_json({"stakes": rules.stakes})
    capped, small = (pay_pairs(worth, *how, button) for how in ((stacks, rules), (in_play, uncapped)))
    assert [payment.paid for payment in capped] == [payment.paid for payment in small]


def test_r9_1_by_default_all_is_paid_and_no_payments_are_told() -> None:
    """R9.1, R4.8: stacks that are given without table stakes change nothing."""
    hand, rules = score(0, 1, 2)
    assert (rules.stakes, rules.cap, rules.plays_for_stacks, rules.limits_payments) == ("none", 0, False, False)
    assert (hand.units, hand.payments) == ((30, -9, -21), ())


def test_r9_1_the_hand_says_what_is_paid_and_the_pairs_what_they_are_worth() -> None:
    hand, _ = score(100, 10, 100, stakes="loss_cap")
    assert [pair.units for pair in hand.pairs] == [15, 15, 6]
    assert [payment.paid for payment in hand.payments] == [10, 15, 6]
    assert hand.units == (25, -4, -21)


def test_r9_4_a_cap_alone_needs_no_stacks() -> None:
    """R9.4: everybody has 12 in play; Cy has lost them when Bob's turn comes."""
    hand, rules = score(0, 0, 0, cap=12)
    assert (rules.plays_for_stacks, rules.limits_payments) == (False, True)
    assert [(payment.due, payment.paid) for payment in hand.payments] == [(15, 12), (15, 12), (6, 0)]
    assert [(payment.payer_stack, payment.payer_left) for payment in hand.payments] == [(12, 0), (12, 0), (0, 0)]
    assert hand.units == (24, -12, -12)


def test_r9_1_a_stack_below_nothing_is_refused() -> None:
    with pytest.raises(NotAllowedError) as caught:
        score(5, -1, 5, stakes="loss_cap")
    assert caught.value.player == 1
    assert "Bob" in str(caught.value) and "-1" in str(caught.value)


@pytest.mark.parametrize(
    ("stacks", "rules", "expected"),
    [
        ((50, 50, 50), {"stakes": "loss_cap"}, ["", "", ""]),
        (
            (50, 10, 15),
            {"stakes": "loss_cap"},
            ["15 became 10: Bob had only 10", "", "6 became 0: Cy had nothing left"],
        ),
        (
            (5, 50, 50),
            {"stakes": "loss_and_win_cap"},
            [
                "15 became 5: Ann had only 5, and nobody wins more from one player than that",
                "15 became 10: Ann had only 10, and nobody wins more from one player than that",
                "",
            ],
        ),
        (
            (0, 50, 50),
            {"stakes": "loss_and_win_cap"},
            [
                "15 became 0: Ann had nothing left, and nobody wins more from one player than that",
                "15 became 0: Ann had nothing left, and nobody wins more from one player than that",
                "",
            ],
        ),
        (
            (50, 50, 50),
            {"cap": 15, "stakes": "loss_cap"},
            ["", "", "6 became 0: Cy could lose no more, with a cap of 15 a hand"],
        ),
        (
            (50, 50, 50),
            {"cap": 12},
            [
                "15 became 12: Bob could lose only 12, with a cap of 12 a hand",
                "15 became 12: Cy could lose only 12, with a cap of 12 a hand",
                "6 became 0: Cy could lose no more, with a cap of 12 a hand",
            ],
        ),
        (
            (50, 9, 50),
            {"cap": 12, "stakes": "loss_cap"},
            [
                "15 became 9: Bob had only 9",
                "15 became 12: Cy could lose only 12, with a cap of 12 a hand",
                "6 became 0: Cy could lose no more, with a cap of 12 a hand",
            ],
        ),
    ],
)
def test_r9_1_r9_3_r9_4_why_less_is_paid(stacks: tuple[int, ...], rules: dict[str, Any], expected: list[str]) -> None:
    assert reasons(*stacks, **rules) == expected


def test_r9_3_r9_4_a_win_capped_by_the_cap() -> None:
    """R9.3, R9.4: Bob has lost all but 2 of what he had in play, and so wins no more than 2 from Cy."""
    house = Ruleset.from_json({"stakes": "loss_and_win_cap", "cap": 17})
    boards = [Board(name, cards, stack=50) for name, cards in BOARDS]
    hand = score_hand(boards, house, button=2)
    assert [payment_reason(hand, payment, house) for payment in hand.payments] == [
        "",
        "",
        "6 became 2: Cy could lose only 2, with a cap of 17 a hand",
    ]
    bob_and_cy = hand.payments[2]._replace(payer_risk=40)
    assert payment_reason(hand, bob_and_cy, house) == (
        "6 became 2: Bob could lose only 2, with a cap of 17 a hand, and nobody wins more from one player than that"
    )


@given(deals())
def test_r9_1_less_than_what_is_due_has_a_reason_and_nothing_else_has(deal: Deal) -> None:
    worth, stacks, rules, button = deal
    hand = score_hand([Board(name, dead=True) for name in "ABCD"[: len(stacks)]], Ruleset.from_json("classic"))
    for payment in pay_pairs(worth, stacks, rules, button):
        words = payment_reason(hand, payment, rules)
        assert bool(words) is (payment.paid < payment.due)
        assert words == "" or words.startswith(f"{payment.due} became {payment.paid}: ")
