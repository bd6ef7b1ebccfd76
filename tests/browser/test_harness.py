"""The tests' own tools: a complaint of the browser is heard, and a server that was stopped comes back as it was."""

import pytest
from playwright.sync_api import Error, Page, expect

from tests.browser import steps
from tests.browser.server import Server
from tests.browser.watch import Watch
from tests.ledger import boards

NAMES = ("Ann", "Bob", "Cy")
COMPLAINTS = {
    "an error in the console": ("console", "console.error('out of cards')"),
    "an uncaught error": ("pageerror", "setTimeout(() => { throw new Error('out of cards') })"),
    "a rejected promise": ("pageerror", "void Promise.reject(new Error('out of cards'))"),
    "an inline style": ("console", "document.body.insertAdjacentHTML('beforeend', '<i style=color:red>D</i>')"),
    "an inline script": ("console", "document.head.append(Object.assign(document.createElement('script'), {text: 1}))"),
    "a missing file": ("console", "void fetch('/nowhere/')"),
}


@pytest.mark.parametrize("what", COMPLAINTS)
def test_a_complaint_is_heard(page: Page, watch: Watch, what: str) -> None:
    event, script = COMPLAINTS[what]
    page.goto("/")
    assert watch.complaints == []
    with page.expect_event(event):
        page.evaluate(script)
    assert watch.complaints != []
    # Everything holds the empty text: nothing is left to fail the test.
    watch.allow("")


def test_a_stopped_server_comes_back_with_what_was_saved(server: Server, plain_page: Page, watch: Watch) -> None:
    page = plain_page
    table = steps.start_table(page, NAMES)
    steps.play(page, table, dict(zip(NAMES, boards.QUIET, strict=True)))
    watch.allow("ERR_CONNECTION_REFUSED")
    server.stop()
    with pytest.raises(Error, match="ERR_CONNECTION_REFUSED"):
        page.reload()
    server.start()
    page.goto(table)
    expect(steps.balances(page)).to_have_text(["0", "+2", "−2"])
