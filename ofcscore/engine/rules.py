"""House rules as data: a Ruleset is a frozen value, a preset is a named one, and both go to JSON and back.

docs/rules.md says what every setting means, where its sources disagree, and why the default is what it is.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from reprlib import repr as shown
from types import MappingProxyType
from typing import Any

from ofcscore.engine.cards import DECK, JOKERS, RANKS
from ofcscore.engine.errors import ImpossibleError, NotAllowedError, UnreadableError

ROWS = ("top", "middle", "bottom")
ROW_SIZES = (3, 5, 5)
BOARD_SIZE = sum(ROW_SIZES)
MIN_PLAYERS = 2

FANTASYLAND_ENTRIES = ("QQ", "KK", "AA")
FANTASYLAND_STEPS = (*FANTASYLAND_ENTRIES, "trips")
# Where the middle plays for the low: its best hand, which enters Fantasyland too, and that together with the top (R7).
WHEEL = "wheel"
BOTH = "both"
FANTASYLAND_CARDS = range(13, 18)
HIGHEST_ROYALTY = 1000
HIGHEST_CAP = 100_000
HIGHEST_STACK = 1_000_000
# What every opponent pays a player who shoots the moon (R4.10).
MOON_UNITS = 20

RoyaltyTable = Mapping[str, Mapping[str, int]]

_CHOICES = {
    "scoring": ("1-6", "2-4"),
    "royalty_payment": ("net", "trump", "off"),
    "fantasyland_entry": FANTASYLAND_ENTRIES,
    "cards_after_stay": ("base", "same", "recount"),
    "stakes": ("none", "loss_cap", "loss_and_win_cap"),
}
_FLAGS = (
    "fantasyland",
    "middle_full_house_stays",
    "wheel_stays",
    "button_stays_in_fantasyland",
    "moon",
    "orbit_lock",
    "criss_cross",
)
# The bonus beside the three rows, by rows won less rows lost (R4.2, R4.3): a foul loses all three and this with them.
_BONUSES = {
    "1-6": {-3: -3, -2: 0, -1: 0, 0: 0, 1: 0, 2: 0, 3: 3},
    "2-4": {-3: -1, -2: -1, -1: -1, 0: 0, 1: 1, 2: 1, 3: 1},
}
_ROYALTY_CELLS = {
    "top": (*(2 * rank for rank in RANKS), *(3 * rank for rank in RANKS)),
    "middle": ("trips", "straight", "flush", "full house", "quads", "straight flush", "royal flush"),
    "bottom": ("trips", "straight", "flush", "full house", "quads", "straight flush", "royal flush"),
}
_LOW_CELLS = ("ten-low", "nine-low", "eight-low", "seven-low", WHEEL)


def _frozen(table: RoyaltyTable) -> RoyaltyTable:
    return MappingProxyType({row: MappingProxyType(dict(cells)) for row, cells in table.items()})


# The table most of the world plays by, called American (R3.1).
AMERICAN_ROYALTIES = _frozen(
    {
        "top": {2 * rank: units for units, rank in enumerate("6789TJQKA", start=1)}
        | {3 * rank: units for units, rank in enumerate(RANKS, start=10)},
        "middle": {
            "trips": 2,
            "straight": 4,
            "flush": 8,
            "full house": 12,
            "quads": 20,
            "straight flush": 30,
            "royal flush": 50,
        },
        "bottom": {
            "straight": 2,
            "flush": 4,
            "full house": 6,
            "quads": 10,
            "straight flush": 15,
            "royal flush": 25,
        },
    }
)


def _changed(**rows: Mapping[str, int]) -> RoyaltyTable:
    """The American table with some cells of its rows changed."""
    return _frozen({row: {**cells, **rows.get(row, {})} for row, cells in AMERICAN_ROYALTIES.items()})


# The tables that were found published (R3.5), by the name that pages and tests know them by.
ROYALTY_TABLES: Mapping[str, RoyaltyTable] = {
    "american": AMERICAN_ROYALTIES,
    "flat-trips": _changed(top={3 * rank: 20 for rank in RANKS}),
    "royal-20": _changed(middle={"royal flush": 40}, bottom={"royal flush": 20}),
    "quads-8": _changed(
        middle={"quads": 16, "straight flush": 20, "royal flush": 40},
        bottom={"quads": 8, "straight flush": 10, "royal flush": 20},
    ),
}
ROYALTY_TABLE_TITLES = {
    "american": "American",
    "flat-trips": "Any trips on top 20 (Las Vegas, 2013)",
    "royal-20": "Royal flush 20 on the bottom (2012)",
    "quads-8": "Quads 8 on the bottom",
}
# What a middle that plays for the low is paid, whatever table the other rows are paid by (R7.3).
_LOW_MIDDLE = {"nine-low": 1, "eight-low": 2, "seven-low": 4, WHEEL: 8}


def royalty_table(name: str, *, low_middle: bool = False) -> RoyaltyTable:
    """The published table of that name, for rules whose middle plays for the low too: their middle has one of its own.

    >>> royalty_table("quads-8")["bottom"]["quads"], royalty_table("quads-8", low_middle=True)["middle"]["wheel"]
    (8, 8)
    """
    table = ROYALTY_TABLES[name]
    return _frozen({**table, "middle": _LOW_MIDDLE}) if low_middle else table


@dataclass(frozen=True)
class Ruleset:
    """What a session plays by. Refuses itself when its settings are odd or one deck cannot deal it.

    ``royalties`` holds units by row and by cell (``QQ``, ``222``, ``full house``); a cell left out pays nothing.
    ``fantasyland_cards`` holds the cards dealt by what stands on top: ``QQ``, ``KK``, ``AA`` or ``trips``.
    ``cards_dealt``, a normal deal to one player, discards included, comes with the preset and is no setting; nor is
    ``low_middle``, whether the middle row plays for the low (R7). ``cap`` is the most units that a player loses in one
    hand, 0 for no such limit (R9.4).

    Raises NotAllowedError for a value that no house rule has, ImpossibleError when the deck is too small (R6.4).
    """

    preset: str
    cards_dealt: int
    max_players: int
    fantasyland_cards: Mapping[str, int]
    low_middle: bool = False
    fantasyland: bool = True
    scoring: str = "1-6"
    royalty_payment: str = "net"
    royalties: RoyaltyTable = field(default_factory=lambda: AMERICAN_ROYALTIES)
    fantasyland_entry: str = "QQ"
    middle_full_house_stays: bool = True
    wheel_stays: bool = True
    cards_after_stay: str = "base"
    button_stays_in_fantasyland: bool = True
    moon: bool = False
    jokers: int = 0
    stakes: str = "none"
    cap: int = 0
    orbit_lock: bool = False
    criss_cross: bool = False
    # Made from the settings above, so that scoring only looks things up.
    pays: tuple[dict[str, int], ...] = field(init=False, repr=False, compare=False)
    bonuses: Mapping[int, int] = field(init=False, repr=False, compare=False)
    entry_cards: Mapping[str, int] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        _check_choices(self)
        _check_royalties(self.royalties, self.royalty_cells)
        _check_fantasyland_cards(self.fantasyland_cards, self.fantasyland_steps)
        _check_deck(self)
        _check_cap(self)
        _check_criss_cross(self)
        derived = {
            "royalties": _frozen(
                {row: dict.fromkeys(self.royalty_cells[row], 0) | dict(self.royalties.get(row, {})) for row in ROWS}
            ),
            "fantasyland_cards": MappingProxyType(dict(self.fantasyland_cards)),
            "pays": tuple(self._paid(row) for row in ROWS),
            "bonuses": _BONUSES[self.scoring],
            "entry_cards": _entry_cards(self),
        }
        for name, value in derived.items():
            object.__setattr__(self, name, value)

    def _paid(self, row: str) -> dict[str, int]:
        """Units by cell as scoring pays them: none where royalties are off, though the table is kept (R4.9)."""
        return {} if self.royalty_payment == "off" else dict(self.royalties.get(row, {}))

    @property
    def title(self) -> str:
        """The preset's name as players say it."""
        return PRESET_TITLES[self.preset]

    @property
    def royalty_cells(self) -> Mapping[str, tuple[str, ...]]:
        """The names of the hands that the royalty table may pay, by row."""
        return {**_ROYALTY_CELLS, "middle": _LOW_CELLS} if self.low_middle else _ROYALTY_CELLS

    @property
    def fantasyland_steps(self) -> tuple[str, ...]:
        """What ``fantasyland_cards`` has a number for."""
        return (*FANTASYLAND_STEPS, WHEEL, BOTH) if self.low_middle else FANTASYLAND_STEPS

    @property
    def base_cards(self) -> int:
        """The cards that a pair of queens gets, and a stay by default; 0 without Fantasyland (R5.5)."""
        return self.fantasyland_cards["QQ"] if self.fantasyland else 0

    @property
    def fantasyland_counts(self) -> tuple[int, ...]:
        """Every number of cards that these rules deal in Fantasyland, ascending; empty without Fantasyland."""
        return tuple(sorted(set(self.fantasyland_cards.values()))) if self.fantasyland else ()

    @property
    def plays_for_stacks(self) -> bool:
        """Whether nobody can lose more than the units in front of them (R9)."""
        return self.stakes != "none"

    @property
    def limits_payments(self) -> bool:
        """Whether a pair may be paid less than it is worth: by stacks (R9.1) or by the cap (R9.4)."""
        return self.plays_for_stacks or self.cap > 0

    @property
    def deck_size(self) -> int:
        """The cards that there are to deal, jokers included (R8.1)."""
        return len(DECK) + self.jokers

    def to_json(self) -> dict[str, Any]:
        """Every setting as plain JSON data, which :meth:`from_json` turns back into an equal ruleset."""
        data = {name: getattr(self, name) for name in ("preset", *SETTINGS)}
        data["royalties"] = {row: dict(cells) for row, cells in self.royalties.items()}
        data["fantasyland_cards"] = dict(self.fantasyland_cards)
        return data

    @classmethod
    def from_json(cls, data: object) -> "Ruleset":
        """A ruleset from a preset's name, or from a mapping with a ``preset`` and the settings that differ from it.

        Tables are merged cell by cell into the preset's; ``fantasyland_cards`` may be one number for all steps.

        >>> Ruleset.from_json({"preset": "pineapple", "scoring": "2-4"}).max_players
        3

        Raises UnreadableError for an unknown preset or setting, and what Ruleset itself raises.
        """
        settings = {"preset": data} if isinstance(data, str) else data
        if not isinstance(settings, Mapping):
            raise UnreadableError("Rules are a preset’s name, or an object with a preset and its settings.")
        preset = _preset(settings.get("preset", "classic"))
        unknown = sorted(str(name) for name in settings if name not in ("preset", *SETTINGS))
        if unknown:
            raise UnreadableError(
                f"There is no rule called {quoted(unknown[0])}. The rules are: {', '.join(SETTINGS)}."
            )
        changes = {name: settings[name] for name in SETTINGS if name in settings}
        if "royalties" in changes:
            changes["royalties"] = _merged_royalties(preset, changes["royalties"])
        if "fantasyland_cards" in changes:
            changes["fantasyland_cards"] = _merged_cards(preset, changes["fantasyland_cards"])
        return replace(preset, **changes)


