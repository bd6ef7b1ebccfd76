"""Who gets in where: every address of the site has a row here, and a new one without a row fails."""

import uuid
from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from ledger.models import ChipMove, Session, User
from ledger.services.drafts import draft_keep
from ofcscore.urls import urlpatterns
from tests.ledger.boards import QUIET
from tests.ledger.events import pay
from tests.ledger.pages import with_boards
from tests.ledger.tables import record, seat_of

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
    "theme": {"POST": (302,) * 5},
    "offline": OPEN,
    "service_worker": OPEN,
    "table": {"GET": (302, 404, 200, 200, 200)},
    "history": {"GET": (302, 404, 200, 200, 200)},
    "hand": {"GET": (302, 404, 200, 200, 200)},
    "players": {"GET": (302, 404, 404, 200, 200), "POST": (302, 404, 404, 422, 422)},
    "seat_leave": {"POST": (302, 404, 404, 422, 422)},
    "seat_return": {"POST": (302, 404, 404, 422, 422)},
    "seats_swap": {"POST": (302, 404, 404, 422, 422)},
    "adjustments": {"GET": (302, 404, 200, 200, 200), "POST": (302, 404, 404, 422, 422)},
    "adjustment_undo": {"POST": (302, 404, 404, 302, 302)},
    "stacks": {"GET": (302, 404, 200, 200, 200), "POST": (302, 404, 404, 422, 422)},
    "stack_undo": {"POST": (302, 404, 404, 302, 302)},
    "unit_values": {"GET": (302, 404, 200, 200, 200), "POST": (302, 404, 404, 422, 422)},
    "rules": {"GET": (302, 404, 200, 200, 200)},
    "rules_export": {"GET": (302, 404, 200, 200, 200)},
    "rules_change": {"GET": (302, 404, 404, 200, 200), "POST": (302, 404, 404, 422, 422)},
    "what_if": {"GET": (302, 404, 200, 200, 200)},
    "score": {"GET": (302, 404, 404, 200, 200), "POST": (403, 404, 404, 422, 422)},
    "progress": {"POST": (302, 404, 404, 200, 200)},
    "keep": {"POST": (302, 404, 404, 422, 422)},
    "check": {"GET": (302, 404, 404, 200, 200)},
    "drop": {"POST": (302, 404, 404, 302, 302)},
    "correct": {"GET": (302, 404, 404, 200, 200), "POST": (403, 404, 404, 422, 422)},
    "correct_progress": {"POST": (302, 404, 404, 200, 200)},
    "undo": {"POST": (302, 404, 404, 409, 409)},
    "restore": {"POST": (302, 404, 404, 409, 409)},
}
FOR_EVERYBODY = ("home", "start", "signup", "login", "logout", "theme", "offline", "service_worker", "score", "correct")
ABOUT_A_HAND = ("hand", "correct", "correct_progress", "undo", "restore")
ABOUT_A_SEAT = ("seat_leave", "seat_return")
ABOUT_A_DRAFT = ("check", "drop")
KEY = uuid.UUID(int=7)


def draft_of(session: Session) -> dict[str, str]:
    """What the form of the next hand sends."""
    sent = with_boards({"key": str(KEY), "number": "2", "version": "2"}, QUIET)
    return sent | {f"seat{place}-fantasyland": "0" for place in range(3)} | {"button": str(seat_of(session, "Bob").pk)}


def bought(session: Session) -> ChipMove:
    """Ten units that Ann has bought, whatever the table plays for."""
    row = {"club": session.club, "session": session, "created_by": session.created_by}
    move: ChipMove = ChipMove.objects.create(**row, seat=seat_of(session, "Ann"), units=10, after_number=1)
    return move


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
    draft_keep(session=session, user=ann_user, key=KEY, number=2, fields=draft_of(session))
    args: tuple[object, ...] = ()
    if "public_id" in str(next(pattern.pattern for pattern in urlpatterns if pattern.name == name)):
        args = (
            session.public_id,
            *(1 for _ in [0] if name in (*ABOUT_A_HAND, *ABOUT_A_SEAT)),
            *(pay(session, "Bob", "Ann").pk for _ in [0] if name == "adjustment_undo"),
            *(bought(session).pk for _ in [0] if name == "stack_undo"),
            *(KEY for _ in [0] if name in ABOUT_A_DRAFT),
        )
    statuses = tuple(
        browser_of(user).generic(method, reverse(name, args=args)).status_code
        for user in (None, stranger, viewer, scorer, ann_user)
    )
    if method in ACCESS[name]:
        assert statuses == ACCESS[name][method]
    else:
        assert statuses == (405 if name in FOR_EVERYBODY else 302, 405, 405, 405, 405)


def test_a_hand_of_another_session_is_not_found(session: Session, stranger: User, browser: Client) -> None:
    other = Session.objects.exclude(pk=session.pk).get()
    record(session, QUIET)
    assert browser.get(reverse("hand", args=(session.public_id, 2))).status_code == 404
    assert browser.get(reverse("table", args=(other.public_id,))).status_code == 404
