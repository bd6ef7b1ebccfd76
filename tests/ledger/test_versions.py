"""What became of a hand: each version beside the one before it."""

import uuid
from collections.abc import Callable, Mapping, Sequence

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from ledger.models import Hand, Revision, Session, User
from ledger.reports.versions import DealChange, RowChange, UnitsChange, VersionView, version_views
from ledger.services.deals import deal_of
from ledger.services.hands import hand_correct, hand_restore, hand_undo
from ledger.services.photos import photo_add
from ledger.services.questions import question_answer, question_ask
from tests.ledger.boards import FOUL, QUIET
from tests.ledger.pages import text
from tests.ledger.pictures import picture
from tests.ledger.tables import DEAD, entry, record

pytestmark = pytest.mark.django_db
Urls = Callable[..., str]


@pytest.fixture
def hand(session: Session) -> Hand:
    return record(session, QUIET).hand


def correct(
    hand: Hand,
    boards: Sequence[str | None],
    *,
    button: str = "",
    fantasyland: Mapping[str, int] | None = None,
    why: str = "",
    user: User | None = None,
) -> Revision:
    changed = entry(
        hand.session, boards, deal=deal_of(hand), button=button, fantasyland=fantasyland, reason=why or "as told"
    )
    return hand_correct(
        hand=hand,
        user=user or hand.session.created_by,
        entry=changed,
        key=uuid.uuid4(),
        expected_revision=hand.revisions.count(),
        reason="read off the photo",
    )


def undo(hand: Hand) -> Revision:
    return hand_undo(hand=hand, user=hand.session.created_by, expected_revision=hand.revisions.count())


def restore(hand: Hand) -> Revision:
    return hand_restore(hand=hand, user=hand.session.created_by, expected_revision=hand.revisions.count())


def newest(hand: Hand) -> VersionView:
    return version_views(Hand.objects.select_related("rules").get(pk=hand.pk))[0]


def units(view: VersionView) -> dict[str, tuple[int, int]]:
    return {change.name: (change.before, change.after) for change in view.units}


def test_the_first_version_has_changed_nothing(hand: Hand) -> None:
    (only,) = version_views(hand)
    assert (only.what, only.by, only.rows, only.deal, only.units) == ("Saved", "ann", (), (), ())


def test_a_correction_shows_the_rows_that_differ_and_what_it_moved(hand: Hand, scorer: User) -> None:
    ann, bob, cy = QUIET
    # Bob’s bottom was a four and not an ace.
    correct(hand, (ann, bob.replace("AcKh", "9cKh"), cy), user=scorer)
    view = newest(hand)
    assert (view.what, view.by, view.reason) == ("Corrected", "scorer", "read off the photo")
    before, after = ("Ac", "Kh", "Qs", "Jh", "Th"), ("9c", "Kh", "Qs", "Jh", "Th")
    assert view.rows == (RowChange("Bob", "bottom", before, after),)
    assert view.deal == ()
    assert [change.name for change in view.units] == ["Ann", "Bob", "Cy"]
    assert [change.before for change in view.units] == [0, 2, -2]
    last = Revision.objects.shown().get(hand=hand)
    assert [change.after for change in view.units] == [board.units for board in last.boards.all()]


def test_the_same_cards_in_another_order_are_no_difference(hand: Hand) -> None:
    correct(hand, ("Jc6sKc/7c7dQc8c2d/9d9hAhTc3c", *QUIET[1:]))
    assert newest(hand).rows == ()
    assert units(newest(hand)) == {"Ann": (0, 0), "Bob": (2, 2), "Cy": (-2, -2)}


def test_fantasyland_and_the_button_are_told_in_words(hand: Hand) -> None:
    correct(hand, QUIET, button="Bob", fantasyland={"Ann": 14})
    first_button = Revision.objects.get(hand=hand, number=1).button
    assert first_button is not None
    assert newest(hand).deal == (
        DealChange("Ann", "a normal deal", "Fantasyland with 14 cards"),
        DealChange("The button", first_button.name, "Bob"),
    )


