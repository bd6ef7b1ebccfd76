"""A whole hand: every board judged, every pair of players compared, and what each of them wins or loses.

:func:`score_hand` is the only place where units come from. The preview, the save, the command line, the checker and the
benchmarks all call it.
"""

from collections import Counter
from collections.abc import Callable, Iterable
from itertools import combinations
from typing import NamedTuple

from ofcscore.engine import jokers
from ofcscore.engine.board import Board, BoardResult, explain_duplicates, judge_board, judge_low_board, read_board
from ofcscore.engine.errors import NotAllowedError
from ofcscore.engine.hands import all_different
from ofcscore.engine.rules import MIN_PLAYERS, MOON_UNITS, Ruleset
from ofcscore.engine.stakes import Payment, pay_pairs

_new = tuple.__new__


class PairResult(NamedTuple):
    """Two players compared, seen from the first one; ``first`` and ``second`` are places in the hand.

    ``rows`` says who won top, middle and bottom: 1 the first, -1 the second, 0 neither. ``bonus`` is signed.
    ``first_royalties`` and ``second_royalties`` are what each is paid by the other. ``moon``, signed, is what is paid
    for shooting the moon; with a moon on either side nothing else is, and the rows are not compared: all are 0
    (R4.10). ``units`` is the sum of it all.
    """

    first: int
    second: int
    rows: tuple[int, int, int]
    bonus: int
    first_royalties: int
    second_royalties: int
    moon: int
    units: int

    @property
    def royalties(self) -> int:
        """The royalties netted, signed, in units."""
        return self.first_royalties - self.second_royalties

    @property
    def scoop(self) -> int:
        """1 when the first won all three rows, -1 when the second did, else 0."""
        return self.rows[0] if self.rows[0] == self.rows[1] == self.rows[2] else 0


class HandResult(NamedTuple):
    """A scored hand: the boards in the order given, every pair that is compared, and each board's units, which sum to
    zero.

    A pair says what it is worth. Where stacks or a cap limit what is paid (R9), ``payments`` say what of it is paid,
    in that order, and ``units`` add those up; otherwise there are none, and every pair is paid in full.
    """

    boards: tuple[BoardResult, ...]
    pairs: tuple[PairResult, ...]
    units: tuple[int, ...]
    payments: tuple[Payment, ...] = ()


def score_hand(boards: Iterable[Board], rules: Ruleset, button: int = -1) -> HandResult:
    """Score one hand from what was entered for each player.

    ``button`` is the place in ``boards`` of who has it, the last one if nothing is said; it decides only who is paid
    first where stacks or a cap limit what is paid (R9.2).

    >>> from ofcscore.engine.rules import PRESETS
    >>> ann = Board("Ann", "KhQd4c/9h9d5c6hJd/KcKdTh5s3h")
    >>> bob = Board("Bob", "2c3d5h/7c7d2h3s4d/8c8dAh6s2d")
    >>> score_hand([ann, bob], PRESETS["classic"]).units
    (6, -6)

    Raises UnreadableError, NotAllowedError or ImpossibleError, each naming the player and, where there is one, the row.
    Source: docs/rules.md R4, R9, R10.
    """
    boards = tuple(boards)
    results = _judge_all(boards, rules)
    score_pair = pair_scorer(rules)
    pairs = []
    units = [0] * len(results)
    criss_cross = rules.criss_cross
    for (first, a), (second, b) in combinations(enumerate(results), 2):
        if criss_cross and boards[first].owner == boards[second].owner:
            continue
        pair = score_pair(first, a, second, b, rules)
        pairs.append(pair)
        won = pair.units
        units[first] += won
        units[second] -= won
    hand = _new(HandResult, (results, tuple(pairs), tuple(units), ()))
    return _paid(hand, boards, rules, button) if rules.limits_payments else hand


def _paid(hand: HandResult, boards: tuple[Board, ...], rules: Ruleset, button: int) -> HandResult:
    """A scored hand with what is really paid of it (R9)."""
    for player, board in enumerate(boards):
        if rules.plays_for_stacks and board.stack < 0:
            raise NotAllowedError(f"{board.name} cannot have a stack of {board.stack} units.", player=player)
    worth = [(pair.first, pair.second, pair.units) for pair in hand.pairs]
    payments = pay_pairs(worth, [board.stack for board in boards], rules, button)
    units = [0] * len(boards)
    for payment in payments:
        units[payment.payer] -= payment.paid
        units[payment.payee] += payment.paid
    return hand._replace(units=tuple(units), payments=payments)


