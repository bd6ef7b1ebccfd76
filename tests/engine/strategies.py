"""What Hypothesis draws from: deals, hands, rulesets, and text that is nearly right."""

import json
from collections import Counter
from itertools import combinations
from typing import Any

from hypothesis import strategies as st

from ofcscore.engine.board import Board, split_rows
from ofcscore.engine.cards import DECK, JOKERS, RANKS
from ofcscore.engine.rules import PRESETS, SETTINGS, Ruleset
from tests.engine.independent import is_low

NAMES = ("Ann", "Bob", "Cy", "Dee")
# Two boards of one deck that shoot the moon: too rare a thing to be drawn by chance.
MOONS = ("9h7d5s/Jd9c8h6s2c/Jh9d8s7c2h", "6h5d3c/Tc8d7s4h2s/JsTh9s4d3h")

AGAINST_CRISS_CROSS = ("stakes", "cap", "fantasyland_cards")

card = st.sampled_from(DECK)


def row_text(cards: tuple[str, ...]) -> str:
    return "/".join(("".join(cards[:3]), "".join(cards[3:8]), "".join(cards[8:])))


def strongest_last(cards: tuple[str, ...]) -> tuple[str, ...]:
    """Thirteen cards set as a person would: what comes in twos and threes at the bottom. Seldom a foul."""
    held = Counter(card[0] for card in cards)
    return tuple(sorted(cards, key=lambda card: (held[card[0]], RANKS.index(card[0]))))


def low_in_the_middle(cards: tuple[str, ...]) -> tuple[str, ...]:
    """Thirteen cards set with a low in the middle, where they hold one."""
    low = next((row for row in combinations(sorted(cards), 5) if is_low(row)), ())
    others = strongest_last(tuple(card for card in cards if card not in low))
    return (*others[:3], *low, *others[3:])


@st.composite
def texts(draw: st.DrawFn, players: int, fixed: tuple[str, ...] = (), low_middle: bool = False) -> list[str]:
    """That many boards of one deck, in the one form: the fixed ones, then most well set and some at random."""
    well_set = low_in_the_middle if low_middle else strongest_last
    deck = draw(st.permutations([card for card in DECK if all(card not in text for text in fixed)]))
    dealt = [tuple(deck[13 * place : 13 * place + 13]) for place in range(players - len(fixed))]
    return [*fixed, *(row_text(well_set(cards) if draw(st.integers(0, 3)) else cards) for cards in dealt)]


@st.composite
def with_jokers(draw: st.DrawFn, boards: list[str], most: int, least: int = 0) -> list[str]:
    """The same boards with some of their cards changed for jokers."""
    cards = [card for text in boards for row in split_rows(text) for card in row]
    places = draw(st.lists(st.integers(0, len(cards) - 1), min_size=least, max_size=most, unique=True))
    for joker, place in zip(JOKERS, places, strict=False):
        cards[place] = joker
    return [row_text(tuple(cards[start : start + 13])) for start in range(0, len(cards), 13)]


def merge_counts(preset: Ruleset, cards: Any) -> dict[str, int]:
    return {**preset.fantasyland_cards, **(cards if isinstance(cards, dict) else {})}


@st.composite
def settings(draw: st.DrawFn) -> dict[str, Any]:
    """Rules as JSON: a preset and any of the settings, all with values that a house may choose."""
    name = draw(st.sampled_from(sorted(PRESETS)))
    preset = PRESETS[name]
    units = st.integers(0, 1000)
    counts = st.integers(13, 17)
    drawn: dict[str, Any] = draw(
        st.fixed_dictionaries(
            {},
            optional={
                "fantasyland": st.booleans(),
                "fantasyland_cards": counts | st.dictionaries(st.sampled_from(preset.fantasyland_steps), counts),
                "scoring": st.sampled_from(["1-6", "2-4"]),
                "royalty_payment": st.sampled_from(["net", "trump", "off"]),
                "royalties": st.fixed_dictionaries(
                    {},
                    optional={
                        row: st.dictionaries(st.sampled_from(cells), units, max_size=8)
                        for row, cells in preset.royalty_cells.items()
                    },
                ),
                "fantasyland_entry": st.sampled_from(["QQ", "KK", "AA"]),
                "middle_full_house_stays": st.booleans(),
                "wheel_stays": st.booleans(),
                "cards_after_stay": st.sampled_from(["base", "same", "recount"]),
                "button_stays_in_fantasyland": st.booleans(),
                "moon": st.booleans(),
                "jokers": st.integers(0, 2),
                "stakes": st.sampled_from(["none", "loss_cap", "loss_and_win_cap"]),
                "cap": st.integers(0, 60) | st.integers(0, 100_000),
                "orbit_lock": st.booleans(),
                "criss_cross": st.booleans(),
            },
        )
    )
    if drawn.get("criss_cross", preset.criss_cross):
        if preset.cards_dealt == 13:
            # Four boards of thirteen cards, and nothing that limits what is paid (R10).
            kept = {name: value for name, value in drawn.items() if name not in AGAINST_CRISS_CROSS}
            return {"preset": name, **kept, "max_players": 4}
        drawn["criss_cross"] = False
    # Four fit one deck only where nobody is dealt more than thirteen (R6.4); three always do.
    cards = drawn.get("fantasyland_cards", {})
    highest = cards if isinstance(cards, int) else max(merge_counts(preset, cards).values())
    fantasyland = drawn.get("fantasyland", preset.fantasyland)
    four_fit = preset.cards_dealt == 13 and (highest == 13 or not fantasyland)
    return {"preset": name, **drawn, "max_players": draw(st.integers(2, 4 if four_fit else 3))}


rulesets = settings().map(Ruleset.from_json)


@st.composite
def hands(draw: st.DrawFn) -> tuple[list[Board], Ruleset]:
    """Boards that can be scored by the rules beside them: some moons, some in Fantasyland, some dead, some jokers; each
    with a stack or an owner where the rules ask for it.
    """
    rules = draw(rulesets)
    fixed = MOONS[: draw(st.integers(0, 2))] if rules.moon else ()
    boards = []
    owners = draw(st.permutations(("Ann", "Ann", "Bob", "Bob"))) if rules.criss_cross else [""] * len(NAMES)
    drawn = draw(texts(4 if rules.criss_cross else draw(st.integers(2, rules.max_players)), fixed, rules.low_middle))
    drawn = draw(with_jokers(drawn, rules.jokers))
    for name, text, owner in zip(NAMES, drawn, owners, strict=False):
        dealt = draw(st.sampled_from((0, *rules.fantasyland_counts)))
        dead = draw(st.integers(0, 9)) == 9
        cards = draw(st.sampled_from(["", text])) if dead else text
        stack = draw(st.integers(0, 60) | st.integers(0, 1_000_000)) if rules.plays_for_stacks else 0
        boards.append(Board(name, cards, dealt, dead, stack, owner))
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
_player = st.dictionaries(
    st.sampled_from(["name", "board", "fantasyland", "dead", "stack", "owner"]), json_values, max_size=4
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
    optional={"rules": _odd_rules | _nested_rules | json_values, "button": json_values},
).map(lambda data: json.dumps(data).encode())
