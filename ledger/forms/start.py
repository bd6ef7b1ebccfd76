"""Starting a table: who plays, what, and for how much."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils import timezone

from ledger.money import CURRENCIES, parse_amount
from ledger.services.errors import RefusedError
from ledger.services.sessions import LARGEST_UNIT_VALUE, LONGEST_NAME, MOST_SEATS, clean_names
from ofcscore.engine.rules import PRESET_TITLES

USUAL_SEATS = 4
UNITS_ONLY = ""


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
    # The date on the phone; the server's where there is no JavaScript to say it.
    day = forms.DateField(required=False, widget=forms.HiddenInput(attrs={"data-local-date": ""}))

    def __init__(self, *args: Any, regulars: Sequence[str] = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["names"].widget = NamesWidget(regulars)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        cleaned["day"] = cleaned.get("day") or timezone.localdate()
        currency = cleaned.get("currency", UNITS_ONLY)
        cleaned["unit_value"] = self._unit_value(currency)
        return cleaned

    def _unit_value(self, currency: str) -> int:
        if currency == UNITS_ONLY:
            return 0
        try:
            amount = parse_amount(self.cleaned_data.get("unit_value", ""), currency)
        except ValueError:
            self.add_error("unit_value", "Write an amount, as in 1 or 0.50.")
            return 0
        if amount > LARGEST_UNIT_VALUE:
            self.add_error("unit_value", "A unit is worth at most 1 000 000.")
        return amount
