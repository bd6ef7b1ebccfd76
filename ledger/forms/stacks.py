"""Buying in and cashing out."""

import uuid
from collections.abc import Sequence
from typing import Any

from django import forms

from ledger.forms.versioned import SPOILT, VersionedForm
from ledger.models import Seat, Session
from ofcscore.engine.rules import HIGHEST_STACK

BUY, CASH_OUT = "buy", "cash_out"


class ChipsForm(VersionedForm):
    """Who buys or cashes out how many units. Whoever has none is ticked, so that the first buy-in is one form. ``key``
    makes it count once.
    """

    units = forms.IntegerField(
        label="Units",
        required=False,
        min_value=1,
        max_value=HIGHEST_STACK,
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
        help_text="For each who is ticked. Leave it empty to cash out everything.",
    )
    key = forms.UUIDField(widget=forms.HiddenInput, error_messages=SPOILT)
    action = forms.ChoiceField(
        choices=[(BUY, "Buy in"), (CASH_OUT, "Cash out")],
        error_messages={"required": "Press one of the buttons: Buy in, or Cash out."},
    )

    def __init__(self, session: Session, seats: Sequence[Seat], *args: Any, **kwargs: Any) -> None:
        super().__init__(session, *args, **kwargs)
        by_number = {str(seat.number): seat for seat in seats}
        self.fields["seats"] = forms.TypedMultipleChoiceField(
            label="For whom",
            choices=[(number, seat.name) for number, seat in by_number.items()],
            coerce=by_number.__getitem__,
            widget=forms.CheckboxSelectMultiple,
            initial=[number for number, seat in by_number.items() if not seat.stack and not seat.is_away],
            error_messages={"required": "Choose who it is for."},
        )

    def start(self) -> dict[str, str]:
        return super().start() | {"key": str(uuid.uuid4())}

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean()
        if cleaned.get("action") == BUY and "units" in cleaned and cleaned["units"] is None:
            self.add_error("units", "Write how many units are bought.")
        return cleaned

    @property
    def moved(self) -> int | None:
        """What each buys or, negative, cashes out, as the service takes it; None for everything."""
        units: int | None = self.cleaned_data["units"]
        return -units if units and self.cleaned_data["action"] == CASH_OUT else units
