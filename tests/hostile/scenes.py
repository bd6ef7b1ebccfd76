"""For each address of the site: a table that it is about, in a state in which it can be asked for something, and the
form that asks, filled in as somebody would who means well.
"""

from collections.abc import Callable
from dataclasses import dataclass

from django.test import Client
from django.urls import reverse

from ledger.models import Membership, Player, Session, User
from ledger.services.exports import session_json
from ledger.services.people import player_deactivate, player_merge
from ofcscore.urls import urlpatterns
from tests.hostile.pages import Form, Upload, forms_of
from tests.hostile.visitor import Visitor
from tests.ledger.boards import QUIET
from tests.ledger.chips import buy_in, start_stakes, undo
from tests.ledger.closing import bring_to, close, mark, payment
from tests.ledger.conftest import PASSWORD, member
from tests.ledger.evenings import played
from tests.ledger.events import leave
from tests.ledger.pages import ROWS, with_boards
from tests.ledger.pictures import picture
from tests.ledger.tables import seat_of, start
from tests.ledger.test_access import ABOUT_A_PLAYER, ACCESS, arguments

PATTERNS = {pattern.name: str(pattern.pattern) for pattern in urlpatterns if getattr(pattern, "name", None)}
# Where the form of an address stands, when it is not on a page of that address.
FOUND_ON = {
    "logout": "home",
    "theme": "home",
    "player_merge": "player_edit",
    "player_unmerge": "player_edit",
    "player_deactivate": "player_edit",
    "player_activate": "player_edit",
    "member_role": "members",
    "member_remove": "members",
    "seat_leave": "players",
    "seat_return": "players",
    "seats_swap": "players",
    "adjustment_undo": "adjustments",
    "stack_undo": "stacks",
    "reopen": "settle",
    "archive": "settle",
    "unarchive": "settle",
    "carry": "settle",
    "payment_paid": "settle",
    "payment_owed": "settle",
    "progress": "score",
    "keep": "score",
    "drop": "score",
    "correct_progress": "correct",
    "question_ask": "hand",
    "question_answer": "hand",
    "photo_add": "hand",
    "photo_remove": "hand",
    "undo": "hand",
    "restore": "hand",
}
# These take the form of a hand, which is another address's.
OF_A_HAND = ("progress", "keep", "correct_progress")
# These only read, and have a night to read with everything in it.
ABOUT_A_NIGHT = (
    *("table", "history", "hand", "session_log", "export", "hands_csv", "transfers_csv", "session_json"),
    *("rules", "rules_export", "what_if"),
)
BOARDS = {name: value for name, value in with_boards({}, QUIET).items() if name.endswith(ROWS)}
FILLED: dict[str, dict[str, str]] = {
    "start": {"names_0": "Ann", "names_1": "Bob", "day": "2026-03-14"},
    "signup": {"username": "dee", "password": PASSWORD},
    "login": {"username": "ann", "password": PASSWORD, "typed": '{"seat0-top": "QhQd7c"}'},
    "password": {"old_password": PASSWORD, "new_password1": PASSWORD + "2", "new_password2": PASSWORD + "2"},
    "club": {"name": "Thursday"},
    "player_edit": {"name": "Annie"},
    "member_role": {"role": "scorer"},
    "share": {"kind": "view", "action": "make"},
    "players": {"name": "Dee"},
    "seats_swap": {"one": "0", "other": "2", "reason": "draughty"},
    "adjustments": {"payer": "0", "payees": "1", "units": "2", "reason": "exposed card"},
    "stacks": {"seats": "0", "units": "20", "action": "buy"},
    "unit_values": {"one": "0", "other": "1", "value": "2.50"},
    "reopen": {"reason": "one more"},
    "rules_change": {"scoring": "2-4"},
    "score": BOARDS | {"action": "save"},
    "progress": BOARDS,
    "keep": BOARDS,
    "correct": {"correction_reason": "misread", "action": "save"},
    "question_ask": {"text": "Was the middle a flush?"},
    "question_answer": {"text": "It was."},
}
# Asked by somebody who is not logged in; all others by the owner of the club.
BY_NOBODY = ("signup", "login", "live", "live_now", "live_hand", "take_over", "join")


