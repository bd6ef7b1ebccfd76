"""What could have been won: the best legal setting of a board's thirteen cards, now that the other boards are known.

How it is found. Thirteen cards can be set in 72,072 ways, made of only 286 top rows and 1,287 rows of five. Against
given opponents two rows do the same when they compare alike with each of them and are alike in category and royalty: no
more than that pays, or enters Fantasyland, or tells settings of the same cards that shoot the moon from those that do
not. Such rows are of one *kind*. So every row is ranked once, the legal settings are grouped by the kinds of their
rows, a hundred groups or so, and one setting of each group is judged and scored, by the functions that every hand is
scored by. Then it is known exactly which groups win the most, and only these are looked through for the strongest
setting.

The cards of a row are written as a number with one bit for each of the thirteen cards that is in it.
"""

from array import array
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations
from typing import NamedTuple

from ofcscore.engine.board import (
    Board,
    BoardResult,
    explain_duplicates,
    judge_board,
    judge_low_board,
    read_board,
    split_rows,
)
from ofcscore.engine.errors import NotAllowedError
from ofcscore.engine.hands import Hand, evaluate
from ofcscore.engine.jokers import CHOICES, has_joker
from ofcscore.engine.lows import Low, low_of
from ofcscore.engine.rules import BOARD_SIZE, ROW_SIZES, Ruleset
from ofcscore.engine.scoring import pair_scorer

# The cards of the top and those of the middle; the bottom has the others.
Split = tuple[int, int]
# Every row that can be set in one place of the board, by its cards.
Rows = Mapping[int, Hand]

_BITS = tuple(1 << place for place in range(BOARD_SIZE))
_ALL = sum(_BITS)
# A row has at most 1,287 kinds, numbered from 0; the numbers of the three rows make one number.
_KIND_BITS = 11


class Setting(NamedTuple):
    """The best that could be made of a board.

    ``board`` is that setting as it is judged: its text, hands and royalties, and in ``fantasyland_next`` what would
    have followed. It is ``fouled`` only where no setting of these cards is legal, and is then the one that was entered.
    ``units`` are what it wins from all opponents together and ``pair_units`` from each, in their order;
    ``units_as_set`` are what the board wins from them as it was entered. All are what pairs are worth, before stacks or
    a cap limit what is paid (R9).
    """

    board: BoardResult
    units: int
    pair_units: tuple[int, ...]
    units_as_set: int

    @property
    def more(self) -> int:
        """The units by which the best setting beats the one that was entered, 0 at least."""
        return self.units - self.units_as_set


def best_setting(board: Board, opponents: Sequence[BoardResult], rules: Ruleset) -> Setting:
    """The legal setting of a board's cards that wins the most units from these opponents.

    ``board`` is what was entered, be it legal or a foul; ``opponents`` are the boards that it is compared with, as they
    were judged. Of settings that win the same it is the one that is dealt the most cards in Fantasyland next, and of
    these the strongest (R12.2).

    >>> from ofcscore.engine.rules import PRESETS
    >>> from ofcscore.engine.scoring import score_hand
    >>> rules = PRESETS["classic"]
    >>> ann = Board("Ann", "KhQd4c/9h9d5c6hJd/KcKdTh5s3h")
    >>> bob = Board("Bob", "2c3d5h/7c7d2h3s4d/8c8dAh6s2d")
    >>> best = best_setting(ann, score_hand([ann, bob], rules).boards[1:], rules)
    >>> best.board.cards, best.units, best.more
    ('6h4c3h/9h9dQdJdTh/KhKdKc5s5c', 12, 6)

    Raises NotAllowedError for a board that is dead or holds a joker, ImpossibleError for a card that is on two boards,
    and UnreadableError for what is no board. Source: docs/rules.md R12.
    """
    text, _ = read_board(board, 0)
    _check(board, text, opponents)
    as_set = _judged(board, rules)
    cards = sorted((card for row in split_rows(text) for card in row), key=CHOICES.index)
    split = _best_split(board, cards, opponents, rules)
    best = _judged(_set(board, cards, split), rules) if split else as_set
    units = _pair_units(best, opponents, rules)
    return Setting(best, sum(units), units, sum(_pair_units(as_set, opponents, rules)))


def _check(board: Board, text: str, opponents: Sequence[BoardResult]) -> None:
    if board.dead:
        raise NotAllowedError(f"{board.name}’s board was declared foul, so it has no best setting.")
    if has_joker(text):
        raise NotAllowedError(f"{board.name}’s board holds a joker, so no best setting is looked for.")
    problem = explain_duplicates([(board.name, text), *((other.name, other.cards) for other in opponents)])
    if problem:
        raise problem


def _judged(board: Board, rules: Ruleset) -> BoardResult:
    judge = judge_low_board if rules.low_middle else judge_board
    return judge(board, *read_board(board, 0), rules)


