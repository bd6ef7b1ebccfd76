"""The house rules of a session: reading them, changing them, taking them along, and what others would have brought."""

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
from ofcscore.engine.rules import PRESET_TITLES, PRESETS


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
    shown = PRESETS.get(request.POST.get("preset") or request.GET.get("preset", ""), current.ruleset)
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
            form.add_error(error.field, str(error))
        else:
            same = changed.number == current.number
            messages.success(request, "The rules stay as they are." if same else "From the next hand on, these rules.")
            return redirect("rules", public_id)
    page = {"session": session, "form": form, "presets": PRESET_TITLES, "shown": shown}
    return render(request, "rules_change.html", page, status=form_status(form, refusal))


@require_safe
def what_if(request: HttpRequest, public_id: str) -> HttpResponse:
    """The night under other rules, beside the real one. For members of the club."""
    session = readable_session(request, public_id)
    current = SessionRules.objects.newest_of(session).ruleset
    form = WhatIfForm(request.GET or None, current=current)
    view = what_if_view(session, form.rules()) if form.is_valid() else None
    page = {"session": session, "form": form, "view": view}
    return render(request, "what_if.html", page, status=422 if form.errors else 200)
