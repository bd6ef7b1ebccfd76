"""More than is read, and files that are called as no file should be."""

from collections.abc import Callable
from io import BytesIO
from typing import Any

import pytest
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from ledger.models import HandPhoto, Session
from ledger.services.exports import session_json
from tests.ledger.boards import QUIET
from tests.ledger.pages import alerts, text
from tests.ledger.pictures import picture
from tests.ledger.tables import nothing_saved, record

pytestmark = pytest.mark.django_db

Url = Callable[..., str]
MOST = 256 * 1024
FORM = "application/x-www-form-urlencoded"
# Both of these are read by forms of tables; the first by everybody.
PAGES = ("/login/", "/signup/", "/start/", "/theme/", "/admin/login/")
FILE_NAMES = (
    "../../../etc/passwd",
    "..\\..\\photo.jpg",
    "/etc/passwd",
    "C:\\photo.jpg",
    "<xq>.jpg",
    '"; filename="evil.exe',
    "a\r\nSet-Cookie: a=b.jpg",
    "photo\x00.jpg",
    "\u202egpj.exe",
    "CON",
    ".htaccess",
    "..",
    "x" * 5000 + ".jpg",
    "🂡.jpg",
)


def is_our_page(answer: HttpResponse) -> bool:
    return "Not understood What the browser sent could not be read." in text(answer)


@pytest.mark.parametrize("path", PAGES)
def test_a_body_that_is_too_large_is_not_read(path: str, client: Client) -> None:
    with nothing_saved():
        answer = client.post(path, "a=" + "x" * MOST, content_type=FORM)
    assert answer.status_code == 400
    assert is_our_page(answer)


def test_nor_is_one_with_a_hand_in_it(browser: Client, session: Session, url: Url) -> None:
    for name in ("score", "keep", "progress"):
        with nothing_saved():
            answer = browser.post(url(name), "seat0-top=" + "K" * MOST, content_type=FORM)
        assert answer.status_code == 400
        assert is_our_page(answer)


def test_nor_are_so_many_fields_or_files(browser: Client, url: Url) -> None:
    fields = "&".join(f"f{number}=" for number in range(settings.DATA_UPLOAD_MAX_NUMBER_FIELDS + 1))
    files: dict[str, Any] = {f"f{number}": BytesIO(b"x") for number in range(settings.DATA_UPLOAD_MAX_NUMBER_FILES + 1)}
    with nothing_saved():
        for answer in (
            browser.post(url("score"), fields, content_type=FORM),
            browser.post(url("score"), dict.fromkeys(map(str, range(201)), "x")),
            browser.post(reverse("import_session"), files),
        ):
            assert answer.status_code == 400
            assert is_our_page(answer)


def test_as_many_fields_as_the_largest_form_has_are_read(browser: Client, url: Url) -> None:
    fields = "&".join(f"f{number}=" for number in range(settings.DATA_UPLOAD_MAX_NUMBER_FIELDS))
    assert browser.post(url("score"), fields, content_type=FORM).status_code == 422


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"--x",
        b"--x\r\nContent-Disposition: form-data; name=",
        b'--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nhalf',
        b'--x\r\nContent-Disposition: form-data; name="file"\r\nContent-Transfer-Encoding: base64\r\n\r\n!\r\n--x--',
        b'--x\r\nContent-Disposition: form-data; name="' + b"n" * 10_000 + b'"\r\n\r\nv\r\n--x--',
        b"--x\r\n" + b"A: b\r\n" * 2_000 + b"\r\n--x--",
    ],
    ids=["nothing", "a line", "no name", "half", "bad base64", "a long name", "many heads"],
)
@pytest.mark.parametrize(
    "kind", ["multipart/form-data; boundary=x", "multipart/form-data", "multipart/form-data; boundary=ä"]
)
def test_a_form_with_files_that_is_broken_is_refused(kind: str, body: bytes, browser: Client) -> None:
    with nothing_saved():
        answer = browser.post(reverse("import_session"), body, content_type=kind)
    assert answer.status_code in (400, 422)
    assert alerts(answer) or is_our_page(answer)


@pytest.mark.parametrize("name", FILE_NAMES, ids=range(len(FILE_NAMES)))
def test_what_a_file_is_called_does_not_matter(name: str, browser: Client, session: Session, url: Url) -> None:
    record(session, QUIET)
    content = session_json(session)
    photo = browser.post(url("photo_add", 1), _with_file("photo", name, picture()), **MULTIPART)
    brought = browser.post(reverse("import_session"), _with_file("file", name, content), **MULTIPART)
    for answer in (photo, brought):
        assert answer.status_code in (302, 400, 422)
        assert "Set-Cookie" not in answer.headers
    if photo.status_code == 302:
        shown = browser.get(url("hand_photo", 1, HandPhoto.objects.get().pk))
        assert (shown["Content-Disposition"], shown["Content-Type"]) == ("inline", "image/jpeg")
        assert name not in browser.get(url("hand", 1)).content.decode()
    refused = browser.post(url("photo_add", 1), _with_file("photo", name, b"text"), **MULTIPART)
    assert refused.status_code in (400, 422)
    assert alerts(refused) or is_our_page(refused)


MULTIPART = {"content_type": "multipart/form-data; boundary=x"}


def _with_file(field: str, name: str, content: bytes) -> bytes:
    """A form with one file, called so in the form itself, which no library makes tidy."""
    head = f'--x\r\nContent-Disposition: form-data; name="{field}"; filename="{name}"\r\n'
    return head.encode("utf-8") + b"Content-Type: image/jpeg\r\n\r\n" + content + b"\r\n--x--\r\n"


def test_a_file_where_a_text_is_wanted_is_no_text(client: Client) -> None:
    sent = {"username": SimpleUploadedFile("a", b"ann"), "password": "x"}
    answer = client.post("/login/", sent)
    assert answer.status_code == 422
    assert alerts(answer)
