"""Careers on their pages: a player's, and a club's side by side."""

import re
import statistics
from collections.abc import Callable
from datetime import date
from decimal import ROUND_HALF_UP, Decimal

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st

from ledger.models import Club, Player, Revision, Session, Tally, User
from ledger.reports.figures import per_hand, share, spread
from tests.bench.careers import FIRST_NIGHT, club_of_years
from tests.ledger import boards
from tests.ledger.events import pay
from tests.ledger.pages import alerts, text
from tests.ledger.tables import record, seat_of, start
from tests.ledger.test_tallies import counted

HUNDREDTH = Decimal("0.01")
UNITS = st.integers(-5000, 5000)
Browsers = Callable[[User | None], Client]


def career(name: str) -> str:
    """The address of a player's page."""
    return reverse("player", args=[Player.objects.get(name=name).pk])


def careers() -> str:
    """The address of the one club's careers."""
    return reverse("club_careers", args=[Club.objects.get().pk])


def merge(name: str, into: str) -> None:
    """Two names of one person, however they came to be so."""
    Player.objects.filter(name=name).update(merged_into=Player.objects.get(name=into))


def add_player(session: Session, name: str) -> Player:
    return Player.objects.create(club=session.club, name=name, name_key=name.casefold())


def figures(page: str) -> dict[str, str]:
    """What stands beside each label of a career."""
    found = re.findall(r"<dt>(.*?)</dt>\s*<dd>(.*?)</dd>", page, re.DOTALL)
    return {_words(label): _words(value) for label, value in found}


def table_rows(page: str, region: str) -> list[list[str]]:
    """The cells of the table in the region that this heading names, row by row."""
    table = re.search(rf'aria-labelledby="{region}".*?</table>', page, re.DOTALL)
    rows = re.findall(r"<tr>(.*?)</tr>", table[0], re.DOTALL) if table else []
    return [[_words(cell) for cell in re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row, re.DOTALL)] for row in rows]


def _words(html: str) -> str:
    return " ".join(re.sub(r"<[^>]*>", " ", html).split())


def page_of(browser: Client, address: str) -> str:
    answer = browser.get(address)
    assert answer.status_code == 200
    return answer.content.decode()


@given(st.lists(UNITS, min_size=2, max_size=60))
def test_the_spread_is_the_standard_deviation_of_a_sample(units: list[int]) -> None:
    exact = Decimal(statistics.variance(map(Decimal, units))).sqrt()
    got = spread(len(units), sum(units), sum(each * each for each in units))
    assert got is not None
    assert abs(Decimal(got) / 100 - exact) <= Decimal("0.0050000001")


def test_of_one_hand_there_is_no_spread() -> None:
    assert spread(1, 5, 25) is None
    assert spread(0, 0, 0) is None


@given(UNITS, st.integers(1, 20_000))
def test_averages_are_rounded_to_the_nearest_hundredth(units: int, hands: int) -> None:
    exact = (Decimal(units) / hands).quantize(HUNDREDTH, ROUND_HALF_UP)
    assert Decimal(per_hand(units, hands)) / 100 == exact


@given(st.data(), st.integers(1, 20_000))
def test_shares_are_rounded_to_the_nearest_tenth(data: st.DataObject, of: int) -> None:
    count = data.draw(st.integers(0, of))
    exact = (Decimal(100 * count) / of).quantize(Decimal("0.1"), ROUND_HALF_UP)
    assert share(count, of) == f"{count} of {of} ({exact}\N{NO-BREAK SPACE}%)"


@pytest.fixture
def evening(session: Session) -> Session:
    """Six hands with fouls, scoops and Fantasyland, and a penalty."""
    for hand in (boards.SCOOPS, boards.FOUL, boards.ANN_ENTERS, boards.ANN_LEAVES, boards.BOB_ENTERS):
        record(session, hand)
    record(session, boards.BOB_STAYS_CY_ENTERS)
    pay(session, "Ann", "Bob", units=3)
    return session


ANN = (boards.SCOOPS_UNITS, boards.FOUL_UNITS, boards.ANN_ENTERS_UNITS, boards.ANN_LEAVES_UNITS)
ANN_UNITS = [hand[0] for hand in (*ANN, boards.BOB_ENTERS_UNITS, boards.BOB_STAYS_CY_ENTERS_UNITS)]


