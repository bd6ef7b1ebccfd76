"""One saved hand: reading it, taking it back, bringing it back."""

from collections.abc import Callable

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from ledger.access import hand_in, readable_session, user_of, writable_session
from ledger.models import Revision
from ledger.reports.hands import hand_view
from ledger.services.errors import ConflictError
from ledger.services.hands import hand_restore, hand_undo


@require_safe
def hand(request: HttpRequest, public_id: str, number: int) -> HttpResponse:
    """The boards and every pair's arithmetic. For members of the club."""
    return _page(request, public_id, number)


def _page(request: HttpRequest, public_id: str, number: int, status: int = 200) -> HttpResponse:
    session = readable_session(request, public_id)
    view = hand_view(session, number)
    if view is None:
        raise Http404
    return render(request, "hand.html", {"session": session, "hand": view}, status=status)


@require_POST
def undo(request: HttpRequest, public_id: str, number: int) -> HttpResponse:
    """Take a hand back. For scorers of the club."""
    done = f"Hand {number} is undone. It stays in the list and can be restored."
    return _change(request, public_id, number, hand_undo, done)


@require_POST
def restore(request: HttpRequest, public_id: str, number: int) -> HttpResponse:
    """Bring an undone hand back. For scorers of the club."""
    return _change(request, public_id, number, hand_restore, f"Hand {number} counts again.")


def _change(
    request: HttpRequest, public_id: str, number: int, service: Callable[..., Revision], done: str
) -> HttpResponse:
    """Do to a hand what its button asks for: back to the table, or the hand as it now stands on a conflict."""
    hand = hand_in(writable_session(request, public_id), number)
    try:
        service(hand=hand, user=user_of(request), expected_revision=_revision(request))
    except ConflictError as error:
        messages.error(request, str(error))
        return _page(request, public_id, number, status=409)
    messages.success(request, done)
    return redirect("table", public_id)


def _revision(request: HttpRequest) -> int:
    """The revision that the button was pressed on; 0, which is none, when it is missing or odd."""
    text = request.POST.get("revision", "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else 0
