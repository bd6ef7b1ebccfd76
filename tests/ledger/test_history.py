"""A session hand by hand: running balances on every page, one player alone, the curve, the numbers of the night."""

import re
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from ledger.models import Revision, Session, User
from ledger.reports import history, lines
from ledger.reports.history import HistoryView, hands_words, history_view, pace_words
from ledger.services.adjustments import adjustment_undo
from tests.ledger import boards
from tests.ledger.chips import restore, undo
from tests.ledger.evenings import correct
from tests.ledger.events import join, pay
from tests.ledger.pages import text
from tests.ledger.tables import balances, record, seat_of, start

Urls = Callable[..., str]


def player_of(session: Session, name: str) -> int:
    return seat_of(session, name).player_id


def alone(session: Session, name: str, **how: str) -> HistoryView:
    return history_view(session, player=seat_of(session, name).player, **how)


def of_hands(view: HistoryView) -> list[int]:
    return [line.number for line in view.lines if line.number]


def marks(view: HistoryView) -> list[tuple[str, ...]]:
    """The marks of the hands, in the order they were played."""
    return [line.marks for line in reversed(view.lines) if line.number]


@pytest.fixture
def pages_of_three(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(history, "HANDS_A_PAGE", 3)


@pytest.fixture
def eventful(session: Session, ann_user: User) -> Session:
    """A penalty, four hands, a penalty that is undone, three more hands, a last penalty. The second hand is corrected
    later, the fourth undone, the fifth undone and restored.
    """
    pay(session, "Cy", "Ann", units=2)
    for cards in (boards.QUIET, boards.FOUL, boards.SCOOPS, boards.BOTH_FOUL):
        record(session, cards)
    adjustment_undo(adjustment=pay(session, "Bob", "Ann", "Cy", units=5), user=ann_user)
    for cards in (boards.EVEN_PAIR, boards.FOUL, boards.QUIET):
        record(session, cards)
    pay(session, "Ann", "Bob", units=3)
    second, fourth, fifth = (Revision.objects.get(hand__session=session, hand__number=number) for number in (2, 4, 5))
    correct(second, boards.EVEN_PAIR)
    undo(fourth.hand)
    undo(fifth.hand)
    restore(fifth.hand)
    return session


class TestRunningBalances:
    """Units of Ann, Bob and Cy: a penalty of 2, hands of 0 2 −2, 12 −6 −6, −12 12 0, nothing, a penalty of nothing, 12
    −6 −6, 7 5 −12 and 0 2 −2, and a penalty of 3.
    """

    EXPECTED = (
        (2, 0, -2),
        (2, 2, -4),
        (14, -4, -10),
        (2, 8, -10),
        (2, 8, -10),
        (2, 8, -10),
        (14, 2, -16),
        (21, 7, -28),
        (21, 9, -30),
        (18, 12, -30),
    )

    def test_they_are_right_after_every_line(self, eventful: Session) -> None:
        shown = history_view(eventful)
        assert tuple(tuple(cell.balance for cell in line.cells) for line in reversed(shown.lines)) == self.EXPECTED
        assert shown.balances == balances(eventful) == self.EXPECTED[-1]
        assert {line.total for line in shown.lines} == {shown.total} == {0}

    @pytest.mark.usefixtures("pages_of_three")
    def test_they_are_the_same_on_every_page(self, eventful: Session, monkeypatch: pytest.MonkeyPatch) -> None:
        pages = [history_view(eventful, page=number) for number in ("1", "2", "3")]
        assert [of_hands(page) for page in pages] == [[7, 6, 5], [4, 3, 2], [1]]
        assert {page.balances for page in pages} == {balances(eventful)}
        monkeypatch.setattr(history, "HANDS_A_PAGE", 100)
        assert [line for page in pages for line in page.lines] == list(history_view(eventful).lines)

    @pytest.mark.usefixtures("pages_of_three")
    def test_a_penalty_stands_with_the_hand_it_came_after(self, eventful: Session) -> None:
        def penalties(page: str) -> list[int]:
            return [place for place, line in enumerate(history_view(eventful, page=page).lines) if not line.number]

        assert [penalties(page) for page in ("1", "2", "3")] == [[0], [0], [1]]

    def test_penalties_before_the_first_hand_are_shown_without_one(self, session: Session) -> None:
        pay(session, "Bob", "Ann", units=4)
        shown = history_view(session)
        assert [line.reason for line in shown.lines] == ["exposed card"]
        assert shown.balances == (4, -4, 0)
        assert shown.night is None

    def test_the_columns_follow_the_seats_of_who_joined(self, session: Session) -> None:
        record(session, boards.QUIET)
        join(session, "Dee")
        record(session, (None, *boards.FOUL), button="Bob", reason="Ann is late")
        shown = history_view(session)
        assert [[cell.dealt_in for cell in line.cells] for line in shown.lines] == [
            [False, *3 * [True]],
            [*3 * [True], False],
        ]
        assert [cell.balance for cell in shown.lines[0].cells] == [0, 9, 3, -12]


class TestPages:
    @pytest.mark.usefixtures("pages_of_three")
    def test_they_say_which_hands_and_link_to_each_other(self, eventful: Session, browser: Client, url: Urls) -> None:
        expected = {
            "": ("Hands 5 to 7 of 7", ["?page=2#hands"]),
            "2": ("Hands 2 to 4 of 7", ["?page=1#hands", "?page=3#hands"]),
            "3": ("Hands 1 to 1 of 7", ["?page=2#hands"]),
        }
        for asked, (hands, links) in expected.items():
            page = browser.get(url("history"), {"page": asked})
            assert hands in text(page)
            assert re.findall(r'href="(\?page=[^"]*)"', page.content.decode()) == links

    @pytest.mark.usefixtures("pages_of_three")
    def test_what_is_no_page_is_the_newest_and_what_is_too_high_the_oldest(self, session: Session) -> None:
        for _ in range(4):
            record(session, boards.QUIET)
        for asked in ("x", "1.5", "²", "9" * 5000, "\x00"):
            assert of_hands(history_view(session, page=asked)) == [4, 3, 2], asked
        for asked in ("0", "-1", "4", "9" * 30):
            assert of_hands(history_view(session, page=asked)) == [1], asked

    @pytest.mark.usefixtures("pages_of_three")
    def test_whom_one_looks_at_stays_from_page_to_page(self, eventful: Session, browser: Client, url: Urls) -> None:
        who = player_of(eventful, "Bob")
        page = browser.get(url("history"), {"player": who}).content.decode()
        assert f'href="?player={who}&amp;page=2#hands"' in page

    def test_of_few_hands_there_are_none(self, eventful: Session, browser: Client, url: Urls) -> None:
        assert 'aria-label="Pages"' not in browser.get(url("history")).content.decode()

    @pytest.mark.usefixtures("pages_of_three")
    def test_only_the_hands_shown_are_scored_again(self, eventful: Session, monkeypatch: pytest.MonkeyPatch) -> None:
        scored: list[int] = []

        def count(revision: Revision) -> object:
            scored.append(revision.hand.number)
            return score(revision)

        score = lines.score_revision
        monkeypatch.setattr(lines, "score_revision", count)
        history_view(eventful, page="2")
        assert sorted(scored) == [2, 3, 4]


class TestOnePlayer:
    def test_only_that_column_is_shown_with_the_same_balances(self, eventful: Session) -> None:
        everything, own = history_view(eventful), alone(eventful, "Bob")
        assert (own.names, own.balances) == (("Bob",), (everything.balances[1],))
        assert [line.cells for line in own.lines if line.number] == [
            line.cells[1:2] for line in everything.lines if line.number
        ]

    def test_penalties_between_others_are_left_out(self, eventful: Session) -> None:
        def penalties(name: str) -> int:
            return sum(not line.number for line in alone(eventful, name).lines)

        assert [penalties(name) for name in ("Ann", "Bob", "Cy")] == [3, 2, 2]

    def test_the_marks_are_what_that_player_did(self, session: Session) -> None:
        for cards in (boards.FOUL, boards.SCOOPS, boards.ANN_ENTERS, boards.ANN_LEAVES):
            record(session, cards)
        assert marks(history_view(session)) == [("foul",), ("scoop",), ("scoop",), ("Fantasyland",)]
        assert marks(alone(session, "Ann")) == [(), ("scooped",), ("scoop",), ("Fantasyland",)]
        assert marks(alone(session, "Bob")) == [(), ("scoop",), ("scooped",), ()]
        assert marks(alone(session, "Cy")) == [("foul",), ("scoop", "scooped"), (), ()]

    def test_what_happened_to_the_hand_is_marked_for_all(self, eventful: Session) -> None:
        own = marks(alone(eventful, "Cy"))
        assert "corrected" in own[1]
        assert own[3] == ("undone",)

    def test_a_changed_deal_is_marked_for_who_sat_out_too(self, session: Session) -> None:
        record(session, (*boards.SCOOPS[:2], None), button="Bob", reason="Cy deals for Ann")
        assert marks(alone(session, "Cy")) == [("changed deal",)]

    def test_at_criss_cross_both_boards_are_one_column(self, ann_user: User) -> None:
        session = start(ann_user, ("Ann", "Bob"), preset="criss-cross")
        record(session, boards.FOUR_BOARDS)
        shown = history_view(session)
        assert shown.names == ("Ann", "Bob")
        won = shown.lines[0].cells[0].units
        assert won == sum(balances(session)[::2]) != 0
        seat = session.seats.select_related("player").filter(player__name="Bob")[1]
        own = history_view(session, player=seat.player)
        assert [cell.units for cell in own.lines[0].cells] == [-won]
        assert "foul" in own.lines[0].marks, "the second of Bob’s boards"
        first = session.seats.select_related("player").filter(player__name="Ann")[0]
        assert "foul" not in history_view(session, player=first.player).lines[0].marks

    def test_the_page_has_a_link_for_each_and_says_who_is_shown(
        self, eventful: Session, browser: Client, url: Urls
    ) -> None:
        for name in ("Ann", "Bob", "Cy"):
            link = f'{url("history")}?player={player_of(eventful, name)}"'
            assert link in browser.get(url("history")).content.decode()
            page = browser.get(url("history"), {"player": player_of(eventful, name)})
            assert f"· {name} only" in text(page)
            assert f'{link} aria-current="page">{name}</a>' in page.content.decode()

    def test_the_balance_has_a_column_of_its_own(self, session: Session, browser: Client, url: Urls) -> None:
        record(session, boards.QUIET)
        record(session, boards.FOUL)
        page = text(browser.get(url("history"), {"player": player_of(session, "Bob")}))
        assert "Hand Bob Balance 2 +5 +7 1 +2 +2 Total +7" in page

    @pytest.mark.parametrize("asked", ["x", "0", "-1", "1.5", "²", "9" * 18, "9" * 30, "9" * 5000, "\x00"])
    def test_somebody_odd_is_not_found(self, session: Session, browser: Client, url: Urls, asked: str) -> None:
        assert browser.get(url("history"), {"player": asked}).status_code == 404

    def test_who_has_no_seat_here_is_not_found(
        self, session: Session, browser: Client, url: Urls, stranger: User
    ) -> None:
        own_club = start(session.created_by, ("Ann", "Dee"))
        other_club = Session.objects.get(created_by=stranger)
        for elsewhere in (seat_of(own_club, "Dee"), seat_of(other_club, "Xan")):
            assert browser.get(url("history"), {"player": elsewhere.player_id}).status_code == 404


class TestCurve:
    def test_it_runs_from_nothing_to_the_balances_and_every_step_sums_to_zero(self, eventful: Session) -> None:
        curve = history_view(eventful).curve
        assert curve is not None
        values = [tuple(each.value for each in step.values) for step in curve.steps]
        assert values[0] == (0, 0, 0)
        assert values[-1] == balances(eventful)
        assert {sum(step) for step in values} == {0}
        assert [line.name for line in curve.lines] == ["Ann", "Bob", "Cy"]

    def test_its_steps_are_the_hands_and_penalties_that_stand(self, eventful: Session) -> None:
        shown = history_view(eventful)
        assert shown.curve is not None
        assert [step.label for step in shown.curve.steps] == [
            "Start",
            "Penalty before the first hand",
            "Hand 1",
            "Hand 2",
            "Hand 3",
            "Hand 5",
            "Hand 6",
            "Hand 7",
            "Penalty after hand 7",
        ]
        stand = [line for line in reversed(shown.lines) if not line.is_undone]
        steps = [[each.value for each in step.values] for step in shown.curve.steps[1:]]
        assert steps == [[cell.balance for cell in line.cells] for line in stand]

    def test_a_hand_that_moved_nothing_is_a_step_too(self, ann_user: User) -> None:
        session = start(ann_user, ("Ann", "Bob"))
        record(session, boards.EVEN_PAIR[1:])
        assert not session.transfers.exists()
        curve = history_view(session).curve
        assert curve is not None
        assert [step.label for step in curve.steps] == ["Start", "Hand 1"]

    @pytest.mark.usefixtures("pages_of_three")
    def test_it_is_the_same_on_every_page(self, eventful: Session) -> None:
        assert history_view(eventful, page="3").curve == history_view(eventful).curve

    def test_one_player_alone_is_drawn_as_among_the_others(self, eventful: Session) -> None:
        everything, own = history_view(eventful).curve, alone(eventful, "Cy").curve
        assert everything is not None
        assert own is not None
        (line,) = own.lines
        assert (line.name, line.colour, line.dash) == ("Cy", everything.lines[2].colour, everything.lines[2].dash)
        assert [step.values[0].value for step in own.steps] == [step.values[2].value for step in everything.steps]

    def test_there_is_none_before_anything_moved(self, session: Session) -> None:
        assert history_view(session).curve is None

    def test_the_page_reads_a_step_out_without_javascript(self, session: Session, browser: Client, url: Urls) -> None:
        record(session, boards.QUIET)
        page = browser.get(url("history")).content.decode()
        assert "Hand 1 Ann 0 Bob +2 Cy −2" in text(browser.get(url("history")))
        assert page.count('<input type="radio" name="curve"') == 2
        assert " style=" not in page


class TestNight:
    def test_the_numbers_are_those_of_the_hands_that_stand(self, session: Session, browser: Client, url: Urls) -> None:
        played = (boards.FOUL, boards.BOTH_FOUL, boards.ANN_ENTERS, boards.ANN_LEAVES, boards.BOB_ENTERS)
        for cards in (*played, boards.BOB_STAYS_CY_ENTERS, boards.BOB_AND_CY_LEAVE):
            record(session, cards)
        undo(record(session, boards.FOUL).hand)
        night = history_view(session).night
        assert night is not None
        rows = {row.title: row.values for row in night.rows}
        assert rows["Hands"] == (7, 7, 7)
        assert rows["Fouls"] == (1, 0, 2)
        assert rows["Fantasyland entered"] == (1, 1, 1)
        assert rows["Fantasyland kept"] == (0, 1, 0)
        assert night.biggest is not None
        assert (night.biggest.name, night.biggest.units, night.biggest.number) == ("Bob", 24, 6)
        # 12 and 14, 21, 8, 16, 32 and 17.
        assert night.units_moved == 12 + 14 + 21 + 8 + 16 + 32 + 17
        page = browser.get(url("history"))
        assert "Biggest hand Bob +24 · hand 6" in text(page)
        assert "Fouls 1 0 2" in text(page)
        assert f'href="{url("hand", 6)}">hand 6</a>' in page.content.decode()

    def test_scoops_and_royalties_are_counted_for_who_has_them(self, session: Session) -> None:
        record(session, boards.SCOOPS)
        night = history_view(session).night
        assert night is not None
        rows = {row.title: row.values for row in night.rows}
        assert rows["Scoops"] == (0, 2, 1)
        assert rows["Royalties"] == (0, 0, 0)
        record(session, boards.ANN_ENTERS)
        night = history_view(session).night
        assert night is not None
        assert {row.title: row.values for row in night.rows}["Royalties"][0] >= 7, "queens on top alone are 7"

    def test_of_several_biggest_hands_it_is_the_first(self, session: Session) -> None:
        record(session, boards.SCOOPS)
        record(session, boards.EVEN_PAIR)
        biggest = history_view(session).night.biggest  # type: ignore[union-attr]
        assert biggest is not None
        assert (biggest.name, biggest.units, biggest.number) == ("Bob", 12, 1)

    def test_penalties_move_units_and_are_no_hands(self, session: Session) -> None:
        record(session, boards.QUIET)
        pay(session, "Ann", "Bob", "Cy", units=50)
        night = history_view(session).night
        assert night is not None
        assert night.units_moved == 2 + 100
        assert night.hands == "1"
        assert night.biggest is not None
        assert night.biggest.units == 2

    def test_when_nothing_was_won_there_is_no_biggest_hand(self, ann_user: User, browser: Client) -> None:
        session = start(ann_user, ("Ann", "Bob"))
        record(session, boards.EVEN_PAIR[1:])
        night = history_view(session).night
        assert night is not None
        assert night.biggest is None
        assert "Biggest hand" not in text(browser.get(f"/t/{session.public_id}/hands/"))

    def test_when_all_hands_are_undone_there_are_no_numbers(self, session: Session, browser: Client, url: Urls) -> None:
        undo(record(session, boards.QUIET).hand)
        page = text(browser.get(url("history")))
        assert "The night" not in page
        assert "1 undone" in page

    @pytest.mark.parametrize(
        ("hands", "minutes", "words"),
        [
            (1, 0, "1"),
            (2, 0, "2 within a minute"),
            (3, 1, "3 in 1 min"),
            (9, 59, "9 in 59 min"),
            (9, 60, "9 in 1 h 00 min"),
            (60, 245, "60 in 4 h 05 min"),
            (60, 26 * 60, "60 in 26 h 00 min"),
            (60, 50 * 60, "60 over 2 days"),
        ],
    )
    def test_how_long_it_took(self, hands: int, minutes: int, words: str) -> None:
        assert hands_words(hands, timedelta(minutes=minutes)) == words

    @pytest.mark.parametrize(
        ("hands", "minutes", "words"),
        [
            (1, 0, "too early to tell"),
            (1, 60, "too early to tell"),
            (2, 9, "too early to tell"),
            (2, 10, "6 hands an hour"),
            (16, 60, "15 hands an hour"),
            (31, 100, "18 hands an hour"),
            (2, 60, "1 hand an hour"),
            (2, 110, "1 hand an hour"),
            (2, 130, "less than 1 hand an hour"),
        ],
    )
    def test_how_many_an_hour(self, hands: int, minutes: int, words: str) -> None:
        assert pace_words(hands, timedelta(minutes=minutes)) == words


def test_without_hands_it_says_what_will_be_there(session: Session, browser: Client, url: Urls) -> None:
    page = browser.get(url("history"))
    assert "No hands yet. Each one will stand here when it is saved, with everybody’s balance after it." in text(page)
    assert "<table" not in page.content.decode()


@pytest.mark.usefixtures("pages_of_three")
@pytest.mark.parametrize("hands", [1, 8])
@pytest.mark.parametrize("page", ["", "2", "3"])
def test_every_page_makes_as_many_queries(hands: int, page: str, session: Session, browser: Client, url: Urls) -> None:
    for number in range(hands):
        record(session, boards.FOUL if number % 2 else boards.QUIET)
        pay(session, "Ann", "Bob")
    address = f"{url('history')}?page={page}"
    with CaptureQueriesContext(connection) as queries:
        assert browser.get(address).status_code == 200
    assert len(queries) == 13
    address += f"&player={player_of(session, 'Ann')}"
    with CaptureQueriesContext(connection) as queries:
        assert browser.get(address).status_code == 200
    assert len(queries) == 14