def test_a_career_says_what_was_played(evening: Session, browser: Client) -> None:
    page = page_of(browser, career("Ann"))
    total = sum(ANN_UNITS) - 3
    balance = seat_of(evening, "Ann")
    assert evening.seats.with_balances().get(pk=balance.pk).balance == total
    words = text(browser.get(career("Ann")))
    assert f"1 session, 6 hands −€{-total} · penalties −3 −{-total}" in words
    shown = figures(page)
    average = (Decimal(sum(ANN_UNITS)) / 6).quantize(HUNDREDTH, ROUND_HALF_UP)
    deviation = statistics.stdev(ANN_UNITS)
    assert shown["Units a hand"] == f"−{-average} standard deviation {deviation:.2f}"
    assert shown["Fouls"] == "0 of 6 (0.0 %)"
    scooped = counted(evening)[0]["Ann", "pineapple"]["scooped"]
    assert shown["Was scooped"] == f"{scooped} of 12 pairs (33.3 %)"
    assert shown["Entered Fantasyland"] == "1 of 5 (20.0 %)"
    assert shown["Stayed in Fantasyland"] == "0 of 1 (0.0 %)"
    assert shown["Fantasyland brought"] == "+8 +8.00 a hand, in 1 hand"
    assert f'href="{reverse("hand", args=(evening.public_id, 3))}"' in page
    assert "Best hand Hand 3 of Saturday 14 March, 14 March 2026 +21" in words
    assert "Worst hand Hand 6 of Saturday 14 March, 14 March 2026 −32" in words


def test_royalties_are_shown_by_row(session: Session, browser: Client) -> None:
    record(session, boards.ANN_ENTERS)
    top, middle, bottom = Tally.objects.values_list("royalties_top", "royalties_middle", "royalties_bottom").get(
        player__name="Ann"
    )
    shown = figures(page_of(browser, career("Ann")))["Royalties a hand"]
    assert (top, middle, bottom) == (7, 0, 0)
    assert shown == "7.00 top 7.00 · middle 0.00 · bottom 0.00"


def test_against_each_adds_up_to_the_whole(evening: Session, browser: Client) -> None:
    rows = table_rows(page_of(browser, career("Ann")), "opponents")
    assert rows[0] == ["Opponent", "Hands", "Units", "Money"]
    transfers = evening.transfers.all()
    for name, hands, units, money in rows[1:]:
        lost = sum(
            each.units for each in transfers if (each.payer.player.name, each.payee.player.name) == ("Ann", name)
        )
        won = sum(each.units for each in transfers if (each.payee.player.name, each.payer.player.name) == ("Ann", name))
        assert (hands, units) == ("6", f"+{won - lost}" if won > lost else f"−{lost - won}")
        assert money == units[0] + "€" + units[1:]
    assert {row[0] for row in rows[1:]} == {"Bob", "Cy"}


def test_an_undone_hand_is_gone_from_it(evening: Session, browser: Client) -> None:
    from ledger.services.hands import hand_undo

    last = evening.hands.get(number=6)
    hand_undo(hand=last, user=evening.created_by, expected_revision=1)
    words = text(browser.get(career("Ann")))
    assert "1 session, 5 hands" in words
    assert "Worst hand Hand 1 " in words
    assert Revision.objects.filter(hand=last).count() == 2


def test_money_is_never_added_up_across_currencies(session: Session, ann_user: User, browser: Client) -> None:
    record(session, boards.SCOOPS)
    record(start(ann_user, currency="USD", unit_value=25), boards.SCOOPS)
    record(start(ann_user, currency="", unit_value=0), boards.SCOOPS)
    words = text(browser.get(career("Ann")))
    assert "3 sessions, 3 hands −€12 · −$3 −36" in words
    row = next(row for row in table_rows(page_of(browser, career("Ann")), "opponents") if row[0] == "Bob")
    assert row == ["Bob", "3", "−18", "−€6 −$1.50"]


def test_without_money_there_is_no_column_for_it(ann_user: User, browser: Client) -> None:
    record(start(ann_user, currency="", unit_value=0), boards.SCOOPS)
    assert "for units only" in text(browser.get(career("Ann")))
    assert table_rows(page_of(browser, career("Ann")), "opponents")[0] == ["Opponent", "Hands", "Units"]


