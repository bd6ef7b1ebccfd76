"""Who gets in where: every address of the site has a row here, and a new one without a row fails."""

import uuid
from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import URLPattern, reverse

from ledger.models import ChipMove, HandPhoto, HandQuestion, PlannedPayment, Session, User
from ledger.services.drafts import draft_keep
from ofcscore.urls import urlpatterns
from tests.ledger import access_matrix
from tests.ledger.access_matrix import row_of
from tests.ledger.boards import QUIET
from tests.ledger.closing import close, payment
from tests.ledger.events import pay
from tests.ledger.links import address, link_for, make
from tests.ledger.pages import with_boards
from tests.ledger.tables import record, seat_of

pytestmark = pytest.mark.django_db

# The admin's pages are no rows here: test_admin.py has all of them.
ADDRESSES = [pattern for pattern in urlpatterns if isinstance(pattern, URLPattern)]
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
    "healthz": OPEN,
    "player": {"GET": (302, 404, 200, 200, 200)},
    "club_careers": {"GET": (302, 404, 200, 200, 200)},
    "club": {"GET": (302, 404, 200, 200, 200), "POST": (302, 404, 404, 404, 422)},
    "player_edit": {"GET": (302, 404, 404, 200, 200), "POST": (302, 404, 404, 422, 422)},
    "player_merge": {"POST": (302, 404, 404, 422, 422)},
    "player_unmerge": {"POST": (302, 404, 404, 302, 302)},
    "player_deactivate": {"POST": (302, 404, 404, 302, 302)},
    "player_activate": {"POST": (302, 404, 404, 302, 302)},
    "session_log": {"GET": (302, 404, 200, 200, 200)},
    "members": {"GET": (302, 404, 200, 200, 200)},
    "member_role": {"POST": (302, 404, 404, 404, 422)},
    "member_remove": {"POST": (302, 404, 404, 404, 302)},
    "live": OPEN,
    "live_now": OPEN,
    "live_hand": OPEN,
    "take_over": OPEN | {"POST": (302,) * 5},
    "join": OPEN | {"POST": (302,) * 5},
    "share": {"GET": (302, 404, 404, 200, 200), "POST": (302, 404, 404, 422, 422)},
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
    "import_session": {"GET": (302, 200, 200, 200, 200), "POST": (302, 422, 422, 422, 422)},
    "export": {"GET": (302, 404, 200, 200, 200)},
    "hands_csv": {"GET": (302, 404, 200, 200, 200)},
    "transfers_csv": {"GET": (302, 404, 200, 200, 200)},
    "session_json": {"GET": (302, 404, 200, 200, 200)},
    "settle": {"GET": (302, 404, 200, 200, 200), "POST": (302, 404, 404, 422, 422)},
    "reopen": {"POST": (302, 404, 404, 422, 422)},
    "archive": {"POST": (302, 404, 404, 422, 422)},
    "unarchive": {"POST": (302, 404, 404, 422, 422)},
    "carry": {"POST": (302, 404, 404, 422, 422)},
    "payment_paid": {"POST": (302, 404, 404, 302, 302)},
    "payment_owed": {"POST": (302, 404, 404, 302, 302)},
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
    "hindsight": {"GET": (302, 404, 200, 200, 200)},
    "question_ask": {"POST": (302, 404, 422, 422, 422)},
    "question_answer": {"POST": (302, 404, 404, 422, 422)},
    "photo_add": {"POST": (302, 404, 404, 422, 422)},
    "hand_photo": {"GET": (302, 404, 200, 200, 200)},
    "photo_remove": {"POST": (302, 404, 404, 302, 302)},
    "undo": {"POST": (302, 404, 404, 409, 409)},
    "restore": {"POST": (302, 404, 404, 409, 409)},
}
# Where those whom a row does not name get something else than those they are like: see access_matrix.py.
OTHERWISE: dict[tuple[str, str], dict[str, int]] = {
    ("signup", "GET"): {"guest": 200},
    ("signup", "POST"): {"guest": 422},
    ("session_json", "GET"): {"scorer link": 404},
    ("share", "GET"): {"scorer link": 404},
    ("share", "POST"): {"scorer link": 404},
}
FOR_EVERYBODY = (
    "home",
    "start",
    "signup",
    "login",
    "logout",
    "theme",
    "offline",
    "service_worker",
    "healthz",
    "live",
    "live_now",
    "live_hand",
    "take_over",
    "join",
    "score",
    "correct",
)
ABOUT_A_HAND = ("hand", "correct", "correct_progress", "undo", "restore")
ABOUT_A_DOUBT = ("hindsight", "question_ask", "question_answer", "photo_add", "hand_photo", "photo_remove")
ABOUT_A_SEAT = ("seat_leave", "seat_return")
ABOUT_A_DRAFT = ("check", "drop")
ABOUT_A_PLAYER = (
    "player",
    "player_edit",
    "player_merge",
    "player_unmerge",
    "player_deactivate",
    "player_activate",
)
ABOUT_A_LINK = ("live", "live_now", "live_hand", "take_over", "join")
ABOUT_A_MEMBER = ("member_role", "member_remove")
ABOUT_A_CLUB = (
    "members",
    "club",
    "club_careers",
)
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


