"""Watching on one phone what is scored on another: in time, through corrections, undos and a server that goes away."""

import re
from time import monotonic

import pytest
from playwright.sync_api import Page, Response, expect

from tests.browser import steps
from tests.browser.devices import Phone
from tests.browser.server import Server
from tests.browser.watch import Watch
from tests.ledger import boards

THREE = ("Ann", "Bob", "Cy")
# In milliseconds: how soon what is saved is seen.
SOON = 3000
# How often a page asks, in seconds.
EVERY = 2
NO_CONNECTION = ("htmx:", "ERR_CONNECTION_REFUSED", "ERR_CONNECTION_RESET", "ERR_FAILED", "ERR_EMPTY_RESPONSE")

# The page as the browser tells it that it is hidden, or is not.
HIDE = """(hidden) => {
  Object.defineProperty(document, "hidden", { configurable: true, get: () => hidden });
  document.dispatchEvent(new Event("visibilitychange"));
}"""


@pytest.fixture
def dealer(plain_page: Page) -> Page:
    return plain_page


@pytest.fixture
def table(dealer: Page) -> str:
    return steps.start_table(dealer, THREE)


@pytest.fixture
def watcher(page: Page, dealer: Page, table: str) -> Page:
    """A phone without a login that has the table open by its link."""
    page.goto(steps.share(dealer, table, "Watch"))
    expect(steps.balances(page)).to_have_text(["0", "0", "0"])
    return page


def by_name(hand: tuple[str, ...]) -> dict[str, str]:
    return dict(zip(THREE, hand, strict=True))


def answers(page: Page) -> list[Response]:
    """What the page is answered from now on when it asks for news."""
    heard: list[Response] = []
    page.on("response", lambda answer: heard.append(answer) if "/now/" in answer.url else None)
    return heard


def look_away_and_back(page: Page) -> None:
    page.evaluate(HIDE, True)
    page.evaluate(HIDE, False)


def test_it_follows_a_hand_a_correction_an_undo_and_the_end(watcher: Page, dealer: Page, table: str) -> None:
    heard = answers(watcher)
    steps.play(dealer, table, by_name(boards.QUIET))
    expect(steps.balances(watcher)).to_have_text(["0", "+2", "−2"], timeout=SOON)
    expect(watcher.get_by_role("article", name="Ann").get_by_role("img", name="K of clubs")).to_be_visible()
    expect(watcher.locator("#said")).to_have_text("Hand 1 is in.")
    steps.correct(dealer, table, 1, by_name(boards.SCOOPS), "misread")
    expect(watcher.get_by_role("heading", name=re.compile("Hand 1, .*, corrected"))).to_be_visible(timeout=SOON)
    corrected = steps.balances(watcher).all_text_contents()
    assert corrected != ["0", "+2", "−2"]
    expect(watcher.locator("#said")).to_have_text("Hand 1 is corrected.")
    steps.play(dealer, table, by_name(boards.QUIET))
    expect(watcher.get_by_role("heading", name=re.compile("^Hand 2, "))).to_be_visible(timeout=SOON)
    steps.undo(dealer, table, 2)
    expect(steps.balances(watcher)).to_have_text(corrected, timeout=SOON)
    steps.close(dealer, table)
    expect(watcher.get_by_text("This table is closed. Nothing is played any more")).to_be_visible(timeout=SOON)
    assert [answer.status for answer in heard if answer.status not in (204, 200)] == [286]
    asked = len(heard)
    watcher.wait_for_timeout(1500 * EVERY)
    assert len(heard) == asked, "what is closed is not asked for any more"
    steps.reopen(dealer, table, "one more")
    look_away_and_back(watcher)
    expect(watcher.get_by_text("Live: new hands come by themselves")).to_be_visible(timeout=SOON)


