"""Users: guests who have only a cookie, and those who named a password."""

import secrets
from collections.abc import Iterator
from contextlib import contextmanager

from django.db import IntegrityError

from ledger.models import User
from ledger.models.club import NAME_TAKEN
from ledger.services.errors import RefusedError
from ledger.services.transactions import write_transaction

GUEST_PREFIX = "guest-"


def guest_create() -> User:
    """A user that only the browser's cookie leads back to."""
    with write_transaction():
        guest = User(username=f"{GUEST_PREFIX}{secrets.token_hex(8)}", is_guest=True)
        guest.set_unusable_password()
        guest.save()
    return guest


def guest_keep(*, guest: User, username: str, password: str) -> User:
    """Give a guest a name and a password to log in with; tables and clubs stay. Both are checked by the form before.

    Raises RefusedError for somebody who is no guest, or when the name was taken in the meantime.
    """
    with _one_per_name(), write_transaction():
        user = User.objects.select_for_update().get(pk=guest.pk)
        if not user.is_guest:
            raise RefusedError("You have a password already.", field="username")
        _refuse_taken(username)
        user.username = username
        user.is_guest = False
        user.set_password(password)
        user.save(update_fields=["username", "is_guest", "password"])
    return user


def user_create(*, username: str, password: str) -> User:
    """A user with a name and a password, both checked by the form before.

    Raises RefusedError when the name was taken in the meantime.
    """
    with _one_per_name(), write_transaction():
        _refuse_taken(username)
        return User.objects.create_user(username=username, password=password)


def is_taken(username: str) -> bool:
    """Whether a name is somebody's in any case of letters, or looks like one of the names that guests get."""
    return username.lower().startswith(GUEST_PREFIX) or User.objects.filter(username__iexact=username).exists()


def _refuse_taken(username: str) -> None:
    if is_taken(username):
        raise RefusedError(NAME_TAKEN, field="username")


@contextmanager
def _one_per_name() -> Iterator[None]:
    """Where two take one name at one moment it is the database that finds it taken."""
    try:
        yield
    except IntegrityError as error:
        raise RefusedError(NAME_TAKEN, field="username") from error
