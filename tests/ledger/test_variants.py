"""Jokers and criss-cross from the start page to the hand page."""

import pytest
from django.test import Client

from ledger.models import Session, User
from ledger.services.checks import audit_ledger
from ledger.services.errors import RefusedError
from ledger.services.seats import seat_join
from tests.ledger.boards import FOUR_BOARDS, JOKERS
from tests.ledger.pages import HandPages, alerts, fields, text
from tests.ledger.tables import balances, nothing_saved, record, start


@pytest.fixture
def jokers(ann_user: User) -> Session:
    return start(ann_user, ("Ann", "Bob"), preset="joker-pineapple")


@pytest.fixture
def criss_cross(ann_user: User) -> Session:
    return start(ann_user, ("Ann", "Bob"), preset="criss-cross")


class TestJokers:
    def test_a_hand_says_what_they_play_as(self, browser: Client, jokers: Session) -> None:
        """R8.3"""
        record(jokers, JOKERS)
        page = text(browser.get(f"/t/{jokers.public_id}/hands/1/"))
        assert "Joker 1 plays as Q♣." in page
        assert "Pair of queens" in page
        assert "Next: 14 cards Enters with pair of queens on top." in page
        assert "Joker 2 plays as 3" in page
        assert not audit_ledger().problems

    def test_the_keys_have_as_many_as_the_house_plays(self, browser: Client, jokers: Session, session: Session) -> None:
        page = browser.get(f"/t/{jokers.public_id}/score/").content.decode()
        assert [f'data-card="X{number}"' in page for number in (1, 2, 3)] == [True, True, False]
        assert page.count('data-tool="clear"') == page.count('data-tool="type"') == 1
        assert 'data-card="X' not in browser.get(f"/t/{session.public_id}/score/").content.decode()

    def test_what_a_row_is_worth_is_said_when_the_board_is_whole(self, browser: Client, jokers: Session) -> None:
        """R8.6"""
        address = f"/t/{jokers.public_id}/score/"
        pages = HandPages(browser, address)
        answer = text(browser.post(f"{address}progress/", pages.open(JOKERS)))
        assert "Pair of queens" in answer

    def test_where_none_are_played_one_is_refused(self, browser: Client, score_pages: HandPages) -> None:
        """R8.2"""
        with nothing_saved():
            answer = score_pages.check(score_pages.open((JOKERS[0], "2c3s4s/7c7d2h3d4d/8c8dAs6d2d", None)))
        assert answer.status_code == 422
        assert "X1 is a joker, and these rules have none." in str(alerts(answer))


class TestCrissCross:
    def test_two_players_have_two_seats_each_in_turn(self, criss_cross: Session) -> None:
        """R10.1"""
        names = [seat.name for seat in criss_cross.seats.select_related("player")]
        assert names == ["Ann 1", "Bob 1", "Ann 2", "Bob 2"]

    def test_a_players_own_boards_are_not_compared_and_balances_are_the_players(
        self, browser: Client, criss_cross: Session
    ) -> None:
        """R10.2, R10.3"""
        record(criss_cross, FOUR_BOARDS)
        view = browser.get(f"/t/{criss_cross.public_id}/hands/1/").context["hand"]
        assert [(pair.first, pair.second) for pair in view.pairs] == [
            ("Ann 1", "Bob 1"),
            ("Ann 1", "Bob 2"),
            ("Bob 1", "Ann 2"),
            ("Ann 2", "Bob 2"),
        ]
        table = browser.get(f"/t/{criss_cross.public_id}/").context["table"]
        assert [standing.name for standing in table.standings] == ["Ann", "Bob"]
        seats = balances(criss_cross)
        assert [standing.balance for standing in table.standings] == [seats[0] + seats[2], seats[1] + seats[3]]
        assert not audit_ledger().problems

    def test_it_is_for_two(self, ann_user: User) -> None:
        with pytest.raises(RefusedError, match="for two players"):
            start(ann_user, ("Ann", "Bob", "Cy"), preset="criss-cross")

    def test_nobody_joins(self, criss_cross: Session, ann_user: User) -> None:
        with pytest.raises(RefusedError, match="for two players"):
            seat_join(session=criss_cross, user=ann_user, name="Cy", expected_version=1)

    def test_three_names_are_refused_where_it_starts(self, browser: Client) -> None:
        sent = fields(browser.get("/start/"), "start") | {"preset": "criss-cross"}
        names = {f"names_{place}": name for place, name in enumerate(("Ann", "Bob", "Cy"))}
        with nothing_saved():
            answer = browser.post("/start/", sent | names)
        assert answer.status_code == 422
        assert any("two players" in alert for alert in alerts(answer))

    def test_it_does_not_go_with_table_stakes(self, browser: Client) -> None:
        """R10.4"""
        sent = fields(browser.get("/start/"), "start") | {"preset": "criss-cross", "stakes": "loss_cap"}
        answer = browser.post("/start/", sent | {"names_0": "Ann", "names_1": "Bob"})
        assert answer.status_code == 422
        assert any("table stakes" in alert for alert in alerts(answer))


class TestStartingForStacks:
    def test_everybody_buys_at_the_start(self, browser: Client, db: None) -> None:
        sent = fields(browser.get("/start/"), "start") | {"stakes": "loss_cap", "buy_in": "200"}
        answer = browser.post("/start/", sent | {"names_0": "Ann", "names_1": "Bob"}, follow=True)
        assert "Ann 200 on the table" in text(answer)

    def test_units_are_bought_only_for_stacks(self, browser: Client) -> None:
        sent = fields(browser.get("/start/"), "start") | {"buy_in": "200"}
        with nothing_saved():
            answer = browser.post("/start/", sent | {"names_0": "Ann", "names_1": "Bob"})
        assert answer.status_code == 422
        assert any("Choose table stakes" in alert for alert in alerts(answer))
