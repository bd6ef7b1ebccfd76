"""Who sits at a table: people come later, leave, come back and change places, and what that means for the hands."""

from collections.abc import Callable

import pytest
from django.http import HttpResponse
from django.test import Client

from ledger.models import Draft, Player, SeatChange, Session, User
from ledger.services.errors import ConflictError, RefusedError
from ledger.services.seats import seat_join
from ledger.services.sessions import MOST_SEATS
from tests.ledger import boards, events
from tests.ledger.events import come_back, leave, places, swap
from tests.ledger.pages import Fields, HandPages, alerts, button_form, fields, text, typed
from tests.ledger.tables import balances, nothing_saved, record, seat_of, start

Url = Callable[..., str]


def join(session: Session, name: str) -> str:
    return events.join(session, name).player.name


def press(browser: Client, url: Url, name: str, number: int, **filled: str) -> HttpResponse:
    """Open the page and press one of its buttons about a seat."""
    address = url(name, number)
    return browser.post(address, button_form(browser.get(url("players")), address) | filled)


def test_a_newcomer_begins_at_nothing_and_counts_when_dealt_in(browser: Client, url: Url, session: Session) -> None:
    record(session, boards.QUIET)
    sent = fields(browser.get(url("players")), "join")
    answer = browser.post(url("players"), sent | {"name": " dee "}, follow=True)
    assert "dee has a seat." in text(answer)
    assert balances(session) == (*boards.QUIET_UNITS, 0)
    record(session, (*boards.QUIET[:2], None, boards.QUIET[2]))
    assert balances(session) == (0, 4, -2, -2)


def test_the_club_knows_its_players(session: Session) -> None:
    Player.objects.create(club=session.club, name="Dee", name_key="dee")
    assert join(session, "DEE") == "Dee"
    assert Player.objects.filter(name_key="dee").count() == 1


@pytest.mark.parametrize("name", ["", "  ", "ann", "x" * 31, "D\u202eee"])
def test_an_odd_name_is_refused_in_a_sentence(browser: Client, url: Url, session: Session, name: str) -> None:
    sent = fields(browser.get(url("players")), "join")
    with nothing_saved():
        answer = browser.post(url("players"), sent | {"name": name})
    assert answer.status_code == 422
    assert alerts(answer)
    with pytest.raises(RefusedError):
        join(session, name)


def test_a_table_has_only_so_many_seats(session: Session) -> None:
    for number in range(MOST_SEATS - 3):
        join(session, f"Dee {number}")
    with pytest.raises(RefusedError, match="at most 8 seats"):
        join(session, "One more")


def test_a_table_that_moved_on_is_a_conflict(browser: Client, url: Url, session: Session) -> None:
    sent = fields(browser.get(url("players")), "join") | {"name": "Dee"}
    record(session, boards.QUIET)
    with nothing_saved():
        assert browser.post(url("players"), sent).status_code == 409
    with pytest.raises(ConflictError):
        seat_join(session=session, user=session.created_by, name="Dee", expected_version=99)


def test_r5_8_nobody_joins_in_a_fantasyland_that_is_due_without_a_reason(session: Session) -> None:
    record(session, (*boards.ANN_ENTERS[:2], None), button="Ann")
    hand = (boards.ANN_LEAVES[0], boards.ANN_LEAVES[1], boards.ANN_LEAVES[2])
    with nothing_saved(), pytest.raises(RefusedError, match="Cy was not in the last hand and joins when"):
        record(session, hand)
    saved = record(session, hand, reason="agreed")
    assert saved.deal_note == "Cy joined while Fantasyland was due. Reason: agreed"


def test_r5_8_nobody_leaves_then_either(session: Session) -> None:
    record(session, boards.ANN_ENTERS)
    with nothing_saved(), pytest.raises(RefusedError, match="Cy was in the last hand and plays on"):
        record(session, (*boards.ANN_LEAVES[:2], None))
    saved = record(session, (*boards.ANN_LEAVES[:2], None), reason="the last train")
    assert saved.deal_note == "Cy was left out while Fantasyland was due. Reason: the last train"


