"""Names, reasons and questions that are no names: shown as what they are, on every page and in every file."""

import csv
import io
import re
from collections import Counter
from collections.abc import Iterator
from urllib.parse import parse_qsl, urlsplit

import pytest
from django.contrib import admin as admin_pages
from django.http import HttpResponse
from django.test import Client
from django.urls import resolve, reverse

from ledger.models import Session, User
from tests.ledger.hostile_evening import MARKUP, SHOWN, hostile, markup_in, owner
from tests.ledger.links import address, make
from tests.ledger.pages import _parsed
from tests.ledger.pictures import picture
from tests.ledger.tables import books
from tests.ledger.test_access import ACCESS

pytestmark = pytest.mark.django_db

EVENINGS = ("played", "staked", "closed")
LINK = re.compile(r'(?:href|hx-get)="(/[^"#]*)')
# Of each address, so many are looked at.
MOST_ALIKE = 4
# What nothing of what people write is on.
WITHOUT_TEXTS = {
    "login",
    "signup",
    "password",
    "offline",
    "service_worker",
    "healthz",
    "import_session",
    "rules_export",
}
# What a link leads to where something is going on that is not.
ELSEWHERE = {"check", "hand_photo"}
FIELDS = ("page", "player", "by", "game", "since", "until", "preset", "royalties", "scoring", "done", "draft", "v", "q")
# What a form goes by, and not what is typed into it.
KEPT = ("version", "key", "number", "revision", "action", "csrfmiddlewaretoken")
STATEMENTS = ("' OR '1'='1' --", '"; DROP TABLE ledger_hand; --', "%", "\\")


@pytest.fixture
def sessions(db: None) -> list[Session]:
    user = owner()
    return [hostile(user, evening) for evening in EVENINGS]


@pytest.fixture
def theirs(sessions: list[Session]) -> Client:
    """The browser of whoever wrote all that."""
    client = Client()
    client.force_login(sessions[0].created_by)
    return client


def words(answer: HttpResponse) -> str:
    return answer.getvalue().decode("utf-8", "replace")


def crawl(browser: Client, *begin: str) -> Iterator[tuple[str, str, HttpResponse]]:
    """Every page that can be reached from these by links, as the name of its address, its path and the answer."""
    seen: Counter[tuple[str, tuple[str, ...]]] = Counter()
    paths, done = list(begin), set(begin)
    while paths:
        path = paths.pop()
        name = resolve(urlsplit(path).path).url_name or ""
        alike = (name, tuple(key for key, _ in parse_qsl(urlsplit(path).query, keep_blank_values=True)))
        seen[alike] += 1
        if seen[alike] > MOST_ALIKE:
            continue
        answer = browser.get(path, follow=True)
        yield name, path, answer
        if answer["Content-Type"].startswith("text/html"):
            found = [link.replace("&amp;", "&") for link in LINK.findall(words(answer))]
            paths += [link for link in found if link not in done and not link.startswith(("/static/", "/admin/"))]
            done |= set(found)


def one_of_each(browser: Client) -> list[str]:
    """A page of each kind, by its path without a question."""
    found = {}
    for name, path, answer in crawl(browser, "/"):
        if answer["Content-Type"].startswith("text/html") and "?" not in path:
            found[name] = path
    return list(found.values())


def test_no_page_takes_them_for_markup(theirs: Client, sessions: list[Session]) -> None:
    photo = {"photo": io.BytesIO(picture())}
    theirs.post(reverse("photo_add", args=(sessions[0].public_id, 1)), photo)
    begin = ["/", *(reverse("score", args=(session.public_id,)) for session in sessions)]
    shown = set()
    for name, path, answer in crawl(theirs, *begin):
        assert answer.status_code == 200, path
        if answer["Content-Type"].startswith("text/html"):
            assert markup_in(words(answer)) == [], path
            if SHOWN in words(answer):
                shown.add(name)
        else:
            assert answer["Content-Type"].partition(";")[0] in (
                "text/csv",
                "application/json",
                "image/jpeg",
                "text/javascript",
            )
            assert answer["X-Content-Type-Options"] == "nosniff"
    expected = {name for name in ACCESS if "GET" in ACCESS[name]} - WITHOUT_TEXTS - ELSEWHERE
    expected -= {"live", "live_now", "live_hand", "take_over", "join", "hands_csv", "transfers_csv", "session_json"}
    assert expected - shown == set()


def test_nor_those_behind_a_link(client: Client, sessions: list[Session]) -> None:
    shown = set()
    for session in sessions:
        watching = address(make(session))
        begin = [watching, f"{watching}now/", address(make(session, "scorer")), address(make(session, "invitation"))]
        for name, path, answer in crawl(client, *begin):
            assert answer.status_code in (200, 204, 286), path
            assert markup_in(words(answer)) == [], path
            if SHOWN in words(answer):
                shown.add(name)
    assert {"live", "live_now", "live_hand", "take_over", "join"} - shown == set()


