"""Every page on every screen, in both themes: it fits, its action is at hand, fingers hit it, and axe finds nothing."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Browser, Page

from tests.browser.devices import Phone, Scheme
from tests.browser.server import Server
from tests.browser.visits import NOWHERE, Site, build_site
from tests.browser.watch import Watch

SCREENS = ((320, 568), (360, 640), (390, 844), (852, 393), (1280, 800))
# Where most has to scroll and targets are nearest to each other, and where everything has room.
AXE_SCREENS = (SCREENS[0], SCREENS[-1])
THEMES: tuple[Scheme, ...] = ("light", "dark")
TARGET = 44
LAYOUT = (Path(__file__).parent / "layout.js").read_text()
AXE_OPTIONS = {
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    "resultTypes": ["violations"],
}

# A page would go on with the cards of the page before it.
NO_DRAFTS = "try { localStorage.clear() } catch { /* an empty page has none */ }"

# Every page on every screen: it takes minutes.
pytestmark = pytest.mark.slow

Screen = tuple[int, int]
Look = Callable[[Page, Screen, bool], list[str]]


@pytest.fixture(scope="module")
def site(browser: Browser, server: Server) -> Site:
    return build_site(browser, server)


@pytest.fixture(autouse=True)
def refusals_are_expected(watch: Watch, server: Server) -> None:
    """Some of the pages are refusals, which the console notes. Nothing but the one page may be missing."""
    watch.allow("status of 403", "status of 409", "status of 422", f"status of 404 (Not Found) {server.url}{NOWHERE}")


def over_all_pages(site: Site, phone: Phone, screen: Screen, look: Look) -> Iterator[str]:
    """What ``look`` finds on every page of the site, on one screen and in both themes."""
    pages = {who: phone(*screen, state=state, service_worker=False) for who, state in site.states.items()}
    for page in pages.values():
        page.add_init_script(NO_DRAFTS)
    for visit in site.visits:
        page = pages[visit.who]
        site.open(page, visit)
        for theme in THEMES:
            page.emulate_media(color_scheme=theme)
            for problem in look(page, screen, visit.primary):
                yield f"{visit.name}, {size(screen)}, {theme}: {problem}"


def misplaced(page: Page, screen: Screen, primary: bool) -> list[str]:
    """What does not fit, cannot be pressed, or has the focus out of sight."""
    problems: list[str] = page.evaluate(LAYOUT, {"width": screen[0], "target": TARGET, "primary": primary})
    return problems


def violations(page: Page, screen: Screen, _: bool) -> list[str]:
    """What axe finds with the whole page in view. It would take what the bar of actions covers for out of reach."""
    height = page.evaluate("document.scrollingElement.scrollHeight")
    page.set_viewport_size({"width": screen[0], "height": max(screen[1], height)})
    if page.evaluate("typeof axe") == "undefined":
        page.evaluate(AXE_SCRIPT)
    found = page.evaluate("async (options) => (await axe.run(options)).violations", AXE_OPTIONS)
    return [f"{rule['id']}: {node['target']} {why(node)}" for rule in found for node in rule["nodes"]]


def why(node: dict[str, Any]) -> str:
    """Axe's first reason against an element."""
    return str([*node["any"], *node["all"], *node["none"]][0]["message"])


def size(screen: Screen) -> str:
    return "x".join(map(str, screen))


@pytest.mark.parametrize("screen", SCREENS, ids=size)
def test_it_fits_and_is_in_reach(site: Site, phone: Phone, screen: Screen) -> None:
    problems = list(over_all_pages(site, phone, screen, misplaced))
    assert not problems, "\n".join(problems)


@pytest.mark.parametrize("screen", AXE_SCREENS, ids=size)
def test_axe_finds_nothing(site: Site, phone: Phone, screen: Screen) -> None:
    problems = list(over_all_pages(site, phone, screen, violations))
    assert not problems, "\n".join(problems)