def asked(session: Session) -> HandQuestion:
    """What Ann asks about the first hand."""
    row = {"club": session.club, "session": session, "created_by": session.created_by, "after_number": 1}
    question: HandQuestion = HandQuestion.objects.create(**row, hand=session.hands.get(), text="Really?")
    return question


def photographed(session: Session) -> HandPhoto:
    """A photo of the first hand, whatever is on it."""
    row = {"club": session.club, "hand": session.hands.get(), "created_by": session.created_by}
    photo: HandPhoto = HandPhoto.objects.create(**row, data=b"red and blue", width=2, height=1)
    return photo


def planned(session: Session) -> PlannedPayment:
    """What settles the first hand, when the table is closed."""
    close(session)
    return payment(session)


def test_every_address_has_a_row() -> None:
    assert {pattern.name for pattern in ADDRESSES} == set(ACCESS)


def arguments(name: str, session: Session) -> tuple[object, ...]:
    """What stands in the address of this name, at a table with a hand, a draft and whatever else it is about."""
    record(session, QUIET)
    draft_keep(session=session, user=session.created_by, key=KEY, number=2, fields=draft_of(session))
    if "public_id" in str(next(pattern.pattern for pattern in ADDRESSES if pattern.name == name)):
        return (
            session.public_id,
            *(1 for _ in [0] if name in (*ABOUT_A_HAND, *ABOUT_A_DOUBT, *ABOUT_A_SEAT)),
            *(1 for _ in [0] if name == "hindsight"),
            *(asked(session).pk for _ in [0] if name == "question_answer"),
            *(photographed(session).pk for _ in [0] if name in ("hand_photo", "photo_remove")),
            *(pay(session, "Bob", "Ann").pk for _ in [0] if name == "adjustment_undo"),
            *(bought(session).pk for _ in [0] if name == "stack_undo"),
            *(planned(session).pk for _ in [0] if name in ("payment_paid", "payment_owed")),
            *(KEY for _ in [0] if name in ABOUT_A_DRAFT),
        )
    if name in ABOUT_A_LINK:
        return (link_for(session, name).token, *(1 for _ in [0] if name == "live_hand"))
    if name in ABOUT_A_MEMBER:
        return (session.club_id, session.club.memberships.get(role="viewer").pk)
    if name in ABOUT_A_PLAYER:
        return (seat_of(session, "Ann").player_id,)
    if name in ABOUT_A_CLUB:
        return (session.club_id,)
    return ()


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
    args = arguments(name, session)
    statuses = []
    for user in (None, stranger, viewer, scorer, ann_user):
        statuses.append(browser_of(user).generic(method, reverse(name, args=args)).status_code)
        if name == "photo_remove":
            # Whoever may take it away leaves none for the next.
            args = (*args[:-1], photographed(session).pk)
    if method in ACCESS[name]:
        assert tuple(statuses) == ACCESS[name][method]
    else:
        assert statuses == [405 if name in FOR_EVERYBODY else 302, 405, 405, 405, 405]


@pytest.mark.parametrize("name", ACCESS)
def test_access_of_those_who_are_like_others(
    name: str,
    session: Session,
    viewer: User,
    guest: User,
    admin: User,
    linked: User,
    browser_of: Callable[[User | None], Client],
) -> None:
    watching = browser_of(None)
    assert watching.get(address(make(session))).status_code == 200
    browsers = {"guest": browser_of(guest), "view link": watching, "admin": browser_of(admin)}
    browsers["scorer link"] = browser_of(linked)
    page = reverse(name, args=arguments(name, session))
    for method in ACCESS[name]:
        row = row_of(name, method)
        statuses = {who: browser.generic(method, page).status_code for who, browser in browsers.items()}
        assert statuses == {who: row[who] for who in browsers}, method
    statuses = {who: browser.generic("PUT", page).status_code for who, browser in browsers.items()}
    assert statuses == dict.fromkeys(browsers, 405) | {"view link": 405 if name in FOR_EVERYBODY else 302}


def test_the_document_has_the_table_of_now() -> None:
    _, made, _ = access_matrix.parts(access_matrix.document().read_text())
    assert made == access_matrix.table(), "make access-matrix writes it anew"


def test_a_hand_of_another_session_is_not_found(session: Session, stranger: User, browser: Client) -> None:
    other = Session.objects.exclude(pk=session.pk).get()
    record(session, QUIET)
    assert browser.get(reverse("hand", args=(session.public_id, 2))).status_code == 404
    assert browser.get(reverse("table", args=(other.public_id,))).status_code == 404
