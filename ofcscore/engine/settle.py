"""Settling up: who owes whom, and the fewest payments after which nobody owes anybody (docs/rules.md R11).

People whose balances sum to zero among themselves can settle as a group, and then one payment fewer than they are is
enough: whoever owes most pays whoever is owed most, time and again, and each payment brings somebody to zero, the last
one two of them. So the payments are fewest when the groups are most.
"""

from collections import defaultdict, deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from ofcscore.engine.errors import NotAllowedError

# Among so many people every group is tried: there are 4,096 at most.
MOST_EXACT = 12

# What people are owed, or below zero owe, by their places; without those who are even.
Balances = Mapping[int, int]


class Debt(NamedTuple):
    """An amount, above zero, that one person has to pay another; ``payer`` and ``payee`` are places."""

    payer: int
    payee: int
    amount: int


def settle_up(balances: Sequence[int]) -> tuple[Debt, ...]:
    """The fewest payments that bring everybody to zero, in the order of :func:`who_owes_whom`.

    ``balances`` are whole amounts of one kind, units or cents, by place: above zero what somebody has won, below zero
    what somebody has lost. With more than ``MOST_EXACT`` people it can be more than the fewest payments (R11.4).

    >>> settle_up([-30, -270, 300])
    (Debt(payer=1, payee=2, amount=270), Debt(payer=0, payee=2, amount=30))

    Raises NotAllowedError when the balances do not sum to zero. Source: docs/rules.md R11.
    """
    total = sum(balances)
    if total:
        raise NotAllowedError(f"The balances add up to {total} and not to zero, so they cannot be settled.")
    left: Balances = {place: balance for place, balance in enumerate(balances) if balance}
    debts: list[Debt] = []
    while left:
        due = _matches(left) or ([_largest(left)] if len(left) > MOST_EXACT else list(_by_groups(left)))
        debts += due
        left = _after(left, due)
    return _in_order(debts)


def who_owes_whom(rows: Iterable[tuple[int, int, int]]) -> tuple[Debt, ...]:
    """What is owed between every two people when all that passed between them is added up.

    ``rows`` are (payer, payee, amount); pairs that come out even are left out. The largest debt comes first, then the
    payer's place decides, then the payee's.

    >>> who_owes_whom([(0, 1, 20), (1, 2, 50), (1, 0, 70)])
    (Debt(payer=1, payee=0, amount=50), Debt(payer=1, payee=2, amount=50))

    Raises NotAllowedError for somebody who pays themselves. Source: docs/rules.md R11.1.
    """
    net: dict[tuple[int, int], int] = defaultdict(int)
    for payer, payee, amount in rows:
        if payer == payee:
            raise NotAllowedError("Nobody can pay themselves.")
        if payer < payee:
            net[payer, payee] += amount
        else:
            net[payee, payer] -= amount
    debts = (Debt(a, b, amount) if amount > 0 else Debt(b, a, -amount) for (a, b), amount in net.items())
    return _in_order(debt for debt in debts if debt.amount)


def _in_order(debts: Iterable[Debt]) -> tuple[Debt, ...]:
    return tuple(sorted(debts, key=lambda debt: (-debt.amount, debt.payer, debt.payee)))


def _after(balances: Balances, debts: Iterable[Debt]) -> Balances:
    """What is left when these are paid."""
    left = dict(balances)
    for payer, payee, amount in debts:
        left[payer] += amount
        left[payee] -= amount
    return {place: balance for place, balance in left.items() if balance}


def _matches(balances: Balances) -> list[Debt]:
    """A payment for every two people of whom one owes just what the other is owed. It never costs a payment: two such
    people who settle in larger groups leave behind them one group that still sums to zero.
    """
    owing: dict[int, deque[int]] = defaultdict(deque)
    for place, balance in balances.items():
        owing[-balance].append(place)
    owed = ((place, balance) for place, balance in balances.items() if balance > 0)
    return [Debt(owing[balance].popleft(), place, balance) for place, balance in owed if owing[balance]]


def _largest(balances: Balances) -> Debt:
    """Whoever owes most pays whoever is owed most as much as one of them has, the first places where several do."""
    payer = min(balances, key=lambda place: (balances[place], place))
    payee = min(balances, key=lambda place: (-balances[place], place))
    return Debt(payer, payee, min(-balances[payer], balances[payee]))


def _by_groups(balances: Balances) -> Iterator[Debt]:
    """The payments within each of the most groups that these people can be parted into."""
    for group in _groups(balances):
        left: Balances = {place: balances[place] for place in group}
        while left:
            debt = _largest(left)
            yield debt
            left = _after(left, [debt])


def _groups(balances: Balances) -> Iterator[list[int]]:
    """The most groups that sum to zero, as places. People are put in a row, and every beginning of it that sums to zero
    ends a group; from the back, the first person is taken without whom the others can still end the most groups.
    """
    places = list(balances)
    sums = [0]
    for place in places:
        sums += [amount + balances[place] for amount in sums]
    most = _most_groups(sums, len(places))
    people = len(sums) - 1
    group: list[int] = []
    while people:
        if group and not sums[people]:
            yield group
            group = []
        ends = most[people] - (not sums[people])
        place = next(place for place in range(len(places)) if people >> place & 1 and most[people ^ 1 << place] == ends)
        group.append(places[place])
        people ^= 1 << place
    yield group


def _most_groups(sums: Sequence[int], count: int) -> list[int]:
    """How many groups some of the people can end, for every choice of them as bits, given what each choice sums to."""
    bits = [1 << place for place in range(count)]
    most = [0]
    for people in range(1, len(sums)):
        most.append((not sums[people]) + max([most[people ^ bit] for bit in bits if people & bit]))
    return most
