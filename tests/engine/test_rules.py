"""Rules as data: presets, settings, what is refused (docs/rules.md R3.1, R3.4, R5.1, R5.7, R6.1, R6.3, R6.4)."""

import json
from dataclasses import FrozenInstanceError
from pathlib import Path
from typing import Any

import pytest
from hypothesis import find, given
from hypothesis import strategies as st

from ofcscore.engine.cards import RANKS
from ofcscore.engine.errors import ImpossibleError, NotAllowedError, OFCError, UnreadableError
from ofcscore.engine.rules import (
    FANTASYLAND_STEPS,
    PRESET_TITLES,
    PRESETS,
    ROWS,
    ROYALTY_TABLE_TITLES,
    ROYALTY_TABLES,
    SETTINGS,
    Ruleset,
    royalty_table,
)
from tests.engine.strategies import json_values, rulesets, settings

RULES_PAGE = Path(__file__).parents[2] / "docs" / "rules.md"
# What the first version wrote of a ruleset.
FIRST_SETTINGS = (
    "preset",
    "max_players",
    "fantasyland_cards",
    "fantasyland",
    "scoring",
    "royalty_payment",
    "royalties",
    "fantasyland_entry",
    "middle_full_house_stays",
    "cards_after_stay",
    "button_stays_in_fantasyland",
)


# Presets whose middle full house does not stay (R6.5).
OTHER_STEPS = ("progressive-13-14-15", "progressive-14-15-16")


def paying(rules: Ruleset) -> dict[str, dict[str, int]]:
    """The cells of the royalty table that pay something."""
    return {row: {cell: units for cell, units in cells.items() if units} for row, cells in rules.royalties.items()}


def test_r3_1_the_american_table_to_the_last_cell() -> None:
    pairs = {"66": 1, "77": 2, "88": 3, "99": 4, "TT": 5, "JJ": 6, "QQ": 7, "KK": 8, "AA": 9}
    trips = {"222": 10, "333": 11, "444": 12, "555": 13, "666": 14, "777": 15, "888": 16, "999": 17}
    trips |= {"TTT": 18, "JJJ": 19, "QQQ": 20, "KKK": 21, "AAA": 22}
    bottom = {"straight": 2, "flush": 4, "full house": 6, "quads": 10, "straight flush": 15, "royal flush": 25}
    middle = {"trips": 2} | {hand: 2 * units for hand, units in bottom.items()}
    for name in PRESETS.keys() - {"deuce-pineapple"}:
        assert paying(PRESETS[name]) == {"top": pairs | trips, "middle": middle, "bottom": bottom}


@pytest.mark.parametrize(
    ("name", "changes"),
    [
        ("american", {}),
        ("flat-trips", {"top": {3 * rank: 20 for rank in RANKS}}),
        ("royal-20", {"middle": {"royal flush": 40}, "bottom": {"royal flush": 20}}),
        (
            "quads-8",
            {
                "middle": {"quads": 16, "straight flush": 20, "royal flush": 40},
                "bottom": {"quads": 8, "straight flush": 10, "royal flush": 20},
            },
        ),
    ],
)
def test_r3_5_the_published_tables(name: str, changes: dict[str, dict[str, int]]) -> None:
    american = paying(PRESETS["classic"])
    expected = {row: {**american[row], **changes.get(row, {})} for row in ROWS}
    assert {row: dict(cells) for row, cells in royalty_table(name).items()} == expected
    assert f"`{name}`" in RULES_PAGE.read_text(encoding="utf-8")


def test_r3_5_every_published_table_has_a_title_and_is_tested() -> None:
    assert list(ROYALTY_TABLE_TITLES) == list(ROYALTY_TABLES) == ["american", "flat-trips", "royal-20", "quads-8"]
    assert len(set(ROYALTY_TABLE_TITLES.values())) == len(ROYALTY_TABLES)


@pytest.mark.parametrize("name", ROYALTY_TABLES)
@pytest.mark.parametrize("preset", PRESETS)
def test_r3_5_r7_3_any_table_goes_with_any_preset_whole(name: str, preset: str) -> None:
    """R7.3: a middle that plays for the low keeps its own royalties."""
    table = royalty_table(name, low_middle=PRESETS[preset].low_middle)
    rules = Ruleset.from_json({"preset": preset, "royalties": table})
    assert paying(rules) == {row: dict(cells) for row, cells in table.items()}
    assert rules.royalties["top"] == Ruleset.from_json({"royalties": ROYALTY_TABLES[name]}).royalties["top"]
    if rules.low_middle:
        assert rules.royalties["middle"] == PRESETS[preset].royalties["middle"]


