"""How units and cards are written on a page."""

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from ofcscore.engine import explain
from ofcscore.engine.cards import JOKERS, RANKS, SUIT_GLYPHS, SUITS

register = template.Library()

SUIT_NAMES = {"s": "spades", "h": "hearts", "d": "diamonds", "c": "clubs"}
# Keeps a suit a letter in the text's colour, where phones would draw a picture.
TEXT_STYLE = "\N{VARIATION SELECTOR-15}"


@register.filter
def signed(units: int) -> str:
    """Units with their sign: +6, −6, 0."""
    return explain.signed(units)


@register.filter
def tone(units: int) -> str:
    """The class that colours units; the sign says the same without colour."""
    return "gain" if units > 0 else "loss" if units < 0 else "even"


@register.simple_tag
def playing_card(card: str) -> SafeString:
    """A card face, for eyes and for screen readers."""
    return format_html(
        '<span class="card suit-{}" role="img" aria-label="{}"><b>{}</b><i>{}</i></span>', card[1], *_said(card)
    )


@register.simple_tag
def card_key(card: str) -> SafeString:
    """The key that enters a card."""
    return format_html(
        '<button type="button" class="key suit-{}" data-card="{}" data-name="{}" tabindex="-1" aria-label="{}">'
        "<b>{}</b><i>{}</i></button>",
        card[1],
        card,
        _said(card)[0],
        *_said(card),
    )


@register.simple_tag
def deck_by_suit() -> list[list[str]]:
    """The deck as its keys lie: suit by suit, from the ace down."""
    return [[rank + suit for rank in reversed(RANKS)] for suit in SUITS]


def _said(card: str) -> tuple[str, str, str]:
    """A card's spoken name, and its rank and suit as they are drawn; of a joker, a star and which one it is."""
    if card in JOKERS:
        return f"joker {card[1]}", "★", card[1]
    rank = "10" if card[0] == "T" else card[0]
    return f"{rank} of {SUIT_NAMES[card[1]]}", rank, SUIT_GLYPHS[card[1]] + TEXT_STYLE