SETTINGS = tuple(
    setting.name
    for setting in fields(Ruleset)
    if setting.init and setting.name not in ("preset", "cards_dealt", "low_middle")
)


def _entry_cards(rules: Ruleset) -> Mapping[str, int]:
    """Cards by the royalty cell of the top row that earns them: pairs from the entry rank up, and all trips (R5.2); and
    by the steps that only a low middle has (R7.4).
    """
    if not rules.fantasyland:
        return {}
    steps = rules.fantasyland_cards
    pairs = FANTASYLAND_ENTRIES[FANTASYLAND_ENTRIES.index(rules.fantasyland_entry) :]
    low = {step: steps[step] for step in rules.fantasyland_steps if step not in FANTASYLAND_STEPS}
    return {pair: steps[pair] for pair in pairs} | {3 * rank: steps["trips"] for rank in RANKS} | low


def quoted(name: str) -> str:
    """A name that somebody made up, for a sentence: in short, and without characters that no page can hold.

    >>> quoted("moons"), quoted("\\ud800")
    ('“moons”', '“\\\\ud800”')
    """
    return f"“{shown(name)[1:-1]}”"


def _is_count(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _check_choices(rules: Ruleset) -> None:
    for name, choices in _CHOICES.items():
        if getattr(rules, name) not in choices:
            raise NotAllowedError(f"{name} is one of {', '.join(choices)}, not {shown(getattr(rules, name))}.")
    for name in _FLAGS:
        if not isinstance(getattr(rules, name), bool):
            raise NotAllowedError(f"{name} is true or false, not {shown(getattr(rules, name))}.")
    if not _is_count(rules.max_players) or not MIN_PLAYERS <= rules.max_players <= len(DECK) // BOARD_SIZE:
        raise NotAllowedError(f"max_players is 2, 3 or 4, not {shown(rules.max_players)}.")
    if not _is_count(rules.jokers) or not 0 <= rules.jokers <= len(JOKERS):
        raise NotAllowedError(f"jokers is 0, 1 or 2, not {shown(rules.jokers)}.")


def _check_royalties(table: RoyaltyTable, known: Mapping[str, tuple[str, ...]]) -> None:
    for row, cells in table.items():
        if row not in ROWS:
            raise NotAllowedError(f"royalties has the rows {', '.join(ROWS)}; not {shown(row)}.")
        if not isinstance(cells, Mapping):
            raise NotAllowedError(f"The royalties of the {row} are units by hand; not {shown(cells)}.")
        for cell, units in cells.items():
            if cell not in known[row]:
                raise NotAllowedError(f"No royalty of the {row} row is called {shown(cell)}.")
            if not _is_count(units) or not 0 <= units <= HIGHEST_ROYALTY:
                raise NotAllowedError(
                    f"The royalty for {cell} in the {row} is a whole number, 0 to {HIGHEST_ROYALTY},"
                    f" not {shown(units)}."
                )


def _check_fantasyland_cards(cards: Mapping[str, int], steps: tuple[str, ...]) -> None:
    for step, count in cards.items():
        if step not in steps:
            raise NotAllowedError(f"fantasyland_cards has {', '.join(steps)}; not {shown(step)}.")
        if not _is_count(count) or count not in FANTASYLAND_CARDS:
            raise NotAllowedError(f"Fantasyland is dealt 13 to 17 cards, not {shown(count)} for {step}.")


def _check_deck(rules: Ruleset) -> None:
    """One deck, with its jokers, must be able to deal to everyone, whoever is in Fantasyland (R6.4)."""
    largest = max(rules.cards_dealt, *rules.fantasyland_counts, 0)
    for dealt_most in range(1, rules.max_players + 1):
        needed = dealt_most * largest + (rules.max_players - dealt_most) * rules.cards_dealt
        if needed > rules.deck_size:
            raise ImpossibleError(
                f"{rules.max_players} players do not fit one deck: with {largest} cards for {dealt_most} of them and"
                f" {rules.cards_dealt} for each of the others, {needed} cards are needed and there are"
                f" {rules.deck_size}."
            )


def _check_cap(rules: Ruleset) -> None:
    if not _is_count(rules.cap) or not 0 <= rules.cap <= HIGHEST_CAP:
        raise NotAllowedError(f"cap is a whole number of units, 0 to {HIGHEST_CAP}, not {shown(rules.cap)}.")


def _check_criss_cross(rules: Ruleset) -> None:
    """Criss-cross is four deals of thirteen cards from one deck (R10.1), and its boards have no stacks (R10.4)."""
    if not rules.criss_cross:
        return
    if rules.max_players != len(DECK) // BOARD_SIZE:
        raise ImpossibleError("Criss-cross has four boards, so it is played as classic, with max_players 4.")
    if rules.limits_payments:
        raise ImpossibleError("Criss-cross goes with no table stakes and no cap: a player’s two boards have one purse.")


def _preset(name: object) -> Ruleset:
    if not isinstance(name, str) or name not in PRESETS:
        raise UnreadableError(f"There is no preset called {shown(name)}. The presets are: {', '.join(PRESETS)}.")
    return PRESETS[name]


def _merged_royalties(preset: Ruleset, changes: object) -> RoyaltyTable:
    if not isinstance(changes, Mapping):
        raise NotAllowedError("royalties is a table: units by row and by hand.")
    _check_royalties(changes, preset.royalty_cells)
    return {row: {**preset.royalties[row], **changes.get(row, {})} for row in ROWS}


def _merged_cards(preset: Ruleset, changes: object) -> Mapping[str, int]:
    if isinstance(changes, Mapping):
        return {**preset.fantasyland_cards, **changes}
    if not _is_count(changes):
        steps = ", ".join(preset.fantasyland_steps)
        raise NotAllowedError(f"fantasyland_cards is one number, or numbers for any of {steps}.")
    return dict.fromkeys(preset.fantasyland_steps, int(str(changes)))


_ALWAYS_13 = dict.fromkeys(FANTASYLAND_STEPS, 13)
_ALWAYS_14 = dict.fromkeys(FANTASYLAND_STEPS, 14)
_PROGRESSIVE = {"QQ": 14, "KK": 15, "AA": 16, "trips": 17}
_LOW_AMERICAN = royalty_table("american", low_middle=True)
_DEUCE = {**_ALWAYS_14, WHEEL: 14, BOTH: 15}
_FROM_13_TO_15 = {"QQ": 13, "KK": 14, "AA": 15, "trips": 15}
_FROM_14_TO_16 = {"QQ": 14, "KK": 15, "AA": 16, "trips": 16}

PRESET_TITLES = {
    "classic": "Classic",
    "classic-no-fantasyland": "Classic, no Fantasyland",
    "pineapple": "Pineapple",
    "progressive-pineapple": "Progressive Pineapple",
    "progressive-13-14-15": "Progressive Pineapple 13-14-15",
    "progressive-14-15-16": "Progressive Pineapple 14-15-16",
    "deuce-pineapple": "2-7 Pineapple",
    "joker-pineapple": "Joker Pineapple",
    "criss-cross": "Criss-cross",
}
PRESETS = {
    rules.preset: rules
    for rules in (
        Ruleset("classic", 13, 4, _ALWAYS_13),
        Ruleset("classic-no-fantasyland", 13, 4, _ALWAYS_13, fantasyland=False),
        Ruleset("pineapple", 17, 3, _ALWAYS_14),
        Ruleset("progressive-pineapple", 17, 3, _PROGRESSIVE),
        Ruleset("progressive-13-14-15", 17, 3, _FROM_13_TO_15, middle_full_house_stays=False),
        Ruleset("progressive-14-15-16", 17, 3, _FROM_14_TO_16, middle_full_house_stays=False),
        Ruleset("deuce-pineapple", 17, 3, _DEUCE, low_middle=True, royalties=_LOW_AMERICAN, fantasyland_entry="KK"),
        Ruleset("joker-pineapple", 17, 3, _PROGRESSIVE, middle_full_house_stays=False, jokers=2),
        Ruleset("criss-cross", 13, 4, _ALWAYS_13, criss_cross=True),
    )
}
