"""What happens around every request: headers that no setting of Django's sets, and a line in the log."""

import logging
import re
import time
import uuid
from collections.abc import Callable
from typing import Any

from django.contrib.auth.middleware import LoginRequiredMiddleware
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.cache import add_never_cache_headers, patch_vary_headers
from django.utils.functional import SimpleLazyObject

from ofcscore.logs import page_of, request_id

logger = logging.getLogger("ofcscore.requests")

GetResponse = Callable[[HttpRequest], HttpResponse]

# What a browser could tell of the phone and of who holds it, or do with it, and this site does not use. It does use the
# wake lock, sharing and writing to the clipboard; a photo comes from a field for files, which is no camera here.
UNUSED = (
    "accelerometer",
    "autoplay",
    "browsing-topics",
    "camera",
    "clipboard-read",
    "compute-pressure",
    "display-capture",
    "encrypted-media",
    "gamepad",
    "geolocation",
    "gyroscope",
    "hid",
    "identity-credentials-get",
    "idle-detection",
    "keyboard-map",
    "local-fonts",
    "magnetometer",
    "microphone",
    "midi",
    "otp-credentials",
    "payment",
    "picture-in-picture",
    "publickey-credentials-create",
    "publickey-credentials-get",
    "serial",
    "speaker-selection",
    "storage-access",
    "usb",
    "window-management",
    "xr-spatial-tracking",
)
PERMISSIONS_POLICY = ", ".join(f"{feature}=()" for feature in UNUSED)

# What a proxy may send as the id of a request. Anything else could pass for a line of its own.
REQUEST_ID = re.compile(r"[A-Za-z0-9-]{1,64}")


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


class LoginRequired(LoginRequiredMiddleware):
    """Wants a login, except for pages that are for everybody. Of these it does not even ask who it is, which would cost
    two queries.
    """

    def process_view(
        self, request: HttpRequest, view_func: Callable[..., Any], view_args: Any, view_kwargs: Any
    ) -> HttpResponseBase | None:
        if not getattr(view_func, "login_required", True):
            return None
        return super().process_view(request, view_func, view_args, view_kwargs)


def log_requests(get_response: GetResponse) -> GetResponse:
    """Write a line about every request, and give it an id that its answer and all its lines carry."""

    def middleware(request: HttpRequest) -> HttpResponse:
        began = time.monotonic_ns()
        sent = request.headers.get("X-Request-ID", "")
        token = request_id.set(sent if REQUEST_ID.fullmatch(sent) else uuid.uuid4().hex)
        try:
            response = get_response(request)
            response["X-Request-ID"] = request_id.get()
            facts = {
                "method": request.method,
                "page": page_of(request),
                "status": response.status_code,
                "ms": (time.monotonic_ns() - began) // 1_000_000,
                "user": _user_id(request),
            }
            logger.info("answered", extra={"facts": facts})
            return response
        finally:
            request_id.reset(token)

    return middleware


def note_answers(get_response: GetResponse) -> GetResponse:
    """Remember that the page had its answer, so that a fault after that is known to be one: what it saved is saved."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        request.is_answered = True  # type: ignore[attr-defined]
        return response

    return middleware


def _user_id(request: HttpRequest) -> int | str:
    """The number of who asked, where the page wanted to know it anyway; a line in the log is worth no query."""
    user = vars(request).get("user")
    if isinstance(user, SimpleLazyObject):
        user = vars(request).get("_cached_user")
    return getattr(user, "pk", None) or "-"