def test_nobody_joins_criss_cross(browser: Client, ann_user: User) -> None:
    session = start(ann_user, ("Ann", "Bob"), preset="criss-cross")
    address = f"/t/{session.public_id}/players/"
    page = browser.get(address)
    assert b'id="join"' not in page.content
    assert "Leave" not in text(page)
    with nothing_saved():
        answer = browser.post(address, {"name": "Cy", "version": session.version})
    assert answer.status_code == 422
    assert alerts(answer) == ["Criss-cross is for two players, and they are here."]


class TestLeaving:
    def test_who_leaves_is_marked_and_can_come_back(self, browser: Client, url: Url, session: Session) -> None:
        record(session, boards.QUIET)
        page = browser.get(press(browser, url, "seat_leave", 2).url)
        assert "Cy has left, and keeps the balance." in text(page)
        assert "Cy left −2 Come back" in text(page)
        assert "Cy left after hand 1" in text(page)
        page = browser.get(press(browser, url, "seat_return", 2).url)
        assert "Cy is back. Deal Cy in where you score." in text(page)
        assert "Cy −2 Leave" in text(page)
        assert "Cy came back after hand 1" in text(page)

    def test_a_reason_is_asked_for_when_it_is_needed_and_kept(
        self, browser: Client, url: Url, session: Session
    ) -> None:
        record(session, boards.ANN_ENTERS)
        with nothing_saved():
            answer = press(browser, url, "seat_leave", 2)
        assert answer.status_code == 422
        assert alerts(answer) == [
            "Cy was in the last hand and plays on while Fantasyland is due. If that cannot be, say why."
        ]
        address = url("seat_leave", 2)
        assert "reason" in button_form(answer, address)
        assert "reason" not in button_form(answer, url("seat_leave", 1)), "nobody else is asked"
        assert browser.post(address, button_form(answer, address) | {"reason": "ill"}).status_code == 302
        assert "Cy left after hand 1 ill" in text(browser.get(url("players")))

    def test_a_reason_that_is_too_long_stays_typed(self, browser: Client, url: Url, session: Session) -> None:
        with nothing_saved():
            answer = press(browser, url, "seat_leave", 2, reason="x" * 201)
        assert answer.status_code == 422
        assert button_form(answer, url("seat_leave", 2))["reason"] == "x" * 201

    def test_pressed_twice_it_counts_once(self, browser: Client, url: Url, session: Session) -> None:
        sent = button_form(browser.get(url("players")), url("seat_leave", 2))
        for _ in range(2):
            assert browser.post(url("seat_leave", 2), sent).status_code == 302
        assert SeatChange.objects.count() == 1

    def test_a_table_that_moved_on_is_a_conflict_and_the_page_goes_on_from_there(
        self, browser: Client, url: Url, session: Session
    ) -> None:
        address = url("seat_leave", 2)
        sent = button_form(browser.get(url("players")), address)
        record(session, boards.QUIET)
        with nothing_saved():
            answer = browser.post(address, sent | {"reason": "ill"})
        assert answer.status_code == 409
        assert alerts(answer) == ["Something at this table has changed meanwhile. Look at it, and try again."]
        again = button_form(answer, address)
        assert again["reason"] == "ill"
        assert browser.post(address, again).status_code == 302

    @pytest.mark.parametrize("version", [None, "", "x", "9" * 5000])
    @pytest.mark.parametrize("name", ["seat_leave", "seat_return"])
    def test_an_odd_version_is_mended(
        self, browser: Client, url: Url, session: Session, name: str, version: str | None
    ) -> None:
        if name == "seat_return":
            leave(session, "Cy")
        with nothing_saved():
            answer = browser.post(url(name, 2), {} if version is None else {"version": version})
        assert answer.status_code == 422
        assert alerts(answer) == ["This page had come apart. It is whole again: look it over and send it once more."]
        assert browser.post(url(name, 2), button_form(answer, url(name, 2))).status_code == 302

    @pytest.mark.parametrize("number", [3, 10**18, 10**30])
    @pytest.mark.parametrize("name", ["seat_leave", "seat_return"])
    def test_a_seat_that_is_not_there_is_not_found(self, browser: Client, url: Url, name: str, number: int) -> None:
        assert browser.post(url(name, number)).status_code == 404

    def test_the_hand_form_shows_nobody_who_left(
        self, score_pages: HandPages, session: Session, browser: Client, url: Url
    ) -> None:
        record(session, boards.QUIET)
        leave(session, "Cy")
        form = score_pages.open()
        assert "seat1-top" in form and "seat2-top" not in form
        assert score_pages.save(score_pages.open((*boards.ANN_LEAVES[:2],))).status_code == 302
        assert "Cy, Top" not in text(browser.get(url("correct", 2)))
        again = fields(browser.get(url("correct", 1)))
        assert again["seat2-bottom"] == "8d 8h 5h 4d 2h"

    @pytest.mark.parametrize("stay", [("Ann",), ()])
    def test_a_table_that_empties_can_still_be_opened(
        self, session: Session, browser: Client, url: Url, stay: tuple[str, ...]
    ) -> None:
        record(session, boards.QUIET)
        for name in {"Ann", "Bob", "Cy"} - set(stay):
            leave(session, name)
        for name in ("table", "score", "players", "history"):
            assert browser.get(url(name)).status_code == 200
        sent = fields(browser.get(url("score")))
        with nothing_saved():
            assert browser.post(url("score"), sent | {"action": "save"}).status_code == 422


