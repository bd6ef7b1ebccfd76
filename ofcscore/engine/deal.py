"""What comes between two hands: where the button goes."""

from collections.abc import Sequence

from ofcscore.engine.rules import Ruleset


def next_button(seats: Sequence[int], last: int, *, fantasyland_due: bool, rules: Ruleset) -> int:
    """The seat that has the button in the next hand.

    ``seats`` are the places dealt in next, in order, clockwise; ``last`` had the button in the hand before and need
    not be among them; ``fantasyland_due`` says whether anyone is in Fantasyland next. The button then stays where it
    is, if the rules say so and its player is still there; else it passes to the next seat dealt in.

    >>> from ofcscore.engine.rules import PRESETS
    >>> next_button([0, 1, 2], 2, fantasyland_due=False, rules=PRESETS["pineapple"])
    0

    Source: docs/rules.md R6.2.
    """
    if fantasyland_due and rules.button_stays_in_fantasyland and last in seats:
        return last
    return min(seats, key=lambda seat: (seat <= last, seat))
