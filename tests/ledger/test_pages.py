"""The pages of a table, as a person without JavaScript has them."""

import pytest
from django.test import Client

from ledger.models import Revision, Session
from ledger.services.accounts import guest_create
from ledger.services.sessions import session_start
from ofcscore.engine.rules import PRESETS
from tests.ledger import boards
from tests.ledger.pages import HandPages, alerts, button_form, fields, text, typed
from tests.ledger.tables import DAY, balances, entry, nothing_saved, record, seat_of

pytestmark = pytest.mark.django_db


def test_a_hand_is_checked_changed_and_saved(score_pages: HandPages, session: Session) -> None:
    sent = score_pages.open(boards.QUIET)
    with nothing_saved():
        check = score_pages.check(sent)
        assert check.status_code == 200
        assert "Bob" in text(check) and "+2" in text(check)
        changed = score_pages.send(fields(check), "change")
    assert typed(fields(changed)) == typed(sent)
    saved = score_pages.save(fields(check))
    assert saved.status_code == 302
    assert balances(session) == boards.QUIET_UNITS
    assert "Hand 1 is saved." in text(score_pages.client.get(saved.url))


def test_the_check_shows_what_is_then_posted(score_pages: HandPages, session: Session) -> None:
    check = score_pages.check(score_pages.open(boards.ANN_ENTERS))
    assert check.context["check"].balances[0].after == 21
    assert "Ann keeps the button. Deal Ann 14 cards." in text(check)
    score_pages.save(fields(check))
    assert [line.after for line in check.context["check"].balances] == list(balances(session))


BAD = {
    "12 cards": ("KcJc6s/7c7dQc8c2d/9d9hAhTc", "Ann’s bottom has 4 cards and needs 5"),
    "14 cards": ("KcJc6s/7c7dQc8c2d/9d9hAhTc3c4c", "Ann’s bottom has 6 cards and needs 5"),
    "wrong rows": ("KcJc/7c7dQc8c2d6s/9d9hAhTc3c", "Ann’s top has 2 cards and needs 3"),
    "unknown card": ("KcJc6x/7c7dQc8c2d/9d9hAhTc3c", "Ann’s top: “6x” is not a card"),
    "a Cyrillic letter": ("KcJc6с/7c7dQc8c2d/9d9hAhTc3c", "no Latin letter"),
    "twice in one row": ("KcKc6s/7c7dQc8c2d/9d9hAhTc3c", "K♣ is twice in Ann’s top"),
    "in two boards": ("KcJc8s/7c7dQc6s2d/9d9hAhTc3c", "8♠ is in Ann’s top and in Bob’s top"),
}


@pytest.mark.parametrize("action", ["check", "save"])
@pytest.mark.parametrize("what", BAD)
def test_bad_cards_are_explained_and_kept(score_pages: HandPages, what: str, action: str) -> None:
    cards, words = BAD[what]
    sent = score_pages.open((cards, *boards.QUIET[1:]))
    with nothing_saved():
        answer = score_pages.send(sent, action)
    assert answer.status_code == 422
    assert any(words in alert for alert in alerts(answer))
    assert typed(fields(answer)) == typed(sent)


def test_all_boards_that_cannot_be_read_are_named_at_once(score_pages: HandPages) -> None:
    answer = score_pages.check(score_pages.open(("KcJc//", boards.QUIET[1], "//")))
    assert [alert[:5] for alert in alerts(answer)] == ["Ann’s", "Cy’s "]


def test_one_player_or_too_many_cannot_be_dealt_in(score_pages: HandPages) -> None:
    with nothing_saved():
        answer = score_pages.check(score_pages.open((boards.QUIET[0], None, None)))
    assert answer.status_code == 422
    assert "this hand has 1" in text(answer)


def test_five_seats_four_dealt_in_at_pineapple_is_refused(browser: Client, ann_user: object) -> None:
    names = ("Ann", "Bob", "Cy", "Dee", "Ann 2")
    session = session_start(user=ann_user, names=names, rules=PRESETS["pineapple"], unit_value=0, currency="", day=DAY)
    pages = HandPages(browser, f"/t/{session.public_id}/score/")
    answer = pages.check(pages.open((*boards.QUIET, "2h3h4h/5h6h8h9hTh/JhQhKs4c5c", None)))
    assert answer.status_code == 422
    assert "Pineapple is played by 2 to 3; this hand has 4" in text(answer)


def test_cards_of_somebody_not_dealt_in_are_not_lost(score_pages: HandPages) -> None:
    answer = score_pages.check(score_pages.open(boards.QUIET, seat2__dealt_in=None))
    assert answer.status_code == 422
    assert "Cy has cards but is not dealt in" in text(answer)


