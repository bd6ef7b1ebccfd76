"""A saved hand and its correction: what was on the table, what was done to it, and that no typing is lost."""

from collections.abc import Callable

import pytest
from django.test import Client

from ledger.models import Revision, Session, User
from ledger.services.hands import hand_undo
from tests.ledger import boards
from tests.ledger.pages import HandPages, alerts, fields, text, typed
from tests.ledger.tables import DEAD, balances, nothing_saved, record

Urls = Callable[..., str]


@pytest.fixture
def correction(session: Session, browser: Client, url: Urls) -> HandPages:
    """The pages that correct hand 1, a quiet one."""
    record(session, boards.QUIET)
    return HandPages(browser, url("correct", 1))


class TestReading:
    def test_every_card_is_there_by_name_and_every_row_too(self, session: Session, browser: Client, url: Urls) -> None:
        record(session, boards.ANN_ENTERS)
        page = browser.get(url("hand", 1))
        assert page.content.decode().count('class="card ') == 39
        assert 'aria-label="10 of diamonds"' in page.content.decode()
        assert "Pair of queens royalty +7" in text(page)
        assert "Next: 14 cards Enters with pair of queens on top." in text(page)

    def test_both_fouls_are_said_to_settle_nothing(self, session: Session, browser: Client, url: Urls) -> None:
        record(session, boards.BOTH_FOUL)
        page = text(browser.get(url("hand", 1)))
        assert "Ann and Cy are even Both fouled: nothing is paid 0" in page
        assert page.count(" Foul ") == 2

    def test_a_dead_board_has_no_rows(self, session: Session, browser: Client, url: Urls) -> None:
        record(session, (*boards.QUIET[:2], DEAD))
        page = browser.get(url("hand", 1))
        assert page.content.decode().count('class="card ') == 26
        assert "Declared foul by the dealer." in text(page)

    def test_fantasyland_dealt_and_left_is_said(self, session: Session, browser: Client, url: Urls) -> None:
        record(session, boards.ANN_ENTERS)
        record(session, boards.ANN_LEAVES)
        page = text(browser.get(url("hand", 2)))
        assert "Ann D Fantasyland · 14 +8" in page
        assert "Leaves Fantasyland." in page

    def test_it_leads_to_the_hands_before_and_after(self, session: Session, browser: Client, url: Urls) -> None:
        for _ in range(3):
            record(session, boards.QUIET)
        around = [
            [number for number in (1, 2, 3) if f'href="{url("hand", number)}"' in page]
            for page in (browser.get(url("hand", number)).content.decode() for number in (1, 2, 3))
        ]
        assert around == [[2], [1, 3], [2]]

    def test_it_says_who_did_what(self, session: Session, browser: Client, url: Urls, scorer: User) -> None:
        hand = record(session, boards.QUIET, user=scorer).hand
        hand_undo(hand=hand, user=session.created_by, expected_revision=1)
        page = text(browser.get(url("hand", 1)))
        assert "by scorer" in page
        assert page.index("Undone") < page.index("Saved")
        assert "Restore hand 1" in page

    def test_a_guest_is_called_a_guest(self, session: Session, browser: Client, url: Urls, guest: User) -> None:
        record(session, boards.QUIET, user=guest)
        page = text(browser.get(url("hand", 1)))
        assert "by a guest" in page
        assert guest.username not in page

    def test_it_is_read_only_to_a_viewer(
        self, session: Session, viewer: User, browser_of: Callable[[User | None], Client], url: Urls
    ) -> None:
        """What a viewer would only be refused is not offered."""
        record(session, boards.QUIET)
        viewing = browser_of(viewer)
        for page in (viewing.get(url("hand", 1)), viewing.get(url("table"))):
            for address in (url("correct", 1), url("undo", 1), url("score")):
                assert f'"{address}"' not in page.content.decode()


