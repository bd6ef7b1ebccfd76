"""Photos of the table at a hand. They are evidence and no part of the books: they can be taken away again.

What is kept is never what was sent: the picture is decoded and written anew, so that a file which only claims to be a
photo is refused, and nothing that hides in one (where it was taken, with what, whatever else) gets any further.
"""

import threading
from io import BytesIO
from typing import NamedTuple

from PIL import Image, ImageOps
from PIL.JpegImagePlugin import JpegImageFile

from ledger.models import Hand, HandPhoto, User
from ledger.services.errors import ConflictError, RefusedError
from ledger.services.transactions import lock_session, write_transaction

MOST_PHOTOS = 3
# In bytes, as it is sent.
MOST_SENT = 10 * 1024 * 1024
# A phone's camera makes 12 million, or 50; a small file that claims more is made to fill the memory. A JPEG can be read
# at a fraction of its size; what cannot may have fewer.
MOST_PIXELS_OF_A_JPEG = 51_000_000
MOST_PIXELS = 12_000_000
# The longer side of what is kept: a card is still easy to read on it.
LONGEST_SIDE = 1600
QUALITY = 82
FORMATS = ("JPEG", "PNG", "WEBP")
TOO_LARGE = f"This photo is larger than {MOST_SENT // 1024 // 1024} MB. Take it in a smaller size, or crop it."
TOO_MANY_PIXELS = "This picture has too many pixels. Take it in a smaller size."
NO_PHOTO = "This is no photo that can be read. Send one as JPEG, PNG or WEBP."

# A large picture takes a lot of memory while it is decoded, so it is done one at a time.
_one_decoder = threading.Lock()


class Picture(NamedTuple):
    """A JPEG as it is kept, and its size in pixels."""

    data: bytes
    width: int
    height: int


class TooLargeError(RefusedError):
    """More bytes than anybody may send."""

    def __init__(self) -> None:
        super().__init__(TOO_LARGE, field="photo")


def photo_add(*, hand: Hand, user: User, sent: bytes) -> HandPhoto:
    """Keep a photo of the table with a hand, in any state of the session. The same photo of a hand is kept once.

    Raises TooLargeError above MOST_SENT bytes, RefusedError for what is no photo and above MOST_PHOTOS of them.
    """
    if len(sent) > MOST_SENT:
        raise TooLargeError
    picture = _read(sent)
    with write_transaction():
        lock_session(hand.session)
        photos = HandPhoto.objects.filter(hand=hand)
        kept: HandPhoto | None = photos.filter(data=picture.data).first()
        if kept:
            return kept
        if photos.count() >= MOST_PHOTOS:
            raise RefusedError(f"A hand has {MOST_PHOTOS} photos at most. Remove one first.", field="photo")
        photo: HandPhoto = HandPhoto.objects.create(
            club_id=hand.club_id, hand=hand, created_by=user, **picture._asdict()
        )
    return photo


def photo_remove(*, photo: HandPhoto) -> None:
    """Take a photo away for good. Raises ConflictError when it is gone already."""
    with write_transaction():
        deleted, _ = HandPhoto.objects.filter(pk=photo.pk).delete()
    if not deleted:
        raise ConflictError("This photo was removed already.")


def _read(sent: bytes) -> Picture:
    """What was sent as a JPEG made anew: upright, no larger than need be, and nothing in it but the picture."""
    with _one_decoder:
        try:
            with _opened(sent) as image:
                image.verify()
            # Only what is opened again can be decoded after that.
            with _opened(sent) as image:
                return _made_anew(image)
        except RefusedError:
            raise
        except (Image.DecompressionBombError, Image.DecompressionBombWarning) as error:
            raise RefusedError(TOO_MANY_PIXELS, field="photo") from error
        except Exception as error:
            # Pillow trips over bad files in a dozen ways, and all of them mean the same.
            raise RefusedError(NO_PHOTO, field="photo") from error


def _opened(sent: bytes) -> Image.Image:
    """The picture with only its head read. Raises RefusedError when that claims too many pixels."""
    image = Image.open(BytesIO(sent), formats=FORMATS)
    most = MOST_PIXELS_OF_A_JPEG if isinstance(image, JpegImageFile) else MOST_PIXELS
    if image.width * image.height > most:
        image.close()
        raise RefusedError(TOO_MANY_PIXELS, field="photo")
    return image


def _made_anew(image: Image.Image) -> Picture:
    """The picture in a file of its own. Raises whatever Pillow does."""
    if image.mode == "P":
        # The numbers of colours cannot be averaged.
        image = image.convert("RGB")
    # A JPEG is read at half its size or less, where that is still enough.
    image.thumbnail((LONGEST_SIDE, LONGEST_SIDE), reducing_gap=1)
    upright = ImageOps.exif_transpose(image).convert("RGB")
    # What came with the picture stays with that one; of this only the pixels are new.
    bare = Image.new("RGB", upright.size)
    bare.paste(upright)
    file = BytesIO()
    bare.save(file, "JPEG", quality=QUALITY, optimize=True)
    return Picture(file.getvalue(), *bare.size)
