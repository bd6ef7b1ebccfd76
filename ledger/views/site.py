"""What belongs to the site and to no table: light or dark, and what a phone shows without a connection."""

import logging
from hashlib import sha256

from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.db import Error, connection
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.views.decorators.cache import cache_control, never_cache
from django.views.decorators.http import require_POST, require_safe

logger = logging.getLogger("ofcscore.health")

THEMES = ("light", "dark")
THEME_COOKIE = "theme"
YEAR = 365 * 24 * 60 * 60
# What only pages load that are no use without a connection: watching a table, sharing its links, settling up.
NOT_KEPT = ("css/share.css", "js/live.js", "js/share.js")
# What pages are made of: kept on the phone under their hashed names.
KEPT = sorted(
    name
    for folder in settings.STATICFILES_DIRS
    for path in folder.rglob("*")
    if path.suffix in (".css", ".js", ".svg") and (name := str(path.relative_to(folder))) not in NOT_KEPT
) + ["django_htmx/htmx-2.min.js"]


def theme_chosen(request: HttpRequest) -> dict[str, str]:
    """For every page: the theme that this browser chose, empty to follow the system."""
    chosen = request.COOKIES.get(THEME_COOKIE, "")
    return {"theme": chosen if chosen in THEMES else ""}


@login_not_required
@require_POST
def theme(request: HttpRequest) -> HttpResponse:
    """Choose light, dark, or whatever the system has. For everybody."""
    response = redirect("home")
    if request.POST.get("theme") in THEMES:
        response.set_cookie(
            THEME_COOKIE, request.POST["theme"], max_age=YEAR, secure=settings.HTTPS, httponly=True, samesite="Lax"
        )
    else:
        response.delete_cookie(THEME_COOKIE, samesite="Lax")
    return response


@login_not_required
@require_safe
def offline(request: HttpRequest) -> HttpResponse:
    """What a phone shows for a page that it cannot fetch. For everybody."""
    return render(request, "offline.html")


@login_not_required
@require_safe
@cache_control(no_cache=True)
def service_worker(request: HttpRequest) -> HttpResponse:
    """The service worker, which a browser takes only from the folder it works on. For everybody."""
    kept = [static(name) for name in KEPT]
    offline_page = render_to_string("offline.html")
    version = sha256("".join([*kept, offline_page]).encode()).hexdigest()[:12]
    return render(request, "sw.js", {"kept": kept, "version": version}, content_type="text/javascript")


@login_not_required
@require_safe
@never_cache
def healthz(request: HttpRequest) -> HttpResponse:
    """Whether the database answers, for programs that watch over the server. For everybody."""
    try:
        with connection.cursor() as cursor:
            # From a table, since SQLite answers without looking at its file otherwise.
            cursor.execute("SELECT EXISTS (SELECT 1 FROM django_migrations)")
            is_well = cursor.fetchone() == (True,)
    except Error:
        logger.exception("the database does not answer")
        is_well = False
    return HttpResponse("ok" if is_well else "unavailable", status=200 if is_well else 503, content_type="text/plain")
