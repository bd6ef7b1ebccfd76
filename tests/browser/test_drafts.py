"""Nothing that was typed is lost and nothing counts twice: reload, back, a dead phone, a dead server, two phones."""

import re
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser import steps, taps
from tests.browser.devices import Phone
from tests.browser.server import Server
from tests.browser.watch import Watch
from tests.ledger import boards

THREE = ("Ann", "Bob", "Cy")
NO_CONNECTION = ("htmx:", "ERR_CONNECTION_REFUSED", "ERR_CONNECTION_RESET", "ERR_FAILED", "ERR_EMPTY_RESPONSE")
HALF = "K♣ J♣ 6♠ 7♣ · · · · · · · · ·"


@pytest.fixture
def table(page: Page) -> str:
    """A table of Ann, Bob and Cy, on the phone in the hand."""
    return steps.start_table(page, THREE)


def hands_in(page: Page, table: str) -> int:
    """How many hands the history lists."""
    page.goto(f"{table}hands/")
    return page.locator("tr:has(.hand-link)").count()


def at_the_check(page: Page, table: str) -> None:
    taps.score_next(page, table)
    taps.tap_hand(page, boards.QUIET)
    taps.go_to_check(page)


class TestAHalfBoardComesBack:
    @pytest.fixture(autouse=True)
    def half_a_board(self, page: Page, table: str) -> None:
        taps.score_next(page, table)
        taps.tap_cards(page, "KcJc6s7c")

    def test_after_a_reload(self, page: Page) -> None:
        page.reload()
        taps.grid_is_up(page)
        assert taps.on_board(page) == HALF

    def test_after_going_back(self, page: Page) -> None:
        page.go_back()
        expect(page.get_by_role("link", name="Score hand 1")).to_be_visible()
        page.get_by_role("link", name="Score hand 1").click()
        taps.grid_is_up(page)
        assert taps.on_board(page) == HALF

    def test_after_the_page_was_killed(self, page: Page, table: str) -> None:
        again = page.context.new_page()
        page.close()
        taps.score_next(again, table)
        assert taps.on_board(again) == HALF

    def test_after_the_server_was_restarted(self, page: Page, server: Server) -> None:
        server.stop()
        server.start()
        page.reload()
        taps.grid_is_up(page)
        assert taps.on_board(page) == HALF

    def test_but_not_where_one_starts_over(self, page: Page) -> None:
        page.reload()
        page.get_by_role("button", name="Start over").click()
        expect(page.locator("[data-restored]")).to_be_hidden()
        taps.grid_is_up(page)
        assert set(taps.on_board(page)) == {"·", " "}


def test_back_from_the_check_keeps_every_card(page: Page, table: str) -> None:
    at_the_check(page, table)
    page.go_back()
    taps.grid_is_up(page)
    for name in THREE:
        expect(taps.tab(page, name)).to_contain_text("13 of 13 ✓")
    taps.go_to_check(page)
    page.get_by_role("link", name="Change").last.click()
    taps.grid_is_up(page)
    expect(taps.tab(page, "Cy")).to_contain_text("13 of 13 ✓")


@pytest.mark.parametrize("way", ["Change", "refused"])
def test_a_reload_finds_what_was_changed_last(page: Page, table: str, watch: Watch, way: str) -> None:
    watch.allow("status of 422")
    at_the_check(page, table)
    page.get_by_role("link", name="Change").last.click()
    taps.grid_is_up(page)
    taps.tab(page, "Ann").click()
    taps.key(page, "Kc").click()
    if way == "refused":
        taps.tab(page, "Bob").click()
        taps.tab(page, "Ann").click()
        taps.primary(page).click()
        expect(page.get_by_text("Ann’s top has 2 cards and needs 3")).to_be_visible()
        taps.key(page, "Jc").click()
    page.reload()
    taps.grid_is_up(page)
    taps.tab(page, "Ann").click()
    assert taps.on_board(page).startswith("J♣ 6♠ ·" if way == "Change" else "6♠ · ·")


def test_a_correction_that_was_saved_is_not_begun_again(page: Page, phone: Phone, table: str) -> None:
    """Not even where so many hands were played since that the table does not show it."""
    plain = phone(javascript=False, state={"cookies": page.context.cookies(), "origins": []})
    for _ in range(7):
        steps.play(plain, table, dict(zip(THREE, boards.QUIET, strict=True)))
    page.goto(f"{table}hands/1/correct/")
    taps.grid_is_up(page)
    page.get_by_label("Why is it corrected?").fill("looked again")
    taps.go_to_check(page)
    taps.save(page, table)
    page.goto(f"{table}hands/1/correct/")
    taps.grid_is_up(page)
    expect(page.locator("[data-restored]")).to_be_hidden()
    expect(page.get_by_label("Why is it corrected?")).to_have_value("")


