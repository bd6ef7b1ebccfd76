"""Who belongs to a club: seen by all of them, changed by owners."""

from collections.abc import Callable

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from ledger.models import Membership, Session, User
from ledger.services.accounts import guest_create
from ledger.services.links import invitation_accept
from tests.ledger.links import make
from tests.ledger.pages import alerts, text
from tests.ledger.tables import nothing_saved

pytestmark = pytest.mark.django_db

BrowserOf = Callable[[User | None], Client]


@pytest.fixture
def page(session: Session) -> str:
    return f"/clubs/{session.club_id}/members/"


def member(session: Session, user: User) -> Membership:
    return session.club.memberships.get(user=user)


def test_it_names_everybody_and_what_they_do(
    browser: Client, session: Session, page: str, viewer: User, scorer: User, guest: User
) -> None:
    invitation_accept(link=make(session, "invitation"), user=guest)
    words = text(browser.get(page))
    assert words.index("Ann you is an owner") < words.index("Scorer") < words.index("Viewer")
    assert "A guest joined by an invitation, " in words
    assert guest.username not in words


def test_guests_are_told_apart_as_they_came(browser: Client, session: Session, page: str) -> None:
    invitation = make(session, "invitation")
    for _ in range(2):
        invitation_accept(link=invitation, user=guest_create())
    answer = browser.get(page)
    assert "Guest 1 joined" in text(answer) and "Guest 2 joined" in text(answer)
    assert b'aria-label="Yes, take out: guest 2"' in answer.content


def test_a_viewer_sees_it_without_buttons(browser_of: BrowserOf, viewer: User, page: str) -> None:
    answer = browser_of(viewer).get(page)
    assert "Ann is an owner" in text(answer)
    assert b"<form" not in answer.content


def test_an_owner_changes_a_role(
    browser: Client, session: Session, page: str, viewer: User, browser_of: BrowserOf
) -> None:
    theirs = browser_of(viewer)
    assert theirs.get(f"/t/{session.public_id}/score/").status_code == 404
    answer = browser.post(f"{page}{member(session, viewer).pk}/role/", {"role": "scorer"}, follow=True)
    assert "Viewer keeps score now." in text(answer)
    assert theirs.get(f"/t/{session.public_id}/score/").status_code == 200


def test_an_owner_takes_somebody_out_and_their_browser_is_out_at_once(
    browser: Client, session: Session, page: str, viewer: User, browser_of: BrowserOf
) -> None:
    theirs = browser_of(viewer)
    assert theirs.get(f"/t/{session.public_id}/").status_code == 200
    answer = browser.post(f"{page}{member(session, viewer).pk}/remove/", follow=True)
    assert "Viewer is out of the club." in text(answer)
    assert theirs.get(f"/t/{session.public_id}/").status_code == 404
    assert theirs.get(page).status_code == 404


def test_an_owner_who_leaves_the_club_to_another_is_led_home(
    browser: Client, session: Session, page: str, scorer: User
) -> None:
    browser.post(f"{page}{member(session, scorer).pk}/role/", {"role": "owner"})
    answer = browser.post(f"{page}{member(session, session.created_by).pk}/remove/")
    assert answer.url == "/"


@pytest.mark.parametrize(("what", "sent"), [("remove", {}), ("role", {"role": "viewer"}), ("role", {"role": "king"})])
def test_what_cannot_be_is_refused(
    browser: Client, session: Session, page: str, what: str, sent: dict[str, str]
) -> None:
    with nothing_saved():
        answer = browser.post(f"{page}{member(session, session.created_by).pk}/{what}/", sent)
    assert answer.status_code == 422
    said = "Choose a role." if sent == {"role": "king"} else "A club needs an owner. Make somebody else one first."
    assert alerts(answer) == [said]


@pytest.mark.parametrize("what", ["role", "remove"])
def test_a_member_of_another_club_is_not_found(browser: Client, page: str, stranger: User, what: str) -> None:
    foreign = Membership.objects.get(user=stranger)
    with nothing_saved():
        for pk in (foreign.pk, 10**18, 10**30):
            assert browser.post(f"{page}{pk}/{what}/", {"role": "viewer"}).status_code == 404


@pytest.mark.parametrize("people", [1, 20])
def test_it_makes_this_many_queries(browser: Client, session: Session, page: str, people: int) -> None:
    for number in range(people):
        user = User.objects.create(username=f"friend{number}")
        Membership.objects.create(club=session.club, user=user, role="viewer")
    with CaptureQueriesContext(connection) as queries:
        assert browser.get(page).status_code == 200
    assert len(queries) == 5
