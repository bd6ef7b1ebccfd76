"""A guest's way from the first table to a settled one, in a browser that runs no JavaScript."""

from playwright.sync_api import Page, expect

from tests.browser import steps
from tests.browser.watch import Watch
from tests.ledger import boards

NAMES = ("Ann", "Bob", "Cy")
FOUL = dict(zip(NAMES, boards.FOUL, strict=True))
QUIET = dict(zip(NAMES, boards.QUIET, strict=True))
WRONG = FOUL["Ann"].replace("4s", "4x")


def test_a_hand_is_entered_corrected_undone_and_restored(plain_page: Page) -> None:
    page = plain_page
    table = steps.start_table(page, NAMES)
    steps.play(page, table, FOUL)
    expect(steps.balances(page)).to_have_text(["+7", "+5", "−12"])
    steps.correct(page, table, 1, QUIET, "Read off the photo.")
    expect(steps.balances(page)).to_have_text(["0", "+2", "−2"])
    steps.play(page, table, FOUL)
    steps.undo(page, table, 2)
    expect(steps.balances(page)).to_have_text(["0", "+2", "−2"])
    steps.restore(page, table, 2)
    expect(steps.balances(page)).to_have_text(["+7", "+7", "−14"])
    page.get_by_role("link", name="All hands").click()
    rows = page.get_by_role("region", name="Hand by hand").get_by_role("row")
    expect(rows.locator(":scope > :last-child")).to_have_text(["Sum", "0", "0", "0"])


def test_a_wrong_card_is_refused_in_a_sentence_and_all_is_kept(plain_page: Page, watch: Watch) -> None:
    page = plain_page
    watch.allow("status of 422")
    table = steps.start_table(page, NAMES)
    steps.type_boards(page, f"{table}score/", FOUL | {"Ann": WRONG})
    page.get_by_role("button", name="Check hand 1").click()
    expect(page.get_by_role("alert")).to_contain_text("Ann’s top: “4x” is not a card")
    assert {name: steps.typed(page, name) for name in NAMES} == FOUL | {"Ann": WRONG}
    steps.type_board(page, "Ann", FOUL["Ann"])
    steps.check(page)
    steps.save(page)
    expect(steps.balances(page)).to_have_text(["+7", "+5", "−12"])


def test_changing_what_was_checked_keeps_all(plain_page: Page) -> None:
    page = plain_page
    table = steps.start_table(page, NAMES)
    steps.type_boards(page, f"{table}score/", FOUL)
    steps.check(page)
    page.get_by_role("link", name="Change").last.click()
    expect(page.get_by_role("button", name="Check hand 1")).to_be_visible()
    assert {name: steps.typed(page, name) for name in NAMES} == FOUL
