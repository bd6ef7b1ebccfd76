"""Watching a table by its link: no login, nothing to change, and no way to where something can be."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from ledger.access import live_session
from ledger.reports.live import live_hand, live_view
from ledger.views.tokens import token_page

# What makes htmx take an answer and ask no more.
STOP_POLLING = 286


@token_page()
@require_safe
def live(request: HttpRequest, token: str) -> HttpResponse:
    """The table now. For everybody who has the link."""
    session = live_session(token)
    return render(request, "live.html", {"session": session, "live": live_view(session), "token": token})


@token_page()
@require_safe
def now(request: HttpRequest, token: str) -> HttpResponse:
    """The part of the page that changes, unless it is what the page shows already (``?v=``): that takes one query. Of a
    table that is closed it is the last. For everybody who has the link.
    """
    session = live_session(token)
    if session.is_open and request.GET.get("v") == str(session.version):
        return HttpResponse(status=204)
    page = {"session": session, "live": live_view(session), "token": token}
    return render(request, "_live.html", page, status=200 if session.is_open else STOP_POLLING)


@token_page()
@require_safe
def hand(request: HttpRequest, token: str, number: int) -> HttpResponse:
    """The boards of a hand and every pair's arithmetic. For everybody who has the link."""
    session = live_session(token)
    view = live_hand(session, number)
    if view is None:
        raise Http404
    return render(request, "live_hand.html", {"session": session, "hand": view, "token": token})
