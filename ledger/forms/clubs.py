"""What a club and its players are called, and who of them is one person."""

from collections.abc import Iterable
from typing import Any

from django import forms

from ledger.models import Player
from ledger.services.clubs import LONGEST_CLUB_NAME
from ledger.services.errors import LedgerError
from ledger.services.people import LONGEST_NAME


class ClubPageForm(forms.Form):
    """A form of a club's page or a player's, which says beside its fields why something was not done."""

    def refuse(self, error: LedgerError) -> None:
        """Say why what was sent was not done, beside the field that it is about."""
        self.add_error(error.field if error.field in self.fields else None, str(error))

    def focus_first_problem(self) -> None:
        """Have the page open where the first thing to mend is."""
        for name, field in self.fields.items():
            if name in self.errors:
                field.widget.attrs["autofocus"] = True
                return


class ClubNameForm(ClubPageForm):
    """What a club is called."""

    name = forms.CharField(
        label="Name of the club",
        max_length=LONGEST_CLUB_NAME,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        error_messages={"required": "Write the name of the club."},
    )


class PlayerNameForm(ClubPageForm):
    """What a player is called."""

    name = forms.CharField(
        label="Name",
        max_length=LONGEST_NAME,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "words"}),
        help_text="It changes on every page, old tables included.",
        error_messages={"required": "Write the name."},
    )


class MergeForm(ClubPageForm):
    """Who a player is besides. The cleaned value is that player."""

    def __init__(self, candidates: Iterable[Player], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        players = {str(player.pk): player for player in candidates}
        self.fields["into"] = forms.TypedChoiceField(
            label="Is the same person as",
            choices=[("", "Choose"), *((pk, player.name) for pk, player in players.items())],
            coerce=players.__getitem__,
            error_messages=dict.fromkeys(("required", "invalid_choice"), "Choose a player of the list."),
        )
