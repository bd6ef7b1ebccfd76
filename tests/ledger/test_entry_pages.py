"""Entering a hand: drafts, two phones on one hand, what is said while one types, and forms that come too late."""

import json
import uuid
from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from ledger.models import Draft, Revision, Session, User
from tests.ledger import boards
from tests.ledger.conftest import PASSWORD
from tests.ledger.pages import HandPages, alerts, button_form, fields, text, typed
from tests.ledger.tables import balances, nothing_saved, record, seat_of

Url = Callable[..., str]


class TestDrafts:
    def test_what_passes_the_check_is_kept_and_can_be_changed(
        self, score_pages: HandPages, browser: Client, url: Url
    ) -> None:
        sent = score_pages.open(boards.QUIET)
        check = score_pages.check(sent)
        assert check.request["PATH_INFO"] == url("check", uuid.UUID(sent["key"]))
        again = fields(browser.get(f"{url('score')}?draft={sent['key']}"))
        assert typed(again) == typed(sent)
        assert again["key"] == sent["key"]

    def test_the_check_can_be_loaded_anew_and_after_saving_leads_to_the_table(
        self, score_pages: HandPages, browser: Client, url: Url
    ) -> None:
        sent = score_pages.open(boards.QUIET)
        score_pages.check(sent)
        address = url("check", uuid.UUID(sent["key"]))
        assert browser.get(address).status_code == 200
        score_pages.save(sent)
        assert browser.get(address).url == f"{url('table')}?done={sent['key']}"

    def test_a_check_of_nothing_is_not_found(self, browser: Client, url: Url) -> None:
        assert browser.get(url("check", uuid.uuid4())).status_code == 404

    def test_another_phone_is_offered_what_was_begun(
        self, score_pages: HandPages, browser_of: Callable[[User | None], Client], scorer: User, url: Url
    ) -> None:
        sent = score_pages.open((boards.QUIET[0], "//", "//"))
        assert score_pages.client.post(url("keep"), sent).status_code == 204
        other = browser_of(scorer)
        page = other.get(url("score"))
        assert "Ann began this hand at" in text(page)
        assert not any(typed(fields(page)).values()), "it is offered, not forced on"
        assert typed(fields(other.get(f"{url('score')}?draft={sent['key']}"))) == typed(sent)

    def test_a_draft_that_is_not_there_opens_an_empty_form(self, browser: Client, url: Url) -> None:
        for draft in (uuid.uuid4(), "x", ""):
            page = browser.get(f"{url('score')}?draft={draft}")
            assert page.status_code == 200
            assert not any(typed(fields(page)).values())

    @pytest.mark.parametrize(("change", "status"), [({"key": "x"}, 422), ({"number": "2"}, 409)])
    def test_what_cannot_be_the_next_hand_is_not_kept(
        self, score_pages: HandPages, url: Url, change: dict[str, str], status: int
    ) -> None:
        sent = score_pages.open(boards.QUIET) | change
        assert score_pages.client.post(url("keep"), sent).status_code == status
        assert not Draft.objects.exists()

    def test_a_draft_can_be_dropped(self, score_pages: HandPages, browser: Client, url: Url) -> None:
        sent = score_pages.open(boards.QUIET)
        score_pages.check(sent)
        assert browser.post(url("drop", uuid.UUID(sent["key"]))).url == f"{url('table')}?done={sent['key']}"
        assert not Draft.objects.exists()

    def test_a_correction_is_checked_on_a_page_of_its_own_too(
        self, session: Session, browser: Client, url: Url
    ) -> None:
        record(session, boards.QUIET)
        pages = HandPages(browser, url("correct", 1))
        check = pages.check(pages.open(boards.FOUL, correction_reason="misread"))
        again = fields(browser.get(f"{url('correct', 1)}?draft={fields(check)['key']}"))
        assert again["correction_reason"] == "misread"
        assert typed(again) == typed(fields(check))


