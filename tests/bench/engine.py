"""How fast the engine is, against a floor and against the evaluators people use: ``make bench``.

Prints medians in nanoseconds and medians of per-round ratios. Nothing here passes or fails: docs/benchmarks.md says
what the figures were and what they should be.
"""

import subprocess
import sys
from collections.abc import Callable
from statistics import median
from time import perf_counter

import phevaluator
import treys

from ofcscore.engine.board import Board
from ofcscore.engine.hands import _HANDS, WEIGHTS, evaluate
from ofcscore.engine.hindsight import best_setting
from ofcscore.engine.rules import PRESETS, Ruleset
from ofcscore.engine.scoring import score_hand
from tests.bench.contest import Contestant, contest, ratio, table

BOARDS = (
    "KhQd4c/9h9d5c6hJd/KcKdTh5s3h",
    "2c3d5h/7c7d2h3s4d/8c8dAh6s2d",
    "QhQsJc/AsAc8h7h6d/JhTd9c8s7s",
    "TsTc4h/Ks9s6c5d3c/JsAd4s2sQc",
)
# The same with two jokers: both in one row, which leaves the most to try; both on one board; and one each on two.
JOKER_BOARDS = {
    "two jokers in one row": ("KhQd4c/9h9d5c6hJd/KcKdX1X23h", *BOARDS[1:]),
    "two jokers on one board": ("KhX14c/9h9d5c6hJd/KcKdTh5sX2", *BOARDS[1:]),
    "a joker each on two boards": ("KhQd4c/9h9d5c6hJd/KcKdTh5sX1", "2c3d5h/7c7d2h3sX2/8c8dAh6s2d", *BOARDS[2:]),
}
NAMES = ("Ann", "Bob", "Cy", "Dee")
# Boards of which any can be the one to be set again.
HINDSIGHTS = {
    "against three": (BOARDS, PRESETS["classic"]),
    "against three, with the moon": (BOARDS, Ruleset.from_json({"preset": "classic", "moon": True})),
    "2-7, against two": (BOARDS[:3], PRESETS["deuce-pineapple"]),
}
ROW = ["Ah", "Kd", "9s", "8c", "2d"]
RankRow = Callable[[list[str]], int]
RULES = PRESETS["classic"]
JOKER_RULES = Ruleset.from_json({"preset": "classic", "jokers": 2})
EVALUATOR = treys.Evaluator()
TREYS_CARDS = {card: treys.Card.new(card) for card in WEIGHTS}
# What a top row is worth to a five-card evaluator: the two lowest kickers that change nothing.
FILLERS = ("2", "3", "4", "5", "6", "7")


def cards_of(row: str) -> list[str]:
    return [row[at : at + 2] for at in range(0, len(row), 2)]


def filled_top(cards: list[str]) -> list[str]:
    """A top row made up to five cards, since treys and phevaluator know no three-card hands."""
    unused = [rank for rank in FILLERS if rank not in {card[0] for card in cards}]
    return [*cards, unused[0] + "s", unused[1] + "h"]


def floor() -> None:
    """What no scorer that starts from text can do without: look up 52 cards in the text and 12 rows in a table."""
    card, row = WEIGHTS, _HANDS
    top, middle, bottom = ROW_KEYS
    for text in BOARDS:
        card[text[0:2]], card[text[2:4]], card[text[4:6]]
        card[text[7:9]], card[text[9:11]], card[text[11:13]], card[text[13:15]], card[text[15:17]]
        card[text[18:20]], card[text[20:22]], card[text[22:24]], card[text[24:26]], card[text[26:28]]
        row[top], row[middle], row[bottom]


ROW_KEYS = tuple(_HANDS)[:3]


def checked_hand() -> object:
    return score_hand(map(Board, NAMES, BOARDS), RULES)