def test_nor_the_admins(admin: User, sessions: list[Session]) -> None:
    browser = Client()
    browser.force_login(admin)
    shown = 0
    for model in admin_pages.site._registry:
        pages = f"admin:{model._meta.app_label}_{model._meta.model_name}"
        paths = [reverse(f"{pages}_changelist"), reverse(f"{pages}_changelist") + "?q=%22%27%3E%3Cxq%20xq%3D1%3E"]
        paths += [reverse(f"{pages}_{page}", args=(row.pk,)) for row in model.objects.all()[:3] for page in ("change",)]
        for path in paths:
            answer = browser.get(path)
            assert answer.status_code == 200, path
            assert [tag for tag in markup_in(words(answer)) if "xq" in tag] == [], path
            shown += SHOWN in words(answer) or "&lt;xq" in words(answer)
    assert shown > len(admin_pages.site._registry)


def test_nor_what_comes_back_of_a_form(theirs: Client, sessions: list[Session]) -> None:
    """Each form that there is, first with everything in it spoilt, then only with what is typed."""
    forms = {}
    for name, path, answer in crawl(theirs, "/", *(reverse("score", args=(each.public_id,)) for each in sessions)):
        if answer["Content-Type"].startswith("text/html"):
            for has, fields in _parsed(answer).forms:
                if has.get("method") == "post":
                    action = has.get("action") or path
                    forms[resolve(urlsplit(action).path).url_name or name, frozenset(fields)] = (action, fields)
    forms.pop(("logout", frozenset({"csrfmiddlewaretoken"})), None)
    assert len(forms) > 30
    for action, fields in forms.values():
        for kept in ((), KEPT):
            sent = {field: value if field in kept else MARKUP for field, value in fields.items()}
            answer = theirs.post(action, sent | {"text": MARKUP, "pasted": MARKUP}, follow=True)
            assert answer.status_code < 500, action
            assert markup_in(words(answer)) == [], action


def test_nor_what_is_in_an_address(theirs: Client, sessions: list[Session]) -> None:
    for path in one_of_each(theirs):
        for text in (MARKUP, "javascript:alert(1)"):
            again = theirs.get(path, dict.fromkeys(FIELDS, text), follow=True)
            assert again.status_code < 500, path
            assert markup_in(words(again)) == [], path


def test_no_spreadsheet_takes_them_for_formulas(theirs: Client, sessions: list[Session]) -> None:
    texts = 0
    for session in sessions:
        for name in ("hands_csv", "transfers_csv"):
            content = words(theirs.get(reverse(name, args=(session.public_id,)))).removeprefix("\ufeff")
            for row in csv.reader(io.StringIO(content, newline="")):
                for cell in row:
                    is_number = re.fullmatch(r"-?\d+(\.\d+)?", cell)
                    assert is_number or not cell.startswith(("=", "+", "-", "@", "\t", "\r")), cell
                    texts += "xq" in cell
    assert texts > 20


def test_a_name_of_a_file_sends_no_header(theirs: Client, sessions: list[Session]) -> None:
    Session.objects.update(name='x"; filename="evil.exe"\r\nSet-Cookie: a=b\r\n\r\n<xq>')
    for session in sessions:
        for name in ("hands_csv", "transfers_csv", "session_json"):
            answer = theirs.get(reverse(name, args=(session.public_id,)))
            disposition = answer["Content-Disposition"]
            assert re.fullmatch(r'attachment; filename="[^"\\\r\n]*"', disposition)
            assert "Set-Cookie" not in answer.headers


def test_no_statement_is_one_in_an_address(theirs: Client, sessions: list[Session], stranger: User) -> None:
    """Whatever is asked for, nothing changes, and nothing of others is there."""
    before = books()
    for path in one_of_each(theirs):
        for statement in STATEMENTS:
            again = theirs.get(path, dict.fromkeys(FIELDS, statement), follow=True)
            assert again.status_code < 500, path
            assert "Xan" not in words(again), path
    assert books() == before


def test_nor_in_a_form_or_a_search(admin: User, session: Session) -> None:
    before = books()
    browser = Client()
    browser.force_login(admin)
    for statement in STATEMENTS:
        for page in ("/login/", "/admin/login/"):
            for sent in ({"username": statement, "password": "x"}, {"username": "admin", "password": statement}):
                assert not Client().post(page, sent).wsgi_request.user.is_authenticated
        for model in admin_pages.site._registry:
            path = reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist")
            answer = browser.get(path, {"q": statement})
            assert answer.status_code == 200, path
            assert answer.context["cl"].result_count == 0, path
            assert browser.get(path, {"o": statement, "p": statement, "state__exact": statement}).status_code < 500
    assert books() == before
