"""House rules as one form: every setting, and the royalties cell by cell."""

import json
from collections.abc import Mapping
from typing import Any

from django import forms

from ledger.forms.versioned import VersionedForm
from ledger.models import SessionRules
from ledger.money import format_plain, parse_unit_value
from ledger.reports.rules import AFTER_STAY, ENTRY, ROYALTY_PAYMENT, SCORING, STAKES, STEP_NAMES
from ofcscore.engine.cards import JOKERS
from ofcscore.engine.errors import OFCError, UnreadableError
from ofcscore.engine.rules import (
    FANTASYLAND_CARDS,
    HIGHEST_CAP,
    HIGHEST_ROYALTY,
    PRESET_TITLES,
    PRESETS,
    ROWS,
    Ruleset,
)

MOST_PASTED = 10_000
# The settings that are a field each; Fantasyland's cards and the royalties are several.
CHOSEN = (
    "preset",
    "max_players",
    "scoring",
    "royalty_payment",
    "moon",
    "fantasyland",
    "fantasyland_entry",
    "middle_full_house_stays",
    "wheel_stays",
    "cards_after_stay",
    "button_stays_in_fantasyland",
    "jokers",
    "stakes",
    "cap",
    "orbit_lock",
)


class RulesForm(VersionedForm):
    """The settings of a ruleset, its unit value, and the session's version that the form was filled in from."""

    preset = forms.ChoiceField(choices=list(PRESET_TITLES.items()), widget=forms.HiddenInput)
    unit_value = forms.CharField(
        label="One unit is worth", max_length=12, required=False, widget=forms.TextInput(attrs={"inputmode": "decimal"})
    )
    max_players = forms.TypedChoiceField(
        label="Players at most", coerce=int, choices=[(count, str(count)) for count in (2, 3, 4)]
    )
    scoring = forms.ChoiceField(label="Scoring", choices=list(SCORING.items()))
    royalty_payment = forms.ChoiceField(label="Royalties", choices=list(ROYALTY_PAYMENT.items()))
    moon = forms.BooleanField(label="Shooting the moon: 20 units from each", required=False)
    fantasyland = forms.BooleanField(label="Fantasyland", required=False)
    fantasyland_entry = forms.ChoiceField(label="Who enters", choices=list(ENTRY.items()))
    middle_full_house_stays = forms.BooleanField(label="A full house in the middle stays", required=False)
    cards_after_stay = forms.ChoiceField(label="Cards after a stay", choices=list(AFTER_STAY.items()))
    button_stays_in_fantasyland = forms.BooleanField(label="The button stays during Fantasyland", required=False)
    jokers = forms.TypedChoiceField(
        label="Jokers",
        coerce=int,
        choices=[(count, str(count) if count else "none") for count in range(len(JOKERS) + 1)],
    )
    stakes = forms.ChoiceField(label="Table stakes", choices=list(STAKES.items()))
    cap = forms.IntegerField(
        label="Most units that one hand can cost a player; 0 for no limit", min_value=0, max_value=HIGHEST_CAP
    )
    orbit_lock = forms.BooleanField(label="Nobody leaves before the button has gone round", required=False)
    pasted = forms.CharField(
        label="Or paste rules that were copied from another table",
        max_length=MOST_PASTED,
        required=False,
        widget=forms.Textarea(attrs={"rows": 3, "spellcheck": "false"}),
    )

    def __init__(self, current: SessionRules, data: Mapping[str, Any] | None = None, *, shown: Ruleset) -> None:
        self.currency = current.session.currency
        initial = {"unit_value": format_plain(current.unit_value, self.currency)}
        super().__init__(current.session, data, initial=initial | _values(shown))
        self.steps = shown.fantasyland_steps
        if shown.low_middle:
            del self.fields["middle_full_house_stays"]
            self.fields["wheel_stays"] = forms.BooleanField(label="The wheel in the middle stays", required=False)
        for step in self.steps:
            choices = [(count, str(count)) for count in FANTASYLAND_CARDS]
            self.fields[f"cards_{step}"] = forms.TypedChoiceField(
                label=f"Cards for {STEP_NAMES[step]}", coerce=int, choices=choices
            )
        for row in ROWS:
            for hand in shown.royalties[row]:
                self.fields[_cell(row, hand)] = forms.IntegerField(
                    label=f"{row.capitalize()}: {hand}", min_value=0, max_value=HIGHEST_ROYALTY
                )
        self.royalty_cells = {row: [_cell(row, hand) for hand in shown.royalties[row]] for row in ROWS}

    @property
    def has_low_middle(self) -> bool:
        """Whether the middle plays for the low, and its best hand may stay or not."""
        return "wheel_stays" in self.fields

    @property
    def cards_fields(self) -> list[forms.BoundField]:
        """How many cards each way into Fantasyland is dealt."""
        return [self[f"cards_{step}"] for step in self.steps]

    @property
    def royalty_fields(self) -> list[tuple[str, list[forms.BoundField]]]:
        """The cells of the royalty table by row."""
        return [(row, [self[name] for name in names]) for row, names in self.royalty_cells.items()]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean()
        try:
            cleaned["unit_value"] = parse_unit_value(cleaned.get("unit_value", ""), self.currency)
        except ValueError as error:
            self.add_error("unit_value", str(error))
        if cleaned.get("pasted") or not self.errors:
            try:
                cleaned["rules"] = self._pasted(cleaned["pasted"]) if cleaned.get("pasted") else self._chosen(cleaned)
            except OFCError as error:
                self.add_error("pasted" if cleaned.get("pasted") else None, str(error))
        return cleaned

    def _chosen(self, cleaned: dict[str, Any]) -> Ruleset:
        settings = {name: cleaned[name] for name in CHOSEN if name in self.fields}
        settings["fantasyland_cards"] = {step: cleaned[f"cards_{step}"] for step in self.steps}
        settings["royalties"] = {
            row: {name.split(":")[1]: cleaned[name] for name in cells} for row, cells in self.royalty_cells.items()
        }
        return Ruleset.from_json(settings)

    def _pasted(self, text: str) -> Ruleset:
        try:
            data = json.loads(text)
        except (ValueError, RecursionError):
            raise UnreadableError("This is no set of rules. Copy it whole from the other table’s rules page.") from None
        return Ruleset.from_json(data)


