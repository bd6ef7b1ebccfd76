"""What people do at the table, on a page without JavaScript: each step ends when its answer is there."""

import re
from collections.abc import Sequence
from urllib.parse import urlsplit

from playwright.sync_api import FilePayload, Locator, Page, expect

ROWS = ("Top", "Middle", "Bottom")


def start_table(page: Page, names: Sequence[str], game: str = "Pineapple") -> str:
    """Start a table, as a guest unless somebody is logged in; returns its address."""
    page.goto("/start/")
    for seat, name in enumerate(names, 1):
        page.get_by_label(f"Seat {seat}", exact=True).fill(name)
    page.get_by_label("Game", exact=True).select_option(game)
    page.get_by_role("button", name="Start", exact=True).click()
    expect(page.get_by_role("link", name="Score hand 1")).to_be_visible()
    return urlsplit(page.url).path


def type_board(page: Page, name: str, board: str) -> None:
    """Type a board, its rows parted by slashes, into the text fields of a seat."""
    for row, cards in zip(ROWS, board.split("/"), strict=True):
        page.get_by_label(f"{name}, {row}", exact=True).fill(cards)


def type_boards(page: Page, form: str, boards: dict[str, str]) -> None:
    """Open the page on which a hand is entered and type boards by the names of their players."""
    page.goto(form)
    for name, board in boards.items():
        type_board(page, name, board)


def check(page: Page) -> None:
    """Go from the form of a hand to the check of it."""
    page.get_by_role("button", name=re.compile("^Check hand")).click()
    expect(page.get_by_role("heading", name=re.compile("^Check "))).to_be_visible()


def save(page: Page) -> None:
    """Save what was checked; the table says so."""
    page.get_by_role("button", name=re.compile("^Save ")).click()
    expect(page.get_by_role("status").filter(has_text=re.compile(r"Hand \d+ is "))).to_be_visible()


def play(page: Page, table: str, boards: dict[str, str]) -> None:
    """Enter, check and save the next hand."""
    type_boards(page, f"{table}score/", boards)
    check(page)
    save(page)


def correct(page: Page, table: str, number: int, boards: dict[str, str], reason: str) -> None:
    """Enter a saved hand anew, check it and save it."""
    type_correction(page, table, number, boards, reason)
    check(page)
    save(page)


def type_correction(page: Page, table: str, number: int, boards: dict[str, str], reason: str) -> None:
    """Open the correction of a hand and type other boards and why."""
    type_boards(page, f"{table}hands/{number}/correct/", boards)
    page.get_by_label("Why is it corrected?").fill(reason)


def undo(page: Page, table: str, number: int) -> None:
    """Take a hand back, on its own page."""
    _press_on_hand(page, table, number, "Undo")


def restore(page: Page, table: str, number: int) -> None:
    """Bring an undone hand back, on its own page."""
    _press_on_hand(page, table, number, "Restore")


def _press_on_hand(page: Page, table: str, number: int, what: str) -> None:
    page.goto(f"{table}hands/{number}/")
    page.get_by_role("button", name=f"{what} hand {number}").click()
    expect(page.get_by_role("status").filter(has_text=f"Hand {number} ")).to_be_visible()


def leave(page: Page, table: str, name: str) -> None:
    """Somebody leaves the table, which nothing speaks against."""
    page.goto(f"{table}players/")
    page.get_by_role("button", name=f"Leave: {name}").click()
    expect(page.get_by_role("status").filter(has_text=f"{name} has left")).to_be_visible()


def swap_places(page: Page, table: str, one: str, other: str, reason: str = "") -> None:
    """Two change places."""
    page.goto(f"{table}players/")
    page.get_by_text("Change places").first.click()
    page.get_by_label("Who moves?").select_option(one)
    page.get_by_label("With whom?").select_option(other)
    page.get_by_label("Why?").fill(reason)
    page.get_by_role("button", name="Change places").click()
    expect(page.get_by_role("status").filter(has_text=f"{one} and {other} have changed places")).to_be_visible()


def pay(page: Page, table: str, payer: str, units: int, reason: str) -> None:
    """One pays the units to each of the others."""
    page.goto(f"{table}adjustments/")
    page.get_by_label("Who pays?").select_option(payer)
    page.get_by_label("Units to each").fill(str(units))
    page.get_by_label("What for?").fill(reason)
    page.get_by_role("button", name="Write it down").click()
    expect(page.get_by_role("status").filter(has_text=f"{payer} pays")).to_be_visible()


def play_for_stacks(page: Page, table: str) -> None:
    """Choose table stakes in the house rules, before the first hand."""
    page.goto(f"{table}rules/change/")
    page.get_by_label("Table stakes").select_option("loss_cap")
    page.get_by_role("button", name="Play by these rules").click()
    expect(page.get_by_role("status").filter(has_text="these rules")).to_be_visible()


