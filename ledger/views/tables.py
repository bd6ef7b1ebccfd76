"""A session: where everybody stands, and every hand of the night."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from ledger.access import readable_session, user_of, writable_session
from ledger.forms.start import JoinForm
from ledger.models import Player
from ledger.reports.tables import history_view, table_view
from ledger.services.errors import LedgerError
from ledger.services.sessions import seat_join
from ledger.views.status import form_status
from ledger.views.tasks import key_from


@require_safe
def table(request: HttpRequest, public_id: str) -> HttpResponse:
    """The table now. For members of the club."""
    session = readable_session(request, public_id)
    done = key_from(request.GET.get("done", ""))
    context = {"session": session, "table": table_view(session), "done": done}
    return render(request, "table.html", context)


@require_safe
def history(request: HttpRequest, public_id: str) -> HttpResponse:
    """Every hand with running balances. For members of the club."""
    session = readable_session(request, public_id)
    context = {"session": session, "history": history_view(session)}
    return render(request, "history.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def players(request: HttpRequest, public_id: str) -> HttpResponse:
    """Who has a seat, and giving one to somebody who comes later. For scorers of the club."""
    session = writable_session(request, public_id)
    form = JoinForm(request.POST if request.method == "POST" else None, initial={"version": session.version})
    refusal: LedgerError | None = None
    if request.method == "POST" and form.is_valid():
        try:
            seat = seat_join(
                session=session, name=form.cleaned_data["name"], expected_version=form.cleaned_data["version"]
            )
        except LedgerError as error:
            refusal = error
            form.add_error("name" if error.field else None, str(error))
        else:
            messages.success(request, f"{seat.player.name} has a seat. Deal {seat.player.name} in where you score.")
            return redirect("table", public_id)
    page = {
        "session": session,
        "form": form,
        "seats": session.seats.select_related("player").with_balances(),
        "regulars": Player.objects.regulars_of(user_of(request)),
    }
    return render(request, "players.html", page, status=form_status(form, refusal))
