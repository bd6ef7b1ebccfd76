"""The file of a session that is brought in."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from ledger.services.session_file import MOST_BYTES, TOO_LARGE

MISSING = "Choose the file of a session: “Whole session” under Export makes one."


class ImportForm(forms.Form):
    """One file; the cleaned value is its bytes. ``too_large`` is whether a file was refused before it got here."""

    file = forms.FileField(
        label="The file of a session",
        help_text="Players are known again by their names, and made where they are new.",
        widget=forms.FileInput(attrs={"accept": ".json,application/json"}),
        error_messages={"required": MISSING, "empty": "This file is empty. Choose another.", "invalid": MISSING},
    )

    def __init__(self, *args: Any, too_large: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if too_large:
            self.fields["file"].error_messages |= {"required": TOO_LARGE}

    def clean_file(self) -> bytes:
        sent = self.cleaned_data["file"]
        if sent.size > MOST_BYTES:
            raise ValidationError(TOO_LARGE)
        content: bytes = sent.read()
        return content
