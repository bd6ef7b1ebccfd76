"""Pictures to send: good ones, and what only claims to be one."""

import struct
import zlib
from io import BytesIO
from typing import Any

from PIL import Image

# Where this was taken, as phones write it.
GPS = {1: "N", 2: (48.0, 12.0, 30.0), 3: "E", 4: (16.0, 22.0, 0.0)}
ORIENTATION, MAKER, GPS_TAG = 0x0112, 0x010F, 0x8825
SIDEWAYS = 6


def picture(kind: str = "JPEG", size: tuple[int, int] = (60, 40), **how: Any) -> bytes:
    """A picture that is red on its left half and blue on its right one."""
    image = Image.new("RGB", size, "blue")
    image.paste("red", (0, 0, size[0] // 2, size[1]))
    file = BytesIO()
    image.save(file, kind, **how)
    return file.getvalue()


def with_exif(**how: Any) -> bytes:
    """A photo as a phone that was held sideways takes it, with where it was taken, by what, and a comment."""
    exif = Image.Exif()
    exif[ORIENTATION] = SIDEWAYS
    exif[MAKER] = "Spyglass"
    exif.get_ifd(GPS_TAG).update(GPS)
    return picture(exif=exif.tobytes(), comment=b"whose table", dpi=(300, 300), **how)


def png_bomb(side: int) -> bytes:
    """A few kilobytes that claim to be a square of that many pixels."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", side, side, 1, 0, 0, 0, 0)
    rows = zlib.compress(bytes(side // 8 + 1) * 64)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


SVG = b'<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><rect width="9" height="9"/></svg>'
# Each is sent as photo.jpg.
NO_PHOTOS = {
    "text": b"the table as I saw it",
    "svg": SVG,
    "page": b"<!doctype html><script>alert(1)</script>",
    "gif": picture("GIF"),
    "bmp": picture("BMP"),
    "tiff": picture("TIFF"),
    "only a head": picture()[:24],
    "truncated": picture(size=(900, 600))[:-700],
    "truncated png": picture("PNG", size=(900, 600))[:-40],
    "png with a spoilt checksum": picture("PNG").replace(b"IDAT", b"IDAU"),
    "zip behind a head": b"\xff\xd8\xff\xe0" + b"PK\x03\x04" * 20,
    "nothing but zeros": bytes(4096),
}
