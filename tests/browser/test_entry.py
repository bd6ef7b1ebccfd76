"""Entering hands by taps and by keys, in a real browser against a real server."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser import steps, taps
from tests.browser.devices import Phone
from tests.browser.watch import Watch
from tests.ledger import boards

TWO = ("Ann", "Bob")
THREE = ("Ann", "Bob", "Cy")
EMPTY = " ".join(13 * "·")


@pytest.fixture
def table(page: Page) -> str:
    """A table of Ann, Bob and Cy, on the phone in the hand."""
    return steps.start_table(page, THREE)


def test_a_hand_of_two_takes_26_taps_and_4_more(phone: Phone) -> None:
    page = phone(360, 640)
    page.add_init_script(taps.COUNT_TAPS)
    table = steps.start_table(page, TWO)
    page.goto(table)
    page.evaluate("sessionStorage.taps = 0")
    page.get_by_role("link", name="Score hand 1").click()
    taps.grid_is_up(page)
    taps.tap_hand(page, boards.QUIET[:2])
    taps.go_to_check(page)
    taps.save(page, table)
    assert page.evaluate("Number(sessionStorage.taps)") == 30
    expect(page.get_by_role("status")).to_have_text("Hand 1 is saved.")


@pytest.mark.parametrize(("width", "height"), [(320, 568), (360, 640), (390, 844), (852, 393), (1280, 800)])
def test_every_key_is_as_large_as_a_thumb_needs(phone: Phone, width: int, height: int) -> None:
    page = phone(width, height)
    taps.score_next(page, steps.start_table(page, THREE))
    sizes = page.locator(".key, .tool").evaluate_all("keys => keys.map(key => [key.offsetWidth, key.offsetHeight])")
    assert len(sizes) == 56
    assert min(size[0] for size in sizes) >= (42 if width < 360 else 44)
    assert min(size[1] for size in sizes) >= 44
    for name in THREE:
        box = taps.tab(page, name).bounding_box()
        assert box is not None and box["height"] >= 44


def test_the_page_is_light(phone: Phone) -> None:
    page = phone(service_worker=False)
    table = steps.start_table(page, THREE)
    network = page.context.new_cdp_session(page)
    network.send("Network.enable")
    received: list[int] = []
    network.on("Network.loadingFinished", lambda event: received.append(event["encodedDataLength"]))
    weights = []
    network.send("Network.clearBrowserCache")
    for _ in range(2):
        received.clear()
        page.goto(f"{table}score/")
        taps.grid_is_up(page)
        page.wait_for_load_state("networkidle")
        weights.append(sum(received))
    first, again = weights
    assert 20_000 < first <= 120_000
    assert 1_000 < again <= 15_000


@pytest.mark.parametrize("name", ["Maximilian Featherstone", 30 * "W"])
def test_a_long_name_keeps_every_button_where_it_was(phone: Phone, name: str) -> None:
    page = phone(360, 640)
    taps.score_next(page, steps.start_table(page, ("Ann", name, "Cy")))
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    button = taps.primary(page)
    expect(button).to_have_text(f"Next: {name}")
    box = button.bounding_box()
    assert box is not None
    assert box["x"] + box["width"] <= 360 and box["y"] + box["height"] <= 640
    button.click()
    taps.tap_cards(page, "QhQd")
    assert page.evaluate("document.documentElement.scrollWidth") == 360


def test_the_note_about_a_draft_goes_with_the_next_tap(page: Page, table: str) -> None:
    taps.score_next(page, table)
    taps.tap_cards(page, "QhQd")
    page.reload()
    note = page.get_by_text("These are the cards you had begun.")
    expect(note).to_be_visible()
    taps.tap_cards(page, "7c")
    expect(note).to_be_hidden()


def test_rows_are_named_and_paid_as_they_fill(page: Page, table: str) -> None:
    taps.score_next(page, table)
    taps.tap_cards(page, "QdQs9c")
    expect(page.locator("#made-0-top")).to_have_text(re.compile("Pair of queens royalty \\+7"))
    taps.tap_cards(page, "AdAhKsTd5c" + "6d6h3d3sAs")
    expect(page.locator("#verdict-0")).to_contain_text("Next: 14 cards Enters with pair of queens on top.")
    expect(taps.tab(page, "Ann")).to_contain_text("13 of 13 ✓")
    expect(taps.primary(page)).to_have_text("Next: Bob")


def test_a_foul_is_told_as_soon_as_it_is_certain(page: Page, table: str) -> None:
    taps.score_next(page, table)
    taps.tap_cards(page, "AhAd2c" + "KhQd9s7c")
    expect(page.locator("#verdict-0")).to_contain_text(
        "Foul Top pair of aces beats the best that the middle can still be"
    )


def test_a_tap_takes_an_own_card_back_and_the_cursor_stays_there(page: Page, table: str) -> None:
    taps.score_next(page, table)
    taps.tap_cards(page, "KcJc6s7c")
    taps.key(page, "Jc").click()
    assert taps.on_board(page).startswith("K♣ · 6♠ 7♣ ·")
    taps.tap_cards(page, "Jd")
    assert taps.on_board(page).startswith("K♣ J♦ 6♠ 7♣ ·")
    page.locator(".seat.active [data-slot='0']").click()
    page.locator(".seat.active [data-slot='12']").click()
    taps.tap_cards(page, "2h")
    assert taps.on_board(page) == "· J♦ 6♠ 7♣ · · · · · · · · 2♥"


def test_every_tap_can_be_undone_and_a_row_cleared(page: Page, table: str) -> None:
    taps.score_next(page, table)
    taps.tap_cards(page, "KcJc6s" + "7c7d")
    page.get_by_role("button", name="Clear row").click()
    assert taps.on_board(page).startswith("K♣ J♣ 6♠ · ·")
    undo = page.get_by_role("button", name="Undo")
    undo.click()
    assert taps.on_board(page).startswith("K♣ J♣ 6♠ 7♣ 7♦ ·")
    page.get_by_role("button", name="Take back the last card").click()
    assert taps.on_board(page).startswith("K♣ J♣ 6♠ 7♣ · ·")
    for _ in range(7):
        undo.click()
    assert taps.on_board(page) == EMPTY


def test_a_misread_card_moves_over_when_asked(page: Page, table: str) -> None:
    taps.score_next(page, table)
    taps.tap_cards(page, boards.QUIET[0])
    taps.tab(page, "Bob").click()
    question = page.get_by_role("alertdialog")
    taps.tap_cards(page, "9d")
    expect(question).to_contain_text("9♦︎ is in Ann’s bottom. Move it here?")
    question.get_by_role("button", name="Leave it").click()
    expect(question).to_be_hidden()
    assert taps.on_board(page) == EMPTY
    taps.tap_cards(page, "9d")
    question.get_by_role("button", name="Move it here").click()
    assert taps.on_board(page).startswith("9♦ · ·")
    taps.tab(page, "Ann").click()
    assert taps.on_board(page).endswith("9♥ · A♥ 10♣ 3♣") or "· " in taps.on_board(page)
    expect(taps.tab(page, "Ann")).to_contain_text("12 of 13")


def test_a_dead_board_needs_no_cards(page: Page, table: str) -> None:
    taps.score_next(page, table)
    page.get_by_role("button", name="Foul").click()
    expect(taps.tab(page, "Ann")).to_contain_text("foul ✓")
    taps.primary(page).click()
    taps.tap_cards(page, boards.QUIET[1])
    taps.primary(page).click()
    taps.tap_cards(page, boards.QUIET[2])
    taps.go_to_check(page)
    expect(page.get_by_role("main")).to_contain_text("Declared foul by the dealer.")
    taps.save(page, table)


def test_fantasyland_is_on_the_tab_and_an_override_is_marked(page: Page, phone: Phone, table: str) -> None:
    taps.score_next(page, table)
    taps.tap_hand(page, boards.ANN_ENTERS)
    taps.go_to_check(page)
    taps.save(page, table)
    taps.score_next(page, table)
    expect(taps.tab(page, "Ann").locator(".mark")).to_have_text("14")
    expect(taps.tab(page, "Bob").locator(".mark")).to_be_hidden()
    page.get_by_text("swap boards").click()
    page.get_by_label("Fantasyland").nth(0).select_option("0")
    expect(taps.tab(page, "Ann").locator(".mark")).to_have_text("0, changed")


def test_by_keyboard_alone(phone: Phone) -> None:
    page = phone(1280, 800)
    table = steps.start_table(page, TWO)
    taps.score_next(page, table)
    page.keyboard.type("kcjh6s")
    page.keyboard.press("Backspace")
    page.keyboard.type("10s")
    assert taps.on_board(page).startswith("K♣ J♥ 10♠ ·")
    page.keyboard.press("Backspace")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowRight")
    page.keyboard.type("6s" + "7h7dQc8c2d" + "9d9hAhTc3c")
    expect(taps.tab(page, "Ann")).to_contain_text("13 of 13 ✓")
    page.keyboard.press("Enter")
    page.keyboard.type("8s5d4c" + "KdQdTs9s5s" + "AcKhQsJsTh")
    page.keyboard.press("Enter")
    page.wait_for_url("**/check/**")
    page.get_by_role("button", name="Save hand 1").press("Enter")
    expect(page.get_by_role("status")).to_have_text("Hand 1 is saved.")


def test_jokers_have_keys_and_letters(page: Page, watch: Watch) -> None:
    table = steps.start_table(page, TWO, "Joker Pineapple")
    taps.score_next(page, table)
    taps.tap_cards(page, boards.JOKERS[0])
    expect(page.locator("#made-0-top")).to_contain_text("Pair of queens")
    taps.primary(page).click()
    page.keyboard.type("x1")
    expect(page.get_by_role("alertdialog")).to_contain_text("is in Ann’s top. Move it here?")
    page.get_by_role("button", name="Leave it").click()
    page.keyboard.type("x2As3d" + "KhKs5d6s9h" + "QhQsTsTc3s")
    taps.go_to_check(page)
    expect(page.get_by_text("Joker 1 plays as Q♣.")).to_be_visible()
    taps.save(page, table)


def test_who_changed_places_is_entered_in_the_new_order(page: Page, table: str) -> None:
    page.goto(f"{table}players/")
    page.get_by_text("Change places").first.click()
    page.get_by_label("Who moves?").select_option("Bob")
    page.get_by_label("With whom?").select_option("Cy")
    page.get_by_role("button", name="Change places").click()
    taps.score_next(page, table)
    names = page.locator("[data-tab] .name").all_text_contents()
    assert names == ["Ann", "Cy", "Bob"]
    taps.tap_cards(page, boards.QUIET[0])
    expect(taps.primary(page)).to_have_text("Next: Cy")
    taps.primary(page).click()
    taps.tap_cards(page, boards.QUIET[2])
    expect(taps.primary(page)).to_have_text("Next: Bob")


def test_a_whole_board_can_be_pasted(page: Page, table: str, phone: Phone) -> None:
    taps.score_next(page, table)
    for text, told in (("nonsense", "No board of three rows"), (boards.QUIET[0], "")):
        page.evaluate(
            """(text) => {
              const clipboardData = new DataTransfer();
              clipboardData.setData("text", text);
              document.body.dispatchEvent(new ClipboardEvent("paste", {clipboardData, bubbles: true}));
            }""",
            text,
        )
        if told:
            expect(page.get_by_role("alertdialog")).to_contain_text(told)
    expect(page.get_by_role("alertdialog")).to_be_hidden()
    assert taps.on_board(page) == "K♣ J♣ 6♠ 7♣ 7♦ Q♣ 8♣ 2♦ 9♦ 9♥ A♥ 10♣ 3♣"


def test_typing_text_and_tapping_are_one_form(page: Page, table: str) -> None:
    taps.score_next(page, table)
    taps.tap_cards(page, "KcJc6s")
    page.get_by_role("button", name="Type").click()
    assert steps.typed(page, "Ann") == "Kc Jc 6s//"
    page.get_by_label("Ann, Top", exact=True).fill("Kc Jc 6x")
    page.get_by_role("button", name="Tap cards instead").click()
    expect(page.get_by_role("alertdialog")).to_contain_text("Not all of this is cards.")
    page.get_by_label("Ann, Top", exact=True).fill("Kc Jc 6d")
    page.get_by_role("button", name="Tap cards instead").click()
    taps.grid_is_up(page)
    assert taps.on_board(page).startswith("K♣ J♣ 6♦ ·")


def test_what_is_wrong_opens_with_its_player(page: Page, table: str, watch: Watch) -> None:
    watch.allow("status of 422")
    taps.score_next(page, table)
    taps.tap_hand(page, boards.QUIET)
    taps.key(page, "4s").click()
    taps.tab(page, "Ann").click()
    taps.tab(page, "Cy").click()
    taps.primary(page).click()
    expect(page.get_by_text("Cy’s middle has 4 cards and needs 5")).to_be_visible()
    expect(taps.tab(page, "Cy")).to_have_attribute("aria-pressed", "true")
    taps.tap_cards(page, "4s")
    taps.go_to_check(page)


def test_a_correction_says_what_no_longer_follows(page: Page, phone: Phone, table: str) -> None:
    for hand in (boards.ANN_ENTERS, boards.ANN_LEAVES):
        taps.score_next(page, table)
        taps.tap_hand(page, hand)
        taps.go_to_check(page)
        taps.save(page, table)
    page.goto(f"{table}hands/1/correct/")
    taps.grid_is_up(page)
    assert taps.on_board(page).startswith("Q♦ Q♠ 9♣")
    taps.key(page, "Qs").click()
    taps.tap_cards(page, "8c")
    page.get_by_label("Why is it corrected?").fill("The queen was an eight")
    taps.go_to_check(page)
    main = page.get_by_role("main")
    expect(main).to_contain_text("Ann got 14 cards in Fantasyland instead of a normal deal.")
    expect(main).to_contain_text("Reason: The queen was an eight")
    taps.save(page, table)
    expect(page.get_by_role("status")).to_have_text("Hand 1 is corrected.")


def test_two_boards_in_the_wrong_seats_are_swapped(page: Page, table: str) -> None:
    taps.score_next(page, table)
    taps.tap_hand(page, (boards.QUIET[1], boards.QUIET[0], boards.QUIET[2]))
    page.get_by_text("swap boards").click()
    page.get_by_label("Swap the boards of").select_option("Ann")
    page.get_by_label("and", exact=True).select_option("Bob")
    page.get_by_role("button", name="Swap the two boards").click()
    taps.grid_is_up(page)
    taps.go_to_check(page)
    taps.save(page, table)
    expect(steps.balances(page)).to_have_text(["0", "+2", "−2"])


def test_light_and_dark_can_be_chosen(page: Page) -> None:
    ground = "getComputedStyle(document.body).backgroundColor"
    page.goto("/")
    light = page.evaluate(ground)
    page.get_by_role("button", name="Dark").click()
    expect(page.get_by_role("button", name="Dark")).to_have_attribute("aria-pressed", "true")
    assert page.evaluate(ground) != light
    page.get_by_role("button", name="Auto").click()
    assert page.evaluate(ground) == light
