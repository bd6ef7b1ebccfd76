"""A club with its tables and players, and putting right who its players are."""

from collections.abc import Callable

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from ledger.access import club_for_method, user_of, writable_player
from ledger.forms.clubs import ClubNameForm, ClubPageForm, MergeForm, PlayerNameForm
from ledger.models import Membership, Player, PlayerChange
from ledger.models.club import WRITERS
from ledger.reports.clubs import club_view, player_view
from ledger.services.clubs import club_rename
from ledger.services.errors import LedgerError
from ledger.services.people import (
    player_activate,
    player_deactivate,
    player_merge,
    player_rename,
    player_unmerge,
)
from ledger.views.status import form_status


@require_http_methods(["GET", "HEAD", "POST"])
def club(request: HttpRequest, pk: int) -> HttpResponse:
    """The club's tables and players, for its members; and another name for it, from its owner."""
    club = club_for_method(request, pk)
    form = ClubNameForm(request.POST if request.method == "POST" else None, initial={"name": club.name})
    refusal: LedgerError | None = None
    if form.is_valid():
        try:
            club_rename(club=club, name=form.cleaned_data["name"])
        except LedgerError as error:
            refusal = error
            form.refuse(error)
        else:
            messages.success(request, f"The club is called {club.name}.")
            return redirect("club", pk)
    form.focus_first_problem()
    page = {
        "club": club,
        "is_owner": club.role == Membership.Role.OWNER,
        "writes": club.role in WRITERS,
        "view": club_view(club, request.GET.get("page", "")),
        "form": form,
    }
    return render(request, "club.html", page, status=form_status(form, refusal))


@require_http_methods(["GET", "HEAD", "POST"])
def player_edit(request: HttpRequest, pk: int) -> HttpResponse:
    """All that can be put right about a player, and another name. For scorers of the club."""
    player = writable_player(request, pk)
    if request.method != "POST":
        return _page(request, player)
    form = PlayerNameForm(request.POST)
    return _answer(
        request,
        player,
        form,
        lambda: player_rename(player=player, user=user_of(request), name=form.cleaned_data["name"]),
        lambda change: f"{change.before} is called {change.after} now.",
    )


@require_POST
def merge(request: HttpRequest, pk: int) -> HttpResponse:
    """Say that a player is the same person as another. For scorers of the club."""
    player = writable_player(request, pk)
    form = MergeForm(player_view(player).candidates, request.POST, auto_id="merge_%s")
    return _answer(
        request,
        player,
        form,
        lambda: player_merge(player=player, into=form.cleaned_data["into"], user=user_of(request)),
        lambda change: f"{change.player.name} counts as {change.other.name if change.other else ''} now.",
    )


@require_POST
def unmerge(request: HttpRequest, pk: int) -> HttpResponse:
    """Take apart what was merged. For scorers of the club."""
    player = writable_player(request, pk)
    if player_unmerge(player=player, user=user_of(request)):
        messages.success(request, f"{player.name} counts for themselves again.")
    return redirect("player_edit", pk)


@require_POST
def deactivate(request: HttpRequest, pk: int) -> HttpResponse:
    """Set a player aside. For scorers of the club."""
    player = writable_player(request, pk)
    if player_deactivate(player=player, user=user_of(request)):
        messages.success(request, f"{player.name} is set aside, and nothing that {player.name} played is lost.")
    return redirect("player_edit", pk)


@require_POST
def activate(request: HttpRequest, pk: int) -> HttpResponse:
    """Bring back a player who was set aside. For scorers of the club."""
    player = writable_player(request, pk)
    if player_activate(player=player, user=user_of(request)):
        messages.success(request, f"{player.name} is back.")
    return redirect("player_edit", pk)


def _answer(
    request: HttpRequest,
    player: Player,
    form: ClubPageForm,
    service: Callable[[], PlayerChange | None],
    done: Callable[[PlayerChange], str],
) -> HttpResponse:
    """Do what a form asks for, or show the page with what is wrong. What is so already is nothing to speak of."""
    refusal: LedgerError | None = None
    if form.is_valid():
        try:
            change = service()
        except LedgerError as error:
            refusal = error
            form.refuse(error)
        else:
            if change:
                messages.success(request, done(change))
            return redirect("player_edit", player.pk)
    return _page(request, player, form, refusal)


def _page(
    request: HttpRequest, player: Player, form: ClubPageForm | None = None, refusal: LedgerError | None = None
) -> HttpResponse:
    """The page of a player, with one of its forms as it was sent, if one was."""
    view = player_view(player)
    rename = form if isinstance(form, PlayerNameForm) else PlayerNameForm(initial={"name": player.name})
    merging = form if isinstance(form, MergeForm) else MergeForm(view.candidates, auto_id="merge_%s")
    if form:
        form.focus_first_problem()
    page = {"player": player, "view": view, "rename": rename, "merge": merging}
    return render(request, "player_edit.html", page, status=form_status(form or rename, refusal))
