"""A penalty, or whatever else the table agrees that one pays to others."""

import uuid
from typing import Any

from django import forms

from ledger.forms.versioned import SPOILT, VersionedForm
from ledger.models import Seat, Session
from ledger.services.deals import last_number

LONGEST_REASON = 200
USUAL_REASONS = ("exposed card", "missed turn", "absent")


class AdjustmentForm(VersionedForm):
    """One pays others. ``key`` makes it count once; the cleaned values of payer and payees are seats."""

    key = forms.UUIDField(widget=forms.HiddenInput, error_messages=SPOILT)
    units = forms.IntegerField(
        label="Units to each",
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
        error_messages=dict.fromkeys(("required", "invalid"), "Write how many units, as a whole number."),
    )
    reason = forms.CharField(
        label="What for?",
        max_length=LONGEST_REASON,
        widget=forms.TextInput(attrs={"autocomplete": "off", "list": "reasons"}),
        error_messages={"required": "Say in a few words what it is for."},
    )

    def __init__(self, session: Session, *args: Any, **kwargs: Any) -> None:
        super().__init__(session, *args, **kwargs)
        table = session.seats.select_related("player").as_of(last_number(session) + 1)
        seats: dict[str, Seat] = {str(seat.number): seat for seat in table}
        names = [(number, f"{seat.name} (left)" if seat.is_away else seat.name) for number, seat in seats.items()]
        self.fields["payer"] = forms.TypedChoiceField(
            label="Who pays?",
            choices=[("", "Choose"), *names],
            coerce=seats.__getitem__,
            error_messages={"required": "Choose who pays."},
        )
        self.fields["payees"] = forms.TypedMultipleChoiceField(
            label="To whom?",
            choices=names,
            coerce=seats.__getitem__,
            # Where somebody has two boards, one payment to each player is one to the first of them.
            initial=[number for number, seat in seats.items() if not seat.is_away and seat.board_number <= 1],
            widget=forms.CheckboxSelectMultiple,
            error_messages={"required": "Choose who is paid."},
        )
        self.order_fields(("payer", "units", "payees", "reason"))

    def start(self) -> dict[str, str]:
        return super().start() | {"key": str(uuid.uuid4())}

    def paid(self) -> list[Seat]:
        """Who is paid. A payer who is ticked as well is left out, unless there is nobody else."""
        payer = self.cleaned_data["payer"]
        chosen = list(dict.fromkeys(self.cleaned_data["payees"]))
        return [seat for seat in chosen if seat.player_id != payer.player_id] or chosen
