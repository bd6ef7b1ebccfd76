"""One player's thirteen cards: reading them, whether they stand in order, what they are paid, and Fantasyland."""

from typing import NamedTuple

from ofcscore.engine.cards import JOKERS, card_name, parse_cards
from ofcscore.engine.errors import ImpossibleError, OFCError, UnreadableError
from ofcscore.engine.hands import TEXT_WEIGHTS, WEIGHTS, Category, Hand, evaluate, evaluate_rows
from ofcscore.engine.lows import Low, low_of
from ofcscore.engine.rules import BOARD_SIZE, BOTH, ROW_SIZES, ROWS, WHEEL, Ruleset

Weights = tuple[int, int, int]

# What a fouled board plays as: it loses every row to any legal board and ties with another foul (R4.4, R4.5).
NO_STRENGTHS = (-1, -1, -1)
NO_ROYALTIES = (0, 0, 0)
# The best row without a pair, a straight, a flush or a card above a jack.
_BEST_OF_A_MOON = evaluate(("Js", "Th", "9d", "8c", "6s")).strength
_new = tuple.__new__


class Board(NamedTuple):
    """What was entered for one player.

    ``cards`` is the text of the three rows, top first, parted by ``/`` or by line ends:
    ``QhQd7c/AhAd9d5c3c/JcTc8c4c2c``. ``fantasyland`` is how many cards this player was dealt in Fantasyland in this
    hand, 0 for a normal deal. A ``dead`` board is a foul declared by the dealer; it may have fewer cards, or none.
    ``stack`` is the units in front of the player before the hand, for table stakes (R9). ``owner`` is whose board it is
    where one player has several (R10), empty where everybody has one.
    """

    name: str
    cards: str = ""
    fantasyland: int = 0
    dead: bool = False
    stack: int = 0
    owner: str = ""


class BoardResult(NamedTuple):
    """What became of one board.

    ``cards`` is the text in its one form. ``plays_as`` is that text with a card in place of each joker (R8.3), for a
    foul the nearest to a legal board that there is (R8.5); without jokers, and for a dead board, it is ``cards``.
    ``hands`` are the worths of top, middle and bottom as they play, empty for a dead board.
    ``strengths`` are what the rows play as, ``royalties`` their units and ``royalty_units`` the sum of these, all
    after a foul has had its say.
    ``fantasyland_next`` is how many cards the player gets in Fantasyland in the next hand, 0 for a normal deal.
    """

    name: str
    cards: str
    plays_as: str
    fantasyland: int
    dead: bool
    hands: tuple[Hand, ...]
    fouled: bool
    strengths: tuple[int, ...]
    royalties: tuple[int, ...]
    royalty_units: int
    fantasyland_next: int

    @property
    def rows(self) -> tuple[tuple[str, ...], ...]:
        """The cards of top, middle and bottom, in the order they were written."""
        return split_rows(self.cards)

    @property
    def jokers(self) -> tuple[tuple[str, str], ...]:
        """Each joker that plays as a card, with that card: ``(("X1", "Qc"),)``. Empty for a dead board."""
        cards = zip(split_rows(self.cards), split_rows(self.plays_as), strict=True)
        pairs = (pair for row, played in cards for pair in zip(row, played, strict=True))
        return tuple(sorted((card, played) for card, played in pairs if card != played))

    @property
    def is_moon(self) -> bool:
        """Whether it shoots the moon where the house plays that: legal, and jack high or lower in every row (R4.10).
        The bottom is the best of them, so it tells for all three; a middle that plays for the low is ten high at most.
        """
        return not self.fouled and self.strengths[-1] <= _BEST_OF_A_MOON


def split_rows(text: str) -> tuple[tuple[str, ...], ...]:
    """The cards of each row of a board's text in its one form."""
    return tuple(tuple(row[at : at + 2] for at in range(0, len(row), 2)) for row in text.split("/"))


def read_board(board: Board, player: int) -> tuple[str, Weights]:
    """The board's text in its one form, and what each row weighs without its jokers. ``player`` is its place, for
    errors.

    Raises UnreadableError for an unknown card, for rows of a wrong size and for a wrong number of rows (R1).
    """
    text = board.cards
    weight = TEXT_WEIGHTS
    try:
        # The usual case, text in its one form, written out: this is most of the time that scoring a hand takes.
        return text, (
            weight[text[0:4]] + weight[text[4:7]],
            weight[text[7:11]] + weight[text[11:15]] + weight[text[15:18]],
            weight[text[18:22]] + weight[text[22:26]] + WEIGHTS[text[26:]],
        )
    except KeyError:
        pass
    rows = _read_rows(board, player)
    return "/".join(map("".join, rows)), _row_weights(rows)


def judge_board(board: Board, text: str, weights: Weights, rules: Ruleset) -> BoardResult:
    """Whether a board that was read is legal, what its rows are paid, and what its player is dealt next."""
    name, _, dealt, dead, _, _ = board
    if dead:
        return BoardResult(name, text, text, dealt, True, (), True, NO_STRENGTHS, NO_ROYALTIES, 0, 0)
    hands = top, middle, bottom = evaluate_rows(weights)
    on_top, _, _, top_pays = top
    in_middle, _, _, middle_pays = middle
    on_bottom, _, _, bottom_pays = bottom
    if not on_top <= in_middle <= on_bottom:
        return BoardResult(name, text, text, dealt, False, hands, True, NO_STRENGTHS, NO_ROYALTIES, 0, 0)
    top_table, middle_table, bottom_table = rules.pays
    royalties = top_units, middle_units, bottom_units = (
        top_table.get(top_pays, 0),
        middle_table.get(middle_pays, 0),
        bottom_table.get(bottom_pays, 0),
    )
    units = top_units + middle_units + bottom_units
    due = cards_after_stay(hands, dealt, rules) if dealt else rules.entry_cards.get(top_pays, 0)
    strengths = (on_top, in_middle, on_bottom)
    # The same as BoardResult(...) in half the time; so in scoring.py.
    return _new(BoardResult, (name, text, text, dealt, False, hands, False, strengths, royalties, units, due))


