"""Photos of the table: what is kept of them, what is refused, and who sees them."""

from collections.abc import Callable
from io import BytesIO

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse
from django.test import Client
from PIL import Image

from ledger.models import Hand, HandPhoto, Session, User
from ledger.services.closing import session_close
from ledger.services.errors import ConflictError, RefusedError
from ledger.services.photos import (
    LONGEST_SIDE,
    MOST_PHOTOS,
    MOST_SENT,
    NO_PHOTO,
    TOO_LARGE,
    TOO_MANY_PIXELS,
    TooLargeError,
    photo_add,
    photo_remove,
)
from tests.ledger.boards import QUIET
from tests.ledger.pages import alerts, text
from tests.ledger.pictures import NO_PHOTOS, SVG, picture, png_bomb, with_exif
from tests.ledger.tables import nothing_saved, record

pytestmark = pytest.mark.django_db
Urls = Callable[..., str]
BrowserOf = Callable[[User | None], Client]


@pytest.fixture
def hand(session: Session) -> Hand:
    return record(session, QUIET).hand


def keep(hand: Hand, sent: bytes) -> HandPhoto:
    return photo_add(hand=hand, user=hand.session.created_by, sent=sent)


def opened(photo: HandPhoto) -> Image.Image:
    image = Image.open(BytesIO(bytes(photo.data)))
    image.load()
    return image


def send(browser: Client, address: str, sent: bytes, name: str = "photo.jpg") -> HttpResponse:
    return browser.post(address, {"photo": SimpleUploadedFile(name, sent, "image/jpeg")})


class TestWhatIsKept:
    @pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
    def test_it_is_a_jpeg_whatever_was_sent(self, hand: Hand, kind: str) -> None:
        photo = keep(hand, picture(kind))
        image = opened(photo)
        assert image.format == "JPEG"
        assert image.size == (photo.width, photo.height) == (60, 40)
        red, _, blue = image.getpixel((10, 20))
        assert (red > 200, blue < 60) == (True, True)

    def test_nothing_is_left_of_where_and_with_what_it_was_taken(self, hand: Hand) -> None:
        sent = with_exif()
        assert b"Spyglass" in sent
        assert b"whose table" in sent
        assert Image.open(BytesIO(sent)).getexif().get_ifd(0x8825)
        photo = keep(hand, sent)
        image = opened(photo)
        assert dict(image.getexif()) == {}
        assert set(image.info) <= {"jfif", "jfif_version", "jfif_unit", "jfif_density"}
        assert not any(secret in bytes(photo.data) for secret in (b"Exif", b"Spyglass", b"whose table"))

    def test_it_is_turned_upright(self, hand: Hand) -> None:
        """The left half of a picture taken sideways is its upper one."""
        image = opened(keep(hand, with_exif()))
        assert image.size == (40, 60)
        assert image.getpixel((20, 5))[0] > 200
        assert image.getpixel((20, 55))[2] > 200

    @pytest.mark.parametrize(
        ("size", "kept"),
        [((4000, 3000), (1600, 1200)), ((3000, 4000), (1200, 1600)), ((1600, 9), (1600, 9)), ((8000, 2), (1600, 1))],
    )
    def test_it_is_made_no_larger_than_need_be(self, hand: Hand, size: tuple[int, int], kept: tuple[int, int]) -> None:
        photo = keep(hand, picture(size=size))
        assert (photo.width, photo.height) == opened(photo).size == kept
        assert max(kept) <= LONGEST_SIDE

    def test_grey_and_see_through_pictures_are_taken_too(self, hand: Hand) -> None:
        for mode in ("L", "P", "RGBA"):
            file = BytesIO()
            Image.new(mode, (9, 9)).save(file, "PNG")
            assert opened(keep(hand, file.getvalue())).mode == "RGB"
            photo_remove(photo=hand.photos.get())

    def test_a_cmyk_jpeg_is_taken_too(self, hand: Hand) -> None:
        file = BytesIO()
        Image.new("CMYK", (9, 9)).save(file, "JPEG")
        assert opened(keep(hand, file.getvalue())).mode == "RGB"

    def test_the_same_one_twice_is_kept_once(self, hand: Hand) -> None:
        photo = keep(hand, picture())
        with nothing_saved():
            assert keep(hand, picture()) == photo

    def test_a_hand_has_so_many_at_most(self, hand: Hand, session: Session) -> None:
        for number in range(MOST_PHOTOS):
            keep(hand, picture(size=(20 + number, 20)))
        with nothing_saved(), pytest.raises(RefusedError, match="3 photos at most"):
            keep(hand, picture())
        keep(record(session, QUIET).hand, picture())
        photo_remove(photo=hand.photos.first())
        keep(hand, picture())

    def test_it_is_no_part_of_the_books_and_can_go(self, hand: Hand) -> None:
        version = Session.objects.get().version
        photo = keep(hand, picture())
        photo_remove(photo=photo)
        assert not HandPhoto.objects.exists()
        assert Session.objects.get().version == version
        with pytest.raises(ConflictError, match="removed already"):
            photo_remove(photo=photo)

    def test_a_closed_table_takes_one_too(self, hand: Hand, session: Session, ann_user: User) -> None:
        session.refresh_from_db()
        session_close(session=session, user=ann_user, expected_version=session.version)
        keep(hand, picture())


