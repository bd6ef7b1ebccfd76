"""Who belongs to a club, and what each of them does there."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.text import capfirst
from django.views.decorators.http import require_POST, require_safe

from ledger.access import member_in, owned_club, readable_club, user_of
from ledger.forms.links import RoleForm
from ledger.models import Club, Membership
from ledger.reports.links import ROLES, member_lines
from ledger.services.errors import LedgerError
from ledger.services.links import member_change, member_remove
from ledger.views.status import form_status


@require_safe
def members(request: HttpRequest, pk: int) -> HttpResponse:
    """Everybody in the club. For its members."""
    return _page(request, readable_club(request, pk))


@require_POST
def role(request: HttpRequest, pk: int, member: int) -> HttpResponse:
    """Give a member another role. For owners of the club."""
    club = owned_club(request, pk)
    membership = member_in(club, member)
    form = RoleForm(request.POST)
    refusal: LedgerError | None = None
    if form.is_valid():
        try:
            changed = member_change(membership=membership, role=form.cleaned_data["role"])
        except LedgerError as error:
            refusal = error
            form.refuse(error)
        else:
            if changed:
                what = ROLES[Membership.Role(changed.role)]
                messages.success(request, f"{capfirst(membership.user.shown_name)} {what} now.")
            return redirect("members", pk)
    return _page(request, club, form, member, form_status(form, refusal))


@require_POST
def remove(request: HttpRequest, pk: int, member: int) -> HttpResponse:
    """Take somebody out of the club. For its owners."""
    club = owned_club(request, pk)
    membership = member_in(club, member)
    form = RoleForm({"role": membership.role})
    try:
        member_remove(membership=membership)
    except LedgerError as error:
        form.refuse(error)
        return _page(request, club, form, member, form_status(form, error))
    done = f"{capfirst(membership.user.shown_name)} is out of the club."
    messages.success(request, f"{done} Whoever still has a link that works can come in by it: make new ones.")
    return redirect("home") if membership.user == user_of(request) else redirect("members", pk)


def _page(
    request: HttpRequest, club: Club, form: RoleForm | None = None, number: int | None = None, status: int = 200
) -> HttpResponse:
    """The page, with the form about the member ``number`` as it was sent."""
    forms = [
        (
            member,
            form if form and member.pk == number else RoleForm({"role": member.role}, auto_id=f"member{member.pk}_%s"),
        )
        for member in member_lines(club, user_of(request).pk)
    ]
    page = {"club": club, "members": forms, "is_owner": club.role == Membership.Role.OWNER}
    return render(request, "members.html", page, status=status)
