"""What is brought in from elsewhere, a session's file and the rules of another table: it is taken whole and right, or
refused with a sentence. tests/ledger/test_import_mutations.py changes what good files say; here it is their writing.
"""

from collections.abc import Callable

import pytest
from django.db import transaction
from hypothesis import given
from hypothesis import strategies as st

from ledger.forms.rules import RulesForm
from ledger.models import SessionRules, User
from ledger.services.errors import RefusedError
from ledger.services.imports import session_import
from ledger.services.session_file import MOST_BYTES
from ofcscore.engine.rules import PRESETS, Ruleset
from tests.hostile.json_texts import hostile_json
from tests.hostile.pages import forms_of
from tests.hostile.runs import drawn
from tests.hostile.tally import Tally
from tests.hostile.visitor import patience
from tests.ledger.evenings import EVENINGS, as_file, bring_in, file_of
from tests.ledger.tables import start

pytestmark = pytest.mark.django_db


def try_all(inputs: st.SearchStrategy[bytes], examples: int, tried: Callable[[bytes], None]) -> None:
    # The same files every time, so that what passes here passes everywhere.
    @drawn(examples)
    @given(inputs)
    def each(content: bytes) -> None:
        with patience():
            tried(content)

    each()


def came_of(user: User, content: bytes) -> str:
    """What comes of a file: "taken", or "refused" with a sentence that is not too long."""
    sentence = bring_in(user, content)
    assert len((sentence or "").encode()) < 800, sentence
    return "refused" if sentence else "taken"


def import_files(user: User, examples: int, tally: Tally) -> None:
    good = [file_of(evening(user)) for evening in EVENINGS.values()]

    def tried(content: bytes) -> None:
        before = transaction.savepoint()
        tally.count("files", "a session", came_of(user, content))
        transaction.savepoint_rollback(before)

    try_all(hostile_json(good), examples, tried)


def paste_rules(user: User, examples: int, tally: Tally) -> None:
    current = SessionRules.objects.select_related("session").newest_of(start(user))
    form = RulesForm(current, shown=current.ruleset)
    good = dict(forms_of(f"<form>{form.as_p()}</form>")[0].pairs)

    def tried(content: bytes) -> None:
        text = content.decode("utf-8", "replace")
        form = RulesForm(current, good | {"pasted": text}, shown=current.ruleset)
        if form.is_valid():
            rules = form.cleaned_data["rules"]
            assert Ruleset.from_json(rules.to_json()) == rules
        for sentence in form.errors.get("pasted", ()):
            assert sentence.endswith((".", "?"))
            assert len(sentence) < 600, sentence
        str(form.errors).encode()
        tally.count("files", "rules", "taken" if form.is_valid() else "refused")

    try_all(hostile_json([rules.to_json() for rules in PRESETS.values()]), examples, tried)


def test_a_hundred_files(ann_user: User, tally: Tally) -> None:
    import_files(ann_user, 100, tally)


@pytest.mark.slow
def test_three_thousand_files(ann_user: User, tally: Tally) -> None:
    import_files(ann_user, 3_000, tally)


def test_five_hundred_rules(ann_user: User, tally: Tally) -> None:
    paste_rules(ann_user, 500, tally)


@pytest.mark.slow
def test_four_thousand_rules(ann_user: User, tally: Tally) -> None:
    paste_rules(ann_user, 4_000, tally)


# Files as large as one may be, of what takes long to read in some way or other.
LARGE = {
    "one text": b'"' + MOST_BYTES // 2 * b"ab" + b'"',
    "nothing": MOST_BYTES * b" ",
    "lists in lists": MOST_BYTES * b"[",
    "lists side by side": b"[" + MOST_BYTES // 3 * b"[]," + b"[]]",
    "objects side by side": b"[" + MOST_BYTES // 10 * b'{"a":[]},' + b"[]]",
    "numbers": b"[" + MOST_BYTES // 3 * b"1," + b"1]",
    "one number": MOST_BYTES * b"9",
    "names": b"{" + b",".join(b'"%d":0' % number for number in range(MOST_BYTES // 12)) + b"}",
    "escapes": b'{"format": "' + MOST_BYTES // 8 * b"\\ud800" + b'"}',
    "bytes that are no text": MOST_BYTES * b"\xff",
}


@pytest.mark.parametrize("what", LARGE)
def test_a_file_as_large_as_one_may_be_is_refused_in_time(what: str, ann_user: User, tally: Tally) -> None:
    with patience(), pytest.raises(RefusedError):
        session_import(user=ann_user, content=LARGE[what])
    tally.count("files", "a session", "refused")


def test_what_is_changed_is_good(ann_user: User) -> None:
    for evening in EVENINGS.values():
        assert came_of(ann_user, as_file(file_of(evening(ann_user)))) == "taken"