def totals(rank_row: RankRow) -> list[int]:
    """Only the rows and scoops of every pair: no foul, no royalty, no check of the deck, no reason. Lower rank wins."""
    ranks = [
        [rank_row(filled_top(cards_of(top))), rank_row(cards_of(middle)), rank_row(cards_of(bottom))]
        for top, middle, bottom in (text.split("/") for text in BOARDS)
    ]
    units = [0] * len(ranks)
    for first in range(len(ranks)):
        for second in range(first + 1, len(ranks)):
            won = sum((b > a) - (b < a) for a, b in zip(ranks[first], ranks[second], strict=True))
            won += 3 if won == 3 else -3 if won == -3 else 0
            units[first] += won
            units[second] -= won
    return units


def treys_documented(cards: list[str]) -> int:
    return EVALUATOR.evaluate(
        [treys.Card.new(card) for card in cards[:3]], [treys.Card.new(card) for card in cards[3:]]
    )


def treys_best(cards: list[str]) -> int:
    return EVALUATOR.evaluate([], [TREYS_CARDS[card] for card in cards])


def phe(cards: list[str]) -> int:
    return phevaluator.evaluate_cards(*cards)


def joker_milliseconds(boards: tuple[str, ...]) -> float:
    """What scoring a four-player hand with jokers takes: the median of 200 times."""
    times = []
    for _ in range(200):
        start = perf_counter()
        score_hand(map(Board, NAMES, boards), JOKER_RULES)
        times.append(perf_counter() - start)
    return 1000 * median(times)


def hindsight_milliseconds(boards: tuple[str, ...], rules: Ruleset) -> list[float]:
    """What the best setting of each board against all others takes: every time of 50, the first board's first."""
    entered = list(map(Board, NAMES, boards))
    judged = score_hand(entered, rules).boards
    times = []
    for run in range(50):
        place = run % len(boards)
        others = [*judged[:place], *judged[place + 1 :]]
        start = perf_counter()
        best_setting(entered[place], others, rules)
        times.append(1000 * (perf_counter() - start))
    return times


IMPORT = "import time; t = time.perf_counter(); import ofcscore.engine.scoring; print(time.perf_counter() - t)"


def import_seconds() -> list[float]:
    """What importing the engine costs a new interpreter, a few times over."""
    run = [sys.executable, "-c", IMPORT]
    return [float(subprocess.run(run, capture_output=True, check=True, text=True).stdout) for _ in range(15)]


def main() -> None:
    rows: dict[str, Contestant] = {
        "ofcscore": lambda: evaluate(ROW),
        "treys, card dictionary": lambda: treys_best(ROW),
        "treys, as documented": lambda: treys_documented(ROW),
        "phevaluator": lambda: phe(ROW),
    }
    hands: dict[str, Contestant] = {
        "floor: 52 card and 12 row look-ups": floor,
        "ofcscore: checked, with reasons": checked_hand,
        "treys, card dictionary: totals only": lambda: totals(treys_best),
        "treys, as documented: totals only": lambda: totals(treys_documented),
        "phevaluator: totals only": lambda: totals(phe),
    }
    row_times, hand_times = contest(rows), contest(hands)
    print(table("One five-card row from its text", row_times, base="ofcscore"))
    print(table("A four-player hand from its text", hand_times, base="ofcscore: checked, with reasons"))
    ours = "ofcscore: checked, with reasons"
    print(f"  ofcscore / floor: {ratio(hand_times, ours, 'floor: 52 card and 12 row look-ups'):.2f}")
    for name, boards in JOKER_BOARDS.items():
        print(f"A four-player hand with {name}: {joker_milliseconds(boards):.2f} ms")
    for name, (boards, rules) in HINDSIGHTS.items():
        times = hindsight_milliseconds(boards, rules)
        print(f"The best setting, {name}: {median(times):.1f} ms, at most {max(times):.1f}, the first {times[0]:.1f}")
    print(f"Importing the engine: {1000 * median(import_seconds()):.1f} ms")


if __name__ == "__main__":
    main()
