"""A session: where everybody stands, and every hand of the night."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from ledger.access import readable_session
from ledger.reports.tables import history_view, table_view
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
