"""Card text: a card is its two characters, rank then suit, as in ``Qh`` or ``Td``; the jokers are ``X1`` and ``X2``.

People write cards in many ways; :func:`parse_cards` takes all the usual ones and gives back the one form that
the rest of the engine uses. It refuses everything else by naming the piece that is wrong, because a card read
wrongly in silence costs somebody money (docs/rules.md, R1).
"""

import re
import unicodedata

from ofcscore.engine.errors import UnreadableError

RANKS = "23456789TJQKA"
SUITS = "shdc"
SUIT_GLYPHS = {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}
DECK = tuple(rank + suit for rank in RANKS for suit in SUITS)
JOKERS = ("X1", "X2")

_GLYPH_SUITS = dict(zip("♠♥♦♣♤♡♢♧", "shdcshdc", strict=True))
_GAP = re.compile(r"[\s,]+")
_CARD = re.compile(r"(10|[2-9TJQKA])([SHDC♠♥♦♣♤♡♢♧])[\ufe0e\ufe0f]?|X([12])", re.IGNORECASE | re.ASCII)
_RANK = re.compile(r"10|[2-9TJQKA]", re.IGNORECASE | re.ASCII)
_PIECE = re.compile(r"(?:10|[^\s,])(?:[^\s,])?")


def parse_cards(text: str) -> tuple[str, ...]:
    """Read any number of cards from ``text``, in the order written.

    Takes either case, ``10`` or ``T``, suit letters or glyphs, with or without spaces and commas. Knows nothing of
    how many cards there should be, nor whether one occurs twice, nor whether jokers are played.

    >>> parse_cards("qh, 10♦ 7C x1")
    ('Qh', 'Td', '7c', 'X1')

    Raises UnreadableError naming the first piece that is no card. Source: docs/rules.md R1.2, R8.2.
    """
    cards = []
    position = 0
    while position < len(text):
        gap = _GAP.match(text, position)
        if gap:
            position = gap.end()
            continue
        card = _CARD.match(text, position)
        if not card:
            raise UnreadableError(_why_unreadable(text, position))
        rank, suit, joker = card.groups()
        cards.append(f"X{joker}" if joker else rank.upper().replace("10", "T") + _GLYPH_SUITS.get(suit, suit.lower()))
        position = card.end()
    return tuple(cards)


def card_name(card: str) -> str:
    """A card as people read it: rank and suit glyph, or which joker it is.

    >>> card_name("Td"), card_name("X1")
    ('10♦', 'joker 1')
    """
    if card in JOKERS:
        return f"joker {card[1]}"
    rank = "10" if card[0] == "T" else card[0]
    return rank + SUIT_GLYPHS[card[1]]


def _why_unreadable(text: str, position: int) -> str:
    match = _PIECE.match(text, position)
    piece = match.group() if match else text[position]
    for character in piece:
        if character.isalpha() and not character.isascii():
            name = unicodedata.name(character, "a letter of another alphabet").capitalize()
            return f"“{piece}” is not a card: its “{character}” is no Latin letter but {name}. Type it again."
    rank = _RANK.match(piece)
    if rank and rank.end() == len(piece):
        return f"“{piece}” has no suit. Write the suit after the rank, as in {piece.upper()}h."
    if piece[0] in "xX":
        return f"“{piece}” is not a card. The jokers are {' and '.join(JOKERS)}; write X only for them."
    return f"“{piece}” is not a card. Write a rank (2 to 9, 10 or T, J, Q, K, A) and a suit (s, h, d, c), as in Qh."
