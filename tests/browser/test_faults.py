"""Another program locks the database and does not let go: the phone says so, tries again, and the hand counts once."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from itertools import product

from playwright.sync_api import Page, expect

from tests.browser import steps, taps
from tests.browser.devices import Phone
from tests.browser.test_layout import AXE_SCREENS, SCREENS, THEMES, misplaced, violations
from tests.browser.watch import Watch
from tests.databases import Database
from tests.ledger import boards

THREE = ("Ann", "Bob", "Cy")
# In milliseconds: twice as long as the server waits for the lock, and some.
LONG = 30_000


# What lets others read and not write.
LOCK = {"SQLite": "BEGIN IMMEDIATE", "PostgreSQL": "LOCK TABLE ledger_session IN EXCLUSIVE MODE"}


@contextmanager
def locked(database: Database) -> Iterator[None]:
    with closing(database.connect()) as writer:
        writer.execute(LOCK[database.name])
        yield
        writer.rollback()


def test_a_locked_database_is_waited_for(page: Page, phone: Phone, database: Database, watch: Watch) -> None:
    watch.allow("status of 503")
    table = steps.start_table(page, THREE)
    taps.score_next(page, table)
    taps.tap_hand(page, boards.QUIET)
    taps.go_to_check(page)
    other = phone(state={"cookies": page.context.cookies(), "origins": []})
    with locked(database):
        taps.primary(page).click()
        expect(page.locator("#save-status")).to_contain_text("Not saved: no answer. Trying again", timeout=LONG)
        other.goto("/start/")
        other.set_default_timeout(LONG)
        other.locator("[name=names_0]").fill("Dee")
        other.locator("[name=names_1]").fill("Bob")
        other.locator(".primary").click()
        expect(other.get_by_role("heading", name="Not saved")).to_be_visible()
        for screen, theme in product(SCREENS, THEMES):
            other.set_viewport_size({"width": screen[0], "height": screen[1]})
            other.emulate_media(color_scheme=theme)
            assert misplaced(other, screen, True) == []
            assert screen not in AXE_SCREENS or violations(other, screen, True) == []
    other.get_by_role("button", name="Send it again").click()
    expect(other.get_by_text("Dee").first).to_be_visible()
    expect(page.get_by_role("link", name="Score hand 2")).to_be_visible(timeout=2 * LONG)
    page.goto(f"{table}hands/")
    assert page.locator("tr:has(.hand-link)").count() == 1
