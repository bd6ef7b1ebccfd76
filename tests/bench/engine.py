"""How fast the engine is, against a floor and against the evaluators people use: ``make bench``.

Prints medians in nanoseconds and medians of per-round ratios. Nothing here passes or fails: docs/benchmarks.md says
what the figures were and what they should be.
"""

import subprocess
import sys
from collections.abc import Callable
from statistics import median

import phevaluator
import treys

from ofcscore.engine.board import Board
from ofcscore.engine.hands import _HANDS, WEIGHTS, evaluate
from ofcscore.engine.rules import PRESETS
from ofcscore.engine.scoring import score_hand
from tests.bench.contest import Contestant, contest, ratio, table

BOARDS = (
    "KhQd4c/9h9d5c6hJd/KcKdTh5s3h",
    "2c3d5h/7c7d2h3s4d/8c8dAh6s2d",
    "QhQsJc/AsAc8h7h6d/JhTd9c8s7s",
    "TsTc4h/Ks9s6c5d3c/JsAd4s2sQc",
)
NAMES = ("Ann", "Bob", "Cy", "Dee")
ROW = ["Ah", "Kd", "9s", "8c", "2d"]
RankRow = Callable[[list[str]], int]
RULES = PRESETS["classic"]
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
    print(f"Importing the engine: {1000 * median(import_seconds()):.1f} ms")


if __name__ == "__main__":
    main()
