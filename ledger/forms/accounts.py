"""Names and passwords."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django import forms
from django.contrib.auth.forms import AuthenticationForm, PasswordChangeForm
from django.contrib.auth.password_validation import password_validators_help_texts, validate_password
from django.contrib.auth.validators import UnicodeUsernameValidator
from django.core.exceptions import ValidationError

from ledger.models import User
from ledger.services.accounts import is_taken
from ofcscore.limits import LOGIN_BY_ADDRESS, LOGIN_BY_NAME, PASSWORD_CHANGE, SIGN_UP, TooOftenError, address_of

NAME = "Name to log in with"
PASSWORD_HELP = " ".join(password_validators_help_texts()[1:2])


class Counted:
    """A form that can be sent too often; then ``too_often`` says so, and so does one of its errors."""

    too_often: TooOftenError | None = None

    @contextmanager
    def counted(self) -> Iterator[None]:
        """Where a limit is asked, inside a method that cleans."""
        try:
            yield
        except TooOftenError as error:
            self.too_often = error
            raise ValidationError(str(error)) from None


class SignUpForm(Counted, forms.Form):
    """A name and one password, which the browser's own eye can show. ``address`` is where it was sent from: every name
    that is looked up counts there, and ``too_often`` says that there were too many.
    """

    username = forms.CharField(
        label=NAME,
        max_length=40,
        validators=[UnicodeUsernameValidator(message="Use letters, digits and @ . + - _ only, without spaces.")],
        widget=forms.TextInput(attrs={"autocomplete": "username", "autocapitalize": "none", "spellcheck": "false"}),
    )
    password = forms.CharField(
        label="Password",
        strip=False,
        help_text=PASSWORD_HELP,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )

    def __init__(self, *args: Any, address: str | None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.address = address

    def clean_username(self) -> str:
        username: str = self.cleaned_data["username"]
        with self.counted():
            SIGN_UP.take(self.address)
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


class LogInForm(Counted, AuthenticationForm):
    """A name and its password. After too many wrong ones, of this name or from this network, it looks at none, and
    ``too_often`` says so.
    """

    error_messages = AuthenticationForm.error_messages | {
        "invalid_login": "This name and this password do not belong together. Capitals count in the password.",
    }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].label = NAME

    def clean(self) -> dict[str, Any]:
        name = self.cleaned_data.get("username")
        if self.request is None or not name:
            return super().clean()
        address = address_of(self.request)
        by_name = (address, name.lower())
        with self.counted():
            LOGIN_BY_ADDRESS.expect(address)
            LOGIN_BY_NAME.expect(*by_name)
        try:
            return super().clean()
        except ValidationError:
            LOGIN_BY_ADDRESS.note(address)
            LOGIN_BY_NAME.note(*by_name)
            raise


class ChangePasswordForm(Counted, PasswordChangeForm):
    """The old password and a new one. After too many wrong ones it looks at none, and ``too_often`` says so."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        new, again = self.fields["new_password1"], self.fields["new_password2"]
        new.help_text, again.help_text = PASSWORD_HELP, ""
        again.label = "New password, once more"

    def clean_old_password(self) -> str:
        with self.counted():
            PASSWORD_CHANGE.expect(self.user.pk)
        try:
            old: str = super().clean_old_password()
        except ValidationError:
            PASSWORD_CHANGE.note(self.user.pk)
            raise
        return old