class TestTwoPhones:
    def test_the_second_is_shown_what_differs(self, score_pages: HandPages, session: Session) -> None:
        late = score_pages.open((boards.QUIET[0], boards.QUIET[1], "2c2sAs/6d6hKsQh4s/8d8h5h4d3s"))
        record(session, boards.QUIET)
        answer = score_pages.check(late)
        assert answer.status_code == 409
        view = answer.context["conflict"]
        assert [(line.name, line.row) for line in view.rows] == [("Cy", "bottom")]
        assert [(line.name, line.units) for line in view.units] == [("Ann", 0), ("Bob", 2), ("Cy", -2)]

    def test_the_same_cards_in_another_order_are_no_difference(self, score_pages: HandPages, session: Session) -> None:
        late = score_pages.open(("Kc6sJc/7d7cQc8c2d/9h9dAhTc3c", *boards.QUIET[1:]))
        record(session, boards.QUIET)
        answer = score_pages.save(late)
        assert answer.status_code == 409
        assert "It is the same as yours." in text(answer)

    def test_it_can_take_over(self, score_pages: HandPages, session: Session, browser: Client, url: Url) -> None:
        late = score_pages.open(boards.FOUL)
        record(session, boards.QUIET)
        offered = score_pages.save(late)
        sent = button_form(offered, url("correct", 1))
        page = browser.post(url("correct", 1), sent | {"action": "change"})
        assert page.status_code == 200
        assert typed(fields(page)) == typed(late)
        saved = browser.post(url("correct", 1), fields(page) | {"action": "save", "correction_reason": "two phones"})
        assert saved.status_code == 302
        assert balances(session) == boards.FOUL_UNITS

    def test_it_can_keep_its_cards_for_the_next_hand(self, score_pages: HandPages, session: Session) -> None:
        late = score_pages.open(boards.FOUL)
        record(session, boards.QUIET)
        page = score_pages.send(fields(score_pages.save(late)), "change")
        assert page.status_code == 200
        assert score_pages.save(fields(page)).status_code == 302
        assert Revision.objects.count() == 2

    def test_a_hand_that_is_in_nobodys_list_is_begun_anew(self, score_pages: HandPages) -> None:
        sent = score_pages.open(boards.QUIET) | {"number": "7"}
        answer = score_pages.save(sent)
        assert answer.status_code == 409
        assert score_pages.save(fields(answer)).status_code == 302

    @pytest.mark.parametrize(
        ("change", "difference"),
        [
            ({"seat0-dead": "on"}, ("Ann", "a normal deal", "a normal deal, declared foul")),
            ({"seat1-fantasyland": "14"}, ("Bob", "a normal deal", "Fantasyland with 14 cards")),
            ({"button": "Cy"}, ("The button", "Ann", "Cy")),
        ],
    )
    @pytest.mark.parametrize("same_key", [True, False])
    def test_what_differs_besides_cards_is_never_taken_for_the_same(
        self, score_pages: HandPages, session: Session, change: dict[str, str], difference: object, same_key: bool
    ) -> None:
        first = score_pages.open(boards.QUIET)
        late = score_pages.open(boards.QUIET) | change | ({"key": first["key"]} if same_key else {})
        if late["button"] == "Cy":
            late["button"] = str(seat_of(session, "Cy").pk)
        score_pages.save(first)
        for action in ("check", "save"):
            answer = score_pages.send(late, action)
            assert answer.status_code == 409
            lines = answer.context["conflict"].deal
            assert [(line.name, line.saved, line.typed) for line in lines] == [difference]

    def test_who_was_left_out_is_a_difference(self, score_pages: HandPages, session: Session) -> None:
        late = score_pages.open(boards.QUIET)
        record(session, (*boards.QUIET[:2], None))
        view = score_pages.save(late).context["conflict"]
        assert [(line.name, line.saved, line.typed) for line in view.deal] == [("Cy", "not dealt in", "a normal deal")]
        assert [line.name for line in view.rows] == ["Cy"] * 3

    def test_taking_over_lets_go_of_the_draft_it_comes_from(
        self, score_pages: HandPages, session: Session, browser: Client, url: Url
    ) -> None:
        late = score_pages.open(boards.FOUL)
        record(session, boards.QUIET)
        sent = button_form(score_pages.save(late), url("correct", 1))
        page = browser.post(url("correct", 1), sent | {"action": "change"})
        assert f'data-saved-keys="{late["key"]}"' in page.content.decode()


