"""A session: where everybody stands, and every hand of the night."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from ledger.access import player_at, readable_session
from ledger.reports.history import history_view
from ledger.reports.questions import asked_hands
from ledger.reports.tables import table_view
from ledger.views.kept import kept
from ledger.views.tasks import key_from


@require_safe
def table(request: HttpRequest, public_id: str) -> HttpResponse:
    """The table now. For members of the club."""
    session = readable_session(request, public_id)
    done = key_from(request.GET.get("done", ""))
    asked = asked_hands(session) if session.reader_keeps_score else ()
    view = kept("table", session.public_id, session.version, lambda: table_view(session))
    context = {"session": session, "table": view, "asked": asked, "done": done}
    return render(request, "table.html", context)


@require_safe
def history(request: HttpRequest, public_id: str) -> HttpResponse:
    """Every hand with running balances, of all players or of the ``?player=`` that is asked for. For members of the
    club.
    """
    session = readable_session(request, public_id)
    asked = request.GET.get("player", "")
    player = player_at(session, asked) if asked else None
    shown = history_view(session, page=request.GET.get("page", ""), player=player)
    return render(request, "history.html", {"session": session, "history": shown})
