"""What can be wrong with a write, besides the cards themselves (ofcscore.engine.errors): each is a sentence for
people.
"""


class LedgerError(Exception):
    """A write that was refused; nothing was saved. ``field`` names the form field it is about, where there is one."""

    def __init__(self, message: str, *, field: str | None = None) -> None:
        super().__init__(message)
        self.field = field


class RefusedError(LedgerError):
    """What was asked for is not possible as it stands, and the sentence says what to change."""


class ConflictError(LedgerError):
    """Somebody else was there first: what the form was filled in from is no longer how things stand."""


class TakenError(ConflictError):
    """The hand of this ``number`` is already saved, or corrected, and not with what was sent now."""

    def __init__(self, message: str, *, number: int) -> None:
        super().__init__(message)
        self.number = number