def _pair_units(judged: BoardResult, opponents: Iterable[BoardResult], rules: Ruleset) -> tuple[int, ...]:
    """What a board wins from each opponent."""
    score_pair = pair_scorer(rules)
    return tuple([score_pair(0, judged, 1, opponent, rules).units for opponent in opponents])


def _set(board: Board, cards: Sequence[str], split: Split) -> Board:
    """The board with its cards, which are given lowest first, set that way."""
    top, middle = split
    return board._replace(cards="/".join(_row_text(cards, row) for row in (top, middle, _ALL - top - middle)))


def _row_text(cards: Sequence[str], row: int) -> str:
    """A row as people lay it out: what there are most of first, then the highest."""
    laid = [card for card, bit in zip(cards, _BITS, strict=True) if row & bit]
    ranks = [card[0] for card in laid]
    return "".join(sorted(laid, key=lambda card: (ranks.count(card[0]), cards.index(card)), reverse=True))


def _best_split(board: Board, cards: Sequence[str], opponents: Sequence[BoardResult], rules: Ruleset) -> Split | None:
    """The best legal setting; None where there is none, which only a middle that plays for the low can bring about."""
    tops, fives = _ranked(cards, ROW_SIZES[0]), _ranked(cards, ROW_SIZES[1])
    rows = (tops, _lows(fives), fives) if rules.low_middle else (tops, fives, fives)
    splits = (_legal_round_a_low if rules.low_middle else _legal)(*map(_strengths, rows))
    kinds = [_kinds(hands, row, opponents) for row, hands in enumerate(rows)]
    groups = list(_grouped(splits, *kinds))
    worths = [_worth(_judged(_set(board, cards, group[0]), rules), opponents, rules) for group in groups]
    most = max(worths, default=None)
    best = [split for group, worth in zip(groups, worths, strict=True) if worth == most for split in group]
    return max(best, key=lambda split: _strength(split, *rows), default=None)


def _ranked(cards: Sequence[str], size: int) -> Rows:
    """Every row of that many of the cards, in the order of the cards."""
    return dict(zip(map(sum, combinations(_BITS, size)), map(evaluate, combinations(cards, size)), strict=True))


def _lows(rows: Rows) -> Rows:
    """The rows that qualify where the middle plays for the low, as what they are worth there (R7.1)."""
    lows = ((row, low_of(hand)) for row, hand in rows.items())
    return {row: low for row, low in lows if isinstance(low, Low)}


def _strengths(rows: Rows) -> dict[int, int]:
    return {row: hand.strength for row, hand in rows.items()}


def _kinds(hands: Rows, row: int, opponents: Sequence[BoardResult]) -> dict[int, int]:
    """The kind of each hand in that row of the board, as a number."""
    theirs = [opponent.strengths[row] for opponent in opponents]
    numbers: dict[tuple[object, ...], int] = {}
    kinds = {}
    for cards, (strength, category, _, royalty) in hands.items():
        compared = tuple([(strength > their) - (strength < their) for their in theirs])
        number = numbers.setdefault((compared, category, royalty), len(numbers))
        kinds[cards] = number << row * _KIND_BITS
    return kinds


@cache
def _middles(rest: int) -> Sequence[int]:
    """Every middle that the ten cards below a top can be split into, in the order of the cards."""
    return array("H", map(sum, combinations([bit for bit in _BITS if rest & bit], ROW_SIZES[1])))


def _legal(tops: dict[int, int], middles: dict[int, int], bottoms: dict[int, int]) -> Iterator[Split]:
    """The settings in order (R2.6), given how strong every row is."""
    for top, strength in tops.items():
        rest = _ALL - top
        for middle in _middles(rest):
            if strength <= middles[middle] <= bottoms[rest - middle]:
                yield top, middle


def _legal_round_a_low(tops: dict[int, int], middles: dict[int, int], bottoms: dict[int, int]) -> Iterator[Split]:
    """The same where the middle has to be a low, and only top and bottom are in order (R7.1, R7.2)."""
    for top, strength in tops.items():
        rest = _ALL - top
        for middle in _middles(rest):
            if middle in middles and strength <= bottoms[rest - middle]:
                yield top, middle


def _grouped(
    splits: Iterable[Split], tops: dict[int, int], middles: dict[int, int], bottoms: dict[int, int]
) -> Iterable[list[Split]]:
    """The settings put together whose rows are of the same kinds."""
    groups: dict[int, list[Split]] = defaultdict(list)
    for top, middle in splits:
        groups[tops[top] + middles[middle] + bottoms[_ALL - top - middle]].append((top, middle))
    return groups.values()


def _worth(judged: BoardResult, opponents: Iterable[BoardResult], rules: Ruleset) -> tuple[int, int]:
    """What decides between settings before their strength does."""
    return sum(_pair_units(judged, opponents, rules)), judged.fantasyland_next


def _strength(split: Split, tops: Rows, middles: Rows, bottoms: Rows) -> tuple[int, int, int]:
    """How strong a setting is, the bottom deciding first."""
    top, middle = split
    return bottoms[_ALL - top - middle].strength, middles[middle].strength, tops[top].strength
