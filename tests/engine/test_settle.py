"""Settling up: who owes whom, and the fewest payments that settle it (docs/rules.md R11)."""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations
from random import Random
from time import perf_counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ofcscore.engine.errors import NotAllowedError
from ofcscore.engine.settle import MOST_EXACT, Debt, settle_up, who_owes_whom

place = st.integers(0, 5)
rows = st.lists(st.tuples(place, place, st.integers(1, 300)).filter(lambda row: row[0] != row[1]), max_size=30)


@st.composite
def balances(draw: st.DrawFn, most: int, largest: int = 8) -> list[int]:
    """Balances of two people and more that sum to zero; small ones, so that groups of them often do too."""
    amounts = draw(st.lists(st.integers(-largest, largest), min_size=1, max_size=most - 1))
    return draw(st.permutations([*amounts, -sum(amounts)]))


def after(owed: Sequence[int], debts: Sequence[Debt]) -> list[int]:
    """The balances when all is paid."""
    left = list(owed)
    for payer, payee, amount in debts:
        left[payer] += amount
        left[payee] -= amount
    return left


def partings(people: list[int]) -> Iterator[list[list[int]]]:
    """Every way to part people into groups."""
    if not people:
        yield []
        return
    first, *others = people
    for size in range(len(people)):
        for friends in combinations(others, size):
            for groups in partings([person for person in others if person not in friends]):
                yield [[first, *friends], *groups]


def fewest_by_groups(owed: Sequence[int]) -> int:
    """How many payments are enough, found by trying every way to part the people into groups."""
    people = [person for person, balance in enumerate(owed) if balance]
    return min(
        len(people) - len(groups)
        for groups in partings(people)
        if all(sum(owed[person] for person in group) == 0 for group in groups)
    )


def fewest_by_paying(owed: tuple[int, ...]) -> int:
    """The same, found by trying every order of payments that bring a payer or a payee to zero."""

    @cache
    def fewest(left: tuple[int, ...]) -> int:
        if not any(left):
            return 0
        found = []
        for payer, payee in ((a, b) for a in range(len(left)) for b in range(len(left)) if left[a] < 0 < left[b]):
            paid = list(left)
            amount = min(-left[payer], left[payee])
            paid[payer] += amount
            paid[payee] -= amount
            found.append(1 + fewest(tuple(paid)))
        return min(found)

    return fewest(owed)


def test_r11_1_units_at_the_value_of_their_pair_and_what_that_comes_to() -> None:
    """R11.1: Ann and Bob play for 20, the others for 10, so Ann, who is 9 units down, loses 30 and not 90 or 180."""
    units = [(1, 0, 6), (0, 2, 15), (1, 2, 15)]
    values = {(1, 0): 20, (0, 2): 10, (1, 2): 10}
    owed = who_owes_whom((payer, payee, won * values[payer, payee]) for payer, payee, won in units)
    assert owed == (Debt(0, 2, 150), Debt(1, 2, 150), Debt(1, 0, 120))
    money = [-value for value in after([0, 0, 0], owed)]
    assert money == [-30, -270, 300]
    assert settle_up(money) == (Debt(1, 2, 270), Debt(0, 2, 30))


def test_r11_1_what_passed_both_ways_is_netted_pair_by_pair() -> None:
    rows = [(0, 1, 20), (1, 2, 50), (1, 0, 70), (2, 0, 5), (0, 2, 5), (3, 2, 50)]
    assert who_owes_whom(rows) == (Debt(1, 0, 50), Debt(1, 2, 50), Debt(3, 2, 50))
    assert who_owes_whom([]) == ()


@given(rows, st.randoms())
def test_r11_1_nets_keep_every_balance_whatever_the_order(rows: list[tuple[int, int, int]], chance: Random) -> None:
    debts = who_owes_whom(rows)
    assert after([0] * 6, debts) == after([0] * 6, [Debt(*row) for row in rows])
    assert len({frozenset(debt[:2]) for debt in debts}) == len(debts)
    assert all(debt.amount > 0 for debt in debts)
    assert list(debts) == sorted(debts, key=lambda debt: (-debt.amount, debt.payer, debt.payee))
    shuffled = list(rows)
    chance.shuffle(shuffled)
    assert who_owes_whom(shuffled) == debts


def test_r11_1_nobody_pays_themselves() -> None:
    with pytest.raises(NotAllowedError, match="themselves"):
        who_owes_whom([(0, 1, 5), (2, 2, 5)])


