"""Who sits at a table: people join, leave, come back and change places, between two hands."""

from collections.abc import Callable
from functools import partial
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from ledger.access import seat_in, user_of, writable_session
from ledger.forms.people import JoinForm, LeaveForm, SwapForm
from ledger.forms.versioned import VersionedForm
from ledger.reports.people import people_view
from ledger.services.errors import LedgerError
from ledger.services.seats import seat_join, seat_leave, seat_return, seats_swap
from ledger.views.status import form_status


@require_http_methods(["GET", "HEAD", "POST"])
def players(request: HttpRequest, public_id: str) -> HttpResponse:
    """Everybody who has a seat, and giving one to somebody who comes later. For scorers of the club."""
    session = writable_session(request, public_id)
    if request.method != "POST":
        return _page(request, JoinForm(session))

    def done(seat: Any) -> str:
        return f"{seat.name} has a seat. Deal {seat.name} in where you score."

    return _answer(request, JoinForm(session, request.POST), partial(seat_join, session=session), done, then="table")


@require_POST
def leave(request: HttpRequest, public_id: str, number: int) -> HttpResponse:
    """Somebody leaves the table. For scorers of the club."""
    session = writable_session(request, public_id)
    seat = seat_in(session, number)
    form = LeaveForm(session, request.POST, auto_id="leave_%s")
    done = f"{seat.name} has left, and keeps the balance."
    return _answer(request, form, partial(seat_leave, seat=seat), lambda _: done, number=number)


@require_POST
def come_back(request: HttpRequest, public_id: str, number: int) -> HttpResponse:
    """Somebody who left comes back to their seat. For scorers of the club."""
    session = writable_session(request, public_id)
    seat = seat_in(session, number)
    done = f"{seat.name} is back. Deal {seat.name} in where you score."
    form = VersionedForm(session, request.POST, auto_id="return_%s")
    return _answer(request, form, partial(seat_return, seat=seat), lambda _: done, number=number)


@require_POST
def swap(request: HttpRequest, public_id: str) -> HttpResponse:
    """Two change places. For scorers of the club."""
    session = writable_session(request, public_id)
    form = SwapForm(session, request.POST, auto_id="swap_%s")
    return _answer(
        request, form, seats_swap, lambda change: f"{change.seat.name} and {change.other.name} have changed places."
    )


def _answer(
    request: HttpRequest,
    form: VersionedForm,
    service: Callable[..., Any],
    done: Callable[[Any], str],
    *,
    number: int | None = None,
    then: str = "players",
) -> HttpResponse:
    """Do what a form asks for, whose fields are what the service takes; or show the page with what is wrong."""
    refusal: LedgerError | None = None
    if form.is_valid():
        sent = dict(form.cleaned_data)
        try:
            changed = service(user=user_of(request), expected_version=sent.pop("version"), **sent)
        except LedgerError as error:
            refusal = error
            form.refuse(error)
        else:
            messages.success(request, done(changed))
            return redirect(then, form.session.public_id)
    return _page(request, form, refusal, number)


def _page(
    request: HttpRequest, form: VersionedForm, refusal: LedgerError | None = None, number: int | None = None
) -> HttpResponse:
    """The page with one of its forms as it was sent; ``number`` is the seat that it was about, where it was one."""
    form.focus_first_problem()
    session = form.session
    page = {
        "session": session,
        "view": people_view(session),
        "join": form if isinstance(form, JoinForm) else JoinForm(session),
        "swap": form if isinstance(form, SwapForm) else SwapForm(session, auto_id="swap_%s"),
        "sent": form,
        "number": number,
        "regulars": session.club.players.regulars(),
    }
    return render(request, "players.html", page, status=form_status(form, refusal))
