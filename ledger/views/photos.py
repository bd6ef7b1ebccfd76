"""Photos of the table at a hand."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST, require_safe

from ledger.access import hand_in, photo_in, readable_session, user_of, writable_session
from ledger.forms.questions import PhotoForm
from ledger.services.errors import ConflictError, LedgerError
from ledger.services.photos import TooLargeError, photo_add, photo_remove
from ledger.views.hands import hand_page
from ledger.views.status import with_wait
from ledger.views.uploads import is_too_large
from ofcscore.limits import PHOTO, TooOftenError


@require_safe
def hand_photo(request: HttpRequest, public_id: str, number: int, pk: int) -> HttpResponse:
    """The picture itself. For members of the club."""
    photo = photo_in(hand_in(readable_session(request, public_id), number), pk)
    response = HttpResponse(bytes(photo.data), content_type="image/jpeg")
    response["Content-Disposition"] = "inline"
    response["Cache-Control"] = "private"
    response["X-Content-Type-Options"] = "nosniff"
    return response


@require_POST
def add(request: HttpRequest, public_id: str, number: int) -> HttpResponse:
    """Keep a photo with a hand. For scorers of the club."""
    writable_session(request, public_id)
    session = readable_session(request, public_id)
    hand = hand_in(session, number)
    form = PhotoForm(session, request.POST, request.FILES, auto_id="photo_%s")
    too_large = is_too_large(request.META)
    too_often: TooOftenError | None = None
    if too_large:
        form.cut_off()
    if form.is_valid():
        try:
            PHOTO.take(user_of(request).pk)
            photo_add(hand=hand, user=user_of(request), sent=form.cleaned_data["photo"].read())
        except LedgerError as error:
            too_large = isinstance(error, TooLargeError)
            form.refuse(error)
        except TooOftenError as error:
            too_often = error
            form.add_error("photo", str(error))
        else:
            messages.success(request, "The photo is kept with the hand.")
            return redirect("hand", public_id, number)
    return with_wait(hand_page(request, session, number, form, status=413 if too_large else 422), too_often)


@require_POST
def remove(request: HttpRequest, public_id: str, number: int, pk: int) -> HttpResponse:
    """Take a photo away for good. For scorers of the club."""
    session = writable_session(request, public_id)
    photo = photo_in(hand_in(session, number), pk)
    try:
        photo_remove(photo=photo)
    except ConflictError as error:
        messages.error(request, str(error))
    else:
        messages.success(request, "The photo is removed.")
    return redirect("hand", public_id, number)