class TestSwapping:
    def test_two_boards_change_places(self, session: Session, browser: Client, url: Url) -> None:
        record(session, (boards.QUIET[1], boards.QUIET[0], boards.QUIET[2]), button="Ann")
        pages = HandPages(browser, url("correct", 1))
        page = pages.send(pages.open() | {"swap_from": "0", "swap_to": "1"}, "swap")
        assert page.status_code == 200
        saved = pages.save(fields(page) | {"correction_reason": "wrong seats"})
        assert saved.status_code == 302
        assert balances(session) == boards.QUIET_UNITS

    def test_a_board_moves_to_who_was_not_dealt_in(self, session: Session, browser: Client, url: Url) -> None:
        record(session, (*boards.QUIET[:2], None), button="Ann")
        pages = HandPages(browser, url("correct", 1))
        page = pages.send(pages.open() | {"swap_from": "1", "swap_to": "2"}, "swap")
        sent = fields(page)
        assert "seat1-dealt_in" not in sent
        assert sent["seat2-dealt_in"] == "on"
        assert pages.save(sent | {"correction_reason": "Cy played"}).status_code == 302
        assert balances(session)[1] == 0

    @pytest.mark.parametrize(("first", "second"), [("", ""), ("0", "0"), ("0", ""), ("0", "7")])
    def test_it_takes_two(self, score_pages: HandPages, first: str, second: str) -> None:
        sent = score_pages.open(boards.QUIET) | {"swap_from": first, "swap_to": second}
        answer = score_pages.send(sent, "swap")
        assert answer.status_code == 422
        assert typed(fields(answer)) == typed(sent)


class TestWhatFollows:
    def test_a_correction_names_what_no_longer_follows(self, session: Session, browser: Client, url: Url) -> None:
        record(session, boards.ANN_ENTERS)
        record(session, boards.ANN_LEAVES)
        pages = HandPages(browser, url("correct", 1))
        check = pages.check(pages.open(boards.QUIET, correction_reason="wrong boards"))
        assert "Ann got 14 cards in Fantasyland instead of a normal deal." in text(check)
        assert "The button was given to Ann instead of Bob." in text(check)

    def test_it_says_nothing_where_nothing_changes(self, session: Session, browser: Client, url: Url) -> None:
        record(session, boards.QUIET)
        record(session, boards.QUIET)
        pages = HandPages(browser, url("correct", 1))
        check = pages.check(pages.open(boards.FOUL, correction_reason="wrong boards"))
        assert check.context["check"].later == ()


class TestWhileTyping:
    def progress(self, score_pages: HandPages, url: Url, hand: tuple[str, ...], **changes: str | None) -> str:
        sent = score_pages.open(hand, **changes)
        return text(score_pages.client.post(url("progress"), sent))

    def test_full_rows_are_named_and_paid(self, score_pages: HandPages, url: Url) -> None:
        page = self.progress(score_pages, url, ("QhQd7c/AhAd9d5c/", "//", "//"))
        assert "Pair of queens royalty +7 Middle Bottom" in page

    def test_a_certain_foul_is_told(self, score_pages: HandPages, url: Url) -> None:
        page = self.progress(score_pages, url, ("AhAd2c/KhQd9s7c/", "//", "//"))
        assert "Foul Top pair of aces beats the best that the middle can still be, pair of kings." in page

    def test_fantasyland_is_told_with_its_cards(self, score_pages: HandPages, url: Url) -> None:
        page = self.progress(score_pages, url, (boards.ANN_ENTERS[0], "//", "//"))
        assert "Next: 14 cards Enters with pair of queens on top." in page

    def test_text_that_is_no_card_is_said_so(self, score_pages: HandPages, url: Url) -> None:
        page = self.progress(score_pages, url, ("Qx/2h3h4h5h6h7h/KsKs", "//", "//"))
        assert "“Qx” is not a card" in page
        assert "6 cards, and only 5 fit." in page
        assert "A card is here twice." in page

    def test_a_card_in_two_rows_is_judged_no_further(self, score_pages: HandPages, url: Url) -> None:
        assert "Foul" not in self.progress(score_pages, url, ("AhAdAc/Ah2d3c4s/", "//", "//"))

    def test_a_dead_board_says_how_it_is_taken_back(self, score_pages: HandPages, url: Url) -> None:
        page = self.progress(score_pages, url, ("AhAd2c/KhQd9s7c5c/", "//", "//"), seat0__dead="on")
        assert "beats" not in page
        assert "Foul Declared by the dealer" in page

    def test_a_correction_is_told_by_the_rules_of_its_hand(self, session: Session, browser: Client, url: Url) -> None:
        record(session, boards.QUIET)
        sent = fields(browser.get(url("correct", 1)))
        assert "Pair of sevens" in text(browser.post(url("correct_progress", 1), sent))

    @pytest.mark.parametrize("value", ["x", "-1", "9" * 400, "²"])
    def test_odd_values_are_no_error(self, score_pages: HandPages, url: Url, value: str) -> None:
        sent = score_pages.open(boards.QUIET) | {"seat0-fantasyland": value, "key": value, "button": value}
        assert score_pages.client.post(url("progress"), sent).status_code == 200


