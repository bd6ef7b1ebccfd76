"""What a unit is worth at a table, and between two players who agreed on another value."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from ledger.access import session_for_method, user_of
from ledger.forms.unit_values import UnitValueForm
from ledger.reports.unit_values import unit_values_view
from ledger.services.errors import LedgerError
from ledger.services.rules import pair_value_set
from ledger.views.status import form_status


@require_http_methods(["GET", "HEAD", "POST"])
def unit_values(request: HttpRequest, public_id: str) -> HttpResponse:
    """The values, for members of the club. Agreeing on another one, for its scorers."""
    session = session_for_method(request, public_id)
    view = unit_values_view(session)
    sent = request.POST if request.method == "POST" else None
    form = UnitValueForm(session, view.players, sent)
    refusal: LedgerError | None = None
    if request.method == "POST" and form.is_valid():
        try:
            pair_value_set(
                one=form.cleaned_data["one"],
                other=form.cleaned_data["other"],
                user=user_of(request),
                unit_value=form.cleaned_data["unit_value"],
                expected_version=form.cleaned_data["version"],
            )
        except LedgerError as error:
            refusal = error
            form.refuse(error)
        else:
            messages.success(request, "From the next hand on, these values count.")
            return redirect("unit_values", public_id)
    page = {"session": session, "values": view, "form": form}
    return render(request, "unit_values.html", page, status=form_status(form, refusal))
