"""A curve of sums that run on, as its page draws it: lines, an axis, and what stands at each step.

Everything is a whole number of pixels down, and of ``WIDTH`` parts across, which the page stretches to the room it has.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from ofcscore.engine.explain import signed

WIDTH = 1200
HEIGHT = 200
# Between the highest and lowest values and the edges, so that a line has room.
MARGIN = 12
MOST_STEPS = 120
MOST_TICKS = 5
COLOURS = 4
DASHES = 4
# Between the labels of two lines, and what a letter of one takes.
LABEL_HEIGHT = 14
LETTER_WIDTH = 7
LONGEST_LABEL = 9


@dataclass(frozen=True)
class Series:
    """One line to draw: whose it is, and its value at each step. ``look`` counts from 0 and says how it is drawn, where
    that does not follow from its place among the others.
    """

    name: str
    values: Sequence[int]
    look: int | None = None


@dataclass(frozen=True)
class CurveLine:
    """A line as it is drawn. Its ``colour`` and its ``dash`` count from 1, and no two of sixteen share both. It ends at
    ``end_y``, and its ``label`` stands at ``label_y``, where it is in no other's way.
    """

    name: str
    label: str
    colour: int
    dash: int
    points: str
    end_y: int
    label_y: int


@dataclass(frozen=True)
class StepValue:
    """What a line stands at in one step: the ``value``, and the ``text`` of it."""

    name: str
    value: int
    text: str
    colour: int
    y: int


@dataclass(frozen=True)
class CurveStep:
    """One step: its label, and the values to be read there. ``x`` is where in its own column the lines stand."""

    label: str
    x: str
    values: tuple[StepValue, ...]


@dataclass(frozen=True)
class Tick:
    """A line across, and what it stands for."""

    y: int
    text: str
    is_zero: bool


@dataclass(frozen=True)
class CurveView:
    """All that ``_curve.html`` draws. ``name`` tells two curves of one page apart, ``title`` says what is drawn."""

    name: str
    title: str
    width: int
    height: int
    axis_width: int
    label_width: int
    ticks: tuple[Tick, ...]
    lines: tuple[CurveLine, ...]
    steps: tuple[CurveStep, ...]


def curve_view(
    name: str,
    title: str,
    labels: Sequence[str],
    series: Sequence[Series],
    *,
    write: Callable[[int], str] = signed,
    most_steps: int = MOST_STEPS,
) -> CurveView | None:
    """The curve of some series, all as long as ``labels``, or None where there is nothing to draw a line through.

    ``write`` says how a value is written, with its sign. Of very many steps some are left out, and never the first or
    the last.
    """
    if len(labels) < 2 or not series:
        return None
    places = sampled(len(labels), most_steps)
    values = [[each.values[place] for place in places] for each in series]
    lowest, highest = min(0, *map(min, values)), max(0, *map(max, values))
    ticks = _ticks(lowest, highest)
    down = _scale(lowest, highest)
    lines = _lines(series, values, down)
    texts = [write(tick) for tick in ticks]
    return CurveView(
        name=name,
        title=title,
        width=WIDTH,
        height=HEIGHT,
        axis_width=LETTER_WIDTH * max(map(len, texts)) + 8,
        label_width=LETTER_WIDTH * max(len(line.label) for line in lines) + 16,
        ticks=tuple(Tick(down(tick), text, tick == 0) for tick, text in zip(ticks, texts, strict=True)),
        lines=lines,
        steps=tuple(_steps([labels[place] for place in places], lines, values, write, down)),
    )


def sampled(count: int, most: int) -> list[int]:
    """Which of so many steps are drawn: all, or at most so many at even distances, with the first and the last."""
    stride = max(1, -(-(count - 1) // (most - 2)))
    places = list(range(count - 1, -1, -stride))[::-1]
    return places if places[0] == 0 else [0, *places]


def _ticks(lowest: int, highest: int) -> list[int]:
    """Round values between the lowest and the highest; 0 is one of them."""
    step = next(step for step in _round_steps() if highest - lowest <= step * MOST_TICKS)
    return list(range(-(-lowest // step) * step, highest + 1, step))


def _round_steps() -> Iterable[int]:
    """1, 2, 5, 10, 20, 50 and so on."""
    power = 1
    while True:
        yield from (power, 2 * power, 5 * power)
        power *= 10


def _scale(lowest: int, highest: int) -> Callable[[int], int]:
    """Where a value stands, in pixels from the top. Where all are 0, that is in the middle."""
    if lowest == highest:
        return lambda _: HEIGHT // 2
    room = HEIGHT - 2 * MARGIN
    return lambda value: MARGIN + (highest - value) * room // (highest - lowest)


def _lines(
    series: Sequence[Series], values: Sequence[Sequence[int]], down: Callable[[int], int]
) -> tuple[CurveLine, ...]:
    ends = [down(own[-1]) for own in values]
    lines = []
    for place, (each, own, label_y) in enumerate(zip(series, values, _spread(ends), strict=True)):
        across = [step * WIDTH // (len(own) - 1) for step in range(len(own))]
        points = " ".join(f"{x},{down(value)}" for x, value in zip(across, own, strict=True))
        look = place if each.look is None else each.look
        colour, dash = look % COLOURS + 1, (look + look // COLOURS) % DASHES + 1
        label = each.name if len(each.name) <= LONGEST_LABEL else each.name[: LONGEST_LABEL - 1] + "…"
        lines.append(CurveLine(each.name, label, colour, dash, points, ends[place], label_y))
    return tuple(lines)


def _spread(ends: Sequence[int]) -> list[int]:
    """Where labels go that belong at these heights: as near as can be without one on top of another."""
    order = sorted(range(len(ends)), key=lambda place: ends[place])
    places = [0] * len(ends)
    lowest_free = LABEL_HEIGHT // 2
    for place in order:
        places[place] = max(ends[place], lowest_free)
        lowest_free = places[place] + LABEL_HEIGHT
    highest_free = HEIGHT - LABEL_HEIGHT // 2
    for place in reversed(order):
        places[place] = min(places[place], highest_free)
        highest_free = places[place] - LABEL_HEIGHT
    return places


def _steps(
    labels: Sequence[str],
    lines: Sequence[CurveLine],
    values: Sequence[Sequence[int]],
    write: Callable[[int], str],
    down: Callable[[int], int],
) -> Iterable[CurveStep]:
    last = len(labels) - 1
    for step, label in enumerate(labels):
        read = tuple(
            StepValue(line.name, own[step], write(own[step]), line.colour, down(own[step]))
            for line, own in zip(lines, values, strict=True)
        )
        yield CurveStep(label, "0%" if step == 0 else "100%" if step == last else "50%", read)
