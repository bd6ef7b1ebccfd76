"""Asking about a hand, and answering."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from ledger.access import hand_in, question_in, readable_session, user_of, writable_session
from ledger.forms.questions import AnswerForm, AskForm
from ledger.services.errors import LedgerError
from ledger.services.questions import question_answer, question_ask
from ledger.views.hands import hand_page
from ledger.views.status import form_status


@require_POST
def ask(request: HttpRequest, public_id: str, number: int) -> HttpResponse:
    """Ask for a hand to be checked. For members of the club."""
    session = readable_session(request, public_id)
    hand = hand_in(session, number)
    form = AskForm(session, request.POST)
    refusal: LedgerError | None = None
    if form.is_valid():
        try:
            question_ask(hand=hand, user=user_of(request), text=form.cleaned_data["text"], key=form.cleaned_data["key"])
        except LedgerError as error:
            refusal = error
            form.refuse(error)
        else:
            messages.success(request, "Your question is there for the dealer to see.")
            return redirect("hand", public_id, number)
    return hand_page(request, session, number, form, status=form_status(form, refusal))


@require_POST
def answer(request: HttpRequest, public_id: str, number: int, pk: int) -> HttpResponse:
    """Answer a question about a hand. For scorers of the club."""
    writable_session(request, public_id)
    session = readable_session(request, public_id)
    question = question_in(hand_in(session, number), pk)
    form = AnswerForm(session, pk, request.POST)
    refusal: LedgerError | None = None
    if form.is_valid():
        sent = form.cleaned_data
        try:
            question_answer(question=question, user=user_of(request), text=sent["text"], key=sent["key"])
        except LedgerError as error:
            refusal = error
            form.refuse(error)
        else:
            messages.success(request, "Answered.")
            return redirect("hand", public_id, number)
    return hand_page(request, session, number, form, status=form_status(form, refusal))
