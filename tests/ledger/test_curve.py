"""Curves: where lines, labels and ticks stand, and what is read at a step."""

import pytest

from ledger.reports.curve import HEIGHT, LABEL_HEIGHT, MARGIN, WIDTH, CurveView, Series, curve_view, sampled

LABELS = ("Start", "Hand 1", "Hand 2")


def drawn(*values: tuple[int, ...], labels: tuple[str, ...] = LABELS, **how: object) -> CurveView:
    series = [Series(name, own) for name, own in zip(("Ann", "Bob", "Cy", "Dee"), values, strict=False)]
    curve = curve_view("curve", "Balances", labels, series, **how)  # type: ignore[arg-type]
    assert curve is not None
    return curve


def points(curve: CurveView, line: int = 0) -> list[tuple[int, int]]:
    pairs = [point.split(",") for point in curve.lines[line].points.split()]
    return [(int(x), int(y)) for x, y in pairs]


def test_the_highest_stands_above_and_the_lowest_below() -> None:
    curve = drawn((0, 10, 5), (0, -10, -5))
    middle = HEIGHT // 2
    assert points(curve, 0) == [(0, middle), (WIDTH // 2, MARGIN), (WIDTH, (MARGIN + middle) // 2)]
    assert points(curve, 1)[1] == (WIDTH // 2, HEIGHT - MARGIN)


@pytest.mark.parametrize(
    ("values", "texts"),
    [
        ((0, 1, 0), ["0", "+1"]),
        ((0, -3, 4), ["−2", "0", "+2", "+4"]),
        ((0, 81, -73), ["−50", "0", "+50"]),
        ((0, -1217, 1246), ["−1000", "−500", "0", "+500", "+1000"]),
        ((40, 60, 50), ["0", "+20", "+40", "+60"]),
        ((0, 0, 0), ["0"]),
    ],
)
def test_ticks_are_round_signed_and_never_without_zero(values: tuple[int, ...], texts: list[str]) -> None:
    ticks = drawn(values).ticks
    assert [tick.text for tick in ticks] == texts
    assert [tick.text for tick in ticks if tick.is_zero] == ["0"]
    assert all(MARGIN <= tick.y <= HEIGHT - MARGIN for tick in ticks)


def test_where_nothing_moved_the_line_lies_on_the_zero_line() -> None:
    curve = drawn((0, 0, 0))
    assert {y for _, y in points(curve)} == {curve.ticks[0].y}


def test_a_step_says_everybodys_value_with_its_sign() -> None:
    step = drawn((0, 6, 7), (0, -6, -7)).steps[1]
    assert (step.label, [(each.name, each.text) for each in step.values]) == ("Hand 1", [("Ann", "+6"), ("Bob", "−6")])


def test_the_points_of_a_step_are_the_points_of_the_lines() -> None:
    curve = drawn((0, 6, 7), (0, -6, 3))
    for line in range(2):
        assert [step.values[line].y for step in curve.steps] == [y for _, y in points(curve, line)]
    assert [step.x for step in curve.steps] == ["0%", "50%", "100%"]


def test_values_are_written_as_one_likes() -> None:
    curve = drawn((0, 150), labels=LABELS[:2], write=lambda cents: f"{cents} cents")
    assert curve.steps[1].values[0].text == "150 cents"
    assert curve.ticks[-1].text == "150 cents"


def test_no_two_of_sixteen_lines_look_the_same_and_neighbours_differ_twice() -> None:
    curve = curve_view("curve", "Balances", LABELS, [Series(str(place), (0, 0, 0)) for place in range(16)])
    assert curve is not None
    looks = [(line.colour, line.dash) for line in curve.lines]
    assert len(set(looks)) == 16
    assert all(one[0] != other[0] and one[1] != other[1] for one, other in zip(looks[:3], looks[1:4], strict=True))


def test_a_line_can_keep_the_look_that_it_has_among_others() -> None:
    alone = curve_view("curve", "Balances", LABELS, [Series("Cy", (0, 1, 2), look=2)])
    among = drawn((0, 0, 0), (0, 0, 0), (0, 1, 2)).lines[2]
    assert alone is not None
    assert (alone.lines[0].colour, alone.lines[0].dash) == (among.colour, among.dash)


@pytest.mark.parametrize("ends", [(0, 0, 0, 0), (100, 99, 98, -297), (-1, -1, 1, 1)])
def test_labels_never_stand_on_each_other_nor_outside(ends: tuple[int, ...]) -> None:
    lines = drawn(*((0, 0, end) for end in ends)).lines
    heights = sorted(line.label_y for line in lines)
    assert all(below - above >= LABEL_HEIGHT for above, below in zip(heights, heights[1:], strict=False))
    assert heights[0] >= LABEL_HEIGHT // 2
    assert heights[-1] <= HEIGHT - LABEL_HEIGHT // 2
    # Who ends higher has the higher label.
    assert [line.name for line in sorted(lines, key=lambda line: line.end_y)] == [
        line.name for line in sorted(lines, key=lambda line: line.label_y)
    ]


def test_a_label_alone_stands_where_its_line_ends() -> None:
    line = drawn((0, 3, 2), (0, -3, -2)).lines[0]
    assert line.label_y == line.end_y == points(drawn((0, 3, 2), (0, -3, -2)))[-1][1]


def test_a_long_name_is_cut_in_the_label_only() -> None:
    curve = curve_view("curve", "Balances", LABELS, [Series("Ann of the Green Gables", (0, 1, 2))])
    assert curve is not None
    assert curve.lines[0].label == "Ann of t…"
    assert curve.steps[0].values[0].name == "Ann of the Green Gables"


@pytest.mark.parametrize("labels", [(), ("Start",)])
def test_there_is_no_curve_without_two_steps(labels: tuple[str, ...]) -> None:
    assert curve_view("curve", "Balances", labels, [Series("Ann", (0,) * len(labels))]) is None


def test_there_is_no_curve_of_nobody() -> None:
    assert curve_view("curve", "Balances", LABELS, []) is None


@pytest.mark.parametrize("count", [2, 3, 119, 120, 121, 122, 239, 240, 501, 5000])
def test_of_many_steps_at_most_120_are_drawn_at_even_distances(count: int) -> None:
    places = sampled(count, 120)
    assert places[0] == 0
    assert places[-1] == count - 1
    assert len(places) <= 120
    assert len(places) == count or len(places) > 40
    assert len({later - earlier for earlier, later in zip(places[1:], places[2:], strict=False)}) <= 1
    assert places == sorted(set(places))


def test_what_is_left_out_leaves_the_values_of_what_is_drawn() -> None:
    values = tuple(range(500))
    curve = drawn(values, labels=tuple(f"Hand {number}" for number in values))
    assert all(step.label == f"Hand {step.values[0].value}" for step in curve.steps)
    assert curve.steps[-1].label == "Hand 499"
