"""What moves outside the hands: a penalty, or whatever else the table agrees on."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from ledger.access import adjustment_in, session_for_method, user_of, writable_session
from ledger.forms.adjustments import USUAL_REASONS, AdjustmentForm
from ledger.models import Session
from ledger.reports.adjustments import adjustment_lines, payment_words
from ledger.services.adjustments import adjustment_record, adjustment_undo
from ledger.services.errors import ConflictError, LedgerError
from ledger.views.status import form_status


@require_http_methods(["GET", "HEAD", "POST"])
def adjustments(request: HttpRequest, public_id: str) -> HttpResponse:
    """Every penalty of the night, for members of the club; and a new one, for scorers of it."""
    session = session_for_method(request, public_id)
    if request.method != "POST":
        return _page(request, session, AdjustmentForm(session) if session.can_be_written else None)
    form = AdjustmentForm(session, request.POST)
    refusal: LedgerError | None = None
    if form.is_valid():
        try:
            paid = adjustment_record(
                user=user_of(request),
                payer=form.cleaned_data["payer"],
                payees=form.paid(),
                units=form.cleaned_data["units"],
                reason=form.cleaned_data["reason"],
                key=form.cleaned_data["key"],
                expected_version=form.cleaned_data["version"],
            )
        except LedgerError as error:
            refusal = error
            form.refuse(error)
        else:
            messages.success(request, f"{payment_words(paid)}.")
            return redirect("adjustments", public_id)
    return _page(request, session, form, form_status(form, refusal))


@require_POST
def undo(request: HttpRequest, public_id: str, pk: int) -> HttpResponse:
    """Give back what a penalty moved. For scorers of the club."""
    session = writable_session(request, public_id)
    adjustment = adjustment_in(session, pk)
    try:
        adjustment_undo(adjustment=adjustment, user=user_of(request))
    except ConflictError as error:
        messages.error(request, str(error))
        return _page(request, session, AdjustmentForm(session) if session.is_open else None, status=409)
    messages.success(request, f"Undone: {payment_words(adjustment)}.")
    return redirect("adjustments", public_id)


def _page(request: HttpRequest, session: Session, form: AdjustmentForm | None, status: int = 200) -> HttpResponse:
    """The page; ``form`` is None for who only reads."""
    if form is not None:
        form.focus_first_problem()
    page = {"session": session, "form": form, "lines": adjustment_lines(session), "usual_reasons": USUAL_REASONS}
    return render(request, "adjustments.html", page, status=status)