def test_a_finished_board_is_on_the_server_for_another_phone(page: Page, phone: Phone, table: str) -> None:
    taps.score_next(page, table)
    taps.tap_cards(page, boards.QUIET[0])
    expect(page.locator("#draft-status")).to_have_text("Draft kept here and on the server")
    other = phone(state={"cookies": page.context.cookies(), "origins": []})
    taps.score_next(other, table)
    other.get_by_role("link", name="Go on with those cards").click()
    taps.grid_is_up(other)
    expect(taps.tab(other, "Ann")).to_contain_text("13 of 13 ✓")


def test_a_double_tap_saves_once(page: Page, table: str) -> None:
    at_the_check(page, table)
    taps.primary(page).dblclick()
    expect(page.get_by_role("link", name="Score hand 2")).to_be_visible()
    assert hands_in(page, table) == 1


def test_a_saved_hand_is_not_begun_again(page: Page, table: str) -> None:
    at_the_check(page, table)
    taps.save(page, table)
    taps.score_next(page, table)
    expect(taps.tab(page, "Ann")).to_contain_text("0 of 13")
    expect(page.locator("[data-restored]")).to_be_hidden()


class TestTheServerIsAway:
    def test_before_the_save(self, page: Page, table: str, server: Server, watch: Watch) -> None:
        watch.allow(*NO_CONNECTION)
        at_the_check(page, table)
        server.stop()
        taps.primary(page).click()
        expect(page.locator("#save-status")).to_contain_text("Not saved: no answer. Trying again in")
        server.start()
        expect(page.get_by_role("link", name="Score hand 2")).to_be_visible()
        assert hands_in(page, table) == 1

    def test_when_the_answer_is_lost(self, page: Page, table: str, watch: Watch) -> None:
        watch.allow(*NO_CONNECTION)
        at_the_check(page, table)

        def lose(route: Route) -> None:
            route.fetch(max_redirects=0)
            route.abort()

        page.route(re.compile("/score/$"), lose, times=1)
        taps.primary(page).click()
        expect(page.get_by_role("link", name="Score hand 2")).to_be_visible()
        assert hands_in(page, table) == 1

    def test_when_the_page_dies_before_the_answer(self, page: Page, table: str, watch: Watch) -> None:
        watch.allow(*NO_CONNECTION)
        at_the_check(page, table)
        answered = []

        def lose(route: Route) -> None:
            answered.append(route.fetch(max_redirects=0).status)
            route.abort()

        page.route(re.compile("/score/$"), lose, times=1)
        again = page.context.new_page()
        taps.primary(page).click()
        expect(page.locator("#save-status")).to_contain_text("Not saved")
        page.close()
        again.goto(f"{table}score/")
        again.wait_for_url(lambda url: urlsplit(url).path == table)
        expect(again.get_by_role("link", name="Score hand 2")).to_be_visible()
        assert hands_in(again, table) == len(answered) == 1

    def test_after_the_save(self, page: Page, table: str, server: Server, watch: Watch) -> None:
        watch.allow(*NO_CONNECTION)
        at_the_check(page, table)
        taps.save(page, table)
        page.evaluate("navigator.serviceWorker.ready.then(() => true)")
        server.stop()
        page.reload()
        expect(page.get_by_role("heading", name="No connection")).to_be_visible()
        server.start()
        page.goto(table)
        expect(page.get_by_role("link", name="Score hand 2")).to_be_visible()

    def test_the_open_page_still_takes_cards(self, page: Page, table: str, server: Server, watch: Watch) -> None:
        watch.allow(*NO_CONNECTION)
        taps.score_next(page, table)
        taps.tap_cards(page, "KcJc")
        server.stop()
        taps.tap_cards(page, "6s7c")
        expect(page.locator("#draft-status")).to_have_text("No connection. Draft kept on this phone")
        assert taps.on_board(page) == HALF
        server.start()
        page.reload()
        taps.grid_is_up(page)
        assert taps.on_board(page) == HALF


