"""Table stakes: who is paid how much where nobody can lose more than lies in front of them (docs/rules.md R9).

Scoring says what every pair is worth; this says what of it is paid, pair after pair, clockwise from the left of the
button. What is won from one opponent can be lost to the next.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from ofcscore.engine.rules import Ruleset


class Payment(NamedTuple):
    """What one pair paid, in its turn. ``payer`` and ``payee`` are places in the hand.

    ``due`` is what the pair is worth, above 0, and ``paid`` what of it was paid, 0 at least. ``payer_stack`` and
    ``payee_stack`` are the stacks before the payment; where there is a cap and no stacks, the cap is everybody's stack.
    ``payer_risk`` and ``payee_risk`` are what of these each could still lose in this hand (R9.4).
    """

    payer: int
    payee: int
    due: int
    paid: int
    payer_risk: int
    payee_risk: int
    payer_stack: int
    payee_stack: int

    @property
    def payer_left(self) -> int:
        """The payer's stack after the payment."""
        return self.payer_stack - self.paid

    @property
    def payee_left(self) -> int:
        """The payee's stack after the payment."""
        return self.payee_stack + self.paid


def payment_order(players: int, button: int) -> list[tuple[int, int]]:
    """The pairs of a hand in the order in which they are paid: the player left of the button with each after them,
    clockwise, then the next one; the button comes last (R9.2). ``button`` is a place in the hand.

    >>> payment_order(3, 0)
    [(1, 2), (1, 0), (2, 0)]
    """
    places = [(button + step) % players for step in range(1, players + 1)]
    return list(combinations(places, 2))


def pay_pairs(
    units: Iterable[tuple[int, int, int]], stacks: Sequence[int], rules: Ruleset, button: int
) -> tuple[Payment, ...]:
    """What is paid of what every pair is worth, in the order of payment; pairs that are even are left out.

    ``units`` are (first, second, units from the first's side) for each pair; ``stacks`` lie before each player.

    >>> rules = Ruleset.from_json({"stakes": "loss_cap"})
    >>> [payment.paid for payment in pay_pairs([(0, 1, 15), (0, 2, -20), (1, 2, -6)], [10, 10, 10], rules, button=2)]
    [10, 20, 0]

    Source: docs/rules.md R9.
    """
    worth = {}
    for first, second, won in units:
        worth[first, second], worth[second, first] = won, -won
    debts = [_debt(first, second, worth[first, second]) for first, second in payment_order(len(stacks), button)]
    return tuple(_in_turn(debts, stacks if rules.plays_for_stacks else [rules.cap] * len(stacks), rules))


def _debt(first: int, second: int, won: int) -> tuple[int, int, int]:
    """Payer, payee and what is due between two players, of whom the first has won that much."""
    return (second, first, won) if won > 0 else (first, second, -won)


def _in_turn(debts: Iterable[tuple[int, int, int]], stacks: Sequence[int], rules: Ruleset) -> Iterator[Payment]:
    limits = [min(stack, rules.cap) if rules.cap else stack for stack in stacks]
    won = [0] * len(stacks)
    for payer, payee, due in debts:
        if not due:
            continue
        payer_risk, payee_risk = limits[payer] + won[payer], limits[payee] + won[payee]
        paid = min(due, payer_risk, payee_risk if rules.stakes == "loss_and_win_cap" else due)
        payer_stack, payee_stack = stacks[payer] + won[payer], stacks[payee] + won[payee]
        yield Payment(payer, payee, due, paid, payer_risk, payee_risk, payer_stack, payee_stack)
        won[payer] -= paid
        won[payee] += paid
