"""Guests, users, and how the one becomes the other."""

import pytest

from ledger.models import Session, User
from ledger.services.accounts import guest_create, guest_keep, user_create
from ledger.services.errors import RefusedError
from tests.ledger.conftest import PASSWORD
from tests.ledger.tables import nothing_saved, start


def test_a_guest_has_no_password_that_opens_anything(guest: User) -> None:
    assert guest.is_guest
    assert not guest.has_usable_password()
    assert not guest.check_password("")


def test_every_guest_is_somebody_else(guest: User) -> None:
    assert guest_create().username != guest.username


def test_a_guest_who_names_a_password_stays_the_same_user_with_the_same_tables(guest: User) -> None:
    session = start(guest)
    kept = guest_keep(guest=guest, username="Gus", password=PASSWORD)
    stored = User.objects.get(pk=guest.pk)
    assert kept == stored == guest
    assert (stored.username, stored.is_guest) == ("Gus", False)
    assert stored.check_password(PASSWORD)
    assert list(Session.objects.writable_by(stored)) == [session]


def test_only_a_guest_can_be_kept(ann_user: User) -> None:
    with nothing_saved(), pytest.raises(RefusedError, match="You have a password already") as refused:
        guest_keep(guest=ann_user, username="other", password="another-password")
    assert refused.value.field == "username"
    assert User.objects.get(pk=ann_user.pk).check_password(PASSWORD)


def test_a_guest_is_kept_once(guest: User) -> None:
    """As after a double tap: the second request still holds the user as a guest."""
    guest_keep(guest=User.objects.get(pk=guest.pk), username="gus", password=PASSWORD)
    with pytest.raises(RefusedError):
        guest_keep(guest=guest, username="gus2", password="another-password")
    assert User.objects.get(pk=guest.pk).username == "gus"


@pytest.mark.parametrize("name", ["ann", "ANN", "Ann"])
def test_a_name_that_is_taken_is_refused_whatever_its_case(ann_user: User, guest: User, name: str) -> None:
    with nothing_saved(), pytest.raises(RefusedError, match="taken"):
        guest_keep(guest=guest, username=name, password=PASSWORD)
    with nothing_saved(), pytest.raises(RefusedError, match="taken"):
        user_create(username=name, password=PASSWORD)
    assert User.objects.get(pk=guest.pk).is_guest


def test_a_user_is_found_whatever_the_case(ann_user: User) -> None:
    assert User.objects.get_by_natural_key("ANN") == ann_user


def test_a_user_has_a_password_and_is_no_guest(ann_user: User) -> None:
    assert ann_user.check_password(PASSWORD)
    assert not ann_user.is_guest
    assert ann_user.password != PASSWORD
