"""Jokers: which of them the rules have, and which card each plays as (docs/rules.md R8).

How a choice is found. The rows of a board are apart but for two things: no card may be chosen that the board holds or
another joker plays as, and the rows must be in order. So each row is filled by itself, in every way that its jokers
allow, and the ways are kept together that make it equally strong. Then the rows are put together, those in order first
and the strongest of these first, until one is found for which the cards do.
"""

from collections.abc import Iterable, Sequence
from itertools import chain, combinations, product
from typing import NamedTuple

from ofcscore.engine.board import (
    Board,
    BoardResult,
    Weights,
    judge_board,
    judge_low_board,
    read_board,
    split_rows,
)
from ofcscore.engine.cards import JOKERS, RANKS
from ofcscore.engine.errors import NotAllowedError
from ofcscore.engine.hands import evaluate
from ofcscore.engine.lows import Low, low_of
from ofcscore.engine.rules import ROWS, Ruleset

Rows = tuple[tuple[str, ...], ...]
# Each joker of a row, or of a board, with the card that it plays as.
Choice = tuple[tuple[str, str], ...]

# The order that decides among equal choices (R8.4).
CHOICES = tuple(rank + suit for rank in RANKS for suit in "cdhs")
_PLACES = {card: place for place, card in enumerate(CHOICES)}


class _Way(NamedTuple):
    """How strong a row can be made, and every choice for its jokers that makes it so.

    ``worth`` compares within one row and, but for a low middle, from row to row. A middle that has to be a low and is
    none is worth less than 0, and the less the more it is as a high hand.
    """

    worth: int
    choices: list[Choice]


def has_joker(text: str) -> bool:
    """Whether there is a joker in a board's text in its one form."""
    return any(joker in text for joker in JOKERS)


def check_jokers(boards: Iterable[tuple[str, str]], rules: Ruleset) -> None:
    """Raise NotAllowedError for the first joker that the rules do not have; boards are (name, text in its one form).

    Source: docs/rules.md R8.2.
    """
    for player, (name, text) in enumerate(boards):
        for row, cards in zip(ROWS, split_rows(text), strict=True):
            problem = joker_problem(cards, rules)
            if problem:
                raise NotAllowedError(f"{name}’s {row}: {problem}", player=player, row=row)


def joker_problem(cards: Iterable[str], rules: Ruleset) -> str:
    """A sentence about the first of the cards that is a joker and not in these rules; empty if there is none (R8.2)."""
    for card in cards:
        if card in JOKERS[rules.jokers :]:
            if not rules.jokers:
                return f"{card} is a joker, and these rules have none. Enter another card."
            return f"{card} is the second joker, and these rules have only one. Enter it as X1."
    return ""


def judge(board: Board, text: str, weights: Weights, rules: Ruleset) -> BoardResult:
    """What became of a board that was read, whatever the rules, with jokers or without.

    A board that holds jokers is judged as the one that it plays as. Source: docs/rules.md R8.3.
    """
    judge_played = judge_low_board if rules.low_middle else judge_board
    if board.dead or not has_joker(text):
        return judge_played(board, text, weights, rules)
    played = "/".join(map("".join, play_jokers(split_rows(text), rules)))
    played, weights = read_board(Board(board.name, played), 0)
    return judge_played(board, played, weights, rules)._replace(cards=text)


def play_jokers(rows: Sequence[tuple[str, ...]], rules: Ruleset) -> Rows:
    """The rows of a full board with a card in place of each joker: the strongest legal choice for the bottom, then for
    the middle, then for the top; where no choice is legal, the one that is least out of order.

    >>> from ofcscore.engine.rules import PRESETS
    >>> play_jokers(split_rows("X1Ad3c/KhKd5c6h9d/QcQdThTd3h"), PRESETS["joker-pineapple"])[0]
    ('3d', 'Ad', '3c')

    Source: docs/rules.md R8.3 to R8.5.
    """
    held = {card for row in rows for card in row}
    unused = [card for card in CHOICES if card not in held]
    top, middle, bottom = (
        _ways(row, unused, rules.low_middle and name == "middle") for row, name in zip(rows, ROWS, strict=True)
    )
    disorder = _disorder_round_a_low if rules.low_middle else _disorder
    together = sorted(product(bottom, middle, top), key=lambda ways: disorder(*(way.worth for way in ways)))
    choices = next(filter(None, map(_joined, together)))
    first: Choice = min(choices, key=lambda choice: [_PLACES[card] for _, card in choice])
    plays = dict(first)
    return tuple(tuple(plays.get(card, card) for card in row) for row in rows)


def _ways(row: tuple[str, ...], unused: Sequence[str], low: bool) -> list[_Way]:
    """Everything that a row's jokers can make of it, strongest first. Of two in a row, joker 1 is the earlier card."""
    jokers = sorted(card for card in row if card in JOKERS)
    others = tuple(card for card in row if card not in JOKERS)
    choices: dict[int, list[Choice]] = {}
    for cards in combinations(unused, len(jokers)):
        worth = _worth(others + cards, low)
        choices.setdefault(worth, []).append(tuple(zip(jokers, cards, strict=True)))
    return [_Way(worth, choices[worth]) for worth in sorted(choices, reverse=True)]


def _worth(cards: tuple[str, ...], low: bool) -> int:
    hand = evaluate(cards)
    if not low:
        return hand.strength
    as_low = low_of(hand)
    return as_low.strength if isinstance(as_low, Low) else -1 - hand.strength


def _disorder(bottom: int, middle: int, top: int) -> int:
    """By how much rows beat the ones below them, together; 0 for a legal board (R2.6)."""
    return max(0, top - middle) + max(0, middle - bottom)


def _disorder_round_a_low(bottom: int, middle: int, top: int) -> int:
    """The same where the middle has to be a low, and only top and bottom are compared (R7.1, R7.2)."""
    return max(0, top - bottom) + max(0, -middle)


def _joined(ways: Iterable[_Way]) -> list[Choice]:
    """The choices for a whole board out of those for its rows, each with joker 1 first; none that has a card twice."""
    parts = product(*(way.choices for way in ways))
    choices = [tuple(sorted(chain.from_iterable(choice))) for choice in parts]
    return [choice for choice in choices if len({card for _, card in choice}) == len(choice)]
