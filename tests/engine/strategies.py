"""What Hypothesis draws from: deals, hands, rulesets, and text that is nearly right."""

import json
from collections import Counter
from typing import Any

from hypothesis import strategies as st

from ofcscore.engine.board import Board
from ofcscore.engine.cards import DECK, RANKS
from ofcscore.engine.rules import FANTASYLAND_STEPS, PRESETS, SETTINGS, Ruleset

NAMES = ("Ann", "Bob", "Cy", "Dee")
FIVE_CARD_HANDS = ("trips", "straight", "flush", "full house", "quads", "straight flush", "royal flush")
TOP_HANDS = tuple(times * rank for times in (2, 3) for rank in RANKS)

card = st.sampled_from(DECK)


def row_text(cards: tuple[str, ...]) -> str:
    return "/".join(("".join(cards[:3]), "".join(cards[3:8]), "".join(cards[8:])))


def strongest_last(cards: tuple[str, ...]) -> tuple[str, ...]:
    """Thirteen cards set as a person would: what comes in twos and threes at the bottom. Seldom a foul."""
    held = Counter(card[0] for card in cards)
    return tuple(sorted(cards, key=lambda card: (held[card[0]], RANKS.index(card[0]))))


@st.composite
def texts(draw: st.DrawFn, players: int) -> list[str]:
    """That many boards of one deck, in the one form, some of them well set and some at random."""
    deck = draw(st.permutations(DECK))
    dealt = [tuple(deck[13 * place : 13 * place + 13]) for place in range(players)]
    return [row_text(strongest_last(cards) if draw(st.booleans()) else cards) for cards in dealt]


def merge_counts(preset: Ruleset, cards: Any) -> dict[str, int]:
    return {**preset.fantasyland_cards, **(cards if isinstance(cards, dict) else {})}


@st.composite
def settings(draw: st.DrawFn) -> dict[str, Any]:
    """Rules as JSON: a preset and any of the settings, all with values that a house may choose."""
    name = draw(st.sampled_from(sorted(PRESETS)))
    units = st.integers(0, 1000)
    five_cards = st.dictionaries(st.sampled_from(FIVE_CARD_HANDS), units)
    counts = st.integers(13, 17)
    drawn: dict[str, Any] = draw(
        st.fixed_dictionaries(
            {},
            optional={
                "fantasyland": st.booleans(),
                "fantasyland_cards": counts | st.dictionaries(st.sampled_from(FANTASYLAND_STEPS), counts),
                "scoring": st.sampled_from(["1-6", "2-4"]),
                "royalty_payment": st.sampled_from(["net", "trump"]),
                "royalties": st.fixed_dictionaries(
                    {},
                    optional={
                        "top": st.dictionaries(st.sampled_from(TOP_HANDS), units, max_size=8),
                        "middle": five_cards,
                        "bottom": five_cards,
                    },
                ),
                "fantasyland_entry": st.sampled_from(["QQ", "KK", "AA"]),
                "middle_full_house_stays": st.booleans(),
                "cards_after_stay": st.sampled_from(["base", "same", "recount"]),
                "button_stays_in_fantasyland": st.booleans(),
            },
        )
    )
    # Four fit one deck only where nobody is dealt more than thirteen (R6.4); three always do.
    preset = PRESETS[name]
    cards = drawn.get("fantasyland_cards", {})
    highest = cards if isinstance(cards, int) else max(merge_counts(preset, cards).values())
    fantasyland = drawn.get("fantasyland", preset.fantasyland)
    four_fit = preset.cards_dealt == 13 and (highest == 13 or not fantasyland)
    return {"preset": name, **drawn, "max_players": draw(st.integers(2, 4 if four_fit else 3))}


rulesets = settings().map(Ruleset.from_json)


@st.composite
def hands(draw: st.DrawFn) -> tuple[list[Board], Ruleset]:
    """Boards that can be scored by the rules beside them: some in Fantasyland, some dead."""
    rules = draw(rulesets)
    boards = []
    for name, text in zip(NAMES, draw(texts(draw(st.integers(2, rules.max_players)))), strict=False):
        dealt = draw(st.sampled_from((0, *rules.fantasyland_counts)))
        dead = draw(st.integers(0, 9)) == 9
        boards.append(Board(name, draw(st.sampled_from(["", text])) if dead else text, dealt, dead))
    return boards, rules


@st.composite
def damaged(draw: st.DrawFn, text: str) -> str:
    """The text with a piece of it taken out and something that looks right put in."""
    start = draw(st.integers(0, len(text)))
    end = draw(st.integers(start, min(len(text), start + 4)))
    piece = draw(st.sampled_from(["", "/", "//", "\n", " ", ",", "10h", "1", "♥", "x", "Аh"]) | card)
    return text[:start] + piece + text[end:]


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)
_player = st.fixed_dictionaries(
    {}, optional={"name": json_values, "board": json_values, "fantasyland": json_values, "dead": json_values}
)
_odd_rules = st.dictionaries(st.sampled_from(("preset", *SETTINGS)), json_values, max_size=3)
_nested_rules = st.fixed_dictionaries(
    {},
    optional={
        "royalties": st.dictionaries(st.sampled_from(["top", "middle", "side"]), json_values, max_size=2),
        "fantasyland_cards": st.dictionaries(st.sampled_from(["QQ", "JJ"]), json_values, max_size=2),
    },
)
json_lines = st.fixed_dictionaries(
    {"players": st.lists(_player, max_size=5) | json_values},
    optional={"rules": _odd_rules | _nested_rules | json_values},
).map(lambda data: json.dumps(data).encode())
