"""What the forms of a table have in common: each says how the table stood when it was filled in."""

from copy import copy
from typing import Any

from django import forms

from ledger.models import Session
from ledger.services.errors import ConflictError, LedgerError

# What a hidden field says: nobody typed it, so there is nothing to mend.
SPOILT = dict.fromkeys(
    ("required", "invalid"), "This page had come apart. It is whole again: look it over and send it once more."
)


class VersionedForm(forms.Form):
    """A form of a session's page; ``version`` is the session's when that page was made."""

    version = forms.IntegerField(widget=forms.HiddenInput, error_messages=SPOILT)

    def __init__(self, session: Session, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.session = session
        for name, value in self.start().items():
            self.fields[name].initial = value

    def start(self) -> dict[str, str]:
        """The values of the hidden fields on a page that is made now."""
        return {"version": str(self.session.version)}

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if any(name not in cleaned for name in self.start()):
            self.begin_again()
        return cleaned

    def begin_again(self) -> None:
        """Go on from how the table stands now, keeping everything typed."""
        data: Any = copy(self.data)
        for name, value in self.start().items():
            data[name] = value
        self.data = data

    def refuse(self, error: LedgerError) -> None:
        """Say why what was sent was not done, beside the field that it is about."""
        self.add_error(error.field if error.field in self.fields else None, str(error))
        if isinstance(error, ConflictError):
            self.session.refresh_from_db(fields=["version"])
            self.begin_again()

    def focus_first_problem(self) -> None:
        """Have the page open where the first thing to mend is."""
        for name, field in self.fields.items():
            if name in self.errors and not isinstance(field.widget, (forms.HiddenInput, forms.CheckboxSelectMultiple)):
                field.widget.attrs["autofocus"] = True
                return
