"""Where the button goes: docs/rules.md R6.2."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ofcscore.engine.deal import next_button
from ofcscore.engine.rules import PRESETS, Ruleset

STAYS = PRESETS["classic"]
MOVES = Ruleset.from_json({"button_stays_in_fantasyland": False})


def test_r6_2_the_button_goes_round_clockwise() -> None:
    button, places = 0, []
    for _ in range(5):
        button = next_button([0, 1, 2], button, fantasyland_due=False, rules=STAYS)
        places.append(button)
    assert places == [1, 2, 0, 1, 2]


def test_s16_the_button_stays_through_a_chain_of_fantasyland_and_then_moves_once() -> None:
    """R6.2."""
    button, places = 1, []
    for due in (True, True, True, False, False):
        button = next_button([0, 1, 2], button, fantasyland_due=due, rules=STAYS)
        places.append(button)
    assert places == [1, 1, 1, 2, 0]


def test_r6_2_a_house_may_move_it_every_hand() -> None:
    assert next_button([0, 1, 2], 1, fantasyland_due=True, rules=MOVES) == 2


@pytest.mark.parametrize(
    ("seats", "last", "button"), [([0, 2, 3], 1, 2), ([0, 1], 3, 0), ([4, 6], 5, 6), ([1, 2], 0, 1)]
)
@pytest.mark.parametrize("due", [True, False])
def test_s17_when_the_buttons_player_has_left_it_passes_on(seats: list[int], last: int, button: int, due: bool) -> None:
    """R6.2: also with Fantasyland due, since it cannot stay with nobody."""
    assert next_button(seats, last, fantasyland_due=due, rules=STAYS) == button


@given(st.sets(st.integers(0, 9), min_size=2, max_size=4), st.integers(0, 9), st.booleans())
def test_r6_2_it_goes_to_the_first_seat_dealt_in_that_one_meets_clockwise(
    seats: set[int], last: int, due: bool
) -> None:
    for rules in (STAYS, MOVES):
        if rules is STAYS and due and last in seats:
            expected = last
        else:
            expected = next(place % 10 for place in range(last + 1, last + 11) if place % 10 in seats)
        assert next_button(sorted(seats), last, fantasyland_due=due, rules=rules) == expected
