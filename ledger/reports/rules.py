"""The house rules of a session in plain words, and what of them differs from the game as it is usually played."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from ledger.models import Session, SessionRules
from ledger.money import format_amount
from ofcscore.engine.rules import PRESETS, ROWS, Ruleset

SCORING = {
    "1-6": "1-6: three more for all three rows",
    "2-4": "2-4: one more for more rows won",
}
ROYALTY_PAYMENT = {
    "net": "Paid whoever wins the row",
    "trump": "Paid to the row’s winner only",
    "off": "None",
}
ENTRY = {"QQ": "Queens or better on top", "KK": "Kings or better on top", "AA": "Aces or better on top"}
AFTER_STAY = {
    "base": "As many as for queens",
    "same": "As many as in the hand before",
    "recount": "Counted anew from the top row",
}
STEP_NAMES = {
    "QQ": "queens",
    "KK": "kings",
    "AA": "aces",
    "trips": "trips",
    "wheel": "the wheel in the middle",
    "both": "the wheel and a top that enters",
}
STAKES = {
    "none": "None: every pair is paid in full",
    "loss_cap": "Nobody loses more than their stack",
    "loss_and_win_cap": "Nobody loses more, or wins more from one player",
}
YES_NO = {True: "Yes", False: "No"}
WORTH = "A unit is worth"
WHERE = {"top": "on top", "middle": "in the middle", "bottom": "on the bottom"}


@dataclass(frozen=True)
class RuleLine:
    """One rule: its name, what it is here, and what it is in the preset where that is something else."""

    label: str
    value: str
    usual: str


@dataclass(frozen=True)
class RoyaltyLine:
    """What one kind of row is paid, and what the preset pays."""

    row: str
    hand: str
    units: int
    usual: int


@dataclass(frozen=True)
class RulesView:
    """A session's rules: one version of them, and the versions there are."""

    number: int
    title: str
    lines: tuple[RuleLine, ...]
    royalties: tuple[RoyaltyLine, ...]
    versions: tuple[SessionRules, ...]


def rules_view(session: Session) -> RulesView:
    """The rules of the next hand, and every version before them, the newest first."""
    versions = tuple(session.rules_versions.select_related("created_by").order_by("-number"))
    newest = versions[0]
    rules, preset = newest.ruleset, PRESETS[newest.ruleset.preset]
    usual = dict(_words(preset))
    lines = [RuleLine(WORTH, _worth(newest, session.currency), "")]
    lines += [
        RuleLine(label, value, usual.get(label, "no") if usual.get(label) != value else "")
        for label, value in _words(rules)
    ]
    return RulesView(
        newest.number,
        rules.title,
        tuple(lines),
        tuple(_royalty_lines(rules, preset) if rules.royalty_payment != "off" else ()),
        versions,
    )


def rules_changes(
    before: SessionRules, after: SessionRules, currency: str, names: Mapping[int, str]
) -> Iterator[tuple[str, str, str]]:
    """What one version changed of the one before: each rule, what it was and what it is now, empty where there was or
    is no such thing. ``names`` are the players' by the ids of their seats.
    """
    old, new = before.ruleset, after.ruleset
    worth = {WORTH: _worth(before, currency)}, {WORTH: _worth(after, currency)}
    agreed = _agreed(before, currency, names), _agreed(after, currency, names)
    yield from _differences({"Game": old.title}, {"Game": new.title})
    yield from _differences(*worth)
    yield from _differences(*agreed, absent="as for all")
    if old.fantasyland and not new.fantasyland:
        # What Fantasyland was like goes with it.
        now = dict(_words(new))
        yield from _differences({label: value for label, value in _words(old) if label in now}, now)
    else:
        yield from _differences(dict(_words(old)), dict(_words(new)))
    if "off" not in (old.royalty_payment, new.royalty_payment):
        yield from _differences(_royalty_words(old), _royalty_words(new), absent="0")


def _differences(old: Mapping[str, str], new: Mapping[str, str], absent: str = "") -> Iterator[tuple[str, str, str]]:
    for label in dict.fromkeys((*old, *new)):
        # What stands behind a colon explains, and says nothing else.
        before, after = (words.get(label, absent).partition(":")[0] for words in (old, new))
        if before != after:
            yield label, before, after


def _worth(rules: SessionRules, currency: str) -> str:
    return format_amount(rules.unit_value, currency) if rules.unit_value else "nothing: units only"


def _agreed(rules: SessionRules, currency: str, names: Mapping[int, str]) -> dict[str, str]:
    """What a unit is worth between those who agreed on a value of their own; once for all boards of two players."""
    in_order = list(names.values())
    agreed = {}
    for pair in sorted(rules.pair_values.all(), key=lambda pair: pair.pk):
        first, second = sorted((names[pair.first_id], names[pair.second_id]), key=in_order.index)
        agreed[f"A unit between {first} and {second}"] = format_amount(pair.unit_value, currency)
    return agreed


def _royalty_words(rules: Ruleset) -> dict[str, str]:
    return {
        f"Royalty for {hand} {WHERE[row]}": str(units) for row in ROWS for hand, units in rules.royalties[row].items()
    }


def _words(rules: Ruleset) -> Iterator[tuple[str, str]]:
    """Each rule and what it says, in the order people ask."""
    yield "Players at most", str(rules.max_players)
    if rules.low_middle:
        yield "The middle row", "Plays for the low, 2-7: a ten-low or better, else the board is foul"
    yield "Scoring", SCORING[rules.scoring]
    yield "Royalties", ROYALTY_PAYMENT[rules.royalty_payment]
    yield "Shooting the moon", "Twenty units from each, for a legal board of jack high or lower" if rules.moon else "No"
    yield "Jokers", str(rules.jokers) if rules.jokers else "No"
    if rules.criss_cross:
        yield "Boards", "Two for each of two players; a player’s own two are not compared"
    yield "Table stakes", STAKES[rules.stakes]
    yield "Most that one hand can cost", f"{rules.cap} units" if rules.cap else "No limit"
    yield "Leaving", "Only when the button has gone round" if rules.orbit_lock else "Between any two hands"
    yield "Fantasyland", YES_NO[rules.fantasyland]
    if not rules.fantasyland:
        return
    yield "Who enters", ENTRY[rules.fantasyland_entry]
    yield (
        "Cards in Fantasyland",
        ", ".join(f"{rules.fantasyland_cards[step]} for {STEP_NAMES[step]}" for step in rules.fantasyland_steps),
    )
    yield "Who stays", _stays(rules)
    yield "Cards after a stay", AFTER_STAY[rules.cards_after_stay]
    yield "The button during Fantasyland", "stays" if rules.button_stays_in_fantasyland else "moves on"


def _stays(rules: Ruleset) -> str:
    stays = ["trips on top"]
    if rules.low_middle and rules.wheel_stays:
        stays.append("the wheel in the middle")
    if not rules.low_middle and rules.middle_full_house_stays:
        stays.append("a full house or better in the middle")
    return ", ".join([*stays, "quads or better on the bottom"]).capitalize()


def _royalty_lines(rules: Ruleset, preset: Ruleset) -> Iterator[RoyaltyLine]:
    for row in ROWS:
        for hand, units in rules.royalties[row].items():
            usual = preset.royalties[row][hand]
            if units or usual:
                yield RoyaltyLine(row, hand, units, usual)