class TestTooLate:
    def test_a_form_without_its_token_comes_back_with_its_cards(
        self, session: Session, ann_user: User, url: Url
    ) -> None:
        strict = Client(enforce_csrf_checks=True)
        strict.force_login(ann_user)
        sent = HandPages(strict, url("score")).open(boards.QUIET)
        with nothing_saved():
            answer = strict.post(url("score"), sent | {"action": "save", "csrfmiddlewaretoken": "x" * 64})
        assert answer.status_code == 403
        assert "Your cards are all here" in alerts(answer)[0]
        assert typed(fields(answer)) == typed(sent)
        assert strict.post(url("score"), fields(answer) | {"action": "save"}).status_code == 302

    def test_so_does_a_correction(self, session: Session, ann_user: User, url: Url) -> None:
        record(session, boards.QUIET)
        strict = Client(enforce_csrf_checks=True)
        strict.force_login(ann_user)
        sent = HandPages(strict, url("correct", 1)).open(boards.FOUL)
        answer = strict.post(url("correct", 1), sent | {"csrfmiddlewaretoken": ""})
        assert answer.status_code == 403
        assert typed(fields(answer)) == typed(sent)

    @pytest.mark.parametrize("address", ["/start/", "/login/", "/t/nobody/score/"])
    def test_other_forms_are_only_refused(self, db: None, address: str) -> None:
        assert Client(enforce_csrf_checks=True).post(address, {"a": "b"}).status_code == 403

    def test_a_stranger_sees_nothing_of_a_table_that_way(self, session: Session, stranger: User, url: Url) -> None:
        strict = Client(enforce_csrf_checks=True)
        strict.force_login(stranger)
        assert strict.post(url("score"), {"a": "b"}).status_code == 404

    def test_who_has_to_log_in_again_finds_the_cards(self, score_pages: HandPages, session: Session, url: Url) -> None:
        sent = score_pages.open(boards.QUIET)
        browser = Client()
        with nothing_saved():
            answer = browser.post(url("score"), sent | {"action": "save"})
        assert answer.status_code == 403
        login = fields(answer, "login") | {"username": "ann", "password": PASSWORD}
        wrong = browser.post("/login/", login | {"password": "wrong"})
        assert wrong.status_code == 422
        assert fields(wrong, "login")["typed"] == login["typed"], "a wrong password loses nothing"
        assert browser.post("/login/", login).url == url("score")
        page = browser.get(url("score"))
        assert typed(fields(page)) == typed(sent)
        assert fields(page)["key"] == sent["key"]
        assert not any(typed(fields(browser.get(url("score")))).values()), "once"

    def test_from_the_check_too_with_every_box_as_it_was(self, score_pages: HandPages, url: Url) -> None:
        check = score_pages.check(score_pages.open((*boards.QUIET[:2], None), seat0__dead="on"))
        browser = Client()
        answer = browser.post(url("score"), fields(check) | {"action": "save"})
        login = fields(answer, "login") | {"username": "ann", "password": PASSWORD}
        browser.post("/login/", login)
        again = fields(browser.get(url("score")))
        assert [name for name in again if name.endswith("dead")] == ["seat0-dead"]
        assert "seat2-dealt_in" not in again

    def test_nobody_else_finds_them(self, score_pages: HandPages, stranger: User, url: Url) -> None:
        """They belong to the page that they were sent to: on this phone somebody else logs in."""
        browser = Client()
        answer = browser.post(url("score"), score_pages.open(boards.QUIET))
        login = fields(answer, "login") | {"username": "stranger", "password": PASSWORD}
        assert browser.get(browser.post("/login/", login).url).status_code == 404
        own = reverse("score", args=(Session.objects.get(created_by=stranger).public_id,))
        assert not any(typed(fields(browser.get(own))).values())

    @pytest.mark.parametrize(
        "kept",
        [
            "x",
            "[]",
            "[" * 100_000,
            '{"seat0-top": 7}',
            '{"seat0-top": "\\ud800"}',
            json.dumps({"seat0-top": "<x>"}),
        ],
        ids=["no JSON", "a list", "deep", "a number", "half a character", "markup"],
    )
    def test_what_a_login_carries_is_only_text(self, session: Session, ann_user: User, url: Url, kept: str) -> None:
        browser = Client()
        browser.post("/login/", {"username": "ann", "password": PASSWORD, "next": url("score"), "typed": kept})
        page = browser.get(url("score"))
        assert page.status_code == 200
        assert b"<x>" not in page.content
        assert fields(page)["seat0-top"] == ("<x>" if "<x>" in kept else "")
