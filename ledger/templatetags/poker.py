"""How units and cards are written on a page."""

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from ofcscore.engine import explain
from ofcscore.engine.cards import SUIT_GLYPHS

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
    rank = "10" if card[0] == "T" else card[0]
    suit = card[1]
    return format_html(
        '<span class="card suit-{}" role="img" aria-label="{} of {}"><b>{}</b><i>{}</i></span>',
        suit,
        rank,
        SUIT_NAMES[suit],
        rank,
        SUIT_GLYPHS[suit] + TEXT_STYLE,
    )