def test_the_curve_runs_over_the_sessions_in_the_order_of_their_days(ann_user: User, browser: Client) -> None:
    for day, hand in ((20, boards.SCOOPS), (10, boards.FOUL)):
        record(start(ann_user, day=date(2026, 3, day), name=f"The {day}th"), hand)
    words = text(browser.get(career("Ann")))
    first, last = words.index("10 March 2026, The 10th Ann +7"), words.index("20 March 2026, The 20th Ann −5")
    assert first < last
    assert words.index("The 20th 20 March 2026 · 1 hand") < words.index("The 10th 10 March 2026 · 1 hand")


def test_a_game_and_days_can_be_picked_out(ann_user: User, browser: Client) -> None:
    record(start(ann_user, day=date(2026, 3, 1), name="First"), boards.SCOOPS)
    classic = start(ann_user, day=date(2026, 3, 8), name="Second", preset="classic")
    record(classic, boards.FOUL)
    pay(classic, "Ann", "Bob", units=50)
    record(start(ann_user, day=date(2026, 3, 15), name="Third"), boards.QUIET)
    address = career("Ann")
    assert "1 session, 1 hand +€7 +7" in text(browser.get(f"{address}?game=classic"))
    assert "2 sessions, 2 hands" in text(browser.get(f"{address}?game=pineapple"))
    assert "2 sessions, 2 hands" in text(browser.get(f"{address}?from=2026-03-08"))
    assert "2 sessions, 2 hands" in text(browser.get(f"{address}?to=2026-03-08"))
    only = text(browser.get(f"{address}?from=2026-03-08&to=2026-03-08"))
    assert "1 session, 1 hand −€43 · penalties −50 −43" in only
    assert "Only a part is shown" in only
    assert "Nothing was played there" in text(browser.get(f"{address}?game=criss-cross"))
    assert "Nothing was played there" in text(browser.get(f"{address}?to=1999-12-31"))


@pytest.mark.parametrize("page", ["player", "club_careers"])
@pytest.mark.parametrize(
    ("sent", "sentence"),
    [
        ("from=yesterday", "This is no date"),
        ("from=2026-02-30", "This is no date"),
        ("to=03/14/2026", "This is no date"),
        ("to=%00", "This is no date"),
        ("from=2026-03-15&to=2026-03-14", "This day is before the first one"),
        ("game=omaha", "There is no such game"),
        ("game=%00", "There is no such game"),
    ],
)
def test_odd_choices_are_refused_with_a_sentence_and_kept(
    evening: Session, browser: Client, page: str, sent: str, sentence: str
) -> None:
    answer = browser.get(f"{career('Ann') if page == 'player' else careers()}?{sent}")
    assert answer.status_code == 422
    assert sentence in alerts(answer)[0]
    value = sent.split("&", maxsplit=1)[0].split("=")[1]
    assert f'value="{value}"' in answer.content.decode() or "%" in value or "game" in sent
    assert "Hand 3" not in text(answer)


def test_few_hands_say_so(evening: Session, browser: Client) -> None:
    assert "6 hands: too few to say much." in text(browser.get(career("Ann")))
    assert "few hands" in text(browser.get(careers()))


def test_many_hands_do_not_but_few_of_a_kind_do(ann_user: User, browser: Client) -> None:
    club_of_years(ann_user, 2, 50)
    Tally.objects.update(fantasyland_hands=7, stays=1)
    shown = figures(page_of(browser, career("Ann")))
    words = text(browser.get(career("Ann")))
    assert "100 hands: too few" not in words
    assert shown["Stayed in Fantasyland 14 hands inside it: too few to say much"] == "2 of 14 (14.3 %)"
    assert shown["Entered Fantasyland 86 hands outside it: too few to say much"]
    assert "Fouls" in shown
    assert "few hands" not in text(browser.get(careers())).replace("Few hands are", "").replace("few hands are", "")


def test_somebody_who_has_not_played_gets_a_sentence(session: Session, browser: Client) -> None:
    assert "Ann has not played a hand yet" in text(browser.get(career("Ann")))
    assert "Nobody has played a hand yet" in text(browser.get(careers()))


