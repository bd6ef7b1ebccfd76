"""Somebody comes later: a seat at a running table, and what that means for a Fantasyland that is due."""

from collections.abc import Callable

import pytest
from django.test import Client

from ledger.models import Player, Session
from ledger.services.errors import ConflictError, RefusedError
from ledger.services.sessions import MOST_SEATS, seat_join
from tests.ledger import boards
from tests.ledger.pages import alerts, fields, text
from tests.ledger.tables import balances, nothing_saved, record

Url = Callable[..., str]


def join(session: Session, name: str) -> str:
    session = Session.objects.get(pk=session.pk)
    return seat_join(session=session, name=name, expected_version=session.version).player.name


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
        seat_join(session=session, name="Dee", expected_version=99)


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
