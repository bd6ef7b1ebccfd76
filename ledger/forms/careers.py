"""Which part of a career is looked at."""

from typing import Any

from django import forms

from ledger.reports.careers import Selection
from ofcscore.engine.rules import PRESET_TITLES

NO_DATE = {"invalid": "This is no date. Write it as in 2026-03-14, or leave it empty."}


class SelectionForm(forms.Form):
    """One game or all, ``from`` a day and ``to`` a day, all of them optional."""

    game = forms.ChoiceField(
        label="Game",
        choices=[("", "All games"), *PRESET_TITLES.items()],
        required=False,
        help_text="Penalties belong to no game, and count among all of them.",
        error_messages={"invalid_choice": "There is no such game. Choose one of the list."},
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        # Named as nothing can be in Python's own words.
        for name in ("from", "to"):
            self.fields[name] = forms.DateField(
                label=name.capitalize(),
                required=False,
                input_formats=["%Y-%m-%d"],
                widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
                error_messages=NO_DATE,
            )

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        first, last = cleaned.get("from"), cleaned.get("to")
        if first and last and first > last:
            self.add_error("to", "This day is before the first one. Change one of the two.")
        return cleaned

    def selection(self) -> Selection:
        """What a valid form asks for."""
        return Selection(self.cleaned_data["game"], self.cleaned_data["from"], self.cleaned_data["to"])
