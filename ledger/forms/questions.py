"""When somebody doubts a hand: the question, the answer, a photo of the table."""

import uuid
from typing import Any

from django import forms

from ledger.forms.versioned import SPOILT, VersionedForm
from ledger.models import Session
from ledger.services.photos import TOO_LARGE
from ledger.services.questions import LONGEST_TEXT


class _KeyedForm(VersionedForm):
    """Something to say, once: it goes by its key, and not by how the table stands."""

    version = None  # type: ignore[assignment]
    key = forms.UUIDField(widget=forms.HiddenInput, error_messages=SPOILT)
    text = forms.CharField(max_length=LONGEST_TEXT, widget=forms.Textarea(attrs={"rows": 2}))

    label = ""
    missing = ""

    def __init__(self, session: Session, *args: Any, **kwargs: Any) -> None:
        super().__init__(session, *args, **kwargs)
        self.fields["text"].label = self.label
        self.fields["text"].error_messages["required"] = self.missing

    def start(self) -> dict[str, str]:
        return {"key": str(uuid.uuid4())}


class AskForm(_KeyedForm):
    """A question about a hand."""

    label = "What should be checked?"
    missing = "Write what you ask, such as: was the middle really a flush?"

    def __init__(self, session: Session, *args: Any, **kwargs: Any) -> None:
        super().__init__(session, *args, auto_id="ask_%s", **kwargs)


class AnswerForm(_KeyedForm):
    """The answer to one of them, which it knows by its id."""

    label = "Your answer"
    missing = "Write what you found, such as: looked at the photo, it stands."

    def __init__(self, session: Session, question: int, *args: Any, **kwargs: Any) -> None:
        super().__init__(session, *args, auto_id=f"answer_{question}_%s", **kwargs)
        self.question = question


class PhotoForm(VersionedForm):
    """A photo, taken now where a phone can."""

    version = None  # type: ignore[assignment]
    photo = forms.FileField(
        label="Photo of the table",
        widget=forms.FileInput(attrs={"accept": "image/*", "capture": "environment"}),
        error_messages=dict.fromkeys(("required", "invalid", "missing", "empty"), "Take or choose a photo first."),
    )

    def start(self) -> dict[str, str]:
        return {}

    def cut_off(self) -> None:
        """Say why no photo came: there was more of it than is read."""
        self.fields["photo"].error_messages["required"] = TOO_LARGE
