"""What a unit is worth between two players."""

from collections.abc import Sequence
from typing import Any

from django import forms

from ledger.forms.versioned import VersionedForm
from ledger.models import Seat, Session
from ledger.money import parse_unit_value

BACK = "back"


class UnitValueForm(VersionedForm):
    """Two players and the value that they agreed on; with the action ``back`` they go back to the table's."""

    value = forms.CharField(
        label="A unit between them is worth",
        max_length=12,
        required=False,
        widget=forms.TextInput(attrs={"inputmode": "decimal", "autocomplete": "off"}),
    )

    def __init__(self, session: Session, players: Sequence[Seat], *args: Any, **kwargs: Any) -> None:
        super().__init__(session, *args, **kwargs)
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
        cleaned = super().clean()
        cleaned["unit_value"] = None
        if self.data.get("action") != BACK:
            try:
                cleaned["unit_value"] = parse_unit_value(cleaned.get("value", ""), self.session.currency)
            except ValueError as error:
                self.add_error("value", str(error))
        return cleaned