class TestCorrecting:
    def test_it_begins_with_the_hand_as_it_stands(self, session: Session, browser: Client, url: Urls) -> None:
        saved = record(session, (*boards.QUIET[:2], DEAD), button="Bob", fantasyland={"Ann": 14})
        sent = fields(browser.get(url("correct", 1)))
        assert [sent[f"seat0-{row}"] for row in ("top", "middle", "bottom")] == [
            "Kc Jc 6s",
            "7c 7d Qc 8c 2d",
            "9d 9h Ah Tc 3c",
        ]
        assert (sent["seat0-fantasyland"], sent["seat1-fantasyland"]) == ("14", "0")
        assert "seat2-dead" in sent
        assert (sent["button"], sent["revision"]) == (str(saved.button_id), "1")

    def test_who_sat_out_is_not_dealt_in(self, session: Session, browser: Client, url: Urls) -> None:
        record(session, (*boards.QUIET[:2], None))
        assert "seat2-dealt_in" not in fields(browser.get(url("correct", 1)))

    def test_saved_unchanged_it_moves_no_balance(self, correction: HandPages, session: Session) -> None:
        assert correction.save(correction.open(correction_reason="looked again")).status_code == 302
        assert balances(session) == boards.QUIET_UNITS
        assert Revision.objects.count() == 2

    def test_the_check_shows_the_same_as_is_then_posted(self, correction: HandPages, session: Session) -> None:
        check = correction.check(correction.open(boards.FOUL, correction_reason="wrong boards"))
        page = text(check)
        assert "Player Before Change Balance Ann 0 +7 +7 Bob +2 +3 +5 Cy −2 −10 −12" in page
        assert "Ann 0 → +7 , Bob +2 → +5 , Cy −2 → −12 . Reason: wrong boards" in page
        correction.save(fields(check))
        assert balances(session) == boards.FOUL_UNITS

    def test_an_earlier_hand_is_said_to_leave_the_later_ones_alone(
        self, correction: HandPages, session: Session
    ) -> None:
        sent = correction.open(boards.FOUL, correction_reason="wrong boards")
        assert "Next deal" in text(correction.check(sent))
        record(session, boards.QUIET)
        check = text(correction.check(sent))
        assert "Later hands stay as they were dealt and scored." in check
        assert "Next deal" not in check
        assert "Ann 0 +7 +7 Bob +4 +3 +7 Cy −4 −10 −14" in check

    @pytest.mark.parametrize("action", ["check", "save"])
    def test_without_a_reason_everything_typed_is_kept(self, correction: HandPages, action: str) -> None:
        sent = correction.open(boards.SCOOPS)
        with nothing_saved():
            answer = correction.send(sent, action)
        assert answer.status_code == 422
        assert "Say in a few words why the hand is corrected." in alerts(answer)
        assert typed(fields(answer)) == typed(sent)

    @pytest.mark.parametrize("action", ["check", "save"])
    def test_a_hand_corrected_meanwhile_is_a_conflict_that_keeps_the_cards_and_can_go_on(
        self, correction: HandPages, session: Session, action: str
    ) -> None:
        sent = correction.open(boards.SCOOPS, correction_reason="wrong boards")
        correction.save(correction.open(boards.FOUL, correction_reason="somebody else"))
        with nothing_saved():
            answer = correction.send(sent, action)
        assert answer.status_code == 409
        assert "Hand 1 was changed in the meantime. Look at it again before you go on." in alerts(answer)
        assert typed(fields(answer)) == typed(sent)
        assert correction.save(fields(answer)).status_code == 302
        assert balances(session) == boards.SCOOPS_UNITS

    @pytest.mark.parametrize("action", ["check", "save"])
    def test_a_hand_undone_meanwhile_is_a_conflict_that_keeps_the_cards(
        self, correction: HandPages, session: Session, ann_user: User, action: str
    ) -> None:
        sent = correction.open(boards.SCOOPS, correction_reason="wrong boards")
        hand_undo(hand=session.hands.get(), user=ann_user, expected_revision=1)
        with nothing_saved():
            answer = correction.send(sent, action)
        assert answer.status_code == 409
        assert "Hand 1 is undone. Restore it first, then correct it." in alerts(answer)
        assert typed(fields(answer)) == typed(sent)

    def test_the_same_save_twice_counts_once(self, correction: HandPages) -> None:
        sent = correction.open(boards.SCOOPS, correction_reason="wrong boards")
        assert correction.save(sent).status_code == 302
        with nothing_saved():
            assert correction.save(sent).status_code == 302

    def test_bad_cards_are_refused_and_kept(self, correction: HandPages) -> None:
        sent = correction.open(("KcKc6s/7c7dQc8c2d/9d9hAhTc3c", *boards.QUIET[1:]), correction_reason="misread")
        with nothing_saved():
            answer = correction.save(sent)
        assert answer.status_code == 422
        assert any("K♣ is twice in Ann’s top" in alert for alert in alerts(answer))
        assert typed(fields(answer)) == typed(sent)
        assert fields(answer)["correction_reason"] == "misread"

    def test_a_reason_is_text_and_nothing_else(self, correction: HandPages, browser: Client, url: Urls) -> None:
        correction.save(correction.open(correction_reason="<script>alert(1)</script>"))
        page = browser.get(url("hand", 1)).content.decode()
        assert "&lt;script&gt;alert(1)" in page
        assert "<script>alert" not in page
