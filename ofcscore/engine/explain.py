"""The sentences behind a result: why a board fouled, how a pair's units came about, why a player is in Fantasyland.

They are made when asked for, from what scoring found, and decide nothing.
"""

from ofcscore.engine.board import BoardResult, staying_row
from ofcscore.engine.hands import Category, Hand
from ofcscore.engine.lows import Low, NoLow
from ofcscore.engine.rules import ROWS, WHEEL, Ruleset
from ofcscore.engine.scoring import HandResult, PairResult

MINUS = "\N{MINUS SIGN}"
_PLURAL_HANDS = {Category.TWO_PAIR, Category.TRIPS, Category.QUADS}


def signed(units: int) -> str:
    """Units as they are always shown: with their sign, and a true minus.

    >>> signed(6), signed(-6), signed(0)
    ('+6', '−6', '0')
    """
    return f"+{units}" if units > 0 else f"{MINUS}{-units}" if units < 0 else "0"


def foul_reason(board: BoardResult) -> str:
    """Why a board is foul, in words a player accepts: "top pair of aces beats middle pair of kings". Empty if it is
    not.

    Source: docs/rules.md R2.6, R7.1, R7.2.
    """
    if board.dead:
        return "declared foul by the dealer"
    if not board.fouled:
        return ""
    top, middle, bottom = board.hands
    if isinstance(middle, Low | NoLow):
        return not_low(middle) or row_beats("top", top, "bottom", bottom)
    if top > middle:
        return row_beats("top", top, "middle", middle)
    return row_beats("middle", middle, "bottom", bottom)


def not_low(middle: Hand) -> str:
    """Why a middle that plays for the low does not qualify; empty if it does (docs/rules.md R7.1)."""
    if isinstance(middle, Low):
        return ""
    return f"middle {middle.short_name} {'are' if middle.category in _PLURAL_HANDS else 'is'} no ten-low or better"


def row_beats(upper: str, strong: Hand, lower: str, weak: Hand, *, certain: tuple[bool, bool] = (True, True)) -> str:
    """How one row beats another. ``certain`` says of each whether it is full; of one that is not, ``strong`` is the
    least and ``weak`` the best that it can still be.
    """
    alike = strong.short_name == weak.short_name
    first, second = (strong.name, weak.name) if alike else (strong.short_name, weak.short_name)
    verb = "beat" if strong.category in _PLURAL_HANDS else "beats"
    least = upper if certain[0] else f"the least that the {upper} can still be,"
    best = lower if certain[1] else f"the best that the {lower} can still be,"
    return f"{least} {first}{'' if certain[0] else ','} {verb} {best} {second}"


def pair_headline(result: HandResult, pair: PairResult) -> str:
    """Who wins from whom: "Ann scoops Cy", "Ann beats Bob", "Ann and Bob are even",
    "Dee shoots the moon against Bob".
    """
    first, second = result.boards[pair.first].name, result.boards[pair.second].name
    if not pair.units:
        return f"{first} and {second} are even"
    winner, loser = (first, second) if pair.units > 0 else (second, first)
    if pair.moon:
        return f"{winner} shoots the moon against {loser}"
    return f"{winner} {'scoops' if pair.scoop * pair.units > 0 else 'beats'} {loser}"


def pair_arithmetic(result: HandResult, pair: PairResult, rules: Ruleset) -> str:
    """How a pair's units add up, from the side of whoever wins: "2 rows to 1 (+1), royalties 13 to 4 (+9)"."""
    first, second = result.boards[pair.first], result.boards[pair.second]
    if first.fouled and second.fouled:
        return "both fouled: nothing is paid"
    if rules.moon and (first.is_moon or second.is_moon):
        return f"moon ({signed(abs(pair.moon))})" if pair.moon else "both shoot the moon: nothing is paid"
    side = -1 if pair.units < 0 else 1
    mine, theirs = (first, second) if side > 0 else (second, first)
    royalties = (pair.first_royalties, pair.second_royalties)[::side]
    rows = [side * row for row in pair.rows]
    parts = [f"{_rows_won(rows)} ({signed(sum(rows))})"]
    if pair.bonus:
        parts.append(f"{_bonus_name(rules)} ({signed(side * pair.bonus)})")
    if any(royalties):
        parts.append(f"royalties {royalties[0]} to {royalties[1]} ({signed(royalties[0] - royalties[1])})")
    fouler = next((board.name for board in (mine, theirs) if board.fouled), None)
    return (f"{fouler} fouled: " if fouler else "") + ", ".join(parts)


def _rows_won(rows: list[int]) -> str:
    won, lost, tied = rows.count(1), rows.count(-1), rows.count(0)
    if tied == len(rows):
        return "all rows tied"
    if len(rows) in (won, lost):
        return "all 3 rows" if won else "no row"
    score = f"{won} row{'s'[: won != 1]} to {lost}"
    return f"{score}, {tied} tied" if tied else score


def _bonus_name(rules: Ruleset) -> str:
    return "scoop" if rules.scoring == "1-6" else "more rows won"


def _what_enters(hands: tuple[Hand, ...], rules: Ruleset) -> list[str]:
    """The rows that a board enters Fantasyland with: its top and, in some rules, the best low in the middle (R7.4)."""
    top, middle, _ = hands
    rows = [f"{top.short_name} on top"] if top.royalty in rules.entry_cards else []
    return [*rows, f"{middle.short_name} in the middle"] if middle.royalty == WHEEL else rows


def fantasyland_reason(board: BoardResult, rules: Ruleset) -> str:
    """Why a player is in Fantasyland in the next hand, or leaves it; empty when neither (docs/rules.md R5, R7)."""
    if board.fantasyland_next:
        if not board.fantasyland:
            return f"enters with {' and '.join(_what_enters(board.hands, rules))}"
        row = staying_row(board.hands, rules)
        place = {"top": "on top", "middle": "in the middle", "bottom": "on the bottom"}[row]
        return f"stays with {board.hands[ROWS.index(row)].short_name} {place}"
    if not board.fantasyland:
        return ""
    return "fouled, so leaves Fantasyland" if board.fouled else "leaves Fantasyland"
