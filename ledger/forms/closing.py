"""Opening a closed table again, and carrying what is owed into another one."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.timezone import localtime

from ledger.forms.versioned import VersionedForm
from ledger.models import Session

LONGEST_REASON = 200


class ReopenForm(VersionedForm):
    """Why a closed table is opened again."""

    reason = forms.CharField(
        label="Why is it opened again?",
        max_length=LONGEST_REASON,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        error_messages={"required": "Say in a few words why the table is opened again."},
    )


class CarryForm(VersionedForm):
    """Where to what is still owed goes; the cleaned value of ``into`` is a session."""

    def __init__(self, session: Session, tables: Sequence[Session], *args: Any, **kwargs: Any) -> None:
        super().__init__(session, *args, **kwargs)
        by_id = {table.public_id: table for table in tables}
        # Two tables of one night have the same name.
        names = [(table.public_id, f"{table.name}, begun {localtime(table.created_at):%H:%M}") for table in tables]
        self.fields["into"] = forms.TypedChoiceField(
            label="Another table",
            choices=[("", "Choose"), *names],
            coerce=by_id.__getitem__,
            error_messages=dict.fromkeys(("required", "invalid_choice"), "Choose a table that is still open."),
        )