def test_who_was_not_dealt_in_after_all_is_told(hand: Hand) -> None:
    correct(hand, (*QUIET[:2], None))
    view = newest(hand)
    assert view.deal == (DealChange("Cy", "a normal deal", "not dealt in"),)
    assert [(change.name, change.row, change.after) for change in view.rows] == [
        ("Cy", "top", ()),
        ("Cy", "middle", ()),
        ("Cy", "bottom", ()),
    ]
    assert units(view)["Cy"] == (-2, 0)
    correct(hand, QUIET)
    assert newest(hand).deal == (DealChange("Cy", "not dealt in", "a normal deal"),)


def test_a_foul_declared_without_cards_is_told(hand: Hand) -> None:
    correct(hand, (*QUIET[:2], DEAD))
    assert newest(hand).deal == (DealChange("Cy", "a normal deal", "a normal deal, declared foul"),)
    assert len(newest(hand).rows) == 3


def test_undone_it_counts_nothing_and_restored_what_it_did(hand: Hand) -> None:
    undo(hand)
    assert newest(hand) == VersionView(
        "Undone",
        "ann",
        newest(hand).at,
        "",
        "",
        units=(UnitsChange("Ann", 0, 0), UnitsChange("Bob", 2, 0), UnitsChange("Cy", -2, 0)),
    )
    restore(hand)
    assert units(newest(hand)) == {"Ann": (0, 0), "Bob": (0, 2), "Cy": (0, -2)}
    assert (newest(hand).rows, newest(hand).deal) == ((), ())
    correct(hand, FOUL)
    assert units(newest(hand)) == {"Ann": (0, 7), "Bob": (2, 5), "Cy": (-2, -12)}


def test_who_made_it_where_it_was_first_kept_is_named(hand: Hand) -> None:
    Revision.objects.create(
        club=hand.club, hand=hand, number=2, kind="undone", created_by=hand.session.created_by, author="Dee"
    )
    assert newest(hand).by == "Dee"


class TestPage:
    def test_before_and_after_stand_beside_each_other_as_cards(self, hand: Hand, browser: Client, url: Urls) -> None:
        page = browser.get(url("hand", 1))
        cards = page.content.decode().count('class="card ')
        assert "Before" not in text(page)
        correct(hand, (QUIET[0], QUIET[1].replace("AcKh", "9cKh"), QUIET[2]))
        page = browser.get(url("hand", 1))
        assert page.content.decode().count('class="card ') == cards + 10
        assert "Bob, bottom Before A ♣︎ K ♥︎ Q ♠︎ J ♥︎ 10 ♥︎ After 9 ♣︎ K ♥︎" in text(page)
        assert "read off the photo" in text(page)

    def test_it_says_what_was_dealt_otherwise(self, hand: Hand, browser: Client, url: Urls) -> None:
        correct(hand, QUIET, button="Bob", fantasyland={"Ann": 14})
        assert "Ann : a normal deal, now Fantasyland with 14 cards" in text(browser.get(url("hand", 1)))

    def test_it_has_a_link_that_can_be_copied(self, hand: Hand, browser: Client, url: Urls) -> None:
        page = browser.get(url("hand", 1)).content.decode()
        assert f'<a href="http://testserver{url("hand", 1)}">Link to this hand</a>' in page


@pytest.mark.parametrize("times", [1, 8])
def test_the_page_of_a_hand_makes_this_many_queries(
    times: int, hand: Hand, session: Session, browser: Client, url: Urls, viewer: User
) -> None:
    """However often it was changed and asked about, and with as many photos as it can have."""
    for number in range(times):
        correct(hand, FOUL if number % 2 else QUIET)
        undo(hand)
        restore(hand)
        asked = question_ask(hand=hand, user=viewer, text="Really?", key=uuid.uuid4())
        if number % 2:
            question_answer(question=asked, user=session.created_by, text="Yes.", key=uuid.uuid4())
        if number < 3:
            photo_add(hand=hand, user=session.created_by, sent=picture(size=(9 + number, 9)))
    with CaptureQueriesContext(connection) as queries:
        assert browser.get(url("hand", 1)).status_code == 200
    assert len(queries) == 10
    assert not any('"ledger_handphoto"."data"' in query["sql"] for query in queries)
    with CaptureQueriesContext(connection) as queries:
        assert browser.get(url("table")).status_code == 200
    assert sum("ledger_handquestion" in query["sql"] for query in queries) == 1
