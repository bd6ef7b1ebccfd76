"""How large a file may be that somebody sends."""

from typing import Any

from django.core.files.uploadhandler import FileUploadHandler, StopUpload

from ledger.services.photos import MOST_SENT

# The fields that are sent along, and what parts them.
AROUND_A_FILE = 16 * 1024


def is_too_large(meta: dict[str, Any]) -> bool:
    """Whether a request says that it brings more than a photo may have."""
    length = str(meta.get("CONTENT_LENGTH") or "0")
    return length.isdigit() and int(length) > MOST_SENT + AROUND_A_FILE


class LimitedUpload(FileUploadHandler):
    """Stops at the first file of a request that is too large, on whatever page, before a byte of it is kept. What
    comes before the file, the token among it, is there for the page that answers.
    """

    def new_file(self, *args: Any, **kwargs: Any) -> None:
        super().new_file(*args, **kwargs)
        if self.request is not None and is_too_large(self.request.META):
            raise StopUpload(connection_reset=True)

    def receive_data_chunk(self, raw_data: bytes, start: int) -> bytes:
        return raw_data

    def file_complete(self, file_size: int) -> None:
        return None
