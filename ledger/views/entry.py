"""Entering a hand and correcting one: the form, the check before saving, and saving."""

from collections.abc import Callable, Sequence
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from ledger.access import hand_in, user_of, writable_session
from ledger.forms.hand import HandForm, initial_of
from ledger.models import Revision
from ledger.reports.hands import check_view
from ledger.services.deals import deal_next, deal_of
from ledger.services.errors import ConflictError, LedgerError
from ledger.services.hands import (
    HandEntry,
    entry_problems,
    expect_current,
    expect_reason,
    expect_revision,
    expect_standing,
    hand_correct,
    hand_record,
    hand_score,
)
from ofcscore.engine.errors import OFCError

# What the two pages do differently: see that nothing has changed since the form was begun, and save.
Check = Callable[[dict[str, int]], None]
Save = Callable[[HandEntry, dict[str, int]], Revision]


@require_http_methods(["GET", "HEAD", "POST"])
def score(request: HttpRequest, public_id: str) -> HttpResponse:
    """Enter the next hand. For scorers of the club."""
    session = writable_session(request, public_id)
    deal = deal_next(session)
    start = {"number": deal.number, "version": session.version}
    form = HandForm(deal, list(session.seats.select_related("player")), _sent(request), start=start)
    page = {"session": session, "form": form, "number": deal.number}

    def check(expected: dict[str, int]) -> None:
        expect_current(deal, session, expected_number=expected["number"], expected_version=expected["version"])

    def save(entry: HandEntry, expected: dict[str, int]) -> Revision:
        return hand_record(
            session=session,
            user=user_of(request),
            entry=entry,
            key=form.cleaned_data["key"],
            expected_number=expected["number"],
            expected_version=expected["version"],
        )

    return _answer(request, page, check, save)


@require_http_methods(["GET", "HEAD", "POST"])
def correct(request: HttpRequest, public_id: str, number: int) -> HttpResponse:
    """Enter a saved hand anew. For scorers of the club."""
    session = writable_session(request, public_id)
    hand = hand_in(session, number)
    shown = Revision.objects.shown().get(hand=hand)
    if shown.is_undone and request.method != "POST":
        messages.error(request, f"Hand {number} is undone. Restore it first, then correct it.")
        return redirect("hand", public_id, number)
    seats = list(session.seats.select_related("player"))
    start = {"revision": shown.last_number}
    form = HandForm(deal_of(hand), seats, _sent(request), start=start, initial=initial_of(shown, seats))
    page = {"session": session, "form": form, "number": number, "replaces": shown}

    def check(expected: dict[str, int]) -> None:
        expect_standing(shown)
        expect_reason(form.cleaned_data["correction_reason"])
        expect_revision(shown, expected_revision=expected["revision"])

    def save(entry: HandEntry, expected: dict[str, int]) -> Revision:
        return hand_correct(
            hand=hand,
            user=user_of(request),
            entry=entry,
            key=form.cleaned_data["key"],
            expected_revision=expected["revision"],
            reason=form.cleaned_data["correction_reason"],
        )

    return _answer(request, page, check, save)


def _sent(request: HttpRequest) -> QueryDict | None:
    return request.POST if request.method == "POST" else None


def _answer(request: HttpRequest, page: dict[str, Any], check: Check, save: Save) -> HttpResponse:
    """The form as it was asked for; the check of what it holds; or, once saved, the table."""
    form: HandForm = page["form"]
    if request.method != "POST":
        return render(request, "score.html", page)
    if not form.is_valid() or request.POST.get("action") == "change":
        return render(request, "score.html", page, status=422 if form.errors else 200)
    entry = form.entry()
    try:
        if request.POST.get("action") == "save":
            return _saved(request, page, save(entry, form.expected))
        check(form.expected)
        result, note = hand_score(deal=form.deal, entry=entry)
    except ConflictError as error:
        form.restart(str(error))
        return render(request, "score.html", page, status=409)
    except (OFCError, LedgerError) as error:
        problems: Sequence[OFCError | LedgerError] = entry_problems(entry) or [error]
        for problem in problems:
            form.add_refusal(problem, entry)
        return render(request, "score.html", page, status=422)
    view = check_view(deal=form.deal, entry=entry, result=result, note=note, replaces=page.get("replaces"))
    return render(request, "check.html", page | {"check": view})


def _saved(request: HttpRequest, page: dict[str, Any], saved: Revision) -> HttpResponse:
    messages.success(request, f"Hand {saved.hand.number} is {saved.get_kind_display().lower()}.")
    return redirect("table", page["session"].public_id)
