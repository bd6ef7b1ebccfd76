"""What a dealer does with a thumb: taps cards, players and the button below. The page counts the taps."""

from urllib.parse import urlsplit

from playwright.sync_api import Locator, Page, expect

COUNT_TAPS = """
addEventListener("click", (event) => {
  if (event.isTrusted) sessionStorage.taps = Number(sessionStorage.taps ?? 0) + 1;
}, true);
"""


def cards_of(board: str) -> list[str]:
    """The cards of a board's text, or of a row's."""
    text = board.replace("/", "")
    return [text[at : at + 2] for at in range(0, len(text), 2)]


def score_next(page: Page, table: str) -> None:
    """From the table to the grid of the next hand."""
    page.goto(table)
    page.get_by_role("link", name="Score hand").click()
    grid_is_up(page)


def grid_is_up(page: Page) -> None:
    expect(page.locator('body[data-entry="tap"]')).to_be_visible()


def key(page: Page, card: str) -> Locator:
    return page.locator(f'[data-card="{card}"]')


def tap_cards(page: Page, cards: str) -> None:
    for card in cards_of(cards):
        key(page, card).click()


def tap_hand(page: Page, boards: tuple[str, ...]) -> None:
    """Every board by taps, going on to the next player by the button below."""
    for place, board in enumerate(boards):
        if place:
            primary(page).click()
        tap_cards(page, board)


def primary(page: Page) -> Locator:
    return page.locator(".primary")


def go_to_check(page: Page) -> None:
    """From the last card to the check."""
    primary(page).click()
    page.wait_for_url("**/check/**")


def save(page: Page, table: str) -> None:
    """From the check to the table, where the hand is saved."""
    primary(page).click()
    page.wait_for_url(lambda url: urlsplit(url).path == table)


def tab(page: Page, name: str) -> Locator:
    return page.locator(f'[data-tab][data-name="{name}"]')


def on_board(page: Page) -> str:
    """The board in view as the slots show it: ranks and suit glyphs, a dot for a slot that is free."""
    texts = page.locator(".seat.active .slot").all_text_contents()
    return " ".join(text.replace("\ufe0e", "") or "·" for text in texts)
