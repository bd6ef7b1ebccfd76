"""“What was the best?”: a board beside the best setting of its cards, and when there is nothing to say."""

from collections.abc import Callable

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from ledger.models import Session, User
from ledger.reports.hindsight import hindsight_view
from ledger.services.hands import hand_undo
from tests.ledger import boards
from tests.ledger.chips import BEST, GOOD, WEAK, buy_in, start_stakes
from tests.ledger.events import start_by
from tests.ledger.pages import text
from tests.ledger.tables import DEAD, nothing_saved, record, start

pytestmark = pytest.mark.django_db
Urls = Callable[..., str]
# Ann has set kings below nines; with 12 units to be won from Bob she wins 6.
ANN = "KhQd4c/9h9d5c6hJd/KcKdTh5s3h"
BOB = "2c3d5h/7c7d2h3s4d/8c8dAh6s2d"
# No setting of Ann’s cards wins more, and hers is that one.
ANN_AT_HER_BEST = "6h4c3h/9h9dQdJdTh/KhKdKc5s5c"


def page(browser: Client, session: Session, seat: int = 0, number: int = 1) -> str:
    return text(browser.get(f"/t/{session.public_id}/hands/{number}/hindsight/{seat}/"))


class TestUnits:
    def test_what_was_left_on_the_table(self, ann_user: User, browser: Client) -> None:
        table = start(ann_user, ("Ann", "Bob"), preset="classic")
        record(table, (ANN, BOB))
        assert "6 units left on the table" in page(browser, table)
        assert "Opponent As set Best Bob +6 +12 Together +6 +12" in page(browser, table)
        assert "The best setting Ann D +12" in page(browser, table)

    def test_one_unit_is_one(self, ann_user: User, browser: Client) -> None:
        table = start(ann_user, ("Ann", "Bob"))
        record(table, ("Js6c9h/7s7cKh6dTd/5s5d4d4cAh", "8d3hKs/8c3s2sTsQh/Qs4s9d3d2d"))
        assert "1 unit left on the table" in page(browser, table)

    def test_the_best_is_said_to_be_it(self, ann_user: User, browser: Client) -> None:
        table = start(ann_user, ("Ann", "Bob"), preset="classic")
        record(table, (ANN_AT_HER_BEST, BOB))
        shown = browser.get(f"/t/{table.public_id}/hands/1/hindsight/0/")
        assert "This was the best" in text(shown)
        assert "left on the table" not in text(shown)
        assert shown.content.decode().count('class="card ') == 13

    def test_another_setting_that_wins_the_same_is_shown_as_such(self, session: Session, browser: Client) -> None:
        record(session, boards.BOB_AND_CY_LEAVE)
        shown = page(browser, session, 2)
        assert "This was the best Nothing wins more. The setting below wins the same, and has stronger rows." in shown
        assert "Worth as much Cy" in shown

    def test_one_that_wins_the_same_and_is_dealt_more_cards_is_better(self, ann_user: User, browser: Client) -> None:
        table = start_by(ann_user, ("Ann", "Bob"), royalty_payment="off")
        record(table, ("4c3d2s/QhQd9c8s7c/AhAdKhKd5s", DEAD))
        shown = page(browser, table)
        assert "Nothing wins more. The setting below wins the same, and is dealt 14 cards next." in shown
        assert "Next: 14 cards" in shown.split("Worth as much")[1]

    def test_fantasyland_given_up_for_units_is_said(self, ann_user: User, browser: Client) -> None:
        table = start(ann_user, ("Ann", "Bob"))
        record(table, ("QhQcTh/5s5d2s2dJs/9hQd9d7h7c", "7s3c4h/4cAd3d8cQs/2c9s5h2hAs"))
        shown = page(browser, table)
        assert "3 units left on the table It gives up Fantasyland for that." in shown
        assert "gives up" not in page(browser, table, 1)

    def test_the_lines_add_up(self, session: Session) -> None:
        for number, hand in enumerate((boards.QUIET, boards.EVEN_PAIR, boards.SCOOPS), 1):
            won = dict(zip(range(3), record(session, hand).boards.with_units(), strict=True))
            for seat in range(3):
                view = hindsight_view(session, number, seat)
                assert view is not None
                assert view.as_set is not None
                assert view.best is not None
                assert sum(line.as_set for line in view.lines) == view.as_set.units == won[seat].units
                assert sum(line.best for line in view.lines) == view.best.units == view.as_set.units + view.more

    def test_a_foul_is_set_right(self, session: Session, browser: Client) -> None:
        record(session, boards.FOUL)
        assert "Cy Foul −12" in page(browser, session, 2)
        assert "Foul" not in page(browser, session, 2).split("The best setting")[1]

    def test_a_board_dealt_in_fantasyland_knows_only_what_was_set(self, session: Session, browser: Client) -> None:
        record(session, boards.ANN_ENTERS)
        record(session, boards.ANN_LEAVES)
        words = "Ann was dealt 14 cards in Fantasyland. Only the thirteen that were set are known"
        assert words in page(browser, session, 0, 2)
        assert "Only the thirteen" not in page(browser, session, 1, 2)

    def test_with_stakes_the_units_are_what_boards_are_worth(self, ann_user: User, browser: Client) -> None:
        table = start_stakes(ann_user)
        buy_in(table, ann=5, bob=5, cy=5)
        record(table, (BEST, GOOD, WEAK))
        shown = page(browser, table)
        assert "Units are what the boards are worth. With table stakes or a cap less of it may have been paid." in shown
        assert "As it was set Ann D +30" in shown
        record(session := start(ann_user), boards.QUIET)
        assert "With table stakes" not in page(browser, session)

    def test_at_criss_cross_the_other_board_of_a_player_is_no_opponent(self, ann_user: User, browser: Client) -> None:
        table = start(ann_user, ("Ann", "Bob"), preset="criss-cross")
        record(table, boards.FOUR_BOARDS)
        view = hindsight_view(table, 1, 0)
        assert view is not None
        assert [line.name for line in view.lines] == ["Bob 1", "Bob 2"]