def judge_low_board(board: Board, text: str, weights: Weights, rules: Ruleset) -> BoardResult:
    """As :func:`judge_board`, where the middle plays for the low and only top and bottom are in order (R7.1, R7.2)."""
    name, _, dealt, dead, _, _ = board
    if dead:
        return judge_board(board, text, weights, rules)
    top, high, bottom = evaluate_rows(weights)
    middle = low_of(high)
    hands = (top, middle, bottom)
    if not isinstance(middle, Low) or top > bottom:
        return BoardResult(name, text, text, dealt, False, hands, True, NO_STRENGTHS, NO_ROYALTIES, 0, 0)
    royalties = tuple([table.get(hand.royalty, 0) for table, hand in zip(rules.pays, hands, strict=True)])
    due = cards_after_stay(hands, dealt, rules) if dealt else cards_on_entry(hands, rules)
    strengths = (top.strength, middle.strength, bottom.strength)
    return BoardResult(name, text, text, dealt, False, hands, False, strengths, royalties, sum(royalties), due)


def cards_on_entry(hands: tuple[Hand, ...], rules: Ruleset) -> int:
    """Cards that a legal board enters Fantasyland with, 0 when it does not: by its top row (R5.2) and, where the middle
    plays for the low, by the best hand there, or by both at once (R7.4).
    """
    top, middle, _ = hands
    by_top = rules.entry_cards.get(top.royalty, 0)
    if middle.royalty != WHEEL:
        return by_top
    return rules.entry_cards.get(BOTH if by_top else WHEEL, 0)


def cards_after_stay(hands: tuple[Hand, ...], dealt: int, rules: Ruleset) -> int:
    """Cards for the next hand of a player who was ``dealt`` that many in Fantasyland and set a legal board.

    0 when no row stays: inside Fantasyland the top row does not enter again (R5.4, R5.5).
    """
    if not staying_row(hands, rules):
        return 0
    if rules.cards_after_stay == "same":
        return dealt
    if rules.cards_after_stay == "recount":
        return cards_on_entry(hands, rules) or rules.base_cards
    return rules.base_cards


def staying_row(hands: tuple[Hand, ...], rules: Ruleset) -> str:
    """The row that keeps a player in Fantasyland: trips on top, quads or better on the bottom or, where the house has
    it so, a full house in the middle (R5.4) or the best low there (R7.5). An empty text when none does.
    """
    top, middle, bottom = hands
    if top.category is Category.TRIPS:
        return "top"
    if bottom.category >= Category.QUADS:
        return "bottom"
    full_house = rules.middle_full_house_stays and middle.category is Category.FULL_HOUSE
    wheel = rules.wheel_stays and middle.royalty == WHEEL
    return "middle" if full_house or wheel else ""


def explain_duplicates(boards: list[tuple[str, str]]) -> OFCError | None:
    """The error for boards, as (name, text in its one form), that hold some card twice: it names both places (R1.5).
    None when every card occurs once.
    """
    places: dict[str, tuple[int, str, str]] = {}
    for player, (name, text) in enumerate(boards):
        for row, cards in zip(ROWS, split_rows(text), strict=False):
            for card in cards:
                if card in places:
                    return _duplicate(card, places[card], (player, name, row))
                places[card] = (player, name, row)
    return None


def _duplicate(card: str, first: tuple[int, str, str], second: tuple[int, str, str]) -> ImpossibleError:
    """The error for a card in two places, each a player's place, name and row."""
    (first_player, first_name, first_row), (player, name, row) = first, second
    if first == second:
        message = f"is twice in {name}’s {row}."
    elif first_player == player:
        message = f"is in both {name}’s {first_row} and {row}."
    else:
        message = f"is in {first_name}’s {first_row} and in {name}’s {row}."
    message = f"{card_name(card).capitalize()} {message}"
    return ImpossibleError(f"{message} There is only one in the deck.", player=player, row=row)


def _row_weights(rows: list[tuple[str, ...]]) -> Weights:
    top, middle, bottom = (sum(WEIGHTS[card] for card in row if card not in JOKERS) for row in rows)
    return top, middle, bottom


def _read_rows(board: Board, player: int) -> list[tuple[str, ...]]:
    parts = board.cards.strip().replace("\n", "/").split("/") if board.cards.strip() else [""] * len(ROWS)
    if len(parts) != len(ROWS):
        raise UnreadableError(
            f"{board.name}’s board has {len(parts)} row{'s'[: len(parts) > 1]}; it needs top / middle / bottom.",
            player=player,
        )
    rows = []
    for row, part in zip(ROWS, parts, strict=True):
        try:
            rows.append(parse_cards(part))
        except UnreadableError as error:
            raise UnreadableError(f"{board.name}’s {row}: {error}", player=player, row=row) from None
    _check_sizes(board, rows, player)
    return rows


def _check_sizes(board: Board, rows: list[tuple[str, ...]], player: int) -> None:
    for row, cards, size in zip(ROWS, rows, ROW_SIZES, strict=True):
        count = len(cards)
        if count == size or (board.dead and count < size):
            continue
        have = f"{count} card{'s'[: count != 1]}" if count else "no cards"
        total = sum(map(len, rows))
        message = f"{board.name}’s {row} has {have} and needs {size} (the board has {total} of {BOARD_SIZE})."
        raise UnreadableError(message, player=player, row=row)