class TestCardsOfWhoLeft:
    """Cards that were typed for somebody before they left are not lost."""

    def test_a_form_that_was_open_comes_back_with_them(self, score_pages: HandPages, session: Session) -> None:
        sent = score_pages.open(boards.QUIET)
        leave(session, "Cy")
        with nothing_saved():
            answer = score_pages.save(sent)
        assert answer.status_code == 409
        assert typed(fields(answer)) == typed(sent)

    def test_a_draft_opens_with_them(self, score_pages: HandPages, session: Session, browser: Client, url: Url) -> None:
        sent = score_pages.open(boards.QUIET)
        score_pages.check(sent)
        leave(session, "Cy")
        again = fields(browser.get(f"{url('score')}?draft={Draft.objects.get().key}"))
        assert typed(again) == typed(sent)

    def test_they_go_to_whoever_they_belong_to(self, score_pages: HandPages, session: Session) -> None:
        sent = score_pages.open((boards.QUIET[0], None, boards.QUIET[2]))
        leave(session, "Cy")
        moved = score_pages.send(sent | {"swap_from": "2", "swap_to": "1"}, "swap")
        assert fields(moved)["seat1-top"] == sent["seat2-top"]
        assert score_pages.save(fields(moved)).status_code == 409, "the table changed, and the dealer is told"

    def test_cards_that_are_cleared_let_the_seat_go(self, score_pages: HandPages, session: Session) -> None:
        leave(session, "Cy")
        assert "seat2-top" not in score_pages.open()


