"""How soon a tap is painted: the grid of cards in Chromium, as it is and with its processor slowed down six times.

Prints medians of what the browser itself measured: our script, the style and layout of the frame after it, and the
whole way from the finger to the paint, which it rounds to 8 ms and reports from 16 ms on. Nothing here passes or fails:
docs/benchmarks.md says what the figures were and what they should be.
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
# In milliseconds: a dealer who is quick.
PAUSE = 300
OBSERVE = """
window.toPaint = [];
window.script = [];
window.layout = [];
new PerformanceObserver((list) => {
  for (const { name, duration } of list.getEntries()) if (name === "click") toPaint.push(duration);
}).observe({ type: "event", durationThreshold: 16 });
addEventListener("click", () => (window.begun = performance.now()), true);
addEventListener("click", () => {
  script.push(performance.now() - window.begun);
  requestAnimationFrame(() => {
    const start = performance.now();
    document.body.getBoundingClientRect();
    layout.push(performance.now() - start);
  });
});
"""


def measure(page: Page, table: str, slowdown: int) -> str:
    """One line of figures for the taps of a board, as medians and, in brackets, the longest."""
    taps.score_next(page, table)
    phone = page.context.new_cdp_session(page)
    places = {card: place_of(page, card) for card in taps.cards_of(boards.QUIET[0])}
    phone.send("Emulation.setCPUThrottlingRate", {"rate": slowdown})
    page.evaluate(OBSERVE)
    for place in places.values():
        touch(phone, place)
        page.wait_for_timeout(PAUSE)
    script, layout, to_paint = page.evaluate("[script, layout, toPaint]")
    both = [a + b for a, b in zip(script, layout, strict=True)]
    late = f"{median(to_paint):.0f} ms ({max(to_paint):.0f})" if to_paint else "under 16 ms"
    return (
        f"  {slowdown} x slower: {len(script)} taps; script {median(script):.1f} ms ({max(script):.1f}), with style and"
        f" layout {median(both):.1f} ms ({max(both):.1f}); {len(to_paint)} were 16 ms or more to the paint: {late}"
    )


def place_of(page: Page, card: str) -> dict[str, float]:
    """The middle of a card's key."""
    box = taps.key(page, card).bounding_box()
    assert box is not None
    return {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}


def touch(phone: CDPSession, place: dict[str, float]) -> None:
    """A finger, without the checks that Playwright adds to a tap, which would be measured with it."""
    phone.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [place]})
    phone.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


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