def test_nothing_is_redrawn_while_nothing_happens(watcher: Page) -> None:
    heard = answers(watcher)
    watcher.evaluate("document.querySelector('#now').marked = true")
    watcher.wait_for_timeout(2500 * EVERY)
    assert [answer.status for answer in heard] == [204] * len(heard)
    assert len(heard) in (2, 3)
    assert watcher.evaluate("document.querySelector('#now').marked")


def test_a_hidden_page_does_not_ask_and_one_that_is_looked_at_again_does_at_once(watcher: Page) -> None:
    heard = answers(watcher)
    watcher.evaluate(HIDE, True)
    # What was asked before may still be answered.
    watcher.wait_for_timeout(500)
    heard.clear()
    watcher.wait_for_timeout(1500 * EVERY)
    assert heard == []
    with watcher.expect_response(re.compile("/now/"), timeout=1000 * EVERY):
        watcher.evaluate(HIDE, False)


def test_it_says_so_while_the_server_is_away_and_goes_on_after_it(
    watcher: Page, dealer: Page, table: str, server: Server, watch: Watch
) -> None:
    watch.allow(*NO_CONNECTION)
    stale = watcher.locator("#stale")
    expect(stale).to_be_hidden()
    failed: list[float] = []
    watcher.on("requestfailed", lambda request: failed.append(monotonic()) if "/now/" in request.url else None)
    server.stop()
    expect(stale).to_have_text(re.compile(r"^Last seen at \d\d:\d\d; trying again\.$"))
    watcher.wait_for_timeout(14_000)
    gaps = [later - earlier for earlier, later in zip(failed, failed[1:], strict=False)]
    assert max(gaps) > 1.5 * EVERY, "it asks less and less often"
    server.start()
    steps.play(dealer, table, by_name(boards.QUIET))
    expect(steps.balances(watcher)).to_have_text(["0", "+2", "−2"], timeout=20_000)
    expect(stale).to_be_hidden()


def test_it_ends_the_moment_the_link_is_made_anew(watcher: Page, dealer: Page, table: str, watch: Watch) -> None:
    watch.allow("status of 404", "htmx:", "Response Status Error Code 404")
    steps.share(dealer, table, "Watch")
    expect(watcher.get_by_role("heading", name="This link does not work")).to_be_visible(timeout=SOON)


def test_without_javascript_one_looks_again(phone: Phone, dealer: Page, table: str) -> None:
    watcher = phone(javascript=False)
    watcher.goto(steps.share(dealer, table, "Watch"))
    steps.play(dealer, table, by_name(boards.QUIET))
    watcher.get_by_role("link", name="Look again").click()
    expect(steps.balances(watcher)).to_have_text(["0", "+2", "−2"])
    watcher.get_by_role("link", name="Hand 1, row by row").click()
    expect(watcher.get_by_role("heading", name="Row by row")).to_be_visible()


def test_another_phone_takes_over_the_score(page: Page, dealer: Page, table: str, watch: Watch) -> None:
    page.goto(steps.share(dealer, table, "Score on another phone"))
    page.get_by_role("button", name="Score on this phone").click()
    expect(page.get_by_role("status").filter(has_text="You keep score here now.")).to_be_visible()
    page.get_by_role("link", name="Score hand 1").click()
    expect(page.locator('body[data-entry="tap"]')).to_be_visible()
    steps.share(dealer, table, "Score on another phone")
    watch.allow("status of 404")
    page.goto(table)
    expect(page.get_by_role("heading", name="Not found")).to_be_visible()


def test_a_friend_joins_the_club(page: Page, dealer: Page, table: str) -> None:
    page.goto(steps.share(dealer, table, "Join the club"))
    page.get_by_role("button", name="Join the club").click()
    expect(page.get_by_role("status").filter(has_text="You are a member of Home game")).to_be_visible()
    page.goto(table)
    expect(page.get_by_role("list", name="Balances")).to_be_visible()
    expect(page.get_by_role("link", name="Score hand 1")).to_be_hidden()
