"""What a unit is worth between two players."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.http import QueryDict

from ledger.forms.stacks import INCOMPLETE
from ledger.models import Seat
from ledger.money import parse_unit_value

BACK = "back"


class UnitValueForm(forms.Form):
    """Two players and the value that they agreed on; with the action ``back`` they go back to the table's."""

    value = forms.CharField(
        label="A unit between them is worth",
        max_length=12,
        required=False,
        widget=forms.TextInput(attrs={"inputmode": "decimal", "autocomplete": "off"}),
    )
    version = forms.IntegerField(widget=forms.HiddenInput, error_messages=INCOMPLETE)

    def __init__(self, players: Sequence[Seat], currency: str, version: int, data: QueryDict | None = None) -> None:
        super().__init__(data, initial={"version": version})
        self.currency = currency
        by_number = {str(seat.number): seat for seat in players}
        choices = [(number, seat.player.name) for number, seat in by_number.items()]
        for name, label, place in (("one", "Between", 0), ("other", "and", 1)):
            self.fields[name] = forms.TypedChoiceField(
                label=label,
                choices=choices,
                coerce=by_number.__getitem__,
                initial=choices[place][0] if choices else None,
                error_messages={"required": "Choose two players."},
            )

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        cleaned["unit_value"] = None
        if self.data.get("action") != BACK:
            try:
                cleaned["unit_value"] = parse_unit_value(cleaned.get("value", ""), self.currency)
            except ValueError as error:
                self.add_error("value", str(error))
        return cleaned

    def begin_again(self, version: int) -> None:
        """Let what was typed be sent once more, from how things stand now: the page has just said what is otherwise."""
        again = QueryDict(mutable=True)
        again.update(self.data)
        again["version"] = str(version)
        self.data = again
