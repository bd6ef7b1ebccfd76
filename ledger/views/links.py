"""Handing out links to a table and to its club, and coming in by them."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from ledger.access import live_link, shared_session, user_of
from ledger.forms.links import LinkForm
from ledger.models import Link, Membership, Session
from ledger.reports.links import share_view
from ledger.services.errors import ConflictError, LedgerError
from ledger.services.links import invitation_accept, link_make, link_revoke, scorer_link_accept
from ledger.views.accounts import user_or_guest
from ledger.views.status import form_status
from ledger.views.tokens import WITH_FORM, token_page

Kind = Link.Kind


@require_http_methods(["GET", "HEAD", "POST"])
def share(request: HttpRequest, public_id: str) -> HttpResponse:
    """The links to a table: for scorers of the club the one to watch by, for its owners all of them."""
    session = shared_session(request, public_id)
    if request.method != "POST":
        return _page(request, session, LinkForm())
    form = LinkForm(request.POST)
    refusal: LedgerError | None = None
    if form.is_valid():
        kind, role = Kind(form.cleaned_data["kind"]), form.cleaned_data["role"]
        if kind != Kind.VIEW and session.role != Membership.Role.OWNER:
            raise Http404
        try:
            if form.cleaned_data["action"] == "off":
                link_revoke(session=session, user=user_of(request), kind=kind)
                done = "The link is switched off, for everybody who has it."
            else:
                link_make(session=session, user=user_of(request), kind=kind, role=role)
                done = "Here is the link. One that was there before does not work any more."
        except LedgerError as error:
            refusal = error
            form.add_error("role", str(error))
        else:
            messages.success(request, done)
            return redirect(f"{reverse('share', args=(public_id,))}#{kind.value}")
    return _page(request, session, form, form_status(form, refusal))


@token_page(WITH_FORM)
@require_http_methods(["GET", "HEAD", "POST"])
def take_over(request: HttpRequest, token: str) -> HttpResponse:
    """Score a table on this phone. For everybody who has the link; whoever is not logged in becomes a guest."""
    link = live_link(token, Kind.SCORER)
    if link.session is None:
        raise Http404
    if request.method != "POST":
        return render(request, "take_over.html", {"link": link, "session": link.session})
    try:
        scorer_link_accept(link=link, user=user_or_guest(request))
    except ConflictError as error:
        raise Http404 from error
    messages.success(request, "You keep score here now.")
    return redirect("table", link.session.public_id)


@token_page(WITH_FORM)
@require_http_methods(["GET", "HEAD", "POST"])
def join(request: HttpRequest, token: str) -> HttpResponse:
    """Become a member of a club. For everybody who has the invitation; whoever is not logged in becomes a guest."""
    link = live_link(token, Kind.INVITATION)
    if request.method != "POST":
        return render(request, "join.html", {"link": link, "keeps_score": link.role == Membership.Role.SCORER})
    try:
        membership = invitation_accept(link=link, user=user_or_guest(request))
    except ConflictError as error:
        raise Http404 from error
    what = "see its tables" if membership.role == Membership.Role.VIEWER else "keep score at its tables"
    messages.success(request, f"You are a member of {link.club.name}, and can {what}.")
    return redirect("home")


def _page(request: HttpRequest, session: Session, form: LinkForm, status: int = 200) -> HttpResponse:
    def address(name: str, token: str) -> str:
        return request.build_absolute_uri(reverse(name, args=(token,)))

    page = {"session": session, "links": share_view(session, address), "form": form}
    # Such an address leads every other phone to itself.
    page["is_here_only"] = request.get_host().partition(":")[0] in ("127.0.0.1", "localhost")
    page["is_owner"] = session.role == Membership.Role.OWNER
    return render(request, "share.html", page, status=status)