def test_r7_3_the_table_of_a_low_middle() -> None:
    rules = PRESETS["deuce-pineapple"]
    assert paying(rules)["middle"] == {"nine-low": 1, "eight-low": 2, "seven-low": 4, "wheel": 8}
    assert {row: rules.royalties[row] for row in ("top", "bottom")} == {
        row: PRESETS["pineapple"].royalties[row] for row in ("top", "bottom")
    }
    assert paying(Ruleset.from_json({"preset": "deuce-pineapple", "royalties": {"middle": {"wheel": 10}}}))[
        "middle"
    ] == {
        **paying(rules)["middle"],
        "wheel": 10,
    }


def test_r7_4_two_more_steps_to_fantasyland() -> None:
    rules = PRESETS["deuce-pineapple"]
    assert (rules.fantasyland_entry, rules.wheel_stays, rules.base_cards) == ("KK", True, 14)
    assert dict(rules.fantasyland_cards) == {"QQ": 14, "KK": 14, "AA": 14, "trips": 14, "wheel": 14, "both": 15}
    some = Ruleset.from_json({"preset": "deuce-pineapple", "fantasyland_cards": {"KK": 13, "wheel": 15}})
    assert some.fantasyland_counts == (13, 14, 15)
    assert Ruleset.from_json({"preset": "deuce-pineapple", "fantasyland_cards": 16}).fantasyland_counts == (16,)


@pytest.mark.parametrize(
    ("name", "most", "dealt", "counts"),
    [
        ("classic", 4, 13, [13, 13, 13, 13]),
        ("classic-no-fantasyland", 4, 13, None),
        ("pineapple", 3, 17, [14, 14, 14, 14]),
        ("progressive-pineapple", 3, 17, [14, 15, 16, 17]),
        ("progressive-13-14-15", 3, 17, [13, 14, 15, 15]),
        ("progressive-14-15-16", 3, 17, [14, 15, 16, 16]),
        ("criss-cross", 4, 13, [13, 13, 13, 13]),
    ],
)
def test_r6_3_presets(name: str, most: int, dealt: int, counts: list[int] | None) -> None:
    rules = Ruleset.from_json(name)
    assert rules == PRESETS[name]
    assert (rules.max_players, rules.cards_dealt) == (most, dealt)
    assert rules.fantasyland is (counts is not None)
    if counts:
        assert [rules.fantasyland_cards[step] for step in FANTASYLAND_STEPS] == counts
    everything_else = (rules.scoring, rules.royalty_payment, rules.fantasyland_entry, rules.cards_after_stay)
    assert everything_else == ("1-6", "net", "QQ", "base")
    assert (rules.button_stays_in_fantasyland, rules.moon) == (True, False)
    assert (rules.stakes, rules.cap, rules.orbit_lock, rules.criss_cross) == ("none", 0, False, name == "criss-cross")
    assert rules.middle_full_house_stays is (name not in OTHER_STEPS)


def test_r6_3_every_preset_has_a_title_of_its_own() -> None:
    assert set(PRESET_TITLES) == set(PRESETS)
    assert len({rules.title for rules in PRESETS.values()}) == len(PRESETS)


def test_r6_3_rules_left_out_are_classic() -> None:
    assert Ruleset.from_json({}) == Ruleset.from_json("classic") == PRESETS["classic"]


def test_r5_1_without_fantasyland_nothing_is_dealt_in_it() -> None:
    rules = PRESETS["classic-no-fantasyland"]
    assert (rules.fantasyland_counts, rules.base_cards) == ((), 0)
    assert PRESETS["progressive-pineapple"].fantasyland_counts == (14, 15, 16, 17)
    assert PRESETS["progressive-pineapple"].base_cards == 14


def test_r3_4_a_change_to_the_royalties_leaves_the_other_cells() -> None:
    changes = {"royalties": {"top": {"QQ": 0}, "bottom": {"quads": 8, "trips": 1}}}
    expected = paying(PRESETS["classic"])
    del expected["top"]["QQ"]
    expected["bottom"] |= {"quads": 8, "trips": 1}
    assert paying(Ruleset.from_json(changes)) == expected


def test_r5_7_one_number_stands_for_every_step_and_a_table_for_the_named_ones() -> None:
    one = Ruleset.from_json({"preset": "progressive-pineapple", "fantasyland_cards": 15})
    assert one.fantasyland_counts == (15,)
    some = Ruleset.from_json({"preset": "progressive-pineapple", "fantasyland_cards": {"trips": 13}})
    assert dict(some.fantasyland_cards) == {"QQ": 14, "KK": 15, "AA": 16, "trips": 13}


