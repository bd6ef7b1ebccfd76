"""What is answered when a form came back too old to be trusted."""

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.views.csrf import csrf_failure as plain_failure

from ledger.access import hand_in, writable_session
from ledger.views.entry import return_typed
from ledger.views.tasks import Correction, NewHand, Task

TOO_OLD = "This page had waited too long, so nothing was saved. Your cards are all here: check them once more."


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