def test_a_whole_board_can_be_pasted_into_top(score_pages: HandPages, session: Session) -> None:
    sent = score_pages.open(boards.QUIET)
    pasted = sent | {"seat0-top": boards.QUIET[0], "seat0-middle": "", "seat0-bottom": ""}
    check = score_pages.check(pasted)
    assert typed(fields(check)) == typed(sent)
    score_pages.save(pasted)
    assert balances(session) == boards.QUIET_UNITS


def test_a_dead_board_needs_no_cards(score_pages: HandPages, browser: Client, url: object) -> None:
    sent = score_pages.open((*boards.QUIET[:2], "//"), seat2__dead="on")
    assert "declared foul by the dealer" in text(score_pages.check(sent)).lower()
    assert score_pages.save(sent).status_code == 302
    assert "Declared foul by the dealer." in text(browser.get(url("hand", 1)))


def test_a_stale_number_is_a_conflict_that_keeps_the_cards(score_pages: HandPages, session: Session) -> None:
    sent = score_pages.open(boards.FOUL)
    record(session, boards.QUIET)
    for action in ("check", "save"):
        with nothing_saved():
            answer = score_pages.send(sent, action)
        assert answer.status_code == 409
        assert "Hand 1 was already saved." in alerts(answer)[0]
        assert typed(fields(answer)) == typed(sent)
    assert score_pages.check(fields(answer)).status_code == 200


def test_the_same_save_twice_counts_once(score_pages: HandPages, session: Session) -> None:
    sent = score_pages.open(boards.QUIET)
    assert score_pages.save(sent).status_code == 302
    with nothing_saved():
        assert score_pages.save(sent).status_code == 302
    with nothing_saved():
        other = score_pages.open(boards.FOUL) | {"key": sent["key"]}
        assert score_pages.save(other).status_code == 409


def test_fantasyland_is_offered_overridden_and_noted(score_pages: HandPages, browser: Client, url: object) -> None:
    score_pages.save(score_pages.open(boards.ANN_ENTERS))
    assert "Fantasyland · 14" in text(browser.get(url("table")))
    sent = score_pages.open(boards.QUIET)
    assert sent["seat0-fantasyland"] == "14"
    score_pages.save(sent | {"seat0-fantasyland": "0", "reason": "misdeal"})
    page = text(browser.get(url("hand", 2)))
    assert "Ann got a normal deal instead of 14 cards in Fantasyland. Reason: misdeal" in page


def test_leaving_out_who_is_due_in_fantasyland_wants_a_reason(score_pages: HandPages) -> None:
    score_pages.save(score_pages.open(boards.ANN_ENTERS))
    sent = score_pages.open((None, *boards.QUIET[1:]))
    answer = score_pages.check(sent | {"button": str(int(sent["button"]) + 1)})
    assert answer.status_code == 422
    assert "Ann is due in Fantasyland and must be dealt in" in text(answer)


def test_a_correction_shows_before_and_after_and_wants_a_reason(browser: Client, url: object, session: Session) -> None:
    record(session, boards.QUIET)
    pages = HandPages(browser, url("correct", 1))
    sent = pages.open(boards.SCOOPS)
    assert "Say in a few words why" in text(pages.check(sent))
    check = pages.check(sent | {"correction_reason": "wrong boards"})
    lines = [(line.was, line.units) for line in check.context["check"].balances]
    assert lines == list(zip(boards.QUIET_UNITS, boards.SCOOPS_UNITS, strict=True))
    assert pages.save(fields(check)).status_code == 302
    assert balances(session) == boards.SCOOPS_UNITS
    page = text(browser.get(url("hand", 1)))
    assert "wrong boards" in page and "Corrected" in page


def test_a_stale_correction_is_a_conflict(browser: Client, url: object, session: Session, ann_user: object) -> None:
    revision = record(session, boards.QUIET)
    pages = HandPages(browser, url("correct", 1))
    sent = pages.open(boards.SCOOPS, correction_reason="wrong boards")
    pages.save(sent)
    with nothing_saved():
        answer = pages.save(sent | {"key": str(revision.key)})
    assert answer.status_code == 409


def test_undo_and_restore_by_their_buttons(browser: Client, url: object, session: Session) -> None:
    record(session, boards.QUIET)
    undo = url("undo", 1)
    sent = button_form(browser.get(url("table")), undo)
    for _ in range(2):
        assert browser.post(undo, sent).status_code == 302
    assert balances(session) == (0, 0, 0)
    page = browser.get(url("hand", 1))
    assert "This hand is undone" in text(page)
    assert browser.get(url("correct", 1)).status_code == 302
    browser.post(url("restore", 1), button_form(page, url("restore", 1)))
    assert balances(session) == boards.QUIET_UNITS
    with nothing_saved():
        assert browser.post(undo, sent).status_code == 409
        assert browser.post(undo, {"revision": "x"}).status_code == 409