def buy_in(page: Page, table: str, units: int) -> None:
    """Whoever has no units buys as many."""
    page.goto(f"{table}stacks/")
    page.get_by_label("Units", exact=True).fill(str(units))
    page.get_by_role("button", name="Buy in").click()
    expect(page.get_by_role("status").filter(has_text=f"bought {units}")).to_be_visible()


def agree(page: Page, table: str, one: str, other: str, value: str) -> None:
    """Two players agree on what a unit is worth between them."""
    page.goto(f"{table}units/")
    page.get_by_label("Between", exact=True).select_option(one)
    page.get_by_label("and", exact=True).select_option(other)
    page.get_by_label("A unit between them is worth").fill(value)
    page.get_by_role("button", name="Agree on this value").click()
    expect(page.get_by_text(f"{one} and {other}")).to_be_visible()


def close(page: Page, table: str) -> None:
    """Close the table, which makes the plan of payments."""
    page.goto(f"{table}settle/")
    page.get_by_role("button", name="Close the table").click()
    expect(page.get_by_role("status").filter(has_text="The table is closed.")).to_be_visible()


def pay_up(page: Page, table: str, *payers: str) -> None:
    """Mark the payments of these people as paid."""
    page.goto(f"{table}settle/")
    for payer in payers:
        page.get_by_role("button", name=f"Paid: {payer} pays").first.click()
        expect(page.get_by_role("status").filter(has_text=f"{payer} has paid")).to_be_visible()


def carry_over(page: Page, table: str, into: str) -> None:
    """Carry what is still owed into another table, named by its address."""
    page.goto(f"{table}settle/")
    page.get_by_text("Carry into another table").click()
    page.get_by_label("Another table").select_option(into.strip("/").split("/")[-1])
    page.get_by_role("button", name="Carry over").click()
    expect(page.get_by_role("status").filter(has_text="carried over")).to_be_visible()


def reopen(page: Page, table: str, reason: str) -> None:
    """Open a closed table again."""
    page.goto(f"{table}settle/")
    page.locator("summary").filter(has_text="Open again").click()
    page.get_by_label("Why is it opened again?").fill(reason)
    page.get_by_role("button", name="Open again").click()
    expect(page.get_by_role("status").filter(has_text="open again")).to_be_visible()


def archive(page: Page, table: str) -> None:
    """Put a settled table away."""
    page.goto(f"{table}settle/")
    page.get_by_role("button", name="Archive").click()
    expect(page.get_by_role("status").filter(has_text="archived")).to_be_visible()


def ask(page: Page, table: str, number: int, question: str) -> None:
    """Ask for a hand to be checked."""
    page.goto(f"{table}hands/{number}/")
    page.locator("summary").filter(has_text="Ask ").click()
    page.get_by_label("What should be checked?").fill(question)
    page.get_by_role("button", name="Ask", exact=True).click()
    expect(page.get_by_role("status").filter(has_text="Your question is there")).to_be_visible()


def answer(page: Page, table: str, number: int, text: str) -> None:
    """Answer the first question about a hand that is open."""
    page.goto(f"{table}hands/{number}/")
    page.get_by_label("Your answer").first.fill(text)
    page.get_by_role("button", name="Answer", exact=True).first.click()
    expect(page.get_by_role("status").filter(has_text="Answered")).to_be_visible()


def photograph(page: Page, table: str, number: int, photo: bytes) -> None:
    """Keep a photo of the table with a hand."""
    page.goto(f"{table}hands/{number}/")
    file: FilePayload = {"name": "table.jpg", "mimeType": "image/jpeg", "buffer": photo}
    page.get_by_label("Photo of the table", exact=True).set_input_files(file)
    page.get_by_role("button", name="Keep with this hand").click()
    expect(page.get_by_role("status").filter(has_text="The photo is kept")).to_be_visible()


def share(page: Page, table: str, title: str) -> str:
    """Make a link of a kind, named by its title; returns the address it leads to."""
    page.goto(f"{table}share/")
    page.get_by_role("button", name=re.compile(f"Make a .*link: {title}")).click()
    expect(page.get_by_role("status").filter(has_text="Here is the link.")).to_be_visible()
    address = page.get_by_role("region", name=title).get_by_role("link").first.get_attribute("href")
    return urlsplit(address or "").path


def path_of(page: Page, link: str) -> str:
    """Where a link of the page leads."""
    return urlsplit(page.get_by_role("link", name=link, exact=True).first.get_attribute("href") or "").path


def typed(page: Page, name: str) -> str:
    """What stands in the text fields of a seat, as one board."""
    return "/".join(page.get_by_label(f"{name}, {row}", exact=True).input_value() for row in ROWS)


def balances(page: Page) -> Locator:
    """The units that a table shows for its players, in the order of the seats."""
    return page.get_by_role("list", name="Balances").locator(".units")
