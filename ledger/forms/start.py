"""Starting a table: who plays, what, and for how much."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils import timezone

from ledger.money import CURRENCIES, parse_unit_value
from ledger.reports.rules import STAKES
from ledger.services.errors import RefusedError
from ledger.services.people import LONGEST_NAME
from ledger.services.sessions import MOST_SEATS, check_player_count, clean_names
from ofcscore.engine.errors import OFCError
from ofcscore.engine.rules import HIGHEST_STACK, PRESET_TITLES, PRESETS, Ruleset

USUAL_SEATS = 4
UNITS_ONLY = ""
HOUSE = "house"
AS_IN_THE_GAME = ""


class NamesWidget(forms.MultiWidget):
    """One text field for each seat, in order."""

    template_name = "forms/names.html"

    def __init__(self, regulars: Sequence[str] = ()) -> None:
        self.regulars = regulars
        attrs = {"maxlength": LONGEST_NAME, "autocomplete": "off", "autocapitalize": "words", "list": "regulars"}
        super().__init__([forms.TextInput(attrs=attrs) for _ in range(MOST_SEATS)])

    def decompress(self, value: list[str] | None) -> list[str]:
        return value or []

    def get_context(self, name: str, value: Any, attrs: dict[str, Any] | None) -> dict[str, Any]:
        context = super().get_context(name, value, attrs)
        seats = context["widget"]["subwidgets"]
        return context | {"usual": seats[:USUAL_SEATS], "more": seats[USUAL_SEATS:], "regulars": self.regulars}


class NamesField(forms.Field):
    """The names that were filled in, in the order of the seats."""

    widget = NamesWidget

    def clean(self, value: list[str]) -> list[str]:
        try:
            return clean_names([name or "" for name in value])
        except RefusedError as error:
            raise ValidationError(str(error)) from None


class StartForm(forms.Form):
    """Three things at most before the table stands."""

    names = NamesField(label="Players, clockwise")
    preset = forms.ChoiceField(label="Game", choices=list(PRESET_TITLES.items()), initial="pineapple")
    unit_value = forms.CharField(
        label="One unit is worth",
        required=False,
        initial="1",
        max_length=12,
        widget=forms.TextInput(attrs={"inputmode": "decimal", "autocomplete": "off"}),
    )
    currency = forms.ChoiceField(
        label="Currency",
        required=False,
        choices=[(UNITS_ONLY, "nothing: units only"), *((code, code) for code in CURRENCIES)],
        initial="EUR",
    )
    stakes = forms.ChoiceField(
        label="Table stakes", required=False, choices=[(AS_IN_THE_GAME, "As in the game above"), *STAKES.items()]
    )
    buy_in = forms.IntegerField(
        label="Units that everybody buys at the start",
        required=False,
        min_value=1,
        max_value=HIGHEST_STACK,
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
    )
    # The date on the phone; the server's where there is no JavaScript to say it.
    day = forms.DateField(required=False, widget=forms.HiddenInput(attrs={"data-local-date": ""}))

    def __init__(
        self, *args: Any, regulars: Sequence[str] = (), house_rules: Ruleset | None = None, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.fields["names"].widget = NamesWidget(regulars)
        self.house_rules = house_rules
        if house_rules and house_rules != PRESETS[house_rules.preset]:
            title = f"House rules, as last time ({house_rules.title})"
            choices = [(HOUSE, title), *PRESET_TITLES.items()]
            self.fields["preset"] = forms.ChoiceField(label="Game", choices=choices, initial=HOUSE)

    @property
    def opens_stakes(self) -> bool:
        """Whether the page shows the part about table stakes from the start."""
        return bool(self["stakes"].value() or self["stakes"].errors or self["buy_in"].errors)

    def _rules(self, preset: str, stakes: str) -> Ruleset:
        rules = self.house_rules if preset == HOUSE and self.house_rules else PRESETS[preset]
        return rules if stakes == AS_IN_THE_GAME else replace(rules, stakes=stakes)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        cleaned["day"] = cleaned.get("day") or timezone.localdate()
        if "preset" in cleaned and "stakes" in cleaned:
            try:
                cleaned["rules"] = self._rules(cleaned["preset"], cleaned["stakes"])
                if "names" in cleaned:
                    check_player_count(cleaned["names"], cleaned["rules"])
            except OFCError as error:
                self.add_error("stakes", str(error))
            except RefusedError as error:
                self.add_error(error.field, str(error))
        if cleaned.get("buy_in") and "rules" in cleaned and not cleaned["rules"].plays_for_stacks:
            self.add_error(
                "buy_in", "Units are bought where a table plays for stacks. Choose table stakes, or none here."
            )
        currency = cleaned.get("currency", UNITS_ONLY)
        try:
            cleaned["unit_value"] = parse_unit_value(cleaned.get("unit_value", ""), currency)
        except ValueError as error:
            self.add_error("unit_value", str(error))
        return cleaned
