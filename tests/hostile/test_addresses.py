"""Whatever is sent to an address of the site is answered in time and with a status of its own, never by an error of the
server; what is refused is refused with a sentence, and the books are as good as before.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from zlib import crc32

import pytest
from django.core.cache import cache
from django.db import transaction
from hypothesis import given, seed

from ledger import views
from ledger.models import Session, User
from ledger.services.checks import audit_ledger
from ofcscore import limits
from tests.hostile.mutations import QUERY, Sent, requests
from tests.hostile.runs import drawn
from tests.hostile.scenes import Scene, scene
from tests.hostile.sending import MULTIPART, URLENCODED, multipart, urlencoded
from tests.hostile.tally import Tally
from tests.hostile.texts import SCRIPT
from tests.hostile.visitor import Answer, Request, Visitor
from tests.ledger.test_access import ACCESS

pytestmark = pytest.mark.django_db
# Where a page says that something is wrong.
SENTENCES = ('role="alert"', 'class="message', 'class="problem-page"')
# Answered to a program that reads the status alone.
WORDLESS = ("keep",)
FEW, MANY = 10, 250
MANY_FIELDS, MORE = 12, 3


@contextmanager
def undone() -> Iterator[None]:
    """Whatever is written inside is gone afterwards, in less time than new tables take."""
    before = transaction.savepoint()
    try:
        yield
    finally:
        transaction.savepoint_rollback(before)


def standing() -> list[tuple[int, int]]:
    """Every session's version: what is refused leaves them as they are."""
    return list(Session.objects.order_by("pk").values_list("pk", "version"))


def check(name: str, answer: Answer) -> None:
    """Fails unless the answer is one that a person can do something with."""
    assert not answer.error, answer.error
    assert answer.status < 500, answer.content
    if answer.is_page:
        assert SCRIPT not in answer.text, "what was sent came back as a script"
    if answer.status >= 400 and answer.status != 405 and name not in WORDLESS:
        assert any(sentence in answer.text for sentence in SENTENCES), (answer.status, answer.text)


def ask(there: Scene, sent: Sent) -> Answer:
    cookies = {name: value for name, value in there.who.cookies.items() if sent.is_known or name != "sessionid"}
    return Visitor(cookies).ask(sent.request)


def shown_after(there: Scene, answer: Answer) -> str:
    """The page that has to show next what was taken; empty where there is none."""
    if there.name == "keep" and answer.status == 204 and there.form:
        return there.path.replace("score/keep", f"check/{there.form.controls['key'].values[0]}")
    location = answer.headers.get("Location", "")
    return location.partition("#")[0].partition("?")[0] if location.startswith("/") else ""


def try_all(name: str, user: User, examples: int, tally: Tally) -> None:
    there = scene(name, user)
    fields = len(there.form.controls) if there.form else 0
    before = standing()

    # The same requests every time, so that what passes here passes everywhere; and others to every address.
    @seed(crc32(name.encode()))
    @drawn(examples * (MORE if fields > MANY_FIELDS else 1), is_seeded=True)
    @given(requests(there))
    def tried(sent: Sent) -> None:
        # Who is turned away for asking too often gets no further than that.
        limits.forget()
        # What is rolled back had the version of what comes next.
        cache.clear()
        with undone():
            answer = ask(there, sent)
            tally.count("views", name, answer.status)
            check(name, answer)
            after = shown_after(there, answer)
            if after:
                check(name, ask(there, Sent(Request("GET", after), is_known=sent.is_known)))
            if standing() != before:
                assert answer.status < 400, "what is refused changes nothing"
                assert audit_ledger().problems == ()

    tried()
    assert standing() == before
    assert audit_ledger().problems == ()


@pytest.mark.parametrize("name", ACCESS)
def test_a_few_requests_to_every_address(name: str, ann_user: User, tally: Tally) -> None:
    try_all(name, ann_user, FEW, tally)


@pytest.mark.slow
@pytest.mark.parametrize("name", ACCESS)
def test_many_requests_to_every_address(name: str, ann_user: User, tally: Tally) -> None:
    try_all(name, ann_user, MANY, tally)


@pytest.mark.parametrize("name", [name for name, methods in ACCESS.items() if "POST" in methods])
def test_what_is_changed_is_a_good_form(name: str, ann_user: User) -> None:
    there = scene(name, ann_user)
    assert there.form
    sendings = {MULTIPART: multipart(there.form.pairs), URLENCODED: urlencoded(there.form.pairs)}
    for kind in [MULTIPART] if there.form.is_multipart else sendings:
        with undone():
            request = Request("POST", there.path, body=sendings[kind], content_type=kind)
            assert ask(there, Sent(request, is_known=True)).status in (200, 204, 302)


def test_every_name_that_a_page_reads_from_its_address_is_tried() -> None:
    code = "".join(path.read_text() for path in Path(views.__path__[0]).glob("*.py"))
    assert set(re.findall(r'GET(?:\.get\(|\[)"(\w+)"', code)) <= set(QUERY)