@dataclass(frozen=True)
class Scene:
    """An address with its arguments, somebody who may ask there, and, where it can be posted to, a good form."""

    name: str
    path: str
    who: Visitor
    methods: tuple[str, ...]
    form: Form | None


def scene(name: str, user: User) -> Scene:
    """The scene of an address. ``user`` owns the club."""
    session = _table(name, user)
    member(session, "viewer", Membership.Role.VIEWER)
    args = arguments(name, session)
    if name in ABOUT_A_NIGHT:
        args = (played(user).public_id, *args[1:])
    if name in ABOUT_A_PLAYER:
        args = (_player_for(name, session).pk,)
    PREPARED.get(name, _nothing)(session)
    path = reverse(name, args=args)
    who = visitor(None if name in BY_NOBODY else user)
    methods = tuple(ACCESS[name])
    return Scene(name, path, who, methods, _form(name, args, path, who) if "POST" in methods else None)


def visitor(user: User | None) -> Visitor:
    """A browser in which somebody is logged in; None for nobody."""
    client = Client()
    if user is not None:
        client.force_login(user)
    return Visitor({name: morsel.value for name, morsel in client.cookies.items()})


def _table(name: str, user: User) -> Session:
    """The table that an address is about."""
    if name not in ("stacks", "stack_undo"):
        return start(user)
    session = start_stakes(user)
    buy_in(session, ann=40, bob=40, cy=40)
    return session


def _nothing(session: Session) -> None:
    """Most addresses can be asked at a table with a hand."""


def _player_for(name: str, session: Session) -> Player:
    """The player that an address is about: Ann, or Anna, who is of another table and never sat at this one."""
    anna: Player = seat_of(start(session.created_by, ("Dee", "Anna")), "Anna").player
    ann: Player = seat_of(session, "Ann").player
    if name == "player_unmerge":
        player_merge(player=anna, into=ann, user=session.created_by)
    if name == "player_activate":
        player_deactivate(player=ann, user=session.created_by)
    return anna if name in ("player_merge", "player_unmerge") else ann


def _closed_with_another(session: Session) -> None:
    close(session)
    start(session.created_by)


PREPARED: dict[str, Callable[[Session], object]] = {
    "seat_return": lambda session: leave(session, "Bob"),
    "restore": lambda session: undo(session.hands.get()),
    "reopen": close,
    "archive": lambda session: bring_to(session, "settled"),
    "unarchive": lambda session: bring_to(session, "archived"),
    "carry": _closed_with_another,
    "payment_owed": lambda session: mark(payment(session)),
}


def _form(name: str, args: tuple[object, ...], path: str, who: Visitor) -> Form:
    """The good form of an address, as its page has it."""
    page = FOUND_ON.get(name, name)
    there = args[: PATTERNS[page].count("<")]
    url = reverse(page, args=there)
    answer = who.get(url)
    assert answer.status == 200, (name, url, answer.status)
    wanted = url if name in OF_A_HAND else path
    every = [form for form in forms_of(answer.text) if form.method == "post"]
    if name == "drop":
        # Its button is on the page of a hand that somebody else saved meanwhile, and sends the token alone.
        token = every[0].controls["csrfmiddlewaretoken"]
        return Form(path, "post", False, controls={"csrfmiddlewaretoken": token})
    forms = [form for form in every if (form.action or url) == wanted]
    assert forms, f"{url} has no form for {path}"
    good = forms[0].filled(**FILLED.get(name, {}))
    if name in ("player_merge", "carry"):
        good = good.filled(into=good.controls["into"].offered[1])
    if name == "import_session":
        file = session_json(Session.objects.get())
        good = good.filled(file=Upload("session.json", file, "application/json"))
    if name == "photo_add":
        good = good.filled(photo=Upload("table.jpg", picture(), "image/jpeg"))
    return good
