"""Watching a table by its link: no login, nothing to change, and no way to where something can be."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.views.decorators.http import require_safe

from ledger.access import live_session, live_version
from ledger.models import Session
from ledger.reports.live import live_hand, live_view
from ledger.views.kept import kept
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
    version, state = live_version(token)
    is_open = state == Session.State.OPEN
    if is_open and request.GET.get("v") == str(version):
        return HttpResponse(status=204)
    part = kept(f"live-{state}", token, version, lambda: _part(token))
    return HttpResponse(part, status=200 if is_open else STOP_POLLING)


def _part(token: str) -> str:
    session = live_session(token)
    return render_to_string("_live.html", {"session": session, "live": live_view(session), "token": token})


@token_page()
@require_safe
def hand(request: HttpRequest, token: str, number: int) -> HttpResponse:
    """The boards of a hand and every pair's arithmetic. For everybody who has the link."""
    session = live_session(token)
    view = live_hand(session, number)
    if view is None:
        raise Http404
    return render(request, "live_hand.html", {"session": session, "hand": view, "token": token})
