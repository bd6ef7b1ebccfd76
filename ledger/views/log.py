"""The change log of a session."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from ledger.access import readable_session
from ledger.reports.log import log_view


@require_safe
def session_log(request: HttpRequest, public_id: str) -> HttpResponse:
    """Everything that was written down or changed in a session. For members of the club."""
    session = readable_session(request, public_id)
    log = log_view(session, request.GET.get("page", ""))
    return render(request, "log.html", {"session": session, "log": log})
