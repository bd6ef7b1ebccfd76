"""Settling up: closing a table, marking what is paid, carrying over what is not, and opening it again."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from ledger.access import payment_to_mark, readable_session, session_for_method, user_of, writable_session
from ledger.forms.closing import CarryForm, ReopenForm
from ledger.forms.versioned import VersionedForm
from ledger.models import Draft, PaymentMark, Session
from ledger.reports.settle import settle_view
from ledger.services.closing import (
    debts_carry,
    payment_mark,
    session_archive,
    session_close,
    session_reopen,
    session_unarchive,
)
from ledger.services.deals import last_number
from ledger.services.errors import LedgerError
from ledger.views.status import form_status

CLOSED = "The table is closed. Nothing in it changes unless it is opened again."
REOPENED = "The table is open again, and the payments that were planned are void."


@require_http_methods(["GET", "HEAD", "POST"])
def settle(request: HttpRequest, public_id: str) -> HttpResponse:
    """How the night is settled, for members of the club; and closing the table, for scorers of it."""
    session = session_for_method(request, public_id)
    if request.method != "POST":
        return _page(request, session)
    return _move(request, VersionedForm(session, request.POST), session_close, CLOSED)


@require_POST
def reopen(request: HttpRequest, public_id: str) -> HttpResponse:
    """Open a closed table again, with a reason. For scorers of the club."""
    form = ReopenForm(writable_session(request, public_id), request.POST, auto_id="reopen_%s")
    return _move(request, form, session_reopen, REOPENED)


@require_POST
def archive(request: HttpRequest, public_id: str) -> HttpResponse:
    """Put a settled table away. For scorers of the club."""
    form = VersionedForm(writable_session(request, public_id), request.POST)
    return _move(request, form, session_archive, "The table is archived.")


@require_POST
def unarchive(request: HttpRequest, public_id: str) -> HttpResponse:
    """Bring an archived table back. For scorers of the club."""
    form = VersionedForm(writable_session(request, public_id), request.POST)
    return _move(request, form, session_unarchive, "The table is back.")


@require_POST
def carry(request: HttpRequest, public_id: str) -> HttpResponse:
    """Carry what is still owed into another table. For scorers of the club."""
    session = writable_session(request, public_id)
    form = CarryForm(session, _takers(request, session), request.POST, auto_id="carry_%s")

    def carry_over(user: Any, expected_version: int, into: Session) -> None:
        debts_carry(session=session, user=user, into=into)

    return _answer(request, form, carry_over, "What was owed is carried over.")


@require_POST
def paid(request: HttpRequest, public_id: str, pk: int) -> HttpResponse:
    """A payment was made. For scorers of the club."""
    return _mark(request, public_id, pk, PaymentMark.Kind.PAID)


@require_POST
def owed(request: HttpRequest, public_id: str, pk: int) -> HttpResponse:
    """A payment was not made after all, or is not carried over any more. For scorers of the club."""
    return _mark(request, public_id, pk, PaymentMark.Kind.OWED)


def _mark(request: HttpRequest, public_id: str, pk: int, kind: PaymentMark.Kind) -> HttpResponse:
    session = writable_session(request, public_id)
    payment = payment_to_mark(request, session, pk)
    try:
        payment_mark(payment=payment, user=user_of(request), kind=kind)
    except LedgerError as error:
        messages.error(request, str(error))
        return _page(request, session, status=409)
    what = "has paid" if kind == PaymentMark.Kind.PAID else "still has to pay"
    messages.success(request, f"Written down: {payment.payer.name} {what} {payment.payee.name}.")
    return redirect("settle", public_id)


def _takers(request: HttpRequest, session: Session) -> list[Session]:
    """The tables that what is owed can be carried into, as far as the user keeps score there too."""
    return list(Session.objects.writable_by(user_of(request)).takes_debts_of(session))


def _move(request: HttpRequest, form: VersionedForm, service: Callable[..., Any], done: str) -> HttpResponse:
    """Change the state of a table by a service that takes the table and the fields of the form."""

    def move(**sent: Any) -> None:
        service(session=form.session, **sent)

    return _answer(request, form, move, done)


def _answer(request: HttpRequest, form: VersionedForm, service: Callable[..., None], done: str) -> HttpResponse:
    """Do what a form asks for, or show the page with what is wrong with it."""
    refusal: LedgerError | None = None
    if form.is_valid():
        sent = dict(form.cleaned_data)
        try:
            service(user=user_of(request), expected_version=sent.pop("version"), **sent)
        except LedgerError as error:
            refusal = error
            form.refuse(error)
        else:
            messages.success(request, done)
            return redirect("settle", form.session.public_id)
    form.focus_first_problem()
    return _page(request, form.session, form, form_status(form, refusal))


def _page(request: HttpRequest, session: Session, sent: VersionedForm | None = None, status: int = 200) -> HttpResponse:
    """The page as the table stands now, with one of its forms as it was ``sent``."""
    session = readable_session(request, session.public_id)
    tables = _takers(request, session) if session.state == Session.State.CLOSED else []
    page = {
        "session": session,
        "view": settle_view(session),
        "sent": sent,
        "reopen": sent if isinstance(sent, ReopenForm) else ReopenForm(session, auto_id="reopen_%s"),
        "carry": sent if isinstance(sent, CarryForm) else CarryForm(session, tables, auto_id="carry_%s"),
        "can_carry": bool(tables),
        "begun": session.is_open and Draft.objects.of_hand(session, last_number(session) + 1).exists(),
    }
    return render(request, "settle.html", page, status=status)
