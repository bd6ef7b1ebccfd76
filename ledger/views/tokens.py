"""What the pages behind a token have in common: the token is a secret, and stands in their address."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from ledger.views.problems import too_often
from ofcscore.limits import LINK_NOT_FOUND, TooOftenError, address_of

View = Callable[..., HttpResponse]
# Under no-referrer a browser sends forms with the origin "null", which the check against forgery refuses. A page with a
# form tells its address to this site alone.
READ_ONLY, WITH_FORM = "no-referrer", "same-origin"


def token_page(referrer: str = READ_ONLY) -> Callable[[View], View]:
    """A page for everybody who has its address: no search engine lists it and no other site hears of it. A token that
    is none is answered as one that was revoked. Only such answers are counted, so a good link is never held up.
    """

    def decorate(view: View) -> View:
        @login_not_required
        @wraps(view)
        def wrapped(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            try:
                response = view(request, *args, **kwargs)
            except Http404:
                response = _not_found(request)
            except TooOftenError as error:
                response = too_often(request, error)
            response["X-Robots-Tag"] = "noindex"
            response["Referrer-Policy"] = referrer
            return response

        return wrapped

    return decorate


def _not_found(request: HttpRequest) -> HttpResponse:
    try:
        LINK_NOT_FOUND.take(address_of(request))
    except TooOftenError as error:
        return too_often(request, error)
    return render(request, "dead_link.html", status=404)
