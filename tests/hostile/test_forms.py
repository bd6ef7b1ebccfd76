"""Every form of the site judges whatever is typed into it: it takes what can be kept, and says in words what it cannot
take. Here the forms are asked by themselves, which is many times as fast as by way of their pages.
"""

import importlib
import pkgutil
from collections.abc import Callable, Iterator, Sequence
from typing import Any
from zlib import crc32

import pytest
from django import forms
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import QueryDict
from django.test import RequestFactory
from django.utils.datastructures import MultiValueDict
from hypothesis import given, seed

import ledger.forms
from ledger.forms import (
    accounts,
    adjustments,
    careers,
    closing,
    clubs,
    hand,
    imports,
    links,
    people,
    questions,
    rules,
    stacks,
    start,
    unit_values,
    versioned,
)
from ledger.models import Player, Session, SessionRules, User
from ledger.reports.progress import progress_view
from ledger.services.deals import deal_next
from ledger.services.errors import LedgerError
from ledger.services.hands import entry_problems, hand_score
from ofcscore import limits
from ofcscore.engine.errors import OFCError
from ofcscore.engine.rules import Ruleset
from tests.hostile.mutations import changed
from tests.hostile.pages import Form, Upload, Value, forms_of
from tests.hostile.runs import drawn
from tests.hostile.scenes import BOARDS
from tests.hostile.tally import Tally
from tests.hostile.texts import as_bytes
from tests.hostile.visitor import patience
from tests.ledger.boards import QUIET
from tests.ledger.conftest import PASSWORD
from tests.ledger.tables import record

pytestmark = pytest.mark.django_db
FEW, MANY = 30, 1_300
Data = QueryDict | None
Files = MultiValueDict[str, Any] | None
Builder = Callable[[Data, Files], forms.BaseForm]
# What is typed into a form that is not good as its page has it.
TYPED: dict[type[forms.BaseForm], dict[str, Value]] = {
    accounts.SignUpForm: {"username": "dee", "password": PASSWORD},
    adjustments.AdjustmentForm: {"payer": "0", "units": "2", "reason": "exposed card"},
    closing.ReopenForm: {"reason": "one more"},
    hand.HandForm: dict(BOARDS),
    imports.ImportForm: {"file": Upload("a.json", b"{}")},
    links.LinkForm: {"kind": "view", "action": "make"},
    links.RoleForm: {"role": "viewer"},
    people.JoinForm: {"name": "Dee"},
    people.SwapForm: {"one": "0", "other": "1"},
    questions.AskForm: {"text": "Was it a flush?"},
    questions.AnswerForm: {"text": "It was."},
    questions.PhotoForm: {"photo": Upload("a.jpg", b"\xff\xd8")},
    rules.WhatIfForm: {"preset": "classic", "scoring": "2-4", "royalty_payment": "net"},
    start.StartForm: {"names_0": "Ann", "names_1": "Bob"},
    stacks.ChipsForm: {"units": "20", "action": "buy"},
    unit_values.UnitValueForm: {"value": "2.50"},
}


def builders(session: Session, user: User) -> dict[type[forms.BaseForm], Builder]:
    """How each form of the site is made, at a table with a hand."""
    deal = deal_next(session)
    seats = list(deal.table)
    current = SessionRules.objects.select_related("session").newest_of(session)
    players = list(Player.objects.filter(club=session.club_id))
    request = RequestFactory().post("/login/")
    began = {"number": deal.number, "version": session.version}
    return {
        accounts.SignUpForm: lambda data, files: accounts.SignUpForm(data, address="127.0.0.1"),
        accounts.LogInForm: lambda data, files: accounts.LogInForm(request, data),
        accounts.ChangePasswordForm: lambda data, files: accounts.ChangePasswordForm(user, data),
        adjustments.AdjustmentForm: lambda data, files: adjustments.AdjustmentForm(session, data),
        careers.SelectionForm: lambda data, files: careers.SelectionForm(data),
        closing.ReopenForm: lambda data, files: closing.ReopenForm(session, data),
        closing.CarryForm: lambda data, files: closing.CarryForm(session, [session], data),
        clubs.ClubPageForm: lambda data, files: clubs.ClubPageForm(data),
        clubs.ClubNameForm: lambda data, files: clubs.ClubNameForm(data, initial={"name": "Thursday"}),
        clubs.PlayerNameForm: lambda data, files: clubs.PlayerNameForm(data, initial={"name": "Ann"}),
        clubs.MergeForm: lambda data, files: clubs.MergeForm(players, data),
        hand.HandForm: lambda data, files: hand.HandForm(deal, seats, data, start=began),
        imports.ImportForm: imports.ImportForm,
        links.LinkForm: lambda data, files: links.LinkForm(data),
        links.RoleForm: lambda data, files: links.RoleForm(data),
        people.JoinForm: lambda data, files: people.JoinForm(session, data),
        people.LeaveForm: lambda data, files: people.LeaveForm(session, data),
        people.SwapForm: lambda data, files: people.SwapForm(session, data),
        questions.AskForm: lambda data, files: questions.AskForm(session, data),
        questions.AnswerForm: lambda data, files: questions.AnswerForm(session, 1, data),
        questions.PhotoForm: lambda data, files: questions.PhotoForm(session, data, files),
        rules.RulesForm: lambda data, files: rules.RulesForm(current, data, shown=current.ruleset),
        rules.WhatIfForm: lambda data, files: rules.WhatIfForm(data, current=current.ruleset),
        stacks.ChipsForm: lambda data, files: stacks.ChipsForm(session, seats, data),
        start.StartForm: lambda data, files: start.StartForm(data),
        unit_values.UnitValueForm: lambda data, files: unit_values.UnitValueForm(session, seats, data),
        versioned.VersionedForm: lambda data, files: versioned.VersionedForm(session, data),
    }


