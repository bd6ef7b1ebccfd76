"""What a page with a form answers with."""

from django.forms import Form

from ledger.services.errors import ConflictError, LedgerError


def form_status(form: Form, refusal: LedgerError | None) -> int:
    """409 when a service was asked too late, 422 when anything has to be mended, 200 for a form to fill in."""
    if isinstance(refusal, ConflictError):
        return 409
    return 422 if form.errors else 200
