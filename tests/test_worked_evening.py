"""One evening at one table, told in order, by the pages: what was dealt, what was saved, and how everybody stood."""

import pytest
from django.core.management import call_command
from django.test import Client

from ledger.models import Session
from tests.ledger import boards
from tests.ledger.pages import HandPages, button_form, fields, text
from tests.ledger.tables import balances


@pytest.mark.django_db
def test_an_evening(client: Client) -> None:
    # Ann starts a table without an account.
    names = {"names_0": "Ann", "names_1": "Bob", "names_2": "Cy"}
    started = client.post("/start/", names | {"preset": "pineapple", "unit_value": "1", "currency": "EUR"})
    table = started.url
    session = Session.objects.get()
    pages = HandPages(client, f"{table}score/")

    def play(hand: tuple[str, ...]) -> tuple[int, ...]:
        check = pages.check(pages.open(hand))
        assert pages.save(fields(check)).status_code == 302
        return balances(session)

    # A foul, then two fouls at once, which settle nothing between them.
    assert play(boards.FOUL) == (7, 5, -12)
    assert play(boards.BOTH_FOUL) == (0, 19, -19)
    # Scoops; then Ann enters Fantasyland with queens, and the button waits for her.
    assert play(boards.SCOOPS) == (-12, 31, -19)
    assert play(boards.ANN_ENTERS) == (9, 19, -28)
    assert "Next: hand 5. Ann keeps the button. Deal Ann 14 cards." in text(client.get(table))
    # She leaves it again, and the button moves on.
    assert play(boards.ANN_LEAVES) == (17, 19, -36)
    assert "Next: hand 6. Bob has the button." in text(client.get(table))
    # Bob enters, stays with four kings while Cy enters, and both leave.
    assert play(boards.BOB_ENTERS) == (10, 35, -45)
    assert play(boards.BOB_STAYS_CY_ENTERS) == (-22, 59, -37)
    assert "Deal Bob 14 cards. Deal Cy 14 cards." in text(client.get(table))
    assert play(boards.BOB_AND_CY_LEAVE) == (-39, 63, -24)
    # Hand 2 turns out to have been hand QUIET, and is corrected.
    correction = HandPages(client, f"{table}hands/2/correct/")
    check = correction.check(correction.open(boards.QUIET, correction_reason="read off the photo"))
    assert correction.save(fields(check)).status_code == 302
    assert balances(session) == (-32, 51, -19)
    # The last hand is undone by mistake, and restored.
    undo, restore = f"{table}hands/8/undo/", f"{table}hands/8/restore/"
    client.post(undo, button_form(client.get(table), undo))
    assert balances(session) == (-15, 47, -32)
    client.post(restore, button_form(client.get(f"{table}hands/8/"), restore))
    assert balances(session) == (-32, 51, -19)
    # Home: they set a password. The books are right.
    client.post("/signup/", {"username": "ann", "password": "thirteen-cards-each"})
    assert "8 hands" in text(client.get("/"))
    call_command("check_ledger")
