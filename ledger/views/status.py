"""What a page with a form answers with."""

from django.forms import Form
from django.http import HttpResponse

from ledger.services.errors import ConflictError
from ofcscore.limits import TooOftenError


def form_status(form: Form, refusal: Exception | None) -> int:
    """409 when a service was asked too late, 422 when anything has to be mended, 200 for a form to fill in."""
    if isinstance(refusal, ConflictError):
        return 409
    return 422 if form.errors else 200


def with_wait(response: HttpResponse, too_often: Exception | None) -> HttpResponse:
    """The answer; where something was done too often it says so, and when to try again, to programs too."""
    if isinstance(too_often, TooOftenError):
        response.status_code = 429
        response["Retry-After"] = str(too_often.seconds)
    return response
