"""What is answered when a form came back too old to be trusted, when the database cannot do its part, and too often."""

import sys

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.csrf import csrf_failure as plain_failure
from django.views.defaults import server_error as plain_error

from ledger.access import hand_in, writable_session
from ledger.services.faults import Fault, fault_of
from ledger.views.entry import return_typed
from ledger.views.status import with_wait
from ledger.views.tasks import Correction, NewHand, Task
from ofcscore.limits import TooOftenError

TOO_OLD = "This page had waited too long, so nothing was saved. Your cards are all here: check them once more."

# In seconds: when a program may ask again.
RETRY_AFTER = 10


@login_not_required
def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Refuse the form; the cards of a hand come back with it, in a form that can be sent. For everybody."""
    match = request.resolver_match
    if match is None or match.url_name not in ("score", "correct") or not request.user.is_authenticated:
        return plain_failure(request, reason)
    session = writable_session(request, match.kwargs["public_id"])
    task: Task = NewHand(session)
    if match.url_name == "correct":
        task = Correction(hand_in(session, match.kwargs["number"]))
    return return_typed(request, task, TOO_OLD, status=403)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """What could not be read. Django's own pages for this, and for what is not found, look for the token of a form in
    what was sent, and so end in an error of the server when that cannot be read either.
    """
    return render(request, "400.html", status=400)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """What is not there, or is somebody else's. Whoever may not score any more is told where their cards are."""
    match = request.resolver_match
    is_hand = request.method == "POST" and match is not None and match.url_name in ("score", "correct")
    return render(request, "404.html", {"is_hand": is_hand}, status=404)


def server_error(request: HttpRequest) -> HttpResponse:
    """What went wrong on our side: a page to send the form from once more, where the database will do it later."""
    fault = fault_of(sys.exc_info()[1])
    if fault is None:
        return plain_error(request)
    page: dict[str, object] = {"title": "The books are out of reach", "sentence": _sentence(request, fault)}
    if request.method == "POST":
        page |= {"title": "Not saved", "typed": _sendable(request), "url": request.get_full_path()}
    else:
        page["again"] = True
    response = render(request, "_problem.html", page, status=503)
    response["Retry-After"] = str(RETRY_AFTER)
    return response


def too_often(request: HttpRequest, error: TooOftenError) -> HttpResponse:
    """What was done too often, where no form says it: a page to try again from."""
    page = {"title": "Too often", "sentence": str(error), "again": True}
    return with_wait(render(request, "_problem.html", page), error)


def _sentence(request: HttpRequest, fault: Fault) -> str:
    if request.method != "POST":
        return f"The books cannot be read right now: {fault.value}. Try again in a moment."
    if not fault.is_certain or getattr(request, "is_answered", False):
        return (
            f"The books cannot be written right now: {fault.value}. What you sent may be saved already, or not."
            " Look at the table before you send it again; a hand that is sent twice counts once."
        )
    what = "Everything you typed is kept here: send" if _sendable(request) else "Go back, and send"
    return f"The books cannot be written right now: {fault.value}. Nothing was saved. {what} it again in a moment."


def _sendable(request: HttpRequest) -> list[tuple[str, str]]:
    """What was typed, to be sent again; nothing where a page should not repeat it or cannot."""
    if request.FILES or any("password" in name for name in request.POST):
        return []
    sent = [(name, value) for name, values in request.POST.lists() for value in values]
    return [(name, value) for name, value in sent if name != "csrfmiddlewaretoken"]
