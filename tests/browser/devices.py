"""The phones, and the one desktop, that the pages are opened on."""

from collections.abc import Callable
from typing import Literal

from playwright.sync_api import Browser, BrowserContext, Page, StorageState

from tests.browser.server import Server

# Shorter than this on its short side is a phone.
SMALLEST_DESKTOP = 600
# In milliseconds. Pages come at once; this is for a machine that is busy with something else.
TIMEOUT = 15_000

Phone = Callable[..., Page]
Scheme = Literal["light", "dark"]


def new_context(
    browser: Browser,
    server: Server,
    width: int = 390,
    height: int = 844,
    scheme: Scheme = "light",
    *,
    javascript: bool = True,
    state: StorageState | None = None,
    service_worker: bool = True,
) -> BrowserContext:
    """A device with cookies of its own, or with those of ``state``."""
    small = min(width, height) < SMALLEST_DESKTOP
    context = browser.new_context(
        base_url=server.url,
        viewport={"width": width, "height": height},
        color_scheme=scheme,
        is_mobile=small,
        has_touch=small,
        java_script_enabled=javascript,
        storage_state=state,
        service_workers="allow" if service_worker else "block",
    )
    context.set_default_timeout(TIMEOUT)
    return context
