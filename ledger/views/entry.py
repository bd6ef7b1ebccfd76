"""Entering a hand and correcting one: the form, what it is worth as it is typed, the check before saving, and saving.

What passes the check is kept as a draft, and the check is a page of its own address: going back, coming back and
loading it anew are all safe.
"""

import uuid
from collections.abc import Sequence
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from ledger.access import hand_in, user_of, writable_session
from ledger.forms.hand import HandForm, initial_of_draft, typed_boards
from ledger.models import Draft, Revision, Session, SessionRules
from ledger.reports.conflicts import conflict_view
from ledger.reports.hands import check_view
from ledger.reports.progress import progress_view
from ledger.services.drafts import draft_drop, draft_keep
from ledger.services.errors import ConflictError, LedgerError, TakenError
from ledger.services.hands import entry_problems, hand_score
from ledger.views.accounts import log_in_first, typed_before_login
from ledger.views.tasks import Correction, NewHand, Task, key_from
from ofcscore.engine.errors import OFCError
from ofcscore.engine.scoring import HandResult


@login_not_required
@require_http_methods(["GET", "HEAD", "POST"])
def score(request: HttpRequest, public_id: str) -> HttpResponse:
    """Enter the next hand. For scorers of the club."""
    if not request.user.is_authenticated:
        return log_in_first(request)
    session = writable_session(request, public_id)
    if not session.is_open and request.method != "POST":
        messages.error(request, "This table is closed, so no hand can be scored. Open it again under “Settle up”.")
        return redirect("table", public_id)
    return _answer(request, NewHand(session))


@login_not_required
@require_http_methods(["GET", "HEAD", "POST"])
def correct(request: HttpRequest, public_id: str, number: int) -> HttpResponse:
    """Enter a saved hand anew. For scorers of the club."""
    if not request.user.is_authenticated:
        return log_in_first(request)
    task = Correction(hand_in(writable_session(request, public_id), number))
    if request.method != "POST":
        try:
            task.expect_correctable()
        except ConflictError as error:
            messages.error(request, str(error))
            return redirect("hand", public_id, number)
    return _answer(request, task)


@require_safe
def check(request: HttpRequest, public_id: str, key: uuid.UUID) -> HttpResponse:
    """What a hand that was entered is worth, before it is saved. For scorers of the club."""
    session = writable_session(request, public_id)
    draft = Draft.objects.filter(session=session, key=key).first()
    if draft is None:
        return _already_saved(request, session, key)
    task = _task_of(session, draft)
    form = task.form(draft.fields)
    if not form.is_valid():
        return _form_page(request, task, form, status=422)
    return _check_page(request, task, form)


@require_POST
def progress(request: HttpRequest, public_id: str, number: int | None = None) -> HttpResponse:
    """What the rows typed so far are worth, as pieces of the form. For scorers of the club."""
    session = writable_session(request, public_id)
    rules = hand_in(session, number).rules if number else SessionRules.objects.newest_of(session)
    view = progress_view(rules.ruleset, typed_boards(session.seats.select_related("player"), request.POST))
    return render(request, "_progress.html", {"progress": view})


@require_POST
def keep(request: HttpRequest, public_id: str) -> HttpResponse:
    """Keep a hand that is not finished, so that another phone can go on with it. For scorers of the club."""
    task = NewHand(writable_session(request, public_id))
    form = task.form(request.POST)
    if not form.is_valid():
        return HttpResponse(status=422)
    if form.expected["number"] != task.number:
        return HttpResponse(status=409)
    _keep(request, task, form)
    return HttpResponse(status=204)


@require_POST
def drop(request: HttpRequest, public_id: str, key: uuid.UUID) -> HttpResponse:
    """Let go of a hand that was begun. For scorers of the club."""
    session = writable_session(request, public_id)
    draft_drop(session=session, key=key)
    messages.success(request, "The cards that were not saved are dropped.")
    return _let_go(session, key)


def return_typed(request: HttpRequest, task: Task, message: str, status: int) -> HttpResponse:
    """The form with everything that was sent in it, and why it was not taken."""
    form = task.form(request.POST)
    form.add_error(None, message)
    return _form_page(request, task, form, status=status)


def _answer(request: HttpRequest, task: Task) -> HttpResponse:
    """The form as it was asked for, or what becomes of what was sent in it."""
    if request.method != "POST":
        return _form_page(request, task, _opened(request, task))
    form = task.form(request.POST)
    action = request.POST.get("action")
    if not form.is_valid():
        return _form_page(request, task, form, status=422)
    if action in ("change", "swap"):
        if action == "swap":
            _swap(request, form)
        return _form_page(request, task, form, status=422 if form.has_problems else 200)
    if action == "save":
        return _save(request, task, form)
    return _keep_and_check(request, task, form)


def _swap(request: HttpRequest, form: HandForm) -> None:
    form.swap_boards()
    if not form.has_problems:
        messages.success(request, "The two boards are swapped. Nothing is saved yet.")


