"""A session goes out, as a file for a spreadsheet or whole, and comes in again."""

import csv
import io
from collections.abc import Iterable

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.http import content_disposition_header
from django.views.decorators.http import require_http_methods, require_safe

from ledger.access import readable_session, user_of
from ledger.forms.imports import ImportForm
from ledger.models import Session
from ledger.reports.spreadsheets import Cell, hand_rows, transfer_rows
from ledger.services.errors import LedgerError
from ledger.services.exports import session_json
from ledger.services.imports import session_import
from ledger.views.status import form_status, with_wait
from ledger.views.uploads import is_too_large
from ofcscore.limits import IMPORT, TooOftenError

# What file systems do not take in a name, or take for a part of the path.
NOT_IN_FILE_NAMES = str.maketrans(dict.fromkeys('/\\:*?"<>|', "-"))


@require_safe
def export(request: HttpRequest, public_id: str) -> HttpResponse:
    """What can be taken out. For members of the club."""
    return render(request, "export.html", {"session": readable_session(request, public_id)})


@require_safe
def hands_csv(request: HttpRequest, public_id: str) -> HttpResponse:
    """Every hand of every player, for a spreadsheet. For members of the club."""
    session = readable_session(request, public_id)
    return _csv(session, "hands", hand_rows(session))


@require_safe
def transfers_csv(request: HttpRequest, public_id: str) -> HttpResponse:
    """The journal, row by row, for a spreadsheet. For members of the club."""
    session = readable_session(request, public_id)
    return _csv(session, "transfers", transfer_rows(session))


@require_safe
def whole_session(request: HttpRequest, public_id: str) -> HttpResponse:
    """The whole session, to bring in elsewhere (docs/export-format.md). For members of the club alone, since it names
    the tables that debts were carried to.
    """
    session = readable_session(request, public_id)
    if not session.reader_is_member:
        raise Http404
    return _file(session, "session.json", session_json(session), "application/json")


@require_http_methods(["GET", "HEAD", "POST"])
def import_session(request: HttpRequest) -> HttpResponse:
    """Bring in a session that was taken out here or elsewhere. For everybody who is logged in, and for guests."""
    form = ImportForm()
    if request.method == "POST":
        form = ImportForm(request.POST, request.FILES, too_large=is_too_large(request.META))
    refusal: LedgerError | TooOftenError | None = None
    if form.is_valid():
        try:
            IMPORT.take(user_of(request).pk)
            session = session_import(user=user_of(request), content=form.cleaned_data["file"])
        except (LedgerError, TooOftenError) as error:
            refusal = error
            form.add_error("file", str(error))
        else:
            messages.success(request, f"{session.name} is here, to the last unit.")
            return redirect("table", session.public_id)
    return with_wait(render(request, "import.html", {"form": form}, status=form_status(form, refusal)), refusal)


def _csv(session: Session, what: str, rows: Iterable[tuple[Cell, ...]]) -> HttpResponse:
    """The rows as a spreadsheet opens them at once: with a byte order mark, and with the line ends of the standard."""
    text = io.StringIO()
    csv.writer(text).writerows(rows)
    return _file(session, f"{what}.csv", text.getvalue().encode("utf-8-sig"), "text/csv; charset=utf-8")


def _file(session: Session, what: str, content: bytes, content_type: str) -> HttpResponse:
    name = f"{session.date} {session.name} {what}"
    shown = "".join(each for each in name.translate(NOT_IN_FILE_NAMES) if each.isprintable())
    disposition = content_disposition_header(True, shown) or "attachment"
    return HttpResponse(content, content_type=content_type, headers={"Content-Disposition": disposition})