def test_history_runs_up_to_the_balances_and_sums_to_zero(browser: Client, url: object, session: Session) -> None:
    for hand in (boards.QUIET, boards.FOUL, boards.ANN_ENTERS):
        record(session, hand)
    history = browser.get(url("history")).context["history"]
    assert history.balances == (28, -5, -23)
    assert history.total == 0
    assert [line.total for line in history.lines] == [0, 0, 0]
    assert [[cell.balance for cell in line.cells] for line in history.lines] == [[28, -5, -23], [7, 7, -14], [0, 2, -2]]


def test_the_hand_page_explains_every_pair(browser: Client, url: object, session: Session) -> None:
    record(session, boards.FOUL)
    page = text(browser.get(url("hand", 1)))
    assert "Top pair of queens beats middle ace high." in page
    assert "Ann scoops Cy" in page
    assert "Cy fouled: all 3 rows (+3), scoop (+3)" in page


def test_names_are_text_and_nothing_else(browser: Client, ann_user: object) -> None:
    session = session_start(
        user=ann_user, names=("<b>x</b>", "Bob"), rules=PRESETS["pineapple"], unit_value=0, currency="", day=DAY
    )
    page = browser.get(f"/t/{session.public_id}/").content.decode()
    assert "&lt;b&gt;x" in page
    assert "<b>x" not in page


START = {"names_0": "Ann", "names_1": "Bob", "preset": "classic", "unit_value": "0.50", "currency": "EUR"}


def test_a_guest_starts_a_table_and_keeps_it_by_naming_a_password(client: Client, db: None) -> None:
    started = client.post("/start/", START | {"day": "2026-03-14"})
    assert started.status_code == 302
    table = client.get(started.url)
    assert "Classic · €0.50 a unit" in text(table)
    refused = client.post("/logout/")
    assert refused.url == "/signup/"
    assert "Set a password first" in text(client.get("/signup/"))
    weak = client.post("/signup/", {"username": "annie", "password": "short"})
    assert weak.status_code == 422
    kept = {"username": "annie", "password": "thirteen-cards"}
    assert client.post("/signup/", kept).status_code == 302
    assert client.get(started.url).status_code == 200
    client.post("/logout/")
    assert client.get(started.url).url == f"/login/?next={started.url}"
    assert client.post("/login/", kept | {"username": "Annie"}).status_code == 302
    assert client.get(started.url).status_code == 200


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"names_1": ""}, "A table needs 2 to 8 players; here are 1."),
        ({"names_1": "ann "}, "ann is named twice"),
        ({"names_1": "x" * 31}, "is too long"),
        ({"preset": "omaha"}, "Select a valid choice"),
        ({"unit_value": "a lot"}, "Write an amount"),
        ({"unit_value": "999999999999"}, "A unit is worth at most"),
    ],
)
def test_a_table_that_cannot_start_says_why(client: Client, db: None, change: dict[str, str], words: str) -> None:
    with nothing_saved():
        answer = client.post("/start/", START | change)
    assert answer.status_code == 422
    assert words in " ".join(alerts(answer))
    assert fields(answer, "start")["names_0"] == "Ann"


def test_regulars_are_offered(browser: Client, session: Session) -> None:
    page = browser.get("/start/").content.decode()
    assert '<option value="Ann">' in page and '<option value="Cy">' in page


def test_a_taken_name_cannot_be_signed_up(client: Client, ann_user: object) -> None:
    answer = client.post("/signup/", {"username": "ANN", "password": "thirteen-cards"})
    assert answer.status_code == 422
    assert "This name is taken" in text(answer)


def test_a_password_is_changed(browser: Client) -> None:
    new = "another-thirteen-cards"
    sent = {"old_password": "thirteen-cards-a-board", "new_password1": new, "new_password2": new}
    assert browser.post("/password/", sent | {"old_password": "wrong"}).status_code == 422
    assert browser.post("/password/", sent).status_code == 302
    assert Client().post("/login/", {"username": "ann", "password": new}).status_code == 302


def test_a_guest_that_is_gone_cannot_be_named_twice(client: Client, db: None) -> None:
    client.force_login(guest_create())
    client.post("/signup/", {"username": "annie", "password": "thirteen-cards"})
    assert client.get("/signup/").status_code == 302


def test_who_sat_out_is_not_dealt_in_next(session: Session, browser: Client, url: object) -> None:
    record(session, (boards.QUIET[0], None, boards.QUIET[2]), button="Ann")
    assert "seat1-dealt_in" not in fields(browser.get(url("score")))
    assert entry(session, (boards.FOUL[0], None, boards.FOUL[2])).button == seat_of(session, "Cy")
    assert Revision.objects.count() == 1
