"""What a page is measured against: pages that do as little as such a page can, in the same server and behind the same
middleware as the site.
"""

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.template import engines
from django.urls import include, path

from ledger.models import Club
from ledger.services.transactions import write_transaction

# Makes the plain pages as long as the page of a table with three players.
LINES = 80
LIST = """<ul>
{% for line in lines %}
<li><a href="/hands/{{ line.number }}/" class="link">{{ line.name }}</a> <span class="units">{{ line.units }}</span>
{% endfor %}
</ul>"""
BARE = engines["django"].from_string(f"<!doctype html><html lang=en><title>Plain</title>{LIST}</html>")
OF_THE_SITE = engines["django"].from_string(
    f"{{% extends 'base.html' %}}{{% block content %}}{LIST}{{% endblock content %}}"
)


@login_not_required
def constant(request: HttpRequest) -> HttpResponse:
    """Three letters."""
    return HttpResponse("yes")


@login_not_required
def insert(request: HttpRequest) -> HttpResponse:
    """One row, in its turn and flushed to the disk, as the site writes its own."""
    with write_transaction():
        club = Club.objects.create(name="Home game")
    return HttpResponse(str(club.pk))


@login_not_required
def plain(request: HttpRequest) -> HttpResponse:
    """A template that shows values which are there already, for everybody."""
    return HttpResponse(BARE.render({"lines": _lines(LINES)}, request))


def members(request: HttpRequest) -> HttpResponse:
    """The same as a page of the site, for who is logged in; as long, with the site's own head."""
    return HttpResponse(OF_THE_SITE.render({"lines": _lines(LINES * 3 // 4)}, request))


def _lines(count: int) -> list[dict[str, object]]:
    return [{"number": number, "name": "Ann", "units": 3 * number} for number in range(count)]


urlpatterns = [
    path("floor/constant/", constant),
    path("floor/insert/", insert),
    path("floor/plain/", plain),
    path("floor/members/", members),
    path("", include("ofcscore.urls")),
]
handler500 = "ledger.views.problems.server_error"
