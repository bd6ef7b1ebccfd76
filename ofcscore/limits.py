"""How often somebody may do what could be done too often: trying passwords, making accounts, asking for links that are
none, sending large files. All the numbers stand here. Nothing else is limited, and saving a hand least of all.

Counted is by a window that slides: what was done is forgotten by and by, not all at once. The counts are no part of the
books; they are where RATE_LIMIT_STORAGE says, in the memory of each process unless it is another program. Where that
program does not answer nobody is stopped.
"""

import hashlib
import ipaddress
import logging
import time
from dataclasses import dataclass
from functools import cache
from math import floor

from django.conf import settings
from django.http import HttpRequest
from environs import ValidationError
from limits import RateLimitItemPerMinute
from limits.errors import ConfigurationError, StorageError
from limits.storage import Storage, storage_from_string
from limits.strategies import SlidingWindowCounterRateLimiter

logger = logging.getLogger("ofcscore.limits")

NO_STORAGE = "none"
# What of an IPv6 address one household has.
HOUSEHOLD_BITS = 64


class TooOftenError(Exception):
    """Something was done too often; the words are for people. It may be done once more in ``seconds``."""

    def __init__(self, sentence: str, seconds: int) -> None:
        super().__init__(f"{sentence} Try again in {in_words(seconds)}.")
        self.seconds = seconds


@dataclass(frozen=True)
class Limit:
    """So many times at ``most`` in so many minutes, by each for whom it is counted: an address, a user, a name. Who is
    None is nobody in particular, and not counted: whoever cannot be told apart would be stopped for one another.
    """

    name: str
    most: int
    minutes: int
    sentence: str

    def expect(self, *who: str | int | None) -> None:
        """Raise TooOftenError when these have done it too often already."""
        limiter = limiter_at(settings.RATE_LIMIT_STORAGE)
        if limiter is None:
            return
        try:
            if not limiter.test(self._item, *self._key(who)):
                again = limiter.get_window_stats(self._item, *self._key(who)).reset_time
                raise TooOftenError(self.sentence, floor(max(again - time.time(), 0)) + 1)
        except StorageError:
            logger.exception("the counts cannot be read")

    def note(self, *who: str | int | None) -> None:
        """Count once for these. Whoever is over the limit is not counted any further."""
        limiter = limiter_at(settings.RATE_LIMIT_STORAGE)
        if limiter is None:
            return
        if None in who:
            logger.warning("not counted, since nobody can be told apart", extra={"facts": {"limit": self.name}})
            return
        try:
            limiter.hit(self._item, *self._key(who))
        except StorageError:
            logger.exception("the counts cannot be written")

    def take(self, *who: str | int | None) -> None:
        """Count once for these; raise TooOftenError instead when they have done it too often already."""
        self.expect(*who)
        self.note(*who)

    @property
    def _item(self) -> RateLimitItemPerMinute:
        return RateLimitItemPerMinute(self.most, self.minutes, namespace=f"ofcscore/{self.name}")

    def _key(self, who: tuple[str | int | None, ...]) -> list[str]:
        """As another program may keep it: short, and without names or addresses in it."""
        return [hashlib.sha256(str(each).encode("utf-8", "replace")).hexdigest()[:32] for each in who]


WRONG = "Too many wrong passwords."
# Whoever has a password and three others to mix it up with needs fewer.
LOGIN_BY_NAME = Limit("login-name", 10, 15, WRONG)
# Eight people behind one router, each of them wrong a few times.
LOGIN_BY_ADDRESS = Limit("login-address", 60, 15, WRONG)
# Somebody else with an unlocked phone; by user.
PASSWORD_CHANGE = Limit("password", 10, 15, WRONG)
# A club where everybody signs up on the same evening. A name that is taken counts, or all names could be tried.
SIGN_UP = Limit("sign-up", 100, 60, "Too many have signed up here just now.")
# A crowd that comes in by one link, behind one router.
NEW_GUEST = Limit("guest", 120, 60, "Too many have begun here without a password just now. Log in if you have one.")
# Five hundred phones behind one router, whose link was switched off: each asks twice. A token of 192 random bits is not
# found by trying, so this saves work and guards nothing.
LINK_NOT_FOUND = Limit("link", 2_000, 10, "Too many links that lead nowhere.")
# A season of nights, brought in by one person. Each is read and scored whole.
IMPORT = Limit("import", 60, 60, "That is a lot to bring in at once.")
# Three photos of every hand, at a hand every two minutes. Each is decoded whole.
PHOTO = Limit("photo", 120, 60, "That is a lot of photos.")


@cache
def limiter_at(storage: str) -> SlidingWindowCounterRateLimiter | None:
    """What counts in the storage of this address; None where nothing is to be counted. Raises ConfigurationError when
    there is no such storage, or what it takes is not installed.
    """
    if storage == NO_STORAGE:
        return None
    made = storage_from_string(storage, wrap_exceptions=True)
    if not isinstance(made, Storage):
        raise ConfigurationError("A storage for asynchronous code does not count here.")
    return SlidingWindowCounterRateLimiter(made)


def validate_storage(storage: str) -> None:
    """Raise ValidationError when no counts can be kept there, such as where what it takes is not installed."""
    try:
        limiter_at(storage)
    except (ConfigurationError, ValueError) as error:
        raise ValidationError(str(error)) from error


def forget() -> None:
    """Begin anew with all counts."""
    limiter = limiter_at(settings.RATE_LIMIT_STORAGE)
    if limiter is not None:
        limiter.storage.reset()


def address_of(request: HttpRequest) -> str | None:
    """The network that a request is counted by: an IPv4 address, or what of an IPv6 address one household has; None
    when it is not known. Behind a proxy it is the last one in X-Forwarded-For, which the proxy itself wrote: those
    before it are whatever was sent.
    """
    text = request.META.get("REMOTE_ADDR", "")
    if settings.BEHIND_PROXY:
        text = request.headers.get("X-Forwarded-For", "").rpartition(",")[2]
    try:
        address = ipaddress.ip_address(text.strip())
    except ValueError:
        return None
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped:
            return str(address.ipv4_mapped)
        return str(ipaddress.IPv6Network((int(address), HOUSEHOLD_BITS), strict=False))
    return str(address)


def in_words(seconds: int) -> str:
    """A time to wait, never shorter than it is."""
    if seconds <= 90:
        return "a second" if seconds == 1 else f"{seconds} seconds"
    return f"{-(-seconds // 60)} minutes"