def form_classes() -> set[type[forms.BaseForm]]:
    """Every form that the site has of its own."""
    modules = [
        importlib.import_module(f"ledger.forms.{module.name}") for module in pkgutil.iter_modules(ledger.forms.__path__)
    ]
    return {
        each
        for module in modules
        for each in vars(module).values()
        if isinstance(each, type)
        and issubclass(each, forms.BaseForm)
        and each.__module__ == module.__name__
        and not each.__name__.startswith("_")
    }


NAMES = sorted(each.__name__ for each in form_classes())


def good_form(build: Builder) -> Form:
    """The form as a browser has it, filled in."""
    form = build(None, None)
    return forms_of(f"<form>{form.as_p()}</form>")[0].filled(**TYPED.get(type(form), {}))


def sent(pairs: Sequence[tuple[str, Value]]) -> tuple[QueryDict, MultiValueDict[str, Any]]:
    """What a view gets of it: text that is UTF-8, and files."""
    data, files = QueryDict(mutable=True), MultiValueDict[str, Any]()
    for name, value in pairs:
        if isinstance(value, Upload):
            files.appendlist(name, SimpleUploadedFile("file", value.content, value.kind))
        else:
            data.appendlist(name, as_bytes(value).decode("utf-8", "replace"))
    return data, files


def every_text(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        yield from every_text([*value.keys(), *value.values()])
    elif isinstance(value, list | tuple):
        for each in value:
            yield from every_text(each)


def check(form: forms.BaseForm) -> None:
    """Fails unless the form takes what can be kept, or says what is wrong in words that a page can hold."""
    if form.is_valid():
        assert not any(
            "\0" in text or not text.isascii() and not text.encode() for text in every_text(form.cleaned_data)
        )
    else:
        sentences = [str(sentence) for errors in form.errors.values() for sentence in errors]
        assert sentences and all(sentence.strip().endswith((".", "?")) for sentence in sentences), sentences
    str(form.errors).encode()
    if isinstance(form, hand.HandForm):
        check_hand(form)
    elif form.is_valid() and isinstance(form, rules.RulesForm):
        chosen = form.cleaned_data["rules"]
        assert Ruleset.from_json(chosen.to_json()) == chosen


def check_hand(form: hand.HandForm) -> None:
    """What the pages of a hand do with its form."""
    progress_view(form.deal.rules.ruleset, form.typed_boards())
    assert all("\0" not in text for text in every_text(form.typed())) or not form.is_valid()
    form.typed_button()
    if form.is_valid():
        entry = form.entry()
        try:
            result, _ = hand_score(deal=form.deal, entry=entry)
        except (OFCError, LedgerError) as error:
            for problem in entry_problems(entry) or [error]:
                form.add_refusal(problem, entry)
            assert form.has_problems
        else:
            assert sum(result.units) == 0
        form.swap_boards()
    assert len(form.seat_fields) == len(form.seats)


def try_all(name: str, session: Session, user: User, examples: int, tally: Tally) -> None:
    record(session, QUIET)
    build = next(build for kind, build in builders(session, user).items() if kind.__name__ == name)
    good = good_form(build)

    # The same inputs every time, so that what passes here passes everywhere; and others to every form.
    @seed(crc32(name.encode()))
    @drawn(examples, is_seeded=True)
    @given(changed(good))
    def tried(pairs: list[tuple[str, Value]]) -> None:
        limits.forget()
        form = build(*sent(pairs))
        with patience():
            check(form)
        tally.count("forms", name, "taken" if form.is_valid() else "refused")

    tried()


@pytest.mark.parametrize("name", NAMES)
def test_a_few_inputs_to_every_form(name: str, session: Session, ann_user: User, tally: Tally) -> None:
    try_all(name, session, ann_user, FEW, tally)


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_many_inputs_to_every_form(name: str, session: Session, ann_user: User, tally: Tally) -> None:
    try_all(name, session, ann_user, MANY, tally)


def test_every_form_is_tried(session: Session, ann_user: User) -> None:
    assert set(builders(session, ann_user)) == form_classes()
