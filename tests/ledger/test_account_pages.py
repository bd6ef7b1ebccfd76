"""Signing up, logging in and out: what is refused, and that a guest never loses their tables by accident."""

from collections.abc import Callable

import pytest
from django.contrib.messages import get_messages
from django.test import Client

from ledger.models import Session, User
from tests.ledger.conftest import PASSWORD
from tests.ledger.pages import alerts, fields, text
from tests.ledger.tables import nothing_saved, start

pytestmark = pytest.mark.django_db
Browsers = Callable[[User | None], Client]


@pytest.mark.parametrize(
    ("name", "password", "words"),
    [
        ("", PASSWORD, "This field is required"),
        ("bea", "", "This field is required"),
        ("be a", PASSWORD, "Use letters, digits and"),
        ("b" * 41, PASSWORD, "at most 40 characters"),
        ("guest-0123", PASSWORD, "This name is taken"),
        ("Guest-0123", PASSWORD, "This name is taken"),
        ("bea", "short", "too short"),
        ("bea", "password", "too common"),
        ("bea", "5512091846", "entirely numeric"),
        ("beatrice", "beatrice1", "too similar"),
    ],
)
def test_a_bad_sign_up_says_why_and_keeps_the_name(client: Client, name: str, password: str, words: str) -> None:
    with nothing_saved():
        answer = client.post("/signup/", {"username": name, "password": password})
    assert answer.status_code == 422
    assert words in " ".join(alerts(answer))
    assert fields(answer, "signup") | {"csrfmiddlewaretoken": ""} == {
        "csrfmiddlewaretoken": "",
        "username": name,
        "password": "",
    }


def test_signing_up_logs_in(client: Client) -> None:
    answer = client.post("/signup/", {"username": "bea", "password": PASSWORD}, follow=True)
    assert "You can now log in as bea on any phone." in text(answer)
    assert answer.wsgi_request.user == User.objects.get(username="bea")


def test_who_has_a_password_has_nothing_to_sign_up_for(browser: Client, ann_user: User) -> None:
    with nothing_saved():
        answer = browser.post("/signup/", {"username": "other", "password": "another-password"})
    assert answer.status_code == 302
    assert User.objects.get(pk=ann_user.pk).username == "ann"


def test_a_guest_who_signs_up_stays_logged_in_with_their_tables(guest: User, browser_of: Browsers) -> None:
    session = start(guest)
    browser = browser_of(guest)
    assert "Keep my tables" in text(browser.get("/signup/"))
    answer = browser.post("/signup/", {"username": "gus", "password": PASSWORD}, follow=True)
    assert session.public_id in answer.content.decode()
    assert browser.get(f"/t/{session.public_id}/").status_code == 200
    elsewhere = Client()
    assert elsewhere.post("/login/", {"username": "gus", "password": PASSWORD}).status_code == 302
    assert elsewhere.get(f"/t/{session.public_id}/").status_code == 200


def test_a_guest_cannot_log_out_by_accident(guest: User, browser_of: Browsers) -> None:
    session = start(guest)
    browser = browser_of(guest)
    answer = browser.post("/logout/", follow=True)
    assert "Set a password first: without one, nobody can get back to these tables." in text(answer)
    assert browser.get(f"/t/{session.public_id}/").status_code == 200


def test_a_guest_is_warned_before_logging_in_as_somebody_else(
    guest: User, browser_of: Browsers, ann_user: User
) -> None:
    assert "or nobody can get back to them" in text(browser_of(guest).get("/login/"))
    assert "or nobody can get back to them" not in text(Client().get("/login/"))


def test_a_wrong_password_keeps_the_name_and_logs_nobody_in(client: Client, ann_user: User) -> None:
    answer = client.post("/login/", {"username": "ann", "password": "wrong"})
    assert answer.status_code == 422
    assert "This name and this password do not belong together." in " ".join(alerts(answer))
    assert fields(answer, "login")["username"] == "ann"
    assert not answer.wsgi_request.user.is_authenticated


def test_an_unknown_name_is_answered_like_a_wrong_password(client: Client, ann_user: User) -> None:
    known, unknown = (client.post("/login/", {"username": name, "password": "wrong"}) for name in ("ann", "nobody"))
    assert (known.status_code, alerts(known)) == (unknown.status_code, alerts(unknown))


def test_a_guest_cannot_be_logged_in_as(client: Client, guest: User) -> None:
    for password in ("", "!", guest.password):
        assert client.post("/login/", {"username": guest.username, "password": password}).status_code == 422


@pytest.mark.parametrize(
    ("following", "goes_to"),
    [("/start/", "/start/"), ("https://evil.example/", "/"), ("//evil.example/", "/"), ("javascript:x", "/")],
)
def test_after_logging_in_one_stays_on_this_site(client: Client, ann_user: User, following: str, goes_to: str) -> None:
    answer = client.post("/login/", {"username": "ann", "password": PASSWORD, "next": following})
    assert (answer.status_code, answer.url) == (302, goes_to)


def test_logging_out_closes_the_tables(session: Session, browser: Client) -> None:
    assert browser.post("/logout/").url == "/"
    table = f"/t/{session.public_id}/"
    assert browser.get(table).url == f"/login/?next={table}"


def test_changing_the_password_wants_somebody_logged_in(client: Client) -> None:
    assert client.get("/password/").url == "/login/?next=/password/"


def test_a_guest_has_no_password_to_change(guest: User, browser_of: Browsers) -> None:
    """The page would ask for a password that never was."""
    sent = {"old_password": "", "new_password1": PASSWORD, "new_password2": PASSWORD}
    answer = browser_of(guest).post("/password/", sent)
    assert answer.status_code in (302, 404, 422)
    assert not User.objects.get(pk=guest.pk).has_usable_password()


@pytest.mark.parametrize(
    ("change", "words"),
    [({"old_password": "x"}, "incorrectly"), ({"new_password2": "x"}, "match"), ({"new_password1": "x"}, "match")],
)
def test_a_bad_new_password_says_why(browser: Client, ann_user: User, change: dict[str, str], words: str) -> None:
    sent = {"old_password": PASSWORD, "new_password1": "another-thirteen", "new_password2": "another-thirteen"}
    answer = browser.post("/password/", sent | change)
    assert answer.status_code == 422
    assert words in " ".join(alerts(answer))
    assert User.objects.get(pk=ann_user.pk).check_password(PASSWORD)


def test_passwords_are_never_sent_back(client: Client) -> None:
    answer = client.post("/signup/", {"username": "be a", "password": "a-secret-of-thirteen"})
    assert "a-secret-of-thirteen" not in answer.content.decode()
    assert not list(get_messages(answer.wsgi_request))