def _not_dealt(board: Board, rules: Ruleset) -> str:
    counts = " or ".join(map(str, rules.fantasyland_counts))
    dealt = f"deal {counts} cards in Fantasyland" if counts else "have no Fantasyland"
    return f"{board.name} cannot have been dealt {board.fantasyland} cards in Fantasyland: these rules {dealt}."


def _check_players(boards: tuple[Board, ...], rules: Ruleset) -> None:
    """As many boards as the rules are for (R6.1); at criss-cross two players with two boards each (R10.1), since with
    other owners pairs would be left out, or made up, in silence.
    """
    if rules.criss_cross:
        owned = Counter(board.owner for board in boards)
        if sorted(owned.values()) != [2, 2]:
            has = f"{len(boards)} board{'s'[: len(boards) != 1]} of {len(owned)} player{'s'[: len(owned) != 1]}"
            raise NotAllowedError(f"Criss-cross is played by two players with two boards each; this hand has {has}.")
    elif not MIN_PLAYERS <= len(boards) <= rules.max_players:
        raise NotAllowedError(
            f"{rules.title} is played by {MIN_PLAYERS} to {rules.max_players}; this hand has {len(boards)}."
        )


def _judge_all(boards: tuple[Board, ...], rules: Ruleset) -> tuple[BoardResult, ...]:
    _check_players(boards, rules)
    read = []
    weight = length = 0
    for player, board in enumerate(boards):
        if board.fantasyland and board.fantasyland not in rules.fantasyland_counts:
            raise NotAllowedError(_not_dealt(board, rules), player=player)
        text, weights = read_board(board, player)
        top, middle, bottom = weights
        weight += top + middle + bottom
        length += len(text) - 2
        read.append((board, text, weights))
    judge = judge_low_board if rules.low_middle else judge_board
    # A joker weighs nothing, so a hand that holds one is seen here too.
    if not all_different(weight, length // 2):
        _check_cards([(board.name, text) for board, text, _ in read], rules)
        judge = jokers.judge
    return tuple([judge(board, text, weights, rules) for board, text, weights in read])


def _check_cards(boards: list[tuple[str, str]], rules: Ruleset) -> None:
    """Refuse jokers that the rules do not have, and cards that occur twice; boards are (name, text in its one form)."""
    jokers.check_jokers(boards, rules)
    problem = explain_duplicates(boards)
    if problem:
        raise problem


def pair_scorer(rules: Ruleset) -> Callable[[int, BoardResult, int, BoardResult, Ruleset], PairResult]:
    """What scores one pair by these rules: (first place, its board, second place, its board, rules) to a PairResult."""
    return _score_pair_or_moon if rules.moon else _score_pair


def _score_pair(first: int, a: BoardResult, second: int, b: BoardResult, rules: Ruleset) -> PairResult:
    """One pair: a row won is a unit, the bonus comes from all three together, royalties are paid beside them (R4.1)."""
    a_top, a_middle, a_bottom = a.strengths
    b_top, b_middle, b_bottom = b.strengths
    rows = top, middle, bottom = (
        (a_top > b_top) - (a_top < b_top),
        (a_middle > b_middle) - (a_middle < b_middle),
        (a_bottom > b_bottom) - (a_bottom < b_bottom),
    )
    won = top + middle + bottom
    bonus = rules.bonuses[won]
    if rules.royalty_payment == "trump":
        a_royalties, b_royalties = _royalties_of_rows_won(a, rows, 1), _royalties_of_rows_won(b, rows, -1)
    else:
        a_royalties, b_royalties = a.royalty_units, b.royalty_units
    units = won + bonus + a_royalties - b_royalties
    return _new(PairResult, (first, second, rows, bonus, a_royalties, b_royalties, 0, units))


def _score_pair_or_moon(first: int, a: BoardResult, second: int, b: BoardResult, rules: Ruleset) -> PairResult:
    """One pair where players may shoot the moon: a flat price instead of everything else, none between two (R4.10)."""
    if a.is_moon or b.is_moon:
        moon = MOON_UNITS * (a.is_moon - b.is_moon)
        return PairResult(first, second, (0, 0, 0), 0, 0, 0, moon, moon)
    return _score_pair(first, a, second, b, rules)


def _royalties_of_rows_won(board: BoardResult, rows: tuple[int, int, int], winner: int) -> int:
    """What a board is paid where only the row's winner is, its own rows being those that ``winner`` won (R4.7)."""
    return sum(units for units, row in zip(board.royalties, rows, strict=True) if row == winner)
