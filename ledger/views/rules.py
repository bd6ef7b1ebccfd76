"""The house rules of a session: reading them, changing them, taking them along, and what others would have brought."""

from dataclasses import replace

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from ledger.access import readable_session, user_of, writable_session
from ledger.forms.rules import RulesForm, WhatIfForm
from ledger.models import SessionRules
from ledger.reports.rules import rules_view
from ledger.reports.what_if import what_if_view
from ledger.services.errors import LedgerError
from ledger.services.rules import rules_change
from ledger.views.status import form_status
from ofcscore.engine.rules import (
    PRESET_TITLES,
    PRESETS,
    ROYALTY_TABLE_TITLES,
    ROYALTY_TABLES,
    Ruleset,
    royalty_table,
)


@require_safe
def rules(request: HttpRequest, public_id: str) -> HttpResponse:
    """The whole ruleset in plain words. For members of the club."""
    session = readable_session(request, public_id)
    return render(request, "rules.html", {"session": session, "rules": rules_view(session)})


@require_safe
def export(request: HttpRequest, public_id: str) -> HttpResponse:
    """The rules as JSON, to paste at another table. For members of the club."""
    newest = SessionRules.objects.newest_of(readable_session(request, public_id))
    return JsonResponse(newest.ruleset.to_json(), json_dumps_params={"indent": 1})


@require_http_methods(["GET", "HEAD", "POST"])
def change(request: HttpRequest, public_id: str) -> HttpResponse:
    """Other rules from the next hand on. For scorers of the club."""
    session = writable_session(request, public_id)
    current = SessionRules.objects.select_related("session").newest_of(session)
    royalties = request.GET.get("royalties", "")
    shown = _start_from(request.POST.get("preset") or request.GET.get("preset", ""), royalties, current.ruleset)
    form = RulesForm(current, request.POST if request.method == "POST" else None, shown=shown)
    refusal: LedgerError | None = None
    if request.method == "POST" and form.is_valid():
        try:
            changed = rules_change(
                session=session,
                user=user_of(request),
                rules=form.cleaned_data["rules"],
                unit_value=form.cleaned_data["unit_value"],
                expected_version=form.cleaned_data["version"],
            )
        except LedgerError as error:
            refusal = error
            form.refuse(error)
        else:
            same = changed.number == current.number
            messages.success(request, "The rules stay as they are." if same else "From the next hand on, these rules.")
            return redirect("rules", public_id)
    page = {
        "session": session,
        "form": form,
        "presets": PRESET_TITLES,
        "royalty_tables": ROYALTY_TABLE_TITLES,
        "royalties": royalties if royalties in ROYALTY_TABLES else "",
        "shown": shown,
    }
    return render(request, "rules_change.html", page, status=form_status(form, refusal))


def _start_from(preset: str, royalties: str, current: Ruleset) -> Ruleset:
    """The rules that the form begins with: those of a game, or else the current ones, with a published table of
    royalties where one is asked for.
    """
    rules = PRESETS.get(preset, current)
    if royalties not in ROYALTY_TABLES:
        return rules
    return replace(rules, royalties=royalty_table(royalties, low_middle=rules.low_middle))


@require_safe
def what_if(request: HttpRequest, public_id: str) -> HttpResponse:
    """The night under other rules, beside the real one. For members of the club."""
    session = readable_session(request, public_id)
    current = SessionRules.objects.newest_of(session).ruleset
    form = WhatIfForm(request.GET or None, current=current)
    view = what_if_view(session, form.rules()) if form.is_valid() else None
    page = {"session": session, "form": form, "view": view}
    return render(request, "what_if.html", page, status=422 if form.errors else 200)
