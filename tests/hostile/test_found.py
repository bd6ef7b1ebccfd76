"""What hostile inputs have brought to light, each once more by itself."""

import pytest

from ledger.forms.rules import RulesForm
from ledger.models import Session, SessionRules, User
from ledger.services.errors import RefusedError
from ledger.services.imports import session_import
from ledger.services.session_file import MOST_BYTES
from tests.hostile.pages import forms_of
from tests.hostile.sending import MULTIPART, URLENCODED, multipart
from tests.hostile.visitor import Request, Visitor, patience

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("charset", ["rot13", "hex", "undefined"])
@pytest.mark.parametrize("method", ["GET", "POST"])
@pytest.mark.parametrize("kind", [MULTIPART, URLENCODED])
def test_an_encoding_that_no_page_has(kind: str, method: str, charset: str) -> None:
    """Django reads an address, and what is sent, in whatever encoding it is told."""
    sent = Request(method, "/login/", "next=/", multipart([("username", "ann")]), f"{kind}; charset={charset}")
    answer = Visitor().ask(sent)
    assert answer.status == {"GET": 200, "POST": 403}[method]


def test_an_encoding_that_makes_half_characters() -> None:
    somebody = Visitor()
    form = next(form for form in forms_of(somebody.get("/login/").text) if form.method == "post")
    body = multipart(form.filled(username="\\ud800", password="x").pairs)
    sent = Request("POST", "/login/", body=body, content_type=f"{MULTIPART}; charset=unicode_escape")
    assert somebody.ask(sent).status == 403


def test_a_content_type_that_cannot_be_read() -> None:
    assert Visitor().ask(Request("POST", "/login/", body=b"x", content_type="a; charset*=bogus''x")).status == 403


@pytest.mark.parametrize(("path", "host", "status"), [("/nowhere/", "testserver", 404), ("/login/", "a_b", 400)])
def test_a_form_that_cannot_be_read_sent_to_no_page(path: str, host: str, status: int) -> None:
    """Django's own pages for errors look for the token of a form in what was sent, and fail on it."""
    somebody = Visitor()
    somebody.get("/login/")
    sent = Request("POST", path, body=b"x", content_type="multipart/form-data", headers={"Host": host})
    answer = somebody.ask(sent)
    assert answer.status == status
    assert 'class="problem-page"' in answer.text


@pytest.mark.parametrize(
    "pasted", ['{"cap": ' + 5000 * "9" + "}", '{"\\ud800": 1}'], ids=["5000 digits", "half a character"]
)
def test_pasted_rules_that_python_trips_over(session: Session, pasted: str) -> None:
    current = SessionRules.objects.select_related("session").newest_of(session)
    form = RulesForm(current, {"pasted": pasted, "version": "1", "unit_value": "1"}, shown=current.ruleset)
    assert form.errors["pasted"]
    assert str(form.errors).encode()


def test_a_name_that_stands_twice_among_very_many_is_found_in_time(ann_user: User) -> None:
    last = MOST_BYTES // 12
    names = ",".join(f'"{number}":0' for number in (*range(last), last, last))
    with patience(), pytest.raises(RefusedError, match=f"says '{last}' twice"):
        session_import(user=ann_user, content=f"{{{names}}}".encode())
