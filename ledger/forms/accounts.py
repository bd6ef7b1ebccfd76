"""Names and passwords."""

from typing import Any

from django import forms
from django.contrib.auth.password_validation import password_validators_help_texts, validate_password
from django.contrib.auth.validators import UnicodeUsernameValidator
from django.core.exceptions import ValidationError

from ledger.models import User
from ledger.services.accounts import is_taken


class SignUpForm(forms.Form):
    """A name and one password, which the browser's own eye can show."""

    username = forms.CharField(
        label="Name to log in with",
        max_length=40,
        validators=[UnicodeUsernameValidator(message="Use letters, digits and @ . + - _ only, without spaces.")],
        widget=forms.TextInput(attrs={"autocomplete": "username", "autocapitalize": "none", "spellcheck": "false"}),
    )
    password = forms.CharField(
        label="Password",
        strip=False,
        help_text=" ".join(password_validators_help_texts()[1:2]),
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )

    def clean_username(self) -> str:
        username: str = self.cleaned_data["username"]
        if is_taken(username):
            raise ValidationError("This name is taken. Choose another.")
        return username

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if "password" in cleaned:
            try:
                validate_password(cleaned["password"], User(username=cleaned.get("username", "")))
            except ValidationError as error:
                self.add_error("password", error)
        return cleaned