@pytest.mark.parametrize(
    ("owed", "debts"),
    [
        ([], ()),
        ([0, 0], ()),
        ([5, -5], (Debt(1, 0, 5),)),
        ([-5, 0, 5], (Debt(0, 2, 5),)),
        # The one who owes most pays the one who is owed most.
        ([-9, -21, 30], (Debt(1, 2, 21), Debt(0, 2, 9))),
        ([10, 4, -7, -7], (Debt(2, 0, 7), Debt(3, 1, 4), Debt(3, 0, 3))),
        # Two and two that cancel, though the largest do not.
        ([6, 4, -4, -6], (Debt(3, 0, 6), Debt(2, 1, 4))),
        ([5, 5, -5, -5], (Debt(2, 0, 5), Debt(3, 1, 5))),
        # Three and three; whoever owes most pays whoever is owed most would need five.
        ([9, -4, -5, 8, -6, -2], (Debt(4, 3, 6), Debt(2, 0, 5), Debt(1, 0, 4), Debt(5, 3, 2))),
    ],
)
def test_r11_2_plans(owed: list[int], debts: tuple[Debt, ...]) -> None:
    assert settle_up(owed) == debts


@given(balances(7))
def test_r11_2_no_plan_has_fewer_payments(owed: list[int]) -> None:
    """R11.2: two witnesses that work in different ways agree with each other and with the plan."""
    assert len(settle_up(owed)) == fewest_by_groups(owed) == fewest_by_paying(tuple(owed))


@given(balances(40, 10_000) | balances(30) | balances(14, 60))
def test_r11_2_everybody_is_even_afterwards_and_nobody_both_pays_and_is_paid(owed: list[int]) -> None:
    debts = settle_up(owed)
    assert not any(after(owed, debts))
    assert all(owed[payer] < 0 < owed[payee] and amount > 0 for payer, payee, amount in debts)
    assert len({debt[:2] for debt in debts}) == len(debts)
    assert len(debts) <= max(0, len([balance for balance in owed if balance]) - 1)


@given(balances(20))
def test_r11_3_the_largest_payment_comes_first_and_then_places_decide(owed: list[int]) -> None:
    debts = settle_up(owed)
    assert list(debts) == sorted(debts, key=lambda debt: (-debt.amount, debt.payer, debt.payee))
    assert settle_up(tuple(owed)) == debts


@given(balances(16), st.integers(0, 16), st.integers(1, 3))
def test_r11_3_somebody_who_is_even_changes_nothing_but_places(owed: list[int], at: int, count: int) -> None:
    at = min(at, len(owed))
    moved = [
        Debt(payer + count * (payer >= at), payee + count * (payee >= at), amount)
        for payer, payee, amount in settle_up(owed)
    ]
    assert list(settle_up([*owed[:at], *[0] * count, *owed[at:]])) == moved


def test_r11_4_twelve_people_in_four_groups_that_only_trying_finds() -> None:
    owed = [23, -11, -12, 31, -14, -17, 29, -10, -19, 37, -21, -16]
    assert len(settle_up(owed)) == 8
    assert len(settle_up(owed[::-1])) == 8


def test_r11_4_twelve_people_take_no_time() -> None:
    owed = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, -2047]
    start = perf_counter()
    assert len(settle_up(owed)) == MOST_EXACT - 1
    assert perf_counter() - start < 0.5, "6 ms, with much room for a busy machine"


def test_r11_4_any_number_of_people_while_all_but_twelve_match() -> None:
    """R11.4: sixteen people; two pairs match, and the other twelve are in four groups."""
    owed = [50, -50, 23, -11, -12, 31, -14, -17, 29, -10, -19, 37, -21, -16, -60, 60]
    assert len(settle_up(owed)) == 2 + 8


@given(st.lists(st.integers(1, 1000), min_size=20, max_size=40, unique=True))
def test_r11_4_with_more_people_matches_are_paid_first(amounts: list[int]) -> None:
    """R11.4: everybody has somebody who owes just that, so half as many payments as people, however many they are."""
    debts = settle_up([*amounts, *(-amount for amount in amounts)])
    count = len(amounts)
    assert set(debts) == {Debt(count + at, at, amount) for at, amount in enumerate(amounts)}


@pytest.mark.parametrize(("owed", "total"), [([1], "1"), ([5, -4], "1"), ([3, -4, -2], "-3")])
def test_r11_1_balances_that_do_not_sum_to_zero_are_refused(owed: list[int], total: str) -> None:
    with pytest.raises(NotAllowedError, match=f"add up to {total} and not to zero"):
        settle_up(owed)