@given(rulesets)
def test_r6_3_every_ruleset_survives_json_there_and_back(rules: Ruleset) -> None:
    data = json.loads(json.dumps(rules.to_json()))
    assert set(data) == {"preset", *SETTINGS}
    back = Ruleset.from_json(data)
    assert back == rules
    assert (back.pays, back.bonuses, back.entry_cards) == (rules.pays, rules.bonuses, rules.entry_cards)


@pytest.mark.parametrize("name", SETTINGS)
def test_every_setting_is_drawn_with_another_value_than_the_presets(name: str) -> None:
    """Else a property that is said to hold for all rules would not be tried with it."""
    find(settings(), lambda drawn: drawn.get(name, {}) not in ({}, PRESETS[drawn["preset"]].to_json()[name]))


@given(settings())
def test_r6_3_settings_given_are_the_settings_in_force(given_settings: dict[str, Any]) -> None:
    rules = Ruleset.from_json(given_settings)
    for name in given_settings.keys() - {"royalties", "fantasyland_cards"}:
        assert getattr(rules, name) == given_settings[name]
    for row, cells in given_settings.get("royalties", {}).items():
        assert cells.items() <= dict(rules.royalties[row]).items()


def test_r3_4_a_ruleset_and_its_tables_cannot_be_changed() -> None:
    rules = PRESETS["classic"]
    with pytest.raises(FrozenInstanceError):
        rules.scoring = "2-4"  # type: ignore[misc]
    with pytest.raises(TypeError):
        rules.royalties["top"]["QQ"] = 100  # type: ignore[index]
    with pytest.raises(TypeError):
        rules.fantasyland_cards["QQ"] = 17  # type: ignore[index]


def test_r3_4_a_ruleset_keeps_its_own_copy_of_what_it_was_made_from() -> None:
    table = {"top": {"QQ": 1}}
    rules = Ruleset.from_json({"royalties": table})
    table["top"]["QQ"] = 1000
    assert rules.royalties["top"]["QQ"] == 1


@pytest.mark.parametrize(
    ("data", "words"),
    [
        ("crazy", ["preset", "'crazy'", "classic", "progressive-pineapple"]),
        ({"preset": "badugi"}, ["preset", "'badugi'", "deuce-pineapple"]),
        ({"preset": None}, ["preset", "None"]),
        ({"preset": ["classic"]}, ["preset"]),
        ({"scorings": "2-4"}, ["rule", "“scorings”", "scoring", "royalties"]),
        ({"cards_dealt": 13}, ["rule", "“cards_dealt”"]),
        ({"low_middle": True}, ["rule", "“low_middle”"]),
        ({"pays": []}, ["rule", "“pays”"]),
        (None, ["Rules"]),
        (["classic"], ["Rules"]),
        (7, ["Rules"]),
    ],
)
def test_r6_3_rules_that_cannot_be_read(data: object, words: list[str]) -> None:
    assert_refused(data, UnreadableError, words)


