"""Handing out links, and the roles of members."""

from django import forms

from ledger.forms.clubs import ClubPageForm
from ledger.forms.versioned import SPOILT
from ledger.models import Link, Membership

SPOILT_CHOICE = {"required": SPOILT["required"], "invalid_choice": SPOILT["required"]}
ACTIONS = ("make", "off")


class LinkForm(forms.Form):
    """What to do with one kind of link."""

    kind = forms.ChoiceField(choices=Link.Kind.choices, error_messages=SPOILT_CHOICE)
    action = forms.ChoiceField(choices=[(action, action) for action in ACTIONS], error_messages=SPOILT_CHOICE)
    # Of an invitation only.
    role = forms.ChoiceField(
        label="Whoever joins",
        choices=[
            (Membership.Role.VIEWER.value, "watches, and changes nothing"),
            (Membership.Role.SCORER.value, "keeps score"),
        ],
        required=False,
        error_messages={"invalid_choice": "Choose whether they watch or keep score."},
    )


class RoleForm(ClubPageForm):
    """What a member does in the club."""

    role = forms.ChoiceField(
        label="What they do",
        choices=[("viewer", "watches"), ("scorer", "keeps score"), ("owner", "is an owner")],
        error_messages=dict.fromkeys(("required", "invalid_choice"), "Choose a role."),
    )
