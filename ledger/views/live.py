"""Watching a table by its link: no login, nothing to change, and no way to where something can be."""

import threading

from django.core.cache import cache
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.views.decorators.http import require_safe

from ledger.access import live_session, live_version
from ledger.models import Session
from ledger.reports.live import live_hand, live_view
from ledger.views.tokens import token_page

# What makes htmx take an answer and ask no more.
STOP_POLLING = 286
# All who watch have asked by then.
KEPT_SECONDS = 30
# When a hand is saved all of them ask at once: one makes it and the others wait, rather than each making it.
_one_maker = threading.Lock()


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
    return HttpResponse(_part_of(token, version, state), status=200 if is_open else STOP_POLLING)


def _part_of(token: str, version: int, state: str) -> str:
    """The part of the page that changes, made once for each version and for all who watch.

    Every write counts the version up in its own transaction, and the version was read before the rest is, so what is
    kept under one is never older than it.
    """
    name = f"live:{token}:{version}:{state}"
    kept: str | None = cache.get(name)
    if kept is not None:
        return kept
    with _one_maker:
        made = cache.get_or_set(name, lambda: _made_part(token), KEPT_SECONDS)
    return str(made)


def _made_part(token: str) -> str:
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
