"""The history of a session: its curve is read by finger and by keyboard without JavaScript, and it prints whole."""

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser import steps
from tests.browser.devices import Phone
from tests.ledger import boards

NAMES = ("Ann", "Bob", "Cy")
LAST = "Hand 2 Ann +7 Bob +7 Cy −14"
FIRST = "Hand 1 Ann 0 Bob +2 Cy −2"


@pytest.fixture
def history(phone: Phone) -> Page:
    """The history of two hands, on a phone that runs no JavaScript."""
    page = phone(360, 640, javascript=False)
    table = steps.start_table(page, NAMES)
    for hand in (boards.QUIET, boards.FOUL):
        steps.play(page, table, dict(zip(NAMES, hand, strict=True)))
    page.goto(f"{table}hands/")
    return page


def reading(page: Page) -> Locator:
    """What the curve says under its lines."""
    return page.locator(".step:has(:checked) .reading")


def test_a_finger_reads_a_hand_off_the_curve(history: Page) -> None:
    expect(reading(history)).to_have_text(LAST)
    columns = history.locator(".step")
    expect(columns).to_have_count(3)
    columns.nth(1).tap()
    expect(reading(history)).to_have_text(FIRST)
    expect(reading(history)).to_have_css("opacity", "1")
    expect(columns.nth(2).locator(".reading")).to_have_css("opacity", "0")
    columns.nth(0).tap()
    expect(reading(history)).to_have_text("Start Ann 0 Bob 0 Cy 0")


def test_the_arrow_keys_go_from_hand_to_hand_and_tab_passes_them_all(history: Page) -> None:
    curve = history.get_by_role("group", name="Balances, hand by hand")
    curve.get_by_role("radio", name=LAST).focus()
    history.keyboard.press("ArrowLeft")
    expect(curve.get_by_role("radio", name=FIRST)).to_be_focused()
    expect(reading(history)).to_have_text(FIRST)
    history.keyboard.press("Tab")
    expect(history.get_by_role("region", name="Hand by hand")).to_be_focused()


def test_the_names_and_the_numbers_of_hands_stay_in_sight(history: Page) -> None:
    table = history.get_by_role("region", name="Hand by hand")
    history.set_viewport_size({"width": 240, "height": 200})
    corner = table.get_by_role("columnheader", name="Hand", exact=True)
    table.get_by_role("columnheader", name="Sum").scroll_into_view_if_needed()
    table.get_by_role("rowheader", name="Total").scroll_into_view_if_needed()
    box, at = table.bounding_box(), corner.bounding_box()
    assert box is not None
    assert at is not None
    assert (round(at["x"] - box["x"]), round(at["y"] - box["y"])) == (1, 1), "inside its border"


def test_it_prints_the_whole_table_on_white_and_nothing_to_press(phone: Phone) -> None:
    page = phone(360, 640, "dark", javascript=False)
    table = steps.start_table(page, NAMES)
    for _ in range(3):
        steps.play(page, table, dict(zip(NAMES, boards.QUIET, strict=True)))
    page.goto(f"{table}hands/")
    page.set_viewport_size({"width": 360, "height": 200})
    shown = page.get_by_role("region", name="Hand by hand")
    assert shown.evaluate("table => table.scrollHeight > table.clientHeight")
    page.emulate_media(media="print")
    assert shown.evaluate("table => table.scrollHeight <= table.clientHeight + 1")
    expect(page.locator("body")).to_have_css("background-color", "rgb(244, 246, 243)")
    for pressed in (page.get_by_label("Whose hands"), page.locator(".button"), page.get_by_label("The table")):
        expect(pressed.first).to_be_hidden()