class TestWhatIsRefused:
    @pytest.mark.parametrize("what", NO_PHOTOS)
    def test_what_is_no_photo(self, hand: Hand, what: str) -> None:
        with nothing_saved(), pytest.raises(RefusedError) as refused:
            keep(hand, NO_PHOTOS[what])
        assert (str(refused.value), refused.value.field) == (NO_PHOTO, "photo")

    @pytest.mark.parametrize("side", [3_500, 10_000, 20_000, 60_000])
    def test_a_small_file_that_claims_a_huge_picture(self, hand: Hand, side: int) -> None:
        bomb = png_bomb(side)
        assert len(bomb) < 20_000
        with nothing_saved(), pytest.raises(RefusedError) as refused:
            keep(hand, bomb)
        assert str(refused.value) == TOO_MANY_PIXELS

    def test_more_bytes_than_may_be_sent(self, hand: Hand) -> None:
        with nothing_saved(), pytest.raises(TooLargeError):
            keep(hand, picture() + bytes(MOST_SENT))


class TestPages:
    def test_a_photo_is_sent_shown_and_removed(self, hand: Hand, browser: Client, url: Urls) -> None:
        answer = send(browser, url("photo_add", 1), with_exif())
        assert (answer.status_code, answer.url) == (302, url("hand", 1))
        photo = HandPhoto.objects.get()
        page = browser.get(url("hand", 1))
        assert "The photo is kept with the hand." in text(page)
        address = url("hand_photo", 1, photo.pk)
        assert f'<img src="{address}" width="40" height="60"' in page.content.decode()
        shown = browser.get(address)
        assert shown.content == bytes(photo.data)
        assert shown["Content-Type"] == "image/jpeg"
        assert shown["X-Content-Type-Options"] == "nosniff"
        assert shown["Cache-Control"] == "private"
        assert shown["Content-Disposition"] == "inline"
        assert browser.post(url("photo_remove", 1, photo.pk)).status_code == 302
        assert "The photo is removed." in text(browser.get(url("hand", 1)))
        assert browser.get(address).status_code == 404
        assert browser.post(url("photo_remove", 1, photo.pk)).status_code == 404

    @pytest.mark.parametrize(("name", "sent"), [("photo.jpg", b"text"), ("photo.svg", SVG), ("", b"")])
    def test_what_is_no_photo_is_refused_with_a_sentence(
        self, hand: Hand, browser: Client, url: Urls, name: str, sent: bytes
    ) -> None:
        with nothing_saved():
            answer = send(browser, url("photo_add", 1), sent, name) if name else browser.post(url("photo_add", 1))
        assert answer.status_code == 422
        assert alerts(answer) == [NO_PHOTO if sent else "Take or choose a photo first."]

    @pytest.mark.parametrize("more", [1, 64 * 1024, MOST_SENT])
    def test_one_that_is_too_large_is_refused_with_a_sentence(
        self, hand: Hand, browser: Client, url: Urls, more: int
    ) -> None:
        """Be it read to its end, or not at all."""
        with nothing_saved():
            answer = send(browser, url("photo_add", 1), bytes(MOST_SENT + more))
        assert answer.status_code == 413
        assert alerts(answer) == [TOO_LARGE]

    def test_one_of_as_many_bytes_as_may_be_is_taken(self, hand: Hand, browser: Client, url: Urls) -> None:
        sent = picture()
        assert send(browser, url("photo_add", 1), sent + bytes(MOST_SENT - len(sent))).status_code == 302

    def test_the_token_is_asked_for_even_of_one_that_is_too_large(self, hand: Hand, ann_user: User, url: Urls) -> None:
        strict = Client(enforce_csrf_checks=True)
        strict.force_login(ann_user)
        token = strict.get(url("hand", 1)).cookies["csrftoken"].value
        large = SimpleUploadedFile("photo.jpg", bytes(MOST_SENT + 64 * 1024), "image/jpeg")
        assert strict.post(url("photo_add", 1), {"photo": large}).status_code == 403
        large.seek(0)
        sent = {"csrfmiddlewaretoken": token, "photo": large}
        assert strict.post(url("photo_add", 1), sent).status_code == 413

    def test_no_other_page_takes_a_large_file(
        self, hand: Hand, browser: Client, url: Urls, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def kept(*args: object, **kwargs: object) -> None:
            raise AssertionError("a byte of it was kept")

        monkeypatch.setattr("django.core.files.uploadhandler.TemporaryUploadedFile.__init__", kept)
        large = SimpleUploadedFile("photo.jpg", bytes(MOST_SENT + 64 * 1024), "image/jpeg")
        assert browser.post(url("adjustments"), {"reason": large}).status_code == 422

    def test_with_all_that_a_hand_can_have_no_more_are_asked_for(self, hand: Hand, browser: Client, url: Urls) -> None:
        assert 'enctype="multipart/form-data"' in browser.get(url("hand", 1)).content.decode()
        for number in range(MOST_PHOTOS):
            keep(hand, picture(size=(20 + number, 20)))
        page = browser.get(url("hand", 1))
        assert 'enctype="multipart/form-data"' not in page.content.decode()
        assert "That is all a hand can have. Remove one to add another." in text(page)
        assert "3 photos at most" in alerts(send(browser, url("photo_add", 1), picture()))[0]

    def test_a_viewer_sees_it_and_cannot_touch_it(
        self, hand: Hand, viewer: User, browser_of: BrowserOf, url: Urls
    ) -> None:
        photo = keep(hand, picture())
        viewing = browser_of(viewer)
        assert viewing.get(url("hand_photo", 1, photo.pk)).status_code == 200
        page = viewing.get(url("hand", 1)).content.decode()
        assert url("hand_photo", 1, photo.pk) in page
        assert url("photo_remove", 1, photo.pk) not in page
        assert url("photo_add", 1) + '"' not in page

    def test_it_is_found_under_its_own_hand_and_club_only(
        self, hand: Hand, session: Session, stranger: User, browser_of: BrowserOf, browser: Client, url: Urls
    ) -> None:
        photo = keep(hand, picture())
        record(session, QUIET)
        theirs = Session.objects.exclude(pk=session.pk).get()
        record(theirs, QUIET[:2])
        for name in ("hand_photo", "photo_remove"):
            for client, address in (
                (browser, url(name, 2, photo.pk)),
                (browser_of(stranger), url(name, 1, photo.pk)),
                (browser_of(stranger), url(name, 1, photo.pk).replace(session.public_id, theirs.public_id)),
            ):
                answer = client.get(address) if name == "hand_photo" else client.post(address)
                assert answer.status_code == 404
        assert HandPhoto.objects.exists()
