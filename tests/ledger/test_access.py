"""Who gets in where: every address of the site has a row here, and a new one without a row fails."""

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from ledger.models import Session, User
from ofcscore.urls import urlpatterns
from tests.ledger.boards import QUIET
from tests.ledger.tables import record

pytestmark = pytest.mark.django_db

OPEN = {"GET": (200, 200, 200, 200, 200)}
# Status of nobody, stranger, viewer, scorer and owner, for each method that is allowed.
ACCESS: dict[str, dict[str, tuple[int, ...]]] = {
    "home": OPEN,
    "start": OPEN | {"POST": (422,) * 5},
    "signup": {"GET": (200, 302, 302, 302, 302), "POST": (422, 302, 302, 302, 302)},
    "login": OPEN | {"POST": (422,) * 5},
    "logout": {"POST": (302,) * 5},
    "password": {"GET": (302, 200, 200, 200, 200), "POST": (302, 422, 422, 422, 422)},
    "table": {"GET": (404, 404, 200, 200, 200)},
    "history": {"GET": (404, 404, 200, 200, 200)},
    "hand": {"GET": (404, 404, 200, 200, 200)},
    "score": {"GET": (404, 404, 404, 200, 200), "POST": (404, 404, 404, 422, 422)},
    "correct": {"GET": (404, 404, 404, 200, 200), "POST": (404, 404, 404, 422, 422)},
    "undo": {"POST": (404, 404, 404, 409, 409)},
    "restore": {"POST": (404, 404, 404, 409, 409)},
}
ABOUT_A_HAND = ("hand", "correct", "undo", "restore")


def test_every_address_has_a_row() -> None:
    assert {pattern.name for pattern in urlpatterns} == set(ACCESS)


@pytest.mark.parametrize("method", ["GET", "POST", "PUT", "DELETE"])
@pytest.mark.parametrize("name", ACCESS)
def test_access(
    name: str,
    method: str,
    session: Session,
    stranger: User,
    viewer: User,
    scorer: User,
    ann_user: User,
    browser_of: Callable[[User | None], Client],
) -> None:
    record(session, QUIET)
    args: tuple[object, ...] = ()
    if "public_id" in str(next(pattern.pattern for pattern in urlpatterns if pattern.name == name)):
        args = (session.public_id, 1) if name in ABOUT_A_HAND else (session.public_id,)
    statuses = tuple(
        browser_of(user).generic(method, reverse(name, args=args)).status_code
        for user in (None, stranger, viewer, scorer, ann_user)
    )
    if method in ACCESS[name]:
        assert statuses == ACCESS[name][method]
    else:
        assert set(statuses) <= {405} or (name == "password" and statuses == (302, 405, 405, 405, 405))


def test_a_hand_of_another_session_is_not_found(session: Session, stranger: User, browser: Client) -> None:
    other = Session.objects.exclude(pk=session.pk).get()
    record(session, QUIET)
    assert browser.get(reverse("hand", args=(session.public_id, 2))).status_code == 404
    assert browser.get(reverse("table", args=(other.public_id,))).status_code == 404