def _opened(request: HttpRequest, task: Task) -> HandForm:
    """The form as it begins: empty, as the hand stands, or with the draft that was asked for."""
    key = key_from(request.GET.get("draft", ""))
    draft = key and Draft.objects.filter(session=task.session, key=key, number=task.number).first()
    typed = draft.fields if draft else typed_before_login(request)
    return task.form(initial=initial_of_draft(typed)) if typed else task.form()


def _keep_and_check(request: HttpRequest, task: Task, form: HandForm) -> HttpResponse:
    """Keep what was sent and go to its check; or say at once what is wrong with it."""
    try:
        _scored(task, form)
    except (OFCError, LedgerError) as error:
        return _refusal(request, task, form, error)
    _keep(request, task, form)
    return redirect("check", task.session.public_id, form.cleaned_data["key"])


def _save(request: HttpRequest, task: Task, form: HandForm) -> HttpResponse:
    try:
        saved = task.save(form, user_of(request))
    except (OFCError, LedgerError) as error:
        return _refusal(request, task, form, error)
    messages.success(request, f"Hand {saved.hand.number} is {saved.get_kind_display().lower()}.")
    return redirect("table", task.session.public_id)


def _scored(task: Task, form: HandForm) -> tuple[HandResult, str]:
    """What a valid form is worth, and the note on its deal. Raises OFCError or LedgerError when it cannot be saved."""
    task.expect(form)
    return hand_score(deal=task.deal, entry=form.entry())


def _refusal(request: HttpRequest, task: Task, form: HandForm, error: OFCError | LedgerError) -> HttpResponse:
    """The page that says why a hand was not taken, with everything typed on it."""
    if isinstance(error, TakenError):
        return _conflict_page(request, task, form, error)
    if isinstance(error, ConflictError):
        form.restart(str(error))
        return _form_page(request, task, form, status=409)
    entry = form.entry()
    problems: Sequence[OFCError | LedgerError] = entry_problems(entry) or [error]
    for problem in problems:
        form.add_refusal(problem, entry)
    return _form_page(request, task, form, status=422)


def _keep(request: HttpRequest, task: Task, form: HandForm) -> None:
    draft_keep(
        session=task.session,
        user=user_of(request),
        key=form.cleaned_data["key"],
        number=task.number,
        fields=form.typed(),
        corrects=task.replaces is not None,
    )


def _task_of(session: Session, draft: Draft) -> Task:
    hand = session.hands.select_related("session", "rules__session").filter(number=draft.number).first()
    return Correction(hand) if draft.corrects and hand else NewHand(session)


def _already_saved(request: HttpRequest, session: Session, key: uuid.UUID) -> HttpResponse:
    """A draft is gone because it was saved, which is good news; otherwise there never was one."""
    saved = get_object_or_404(Revision.objects.select_related("hand"), hand__session=session, key=key)
    messages.success(request, f"Hand {saved.hand.number} is already saved.")
    return _let_go(session, key)


def _let_go(session: Session, key: uuid.UUID) -> HttpResponse:
    """To the table, where the phone lets go of its draft with this key."""
    return redirect(f"{reverse('table', args=(session.public_id,))}?done={key}")


def _form_page(request: HttpRequest, task: Task, form: HandForm, status: int = 200) -> HttpResponse:
    fresh = not form.is_bound and not form.is_continued
    if form.has_problems:
        form.focus_first_problem()
    offers = Draft.objects.of_hand(task.session, task.number) if fresh and not task.replaces else Draft.objects.none()
    page = {"fresh": fresh, "begun": offers.first(), "done": key_from(request.POST.get("instead_of", ""))}
    return render(request, "score.html", _page(task, form) | page, status=status)


def _check_page(request: HttpRequest, task: Task, form: HandForm) -> HttpResponse:
    try:
        result, note = _scored(task, form)
    except (OFCError, LedgerError) as error:
        return _refusal(request, task, form, error)
    view = check_view(deal=task.deal, entry=form.entry(), result=result, note=note, replaces=task.replaces)
    return render(request, "check.html", _page(task, form) | {"check": view})


def _conflict_page(request: HttpRequest, task: Task, form: HandForm, error: TakenError) -> HttpResponse:
    view = conflict_view(task.session, error.number, form.typed_boards(), form.typed_button())
    if view is None:
        form.restart(str(error))
        return _form_page(request, task, form, status=409)
    if view.key == form.cleaned_data["key"] and view.is_same:
        return _already_saved(request, task.session, view.key)
    typed = form.typed() | {"key": str(uuid.uuid4())}
    ways_on = {
        "correction": typed | {"revision": view.revision, "instead_of": form.cleaned_data["key"]},
        "next_hand": typed | task.start,
    }
    page = _page(task, form) | ways_on | {"conflict": view, "message": str(error)}
    return render(request, "conflict.html", page, status=409)


def _page(task: Task, form: HandForm) -> dict[str, Any]:
    return {
        "session": task.session,
        "form": form,
        "number": task.number,
        "replaces": task.replaces,
        "url": task.url,
    }