class TestNothingToSay:
    def test_of_a_dead_board_there_is_none(self, session: Session, browser: Client, url: Urls) -> None:
        record(session, (*boards.QUIET[:2], DEAD))
        assert "Cy’s board was declared foul, so it has no best setting." in page(browser, session, 2)
        assert "This was the best" in page(browser, session, 0) or "left on the table" in page(browser, session, 0)

    def test_of_a_board_with_a_joker_there_is_none(self, ann_user: User, browser: Client) -> None:
        table = start(ann_user, ("Ann", "Bob"), preset="joker-pineapple")
        record(table, boards.JOKERS)
        assert "Ann’s board holds a joker, so no best setting is looked for." in page(browser, table)

    def test_of_an_undone_hand_there_is_none(self, session: Session, browser: Client, ann_user: User) -> None:
        hand_undo(hand=record(session, boards.QUIET).hand, user=ann_user, expected_revision=1)
        assert "Hand 1 is undone, so nothing was won or lost with it." in page(browser, session)

    @pytest.mark.parametrize(("number", "seat"), [(2, 0), (1, 3), (1, 2)])
    def test_what_is_not_there_is_not_found(
        self, session: Session, browser: Client, url: Urls, number: int, seat: int
    ) -> None:
        record(session, (*boards.QUIET[:2], None))
        assert browser.get(url("hindsight", number, seat)).status_code == 404

    def test_only_boards_that_have_one_lead_to_it(
        self, session: Session, browser: Client, url: Urls, ann_user: User
    ) -> None:
        hand = record(session, (*boards.FOUL[:2], DEAD)).hand

        def linked() -> list[int]:
            shown = browser.get(url("hand", 1)).content.decode()
            return [seat for seat in range(3) if f'"{url("hindsight", 1, seat)}"' in shown]

        assert linked() == [0, 1]
        hand_undo(hand=hand, user=ann_user, expected_revision=1)
        assert linked() == []
        jokers = start(ann_user, ("Ann", "Bob"), preset="joker-pineapple")
        record(jokers, boards.JOKERS)
        assert "hindsight" not in browser.get(f"/t/{jokers.public_id}/hands/1/").content.decode()


@pytest.mark.parametrize("hands", [1, 20])
def test_it_makes_this_many_queries_and_changes_nothing(
    hands: int, session: Session, browser: Client, url: Urls
) -> None:
    for _ in range(hands):
        record(session, boards.QUIET)
    with nothing_saved(), CaptureQueriesContext(connection) as queries:
        assert browser.get(url("hindsight", 1, 0)).status_code == 200
    assert len(queries) == 5
