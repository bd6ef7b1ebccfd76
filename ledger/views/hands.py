"""One saved hand: reading it, taking it back, bringing it back."""

from collections.abc import Callable

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from ledger.access import hand_in, readable_session, user_of, writable_session
from ledger.forms.questions import AnswerForm, AskForm, PhotoForm
from ledger.models import Revision, Session
from ledger.reports.hands import hand_view
from ledger.reports.hindsight import hindsight_view
from ledger.services.errors import ConflictError
from ledger.services.hands import hand_restore, hand_undo


@require_safe
def hand(request: HttpRequest, public_id: str, number: int) -> HttpResponse:
    """The boards and every pair's arithmetic, what was done to the hand, and what is asked about it. For members of the
    club.
    """
    return hand_page(request, readable_session(request, public_id), number)


def hand_page(
    request: HttpRequest,
    session: Session,
    number: int,
    sent: AskForm | AnswerForm | PhotoForm | None = None,
    status: int = 200,
) -> HttpResponse:
    """The page of a hand, with one of its forms as it was sent."""
    view = hand_view(session, number)
    if view is None:
        raise Http404
    if sent is not None:
        sent.focus_first_problem()
    answered = sent.question if isinstance(sent, AnswerForm) else None
    page = {
        "session": session,
        "hand": view,
        "link": request.build_absolute_uri(reverse("hand", args=(session.public_id, number))),
        "ask": sent if isinstance(sent, AskForm) else AskForm(session),
        "questions": [
            (question, sent if question.pk == answered else AnswerForm(session, question.pk))
            for question in view.questions
        ],
        "photo": sent if isinstance(sent, PhotoForm) else PhotoForm(session, auto_id="photo_%s"),
    }
    return render(request, "hand.html", page, status=status)


@require_safe
def hindsight(request: HttpRequest, public_id: str, number: int, seat: int) -> HttpResponse:
    """The best setting of one board, now that all are known. For members of the club."""
    session = readable_session(request, public_id)
    view = hindsight_view(session, number, seat)
    if view is None:
        raise Http404
    return render(request, "hindsight.html", {"session": session, "view": view})


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
        return hand_page(request, readable_session(request, public_id), number, status=409)
    messages.success(request, done)
    return redirect("table", public_id)


def _revision(request: HttpRequest) -> int:
    """The revision that the button was pressed on; 0, which is none, when it is missing or odd."""
    text = request.POST.get("revision", "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else 0