class TestPlaces:
    @pytest.fixture
    def sent(self, browser: Client, url: Url, session: Session) -> Fields:
        """The form as it is served."""
        return fields(browser.get(url("players")), "swap")

    def test_two_change_places(self, browser: Client, url: Url, session: Session, sent: Fields) -> None:
        answer = browser.post(url("seats_swap"), sent | {"one": "0", "other": "2"}, follow=True)
        assert "Ann and Cy have changed places." in text(answer)
        assert "Ann and Cy changed places before the first hand" in text(answer)
        assert places(session) == ["Cy", "Bob", "Ann"]
        assert text(answer).index("Cy 0 Leave") < text(answer).index("Ann 0 Leave")

    @pytest.mark.parametrize(
        ("filled", "words"),
        [
            ({}, "Choose two players."),
            ({"one": "0"}, "Choose two players."),
            ({"one": "0", "other": "0"}, "Choose two players."),
            ({"one": "0", "other": "9"}, "9 is not one of the available choices"),
            ({"one": "0", "other": "1", "reason": "x" * 201}, "at most 200 characters"),
        ],
    )
    def test_what_cannot_be_is_refused_and_stays_typed(
        self, browser: Client, url: Url, sent: Fields, filled: Fields, words: str
    ) -> None:
        with nothing_saved():
            answer = browser.post(url("seats_swap"), sent | filled)
        assert answer.status_code == 422
        assert any(words in alert for alert in alerts(answer))
        kept = {name: value for name, value in filled.items() if value != "9"}
        assert kept.items() <= fields(answer, "swap").items()
        assert b"<details open>" in answer.content

    def test_r5_8_while_fantasyland_is_due_it_needs_a_reason(self, browser: Client, url: Url, session: Session) -> None:
        record(session, boards.ANN_ENTERS)
        sent = fields(browser.get(url("players")), "swap") | {"one": "1", "other": "2"}
        with nothing_saved():
            answer = browser.post(url("seats_swap"), sent)
        assert answer.status_code == 422
        assert alerts(answer) == ["Nobody changes places while Fantasyland is due. If that cannot be, say why."]
        again = fields(answer, "swap")
        assert (again["one"], again["other"]) == ("1", "2")
        page = browser.post(url("seats_swap"), again | {"reason": "draughty"}, follow=True)
        assert "Bob and Cy changed places after hand 1 draughty" in text(page)

    def test_sent_twice_it_is_a_conflict(self, browser: Client, url: Url, session: Session, sent: Fields) -> None:
        filled = sent | {"one": "0", "other": "2"}
        assert browser.post(url("seats_swap"), filled).status_code == 302
        with nothing_saved():
            answer = browser.post(url("seats_swap"), filled)
        assert answer.status_code == 409
        assert fields(answer, "swap")["version"] != sent["version"], "what is sent again is sent knowing"

    def test_a_seat_of_another_table_is_no_choice(
        self, browser: Client, url: Url, sent: Fields, stranger: User
    ) -> None:
        foreign = Session.objects.get(created_by=stranger)
        address = f"/t/{foreign.public_id}/players/swap/"
        with nothing_saved():
            assert browser.post(address, sent | {"one": "0", "other": "1"}).status_code == 404

    def test_a_correction_shows_the_places_of_then(self, browser: Client, url: Url, session: Session) -> None:
        record(session, boards.QUIET)
        swap(session, "Ann", "Cy")
        form = browser.get(url("correct", 1)).context["form"]
        assert [seat.name for seat in form.seat_fields] == ["Ann", "Bob", "Cy"]
        form = browser.get(url("score")).context["form"]
        assert [seat.name for seat in form.seat_fields] == ["Cy", "Bob", "Ann"]


class TestTheLog:
    def test_it_is_in_plain_words_the_newest_first(self, browser: Client, url: Url, session: Session) -> None:
        join(session, "Dee")
        record(session, (*boards.QUIET, None))
        leave(session, "Dee")
        come_back(session, "Dee")
        swap(session, "Dee", "Ann")
        lines = [change.what for change in browser.get(url("players")).context["view"].changes]
        assert lines == [
            "Dee and Ann changed places after hand 1",
            "Dee came back after hand 1",
            "Dee left after hand 1",
            "Dee joined before the first hand",
        ]

    def test_it_says_who_wrote_it_down(
        self, browser_of: Callable[[User], Client], url: Url, session: Session, scorer: User
    ) -> None:
        page = browser_of(scorer).get(press(browser_of(scorer), url, "seat_leave", 2).url)
        assert ", by scorer" in text(page)

    def test_a_table_where_nothing_happened_has_none(self, browser: Client, url: Url) -> None:
        assert "Who came and went" not in text(browser.get(url("players")))


def test_a_join_that_came_too_late_can_be_sent_again(browser: Client, url: Url, session: Session) -> None:
    sent = fields(browser.get(url("players")), "join") | {"name": "Dee"}
    record(session, boards.QUIET)
    answer = browser.post(url("players"), sent)
    assert browser.post(url("players"), fields(answer, "join")).status_code == 302
    assert seat_of(session, "Dee").number == 3
