"""What can be wrong with a hand that someone asks to have scored: three kinds under one base.

Every error is a sentence that a player can act on. Where it is about one board or one row, it says so in
``player`` (the board's place in the list) and ``row``, so that a form can show it beside the right field.
"""


class OFCError(ValueError):
    """Anything that keeps a hand from being scored; ``str()`` of it is a sentence for people."""

    def __init__(self, message: str, *, player: int | None = None, row: str | None = None) -> None:
        super().__init__(message)
        self.player = player
        self.row = row


class UnreadableError(OFCError):
    """The text cannot be read as cards, a board or a ruleset."""


class NotAllowedError(OFCError):
    """It can be read, but the rules in force do not allow it."""


class ImpossibleError(OFCError):
    """It cannot happen with one deck of fifty-two cards."""