def test_the_sessions_come_twenty_a_page(ann_user: User, browser: Client) -> None:
    club_of_years(ann_user, 45, 10)
    address = career("Ann")
    first, last = text(browser.get(address)), text(browser.get(f"{address}?page=3"))
    assert "Night 45 9 November 2018" in first and "Night 25 " not in first.split("Sessions")[-1]
    assert "1 to 20 of 45" in first
    assert "41 to 45 of 45" in last
    assert "Night 1 5 January 2018" in last
    for odd in ("x", "-1", "0", "9" * 5000, "%00"):
        assert browser.get(f"{address}?page={odd}").status_code == 200
    part = page_of(browser, f"{address}?game=pineapple&page=1")
    assert "game=pineapple&amp;page=2" in part


def test_a_merged_player_counts_for_the_other(ann_user: User, browser: Client) -> None:
    record(start(ann_user, ("Ann", "Bob", "Cy"), day=date(2026, 3, 1)), boards.SCOOPS)
    record(start(ann_user, ("Ann B", "Bob", "Cy"), day=date(2026, 3, 8)), boards.FOUL)
    record(start(ann_user, ("Ann C", "Bob B", "Cy"), day=date(2026, 3, 15)), boards.FOUL)
    assert "1 session, 1 hand" in text(browser.get(career("Ann")))
    # Through another, and somebody else too.
    merge("Ann B", "Ann")
    merge("Ann C", "Ann B")
    merge("Bob B", "Bob")
    words = text(browser.get(career("Ann")))
    assert "3 sessions, 3 hands +€2 +2" in words
    assert "also written Ann B, Ann C" in words
    rows = table_rows(page_of(browser, career("Ann")), "opponents")
    assert [row[0] for row in rows[1:]] == ["Cy", "Bob"]
    for name in ("Ann B", "Ann C"):
        page = page_of(browser, career(name))
        assert f"{name} counts as Ann" in _words(page)
        assert f'href="{career("Ann")}"' in page
        assert "hands" not in _words(page)
    rows = table_rows(page_of(browser, careers() + "?by=name"), "players")
    assert [row[:3] for row in rows[1:]] == [["Ann", "3", "3"], ["Bob", "3", "3"], ["Cy", "3", "3"]]
    matrix = table_rows(page_of(browser, careers() + "?by=name"), "matrix")
    assert matrix[0] == ["From", "Ann", "Bob", "Cy"]
    assert [row[0] for row in matrix[1:]] == ["Ann", "Bob", "Cy"]


def test_merging_in_a_circle_would_still_be_answered(session: Session, browser: Client) -> None:
    """No page of ours makes one; somebody with the database's file could."""
    record(session, boards.QUIET)
    merge("Ann", "Bob")
    merge("Bob", "Ann")
    for address in (career("Ann"), career("Bob"), careers()):
        assert browser.get(address).status_code == 200


def test_two_names_at_one_table_are_one_session_and_nobodys_opponent(ann_user: User, browser: Client) -> None:
    """Nobody can merge those who sat together; if it were so all the same, nothing is counted twice."""
    record(start(ann_user), boards.SCOOPS)
    merge("Bob", "Ann")
    assert "1 session, 2 hands" in text(browser.get(career("Ann")))
    assert [row[0] for row in table_rows(page_of(browser, career("Ann")), "opponents")[1:]] == ["Cy"]
    rows = table_rows(page_of(browser, f"{careers()}?by=name"), "players")
    assert [row[:3] for row in rows[1:]] == [["Ann", "1", "2"], ["Cy", "1", "1"]]


