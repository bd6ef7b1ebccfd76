"""Table stakes: what lies before everybody, buying in and cashing out."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from ledger.access import chip_move_in, session_for_method, user_of, writable_session
from ledger.forms.stacks import ChipsForm
from ledger.models import Session
from ledger.reports.stacks import StacksView, move_words, moves_sentence, stacks_view
from ledger.services.chips import chips_move, chips_undo
from ledger.services.errors import ConflictError, LedgerError
from ledger.views.status import form_status


@require_http_methods(["GET", "HEAD", "POST"])
def stacks(request: HttpRequest, public_id: str) -> HttpResponse:
    """The stacks, for members of the club. Buying in and cashing out, for its scorers."""
    session = session_for_method(request, public_id)
    view = stacks_view(session)
    form = ChipsForm(session, view.seats, request.POST if request.method == "POST" else None)
    refusal: LedgerError | None = None
    if request.method == "POST" and form.is_valid():
        try:
            moves = chips_move(
                session=session,
                user=user_of(request),
                seats=form.cleaned_data["seats"],
                units=form.moved,
                key=form.cleaned_data["key"],
                expected_version=form.cleaned_data["version"],
            )
        except LedgerError as error:
            refusal = error
            form.refuse(error)
        else:
            messages.success(request, moves_sentence(moves))
            return redirect("stacks", public_id)
    return _page(request, session, view, form, status=form_status(form, refusal))


@require_POST
def undo(request: HttpRequest, public_id: str, pk: int) -> HttpResponse:
    """Take back a buy-in or a cash-out. For scorers of the club."""
    move = chip_move_in(writable_session(request, public_id), pk)
    try:
        chips_undo(move=move, user=user_of(request))
    except ConflictError as error:
        messages.error(request, str(error))
        session = session_for_method(request, public_id)
        view = stacks_view(session)
        return _page(request, session, view, ChipsForm(session, view.seats), status=409)
    messages.success(request, f"Undone: {move_words(move)}.")
    return redirect("stacks", public_id)


def _page(request: HttpRequest, session: Session, view: StacksView, form: ChipsForm, status: int) -> HttpResponse:
    return render(request, "stacks.html", {"session": session, "stacks": view, "form": form}, status=status)