def _cell(row: str, hand: str) -> str:
    return f"{row}:{hand}"


def _values(rules: Ruleset) -> dict[str, Any]:
    """The form's values for a ruleset."""
    values = {**rules.to_json()}
    values |= {f"cards_{step}": rules.fantasyland_cards[step] for step in rules.fantasyland_steps}
    values |= {_cell(row, hand): units for row, cells in rules.royalties.items() for hand, units in cells.items()}
    return values


class WhatIfForm(forms.Form):
    """Rules to look at a night under: a game, its scoring, and how royalties are paid."""

    preset = forms.ChoiceField(label="Game")
    scoring = forms.ChoiceField(label="Scoring", choices=list(SCORING.items()))
    royalty_payment = forms.ChoiceField(label="Royalties", choices=list(ROYALTY_PAYMENT.items()))
    moon = forms.BooleanField(label="Shooting the moon", required=False)

    def __init__(self, data: Mapping[str, Any] | None = None, *, current: Ruleset) -> None:
        super().__init__(data, initial=_values(current))
        # A player's two boards are not compared, nor can one board become two.
        titles = {
            name: title for name, title in PRESET_TITLES.items() if PRESETS[name].criss_cross == current.criss_cross
        }
        self.fields["preset"] = forms.ChoiceField(label="Game", choices=list(titles.items()))

    def rules(self) -> Ruleset:
        """The rules that a valid form asks for."""
        return Ruleset.from_json(self.cleaned_data)