@pytest.mark.parametrize(
    ("order", "column"), [("sessions", 1), ("hands", 2), ("units", 3), ("average", 4), ("odd", 3), ("", 3)]
)
def test_a_clubs_players_can_be_put_in_order(ann_user: User, browser: Client, order: str, column: int) -> None:
    for names in (("Bob", "Dee"), ("Bob", "Dee"), ("Cy", "Ann")):
        record(start(ann_user, names), boards.QUIET[:2])
    many = start(ann_user, ("Ann", "Bob", "Dee"))
    for hand in (boards.SCOOPS, boards.FOUL):
        record(many, hand)
    page = page_of(browser, f"{careers()}?by={order}")
    rows = table_rows(page, "players")
    assert re.findall(r'aria-sort="(\w+)">([\w ]+)<', page) == [("descending", rows[0][column])]
    assert re.findall(r'aria-current="true">([\w ]+)<', page) == [rows[0][column]]

    def key(row: list[str]) -> tuple[Decimal, str]:
        number = row[column].split()[0].replace("\N{MINUS SIGN}", "-")
        return -Decimal(number), row[0]

    assert rows[1:] == sorted(rows[1:], key=key)
    assert [row[0] for row in rows[1:]] != ["Ann", "Bob", "Cy", "Dee"], "the order that has to be looked for"
    by_name = page_of(browser, f"{careers()}?by=name")
    assert [row[0] for row in table_rows(by_name, "players")[1:]] == ["Ann", "Bob", "Cy", "Dee"]
    assert by_name.count("aria-sort") == by_name.count('aria-sort="ascending"') == 1
    part = page_of(browser, f"{careers()}?by=hands&game=pineapple")
    assert f'href="?by={order}&amp;game=pineapple"' in part or order in ("odd", "", "hands")
    assert '<input type="hidden" name="by" value="hands">' in part


def test_the_matrix_says_who_won_how_much_from_whom(evening: Session, browser: Client) -> None:
    matrix = table_rows(page_of(browser, f"{careers()}?by=name"), "matrix")
    assert matrix[0] == ["From", "Ann", "Bob", "Cy"]
    names = matrix[0][1:]
    for row, name in zip(matrix[1:], names, strict=True):
        assert row[0] == name
        for cell, other in zip(row[1:], names, strict=True):
            won = evening.transfers.filter(payee__player__name=name, payer__player__name=other)
            lost = evening.transfers.filter(payer__player__name=name, payee__player__name=other)
            units = sum(each.units for each in won) - sum(each.units for each in lost)
            assert cell == ("·" if name == other else f"+{units}" if units > 0 else f"−{-units}" if units else "0")


def test_who_never_met_has_no_number(ann_user: User, browser: Client) -> None:
    record(start(ann_user, ("Ann", "Bob")), boards.QUIET[:2])
    record(start(ann_user, ("Cy", "Dee")), boards.QUIET[:2])
    matrix = table_rows(page_of(browser, f"{careers()}?by=name"), "matrix")
    assert [cell == "·" for cell in matrix[1][1:]] == [True, False, True, True]


def test_other_clubs_are_not_in_it(evening: Session, stranger: User, browser_of: Browsers, browser: Client) -> None:
    other = Session.objects.get(created_by=stranger)
    record(other, boards.QUIET[:2])
    page = text(browser.get(reverse("club_careers", args=[evening.club_id])))
    assert "Xan" not in page
    theirs = text(browser_of(stranger).get(reverse("club_careers", args=[other.club_id])))
    assert "Xan" in theirs and "Ann" not in theirs


@pytest.mark.parametrize("pk", [0, 10**6, 10**18, 10**30])
@pytest.mark.parametrize("name", ["player", "club_careers"])
def test_what_is_not_there_is_not_found(session: Session, browser: Client, name: str, pk: int) -> None:
    assert browser.get(reverse(name, args=[pk])).status_code == 404


def test_the_table_leads_to_its_players(session: Session, browser: Client) -> None:
    page = page_of(browser, reverse("table", args=[session.public_id]))
    for name in ("Ann", "Bob", "Cy"):
        assert f'href="{career(name)}"' in page


@pytest.mark.parametrize(("nights", "merged"), [(1, False), (60, True)])
def test_careers_make_this_many_queries(ann_user: User, browser: Client, nights: int, merged: bool) -> None:
    names = ("Ann", "Bob", "Cy", "Dee")[: 4 if merged else 2]
    club_of_years(ann_user, nights, 50, names=names)
    if merged:
        merge("Dee", "Cy")
    counts = {}
    for name, address in {"player": career("Ann"), "club_careers": careers()}.items():
        with CaptureQueriesContext(connection) as queries:
            assert browser.get(address).status_code == 200
        counts[name] = len(queries)
    assert counts == {"player": 9, "club_careers": 6}


def test_the_first_night_of_the_years_is_where_it_was(ann_user: User, browser: Client) -> None:
    club_of_years(ann_user, 3, 10)
    day = f"{FIRST_NIGHT.day} {FIRST_NIGHT:%B %Y}"
    assert f"Night 1 {day}" in text(browser.get(career("Bob")))