@pytest.mark.parametrize(
    ("data", "words"),
    [
        ({"scoring": "1-5"}, ["scoring", "1-6", "2-4", "'1-5'"]),
        ({"scoring": []}, ["scoring"]),
        ({"royalty_payment": "gross"}, ["royalty_payment", "net", "trump", "off"]),
        ({"fantasyland_entry": "JJ"}, ["fantasyland_entry", "QQ", "KK", "AA"]),
        ({"cards_after_stay": 14}, ["cards_after_stay", "base", "same", "recount"]),
        ({"fantasyland": 1}, ["fantasyland", "true or false"]),
        ({"middle_full_house_stays": "yes"}, ["middle_full_house_stays", "true or false"]),
        ({"button_stays_in_fantasyland": None}, ["button_stays_in_fantasyland", "true or false"]),
        ({"moon": 20}, ["moon", "true or false"]),
        ({"wheel_stays": None}, ["wheel_stays", "true or false"]),
        ({"orbit_lock": 1}, ["orbit_lock", "true or false"]),
        ({"criss_cross": "yes"}, ["criss_cross", "true or false"]),
        ({"stakes": "table"}, ["stakes", "none", "loss_cap", "loss_and_win_cap", "'table'"]),
        ({"stakes": None}, ["stakes", "None"]),
        ({"cap": -1}, ["cap", "0 to 100000", "-1"]),
        ({"cap": 100_001}, ["cap", "0 to 100000", "100001"]),
        ({"cap": 1.5}, ["cap", "whole number", "1.5"]),
        ({"cap": True}, ["cap", "True"]),
        ({"cap": None}, ["cap", "None"]),
        ({"royalties": {"middle": {"wheel": 8}}}, ["middle", "'wheel'"]),
        ({"preset": "deuce-pineapple", "royalties": {"middle": {"flush": 8}}}, ["middle", "'flush'"]),
        ({"fantasyland_cards": {"wheel": 13}}, ["fantasyland_cards", "'wheel'"]),
        ({"preset": "deuce-pineapple", "fantasyland_cards": "14"}, ["fantasyland_cards", "wheel", "both"]),
        ({"preset": "deuce-pineapple", "fantasyland_cards": {"JJ": 14}}, ["trips", "wheel, both", "'JJ'"]),
        ({"max_players": 1}, ["max_players", "2, 3 or 4", "1"]),
        ({"max_players": 5}, ["max_players", "2, 3 or 4", "5"]),
        ({"max_players": True}, ["max_players", "True"]),
        ({"max_players": 3.0}, ["max_players", "3.0"]),
        ({"royalties": 7}, ["royalties"]),
        ({"royalties": {"top": 7}}, ["royalties", "top"]),
        ({"royalties": {"side": {}}}, ["royalties", "'side'"]),
        ({"royalties": {"top": {"flush": 3}}}, ["top", "'flush'"]),
        ({"royalties": {"middle": {"QQ": 3}}}, ["middle", "'QQ'"]),
        ({"royalties": {"top": {"QQ": -1}}}, ["QQ", "top", "0 to 1000", "-1"]),
        ({"royalties": {"top": {"QQ": 1001}}}, ["QQ", "top", "0 to 1000", "1001"]),
        ({"royalties": {"top": {"QQ": 1.5}}}, ["QQ", "top", "whole number", "1.5"]),
        ({"royalties": {"top": {"QQ": True}}}, ["QQ", "top", "True"]),
        ({"fantasyland_cards": 12}, ["13 to 17", "12"]),
        ({"fantasyland_cards": {"AA": 18}}, ["13 to 17", "18", "AA"]),
        ({"fantasyland_cards": {"JJ": 14}}, ["fantasyland_cards", "'JJ'"]),
        ({"fantasyland_cards": "14"}, ["fantasyland_cards"]),
        ({"fantasyland_cards": False}, ["fantasyland_cards"]),
    ],
)
def test_r3_4_r6_1_values_that_no_house_has(data: object, words: list[str]) -> None:
    assert_refused(data, NotAllowedError, words)


def test_s22_four_seats_at_pineapple() -> None:
    """R6.4: 4 x 17 = 68 cards."""
    assert_refused({"preset": "pineapple", "max_players": 4}, ImpossibleError, ["4 players", "68", "52"])


def test_s23_four_seats_at_classic_with_fourteen_in_fantasyland() -> None:
    """R6.4: 3 x 13 + 14 = 53 cards; with three seats, or without Fantasyland, it fits."""
    assert_refused({"fantasyland_cards": 14}, ImpossibleError, ["4 players", "14", "53", "52"])
    assert_refused({"fantasyland_cards": {"trips": 14}}, ImpossibleError, ["4 players", "14", "53", "52"])
    assert Ruleset.from_json({"fantasyland_cards": 14, "max_players": 3}).base_cards == 14
    assert Ruleset.from_json({"fantasyland_cards": 14, "fantasyland": False}).max_players == 4


def assert_refused(data: object, kind: type[OFCError], words: list[str]) -> None:
    with pytest.raises(OFCError) as caught:
        Ruleset.from_json(data)
    assert type(caught.value) is kind
    assert (caught.value.player, caught.value.row) == (None, None)
    for word in words:
        assert word in str(caught.value)


@given(json_values | st.dictionaries(st.sampled_from(("preset", *SETTINGS)), json_values))
def test_r6_3_any_json_gives_rules_or_an_error(data: object) -> None:
    try:
        rules = Ruleset.from_json(data)
    except OFCError as error:
        assert str(error)
    else:
        assert Ruleset.from_json(rules.to_json()) == rules


@pytest.mark.parametrize("name", ["classic", "classic-no-fantasyland", "pineapple", "progressive-pineapple"])
def test_r6_3_rules_kept_before_a_setting_existed_are_read_with_its_default(name: str) -> None:
    """R6.3: what an earlier version wrote; a setting that it did not know has the preset's value."""
    kept = {setting: value for setting, value in PRESETS[name].to_json().items() if setting in FIRST_SETTINGS}
    assert Ruleset.from_json(kept) == PRESETS[name]


def test_r6_3_a_table_with_cells_left_out_survives_json_too() -> None:
    """A cell left out pays nothing; reading it back must not fill it in from the preset."""
    cards = dict.fromkeys(FANTASYLAND_STEPS, 13)
    rules = Ruleset("classic", 13, 4, cards, royalties={"top": {"AA": 9}})
    assert paying(Ruleset.from_json(rules.to_json())) == paying(rules)