class TestTwoPhonesOnOneHand:
    @pytest.fixture
    def late(self, page: Page, phone: Phone, table: str, watch: Watch) -> Page:
        """A phone with the same hand, one card different, which the first has saved meanwhile."""
        watch.allow("status of 409")
        late = phone(state={"cookies": page.context.cookies(), "origins": []})
        taps.score_next(late, table)
        taps.tap_hand(late, (*boards.QUIET[:2], "2c2sAs/6d6hKsQh4s/8d8h5h4d3s"))
        at_the_check(page, table)
        taps.save(page, table)
        taps.primary(late).click()
        expect(late.get_by_role("heading", name="Hand 1 is already there")).to_be_visible()
        return late

    def test_the_second_sees_the_difference_and_can_let_go(self, late: Page, table: str) -> None:
        difference = late.locator(".difference")
        expect(difference).to_have_count(1)
        expect(difference).to_contain_text("Cy, bottom")
        late.get_by_role("button", name="Keep what was saved").click()
        expect(late.get_by_role("link", name="Score hand 2")).to_be_visible()
        taps.score_next(late, table)
        expect(taps.tab(late, "Ann")).to_contain_text("0 of 13")
        assert hands_in(late, table) == 1

    def test_the_second_can_take_over(self, late: Page, table: str) -> None:
        late.get_by_role("button", name="Correct hand 1 to mine").click()
        taps.grid_is_up(late)
        late.get_by_label("Why is it corrected?").fill("Two phones")
        taps.go_to_check(late)
        taps.save(late, table)
        assert hands_in(late, table) == 1
        late.goto(f"{table}hands/1/")
        expect(late.get_by_role("main")).to_contain_text("Two phones")

    def test_a_reload_loses_nothing(self, late: Page, table: str) -> None:
        late.goto(f"{table}score/")
        expect(late.get_by_role("heading", name="Hand 1 is already there")).to_be_visible()

    def test_keeping_them_for_the_next_hand_loses_nothing_without_a_server(
        self, late: Page, table: str, server: Server, watch: Watch
    ) -> None:
        watch.allow(*NO_CONNECTION)
        late.evaluate("navigator.serviceWorker.ready.then(() => true)")
        server.stop()
        late.get_by_role("button", name="Keep mine as hand 2").click()
        expect(late.get_by_role("heading", name="No connection")).to_be_visible()
        server.start()
        late.goto(f"{table}score/")
        expect(late.get_by_role("heading", name="Hand 1 is already there")).to_be_visible()

    def test_the_second_can_keep_its_cards_for_the_next_hand(self, late: Page, table: str) -> None:
        late.get_by_role("button", name="Keep mine as hand 2").click()
        taps.grid_is_up(late)
        taps.go_to_check(late)
        taps.save(late, table)
        assert hands_in(late, table) == 2


def test_an_expired_login_gives_the_cards_back(page: Page, table: str, watch: Watch) -> None:
    watch.allow("status of 403")
    page.goto("/signup/")
    page.get_by_label("Name to log in with").fill("dee")
    page.get_by_label("Password").fill("thirteen-cards-a-board")
    page.get_by_role("button").filter(has_text=re.compile("Sign up|Keep")).first.click()
    expect(page.get_by_role("heading", name="Your tables")).to_be_visible()
    taps.score_next(page, table)
    taps.tap_hand(page, boards.QUIET)
    page.context.clear_cookies(name="sessionid")
    taps.primary(page).click()
    page.get_by_label("Name to log in with").fill("dee")
    page.get_by_label("Password").fill("thirteen-cards-a-board")
    page.get_by_role("button", name="Log in").click()
    taps.grid_is_up(page)
    for name in THREE:
        expect(taps.tab(page, name)).to_contain_text("13 of 13 ✓")
    taps.go_to_check(page)
    taps.save(page, table)
    assert hands_in(page, table) == 1


def test_a_form_whose_token_is_gone_gives_the_cards_back(page: Page, table: str, watch: Watch) -> None:
    watch.allow("status of 403")
    taps.score_next(page, table)
    taps.tap_hand(page, boards.QUIET)
    page.context.clear_cookies(name="csrftoken")
    taps.primary(page).click()
    expect(page.get_by_text("Your cards are all here")).to_be_visible()
    taps.grid_is_up(page)
    expect(taps.tab(page, "Cy")).to_contain_text("13 of 13 ✓")
    taps.go_to_check(page)
    taps.save(page, table)
