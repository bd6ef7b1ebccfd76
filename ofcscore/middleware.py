"""Headers that every answer carries and that no setting of Django's sets."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.utils.cache import add_never_cache_headers, patch_vary_headers

GetResponse = Callable[[HttpRequest], HttpResponse]

# Everything a browser could offer that this site does not use.
PERMISSIONS_POLICY = ", ".join(
    f"{feature}=()" for feature in ("camera", "geolocation", "microphone", "payment", "usb", "browsing-topics")
)


def headers(get_response: GetResponse) -> GetResponse:
    """Refuse browser features that are not used; keep pages out of caches, since they show the state of the books."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        response.headers.setdefault("Permissions-Policy", PERMISSIONS_POLICY)
        patch_vary_headers(response, ["HX-Request"])
        if not response.has_header("Cache-Control"):
            add_never_cache_headers(response)
        return response

    return middleware
