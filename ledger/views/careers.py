"""What players did over all sessions: one of them, or a club's side by side."""

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from ledger.access import readable_club, readable_player
from ledger.forms.careers import SelectionForm
from ledger.reports.careers import ORDERS, People, career_view, club_careers
from ledger.reports.figures import ENOUGH

NIGHTS_A_PAGE = 20


@require_safe
def player(request: HttpRequest, pk: int) -> HttpResponse:
    """A player's career. For members of the player's club."""
    player = readable_player(request, pk)
    people = People(player.club_id)
    counts_as = people.counts_as(player.pk)
    if counts_as != player:
        return render(request, "player_merged.html", {"player": player, "counts_as": counts_as})
    form = SelectionForm(request.GET)
    page = {"player": player, "form": form}
    if not form.is_valid():
        return render(request, "player.html", page, status=422)
    career = career_view(player, people, form.selection())
    page |= {"career": career, "selection": form.selection()}
    page["nights"] = Paginator(career.nights, NIGHTS_A_PAGE).get_page(request.GET.get("page"))
    return render(request, "player.html", page)


@require_safe
def club(request: HttpRequest, pk: int) -> HttpResponse:
    """The careers of everybody in a club. For its members."""
    club = readable_club(request, pk)
    form = SelectionForm(request.GET)
    page = {"club": club, "form": form}
    if not form.is_valid():
        return render(request, "club_careers.html", page, status=422)
    order = request.GET.get("by", "")
    order = order if order in ORDERS else "units"
    page |= {"selection": form.selection(), "order": order, "orders": ORDERS, "enough": ENOUGH}
    page["lines"] = club_careers(club, People(club.pk), form.selection(), order)
    return render(request, "club_careers.html", page)
