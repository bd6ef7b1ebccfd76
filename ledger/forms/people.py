"""Who sits at the table: joining, leaving, changing places."""

from typing import Any

from django import forms

from ledger.forms.versioned import VersionedForm
from ledger.models import Session
from ledger.services.errors import LedgerError
from ledger.services.people import LONGEST_NAME

LONGEST_REASON = 200


class JoinForm(VersionedForm):
    """Somebody who comes to a running table."""

    name = forms.CharField(
        label="Who joins?",
        max_length=LONGEST_NAME,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "words", "list": "regulars"}),
        error_messages={"required": "Write the name of who joins."},
    )

    def refuse(self, error: LedgerError) -> None:
        # The names of a table are checked together, and this is the new one.
        error.field = "name" if error.field else None
        super().refuse(error)


class LeaveForm(VersionedForm):
    """Somebody who leaves, and why where they should play on."""

    reason = forms.CharField(label="Why?", max_length=LONGEST_REASON, required=False)


class SwapForm(VersionedForm):
    """Two who change places, and why where nobody should. The cleaned values are their seats."""

    reason = forms.CharField(
        label="Why?",
        max_length=LONGEST_REASON,
        required=False,
        help_text="Only needed while somebody is due in Fantasyland.",
    )

    def __init__(self, session: Session, *args: Any, **kwargs: Any) -> None:
        super().__init__(session, *args, **kwargs)
        seats = {str(seat.number): seat for seat in session.seats.select_related("player")}
        choices = [("", "Choose"), *((number, seat.name) for number, seat in seats.items())]
        for name, label in (("one", "Who moves?"), ("other", "With whom?")):
            self.fields[name] = forms.TypedChoiceField(
                label=label,
                choices=choices,
                coerce=seats.__getitem__,
                error_messages={"required": "Choose two players."},
            )
        self.order_fields(("one", "other", "reason"))
