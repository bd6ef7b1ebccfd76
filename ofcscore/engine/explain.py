"""The sentences behind a result: why a board fouled, how a pair's units came about, why a player is in Fantasyland.

They are made when asked for, from what scoring found, and decide nothing.
"""

from ofcscore.engine.board import BoardResult, staying_row
from ofcscore.engine.cards import card_name
from ofcscore.engine.hands import Category, Hand
from ofcscore.engine.lows import Low, NoLow
from ofcscore.engine.rules import ROWS, WHEEL, Ruleset
from ofcscore.engine.scoring import HandResult, PairResult
from ofcscore.engine.stakes import Payment

MINUS = "\N{MINUS SIGN}"
_PLURAL_HANDS = {Category.TWO_PAIR, Category.TRIPS, Category.QUADS}


def signed(units: int) -> str:
    """Units as they are always shown: with their sign, and a true minus.

    >>> signed(6), signed(-6), signed(0)
    ('+6', '−6', '0')
    """
    return f"+{units}" if units > 0 else f"{MINUS}{-units}" if units < 0 else "0"


def foul_reason(board: BoardResult) -> str:
    """Why a board is foul, in words a player accepts: "top pair of aces beats middle pair of kings", or
    "no card for joker 1 makes the board legal: even as 2♣, top pair of aces beats middle pair of kings". Empty if it is
    not.

    Source: docs/rules.md R2.6, R7.1, R7.2, R8.5.
    """
    if board.dead:
        return "declared foul by the dealer"
    if not board.fouled:
        return ""
    return f"{_no_choice(board)}{_out_of_order(*board.hands)}"


def _out_of_order(top: Hand, middle: Hand, bottom: Hand) -> str:
    if isinstance(middle, Low | NoLow):
        return not_low(middle) or row_beats("top", top, "bottom", bottom)
    if top > middle:
        return row_beats("top", top, "middle", middle)
    return row_beats("middle", middle, "bottom", bottom)


def _no_choice(board: BoardResult) -> str:
    """How the reason of a foul begins where a joker was on the board: that no other choice would have helped (R8.5)."""
    if not board.jokers:
        return ""
    cards = " and ".join(card_name(card) for _, card in board.jokers)
    if len(board.jokers) > 1:
        return f"no cards for the jokers make the board legal: even as {cards}, "
    ((joker, _),) = board.jokers
    return f"no card for {card_name(joker)} makes the board legal: even as {cards}, "


def joker_reason(board: BoardResult) -> str:
    """What the jokers of a board play as: "joker 1 plays as Q♣, joker 2 as 5♣". Empty for a board that holds none, and
    for a foul, which plays as nothing (docs/rules.md R8.3).
    """
    if board.fouled or not board.jokers:
        return ""
    (joker, card), *others = ((card_name(joker), card_name(card)) for joker, card in board.jokers)
    return ", ".join([f"{joker} plays as {card}", *(f"{joker} as {card}" for joker, card in others)])


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


def payment_reason(result: HandResult, payment: Payment, rules: Ruleset) -> str:
    """Why less is paid than a pair is worth: "40 became 10: Bob had only 10". Empty when all of it is paid.

    Source: docs/rules.md R9.
    """
    if payment.paid == payment.due:
        return ""
    became = f"{payment.due} became {payment.paid}"
    if payment.payer_risk == payment.paid:
        return f"{became}: {_had(result, payment.payer, payment.payer_risk, payment.payer_stack, rules)}"
    had = _had(result, payment.payee, payment.payee_risk, payment.payee_stack, rules)
    return f"{became}: {had}, and nobody wins more from one player than that"


def _had(result: HandResult, player: int, risk: int, stack: int, rules: Ruleset) -> str:
    """What somebody could lose when it came to a payment, and by what it was limited: the stack or the cap."""
    name = result.boards[player].name
    if rules.plays_for_stacks and risk == stack:
        return f"{name} had only {risk}" if risk else f"{name} had nothing left"
    return f"{name} could lose {f'only {risk}' if risk else 'no more'}, with a cap of {rules.cap} a hand"


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
