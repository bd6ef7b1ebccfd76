"""How soon a tap is painted: the grid of cards in Chromium, as it is and with its processor slowed down six times.

Prints what the browser itself measured: our script, style and layout, and the whole way from the finger to the frame
that shows the card, which it rounds to 8 ms and reports from 16 ms on. Nothing here passes or
fails: docs/benchmarks.md says what the figures were and what they should be.
"""

import tempfile
from pathlib import Path
from statistics import median

from playwright.sync_api import Browser, CDPSession, Page, sync_playwright

from tests.browser import steps, taps
from tests.browser.chromium import find, options
from tests.browser.devices import new_context
from tests.browser.server import Server
from tests.ledger import boards

SLOWDOWNS = (1, 6)
OBSERVE = """
window.tapped = [];
new PerformanceObserver((list) => {
  for (const { name, duration } of list.getEntries()) if (name === "click") tapped.push(duration);
}).observe({ type: "event", durationThreshold: 16 });
window.scripted = [];
addEventListener("click", () => (window.begun = performance.now()), true);
addEventListener("click", () => scripted.push(performance.now() - window.begun));
"""


def measure(page: Page, table: str, slowdown: int) -> str:
    """One line of figures for the taps of a hand of three."""
    taps.score_next(page, table)
    browser = page.context.new_cdp_session(page)
    browser.send("Performance.enable")
    browser.send("Emulation.setCPUThrottlingRate", {"rate": slowdown})
    page.evaluate(OBSERVE)
    before = layout_ms(browser)
    taps.tap_hand(page, boards.QUIET)
    page.wait_for_timeout(1000)
    to_paint, scripted = page.evaluate("[tapped, scripted]")
    layout = (layout_ms(browser) - before) / len(scripted)
    longest = max(scripted)
    return (
        f"  {slowdown} x slower: {len(scripted)} taps; script {median(scripted):.1f} ms (median), {longest:.1f} ms"
        f" (longest); style and layout {layout:.1f} ms (mean); to the paint {median(to_paint):.0f} ms (median)"
    )


def layout_ms(browser: CDPSession) -> float:
    """What the page has spent so far on style and layout."""
    metrics = {metric["name"]: metric["value"] for metric in browser.send("Performance.getMetrics")["metrics"]}
    return 1000 * (metrics["LayoutDuration"] + metrics["RecalcStyleDuration"])


def run(browser: Browser, server: Server) -> None:
    for slowdown in SLOWDOWNS:
        context = new_context(browser, server, 360, 640)
        page = context.new_page()
        print(measure(page, steps.start_table(page, ("Ann", "Bob", "Cy")), slowdown))
        context.close()


def main() -> None:
    print("A tap on the grid of cards, at 360 x 640")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder))
        server.manage("collectstatic", "--noinput")
        server.manage("migrate")
        server.start()
        try:
            browser = playwright.chromium.launch(executable_path=find(playwright), args=options())
            run(browser, server)
        finally:
            server.stop()


if __name__ == "__main__":
    main()
