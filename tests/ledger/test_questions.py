"""Questions about a hand: asked by whoever may read it, answered by whoever keeps score, and kept for good."""

import uuid
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from ledger.models import Hand, HandAnswer, HandQuestion, Session, User
from ledger.models.append_only import AppendOnlyError
from ledger.services.checks import audit_ledger
from ledger.services.closing import session_close
from ledger.services.errors import ConflictError, RefusedError
from ledger.services.hands import hand_undo
from ledger.services.photos import photo_add
from ledger.services.questions import LONGEST_TEXT, question_answer, question_ask
from tests.ledger.boards import QUIET
from tests.ledger.pages import alerts, fields, text
from tests.ledger.pictures import picture
from tests.ledger.tables import nothing_saved, record, start
from tests.ledger.test_checks_service import tamper

pytestmark = pytest.mark.django_db
Urls = Callable[..., str]
BrowserOf = Callable[[User | None], Client]
ASKED = "Was Bob’s bottom really a straight?"


@pytest.fixture
def hand(session: Session) -> Hand:
    return record(session, QUIET).hand


def ask(hand: Hand, said: str = ASKED, **how: Any) -> HandQuestion:
    settings = {"user": hand.session.created_by, "key": uuid.uuid4()} | how
    return question_ask(hand=hand, text=said, **settings)


def answer(question: HandQuestion, said: str = "Ten to ace, yes.", **how: Any) -> HandAnswer:
    settings = {"user": question.session.created_by, "key": uuid.uuid4()} | how
    return question_answer(question=question, text=said, **settings)


class TestServices:
    def test_it_is_kept_with_who_asked_and_when(self, hand: Hand, viewer: User, session: Session) -> None:
        record(session, QUIET)
        question = ask(hand, f"  {ASKED}\n", user=viewer)
        assert (question.text, question.by, question.hand) == (ASKED, "viewer", hand)
        assert (question.club_id, question.session_id, question.after_number) == (session.club_id, session.pk, 2)
        assert list(HandQuestion.objects.open()) == [question]

    def test_an_answer_closes_it(self, hand: Hand, scorer: User) -> None:
        question = ask(hand)
        given = answer(question, user=scorer)
        assert (given.text, given.by) == ("Ten to ace, yes.", "scorer")
        assert not HandQuestion.objects.open()

    def test_the_same_key_counts_once(self, hand: Hand) -> None:
        key = uuid.uuid4()
        question = ask(hand, key=key)
        given = answer(question, key=key)
        with nothing_saved():
            assert ask(hand, key=key) == question
            assert answer(question, key=key) == given

    def test_the_same_key_with_something_else_is_a_conflict(self, hand: Hand, session: Session, viewer: User) -> None:
        key = uuid.uuid4()
        question = ask(hand, key=key)
        other = record(session, QUIET).hand
        answer(question, key=key)
        with nothing_saved():
            for sent in ((hand, "Something else"), (other, ASKED)):
                with pytest.raises(ConflictError, match="already asked"):
                    ask(*sent, key=key)
            with pytest.raises(ConflictError, match="already asked"):
                ask(hand, key=key, user=viewer)
            with pytest.raises(ConflictError, match="answered in the meantime"):
                answer(question, "No.", key=key)

    def test_the_first_of_two_answers_stands(self, hand: Hand, scorer: User) -> None:
        question = ask(hand)
        given = answer(question)
        with nothing_saved(), pytest.raises(ConflictError, match="answered in the meantime"):
            answer(question, user=scorer)
        assert HandAnswer.objects.get() == given

    @pytest.mark.parametrize("said", ["", " \n ", "x" * (LONGEST_TEXT + 1)])
    def test_it_has_to_say_something_and_not_too_much(self, hand: Hand, said: str) -> None:
        question = ask(hand, "x" * LONGEST_TEXT)
        with nothing_saved():
            for do in (lambda: ask(hand, said), lambda: answer(question, said)):
                with pytest.raises(RefusedError) as refused:
                    do()
                assert refused.value.field == "text"

    def test_it_moves_no_units_and_changes_nothing_for_who_enters_a_hand(self, hand: Hand, session: Session) -> None:
        version = Session.objects.get(pk=session.pk).version
        answer(ask(hand))
        assert Session.objects.get(pk=session.pk).version == version

    def test_a_closed_table_and_an_undone_hand_can_be_asked_about(
        self, hand: Hand, session: Session, ann_user: User
    ) -> None:
        hand_undo(hand=hand, user=ann_user, expected_revision=1)
        session.refresh_from_db()
        session_close(session=session, user=ann_user, expected_version=session.version)
        answer(ask(hand))

    def test_both_are_kept_for_good(self, hand: Hand) -> None:
        for row in (ask(hand), answer(ask(hand))):
            row.text = "Something else"
            with pytest.raises(AppendOnlyError):
                row.save()
            with pytest.raises(AppendOnlyError):
                row.delete()


class TestPages:
    def test_a_viewer_asks_the_dealer_is_told_and_answers(
        self, hand: Hand, session: Session, viewer: User, browser: Client, browser_of: BrowserOf, url: Urls
    ) -> None:
        record(session, QUIET)
        viewing = browser_of(viewer)
        assert "about this hand" not in text(viewing.get(url("hand", 1)))
        sent = fields(viewing.get(url("hand", 1)), "ask") | {"text": ASKED}
        assert viewing.post(url("question_ask", 1), sent).status_code == 302
        question = HandQuestion.objects.get()
        assert "Your question is there for the dealer to see." in text(viewing.get(url("hand", 1)))

        table = browser.get(url("table"))
        assert "1 question about hand 1" in text(table)
        assert f'href="{url("hand", 1)}#questions"' in table.content.decode()
        assert "1 question" not in text(viewing.get(url("table")))
        page = browser.get(url("hand", 1))
        assert "1 question about this hand waits for an answer." in text(page)
        assert f"{ASKED} open" in text(page)
        assert "asked by viewer" in text(page)
        assert "question about" not in text(browser.get(url("hand", 2)))
        assert url("question_answer", 1, question.pk) not in viewing.get(url("hand", 1)).content.decode()

        form = fields(page, f"answer-{question.pk}") | {"text": "Ten to ace, yes."}
        assert browser.post(url("question_answer", 1, question.pk), form).status_code == 302
        page = text(viewing.get(url("hand", 1)))
        assert "Ten to ace, yes." in page
        assert "answered by ann" in page
        assert "waits for an answer" not in page
        assert "question about hand" not in text(browser.get(url("table")))

    def test_several_are_counted(self, hand: Hand, session: Session, browser: Client, url: Urls) -> None:
        other = record(session, QUIET).hand
        for about in (hand, other, hand):
            ask(about)
        answer(ask(other))
        table = text(browser.get(url("table")))
        assert "2 questions about hand 1" in table
        assert "1 question about hand 2" in table
        assert "2 questions about this hand wait for an answer." in text(browser.get(url("hand", 1)))

    def test_what_is_asked_at_another_table_is_not_told(
        self, hand: Hand, ann_user: User, browser: Client, url: Urls
    ) -> None:
        ask(record(start(ann_user), QUIET).hand)
        assert "question about" not in text(browser.get(url("table")))

    def test_on_a_closed_table_it_goes_on(
        self, hand: Hand, session: Session, ann_user: User, browser: Client, url: Urls
    ) -> None:
        question = ask(hand)
        session.refresh_from_db()
        session_close(session=session, user=ann_user, expected_version=session.version)
        assert "1 question about hand 1" in text(browser.get(url("table")))
        page = browser.get(url("hand", 1))
        assert browser.post(url("question_ask", 1), fields(page, "ask") | {"text": "And the top?"}).status_code == 302
        sent = fields(page, f"answer-{question.pk}") | {"text": "Yes."}
        assert browser.post(url("question_answer", 1, question.pk), sent).status_code == 302
        assert url("photo_add", 1) in page.content.decode()

    def test_without_words_it_is_refused_and_the_form_is_open(self, hand: Hand, browser: Client, url: Urls) -> None:
        question = ask(hand)
        sent = fields(browser.get(url("hand", 1)), "ask") | {"text": " "}
        with nothing_saved():
            asked = browser.post(url("question_ask", 1), sent)
            answered = browser.post(url("question_answer", 1, question.pk), sent)
        assert (asked.status_code, answered.status_code) == (422, 422)
        assert alerts(asked) == ["Write what you ask, such as: was the middle really a flush?"]
        assert "<details open>" in asked.content.decode()
        assert alerts(answered) == ["Write what you found, such as: looked at the photo, it stands."]

    def test_too_long_a_text_is_refused_and_kept(self, hand: Hand, browser: Client, url: Urls) -> None:
        long = "abc" * 200
        sent = fields(browser.get(url("hand", 1)), "ask") | {"text": long}
        with nothing_saved():
            answered = browser.post(url("question_ask", 1), sent)
        assert answered.status_code == 422
        assert long in answered.content.decode()

    def test_a_spoilt_page_is_made_whole(self, hand: Hand, browser: Client, url: Urls) -> None:
        refused = browser.post(url("question_ask", 1), {"text": ASKED, "key": "7"})
        assert refused.status_code == 422
        assert ASKED in refused.content.decode()
        assert browser.post(url("question_ask", 1), fields(refused, "ask") | {"text": ASKED}).status_code == 302

    def test_sent_twice_it_is_asked_once(self, hand: Hand, browser: Client, url: Urls) -> None:
        sent = fields(browser.get(url("hand", 1)), "ask") | {"text": ASKED}
        assert [browser.post(url("question_ask", 1), sent).status_code for _ in range(2)] == [302, 302]
        assert HandQuestion.objects.count() == 1
        again = browser.post(url("question_ask", 1), sent | {"text": "Something else"})
        assert again.status_code == 409
        assert browser.post(url("question_ask", 1), fields(again, "ask") | {"text": "Now"}).status_code == 302

    def test_answered_by_somebody_else_the_answer_typed_stays(self, hand: Hand, browser: Client, url: Urls) -> None:
        question = ask(hand)
        sent = fields(browser.get(url("hand", 1)), f"answer-{question.pk}") | {"text": "No, a pair."}
        answer(question)
        refused = browser.post(url("question_answer", 1, question.pk), sent)
        assert refused.status_code == 409
        assert "Ten to ace, yes." in text(refused)
        assert "No, a pair." in refused.content.decode()

    def test_a_question_of_another_hand_or_club_is_not_found(
        self, hand: Hand, session: Session, stranger: User, browser_of: BrowserOf, browser: Client, url: Urls
    ) -> None:
        question = ask(hand)
        record(session, QUIET)
        theirs = Session.objects.exclude(pk=session.pk).get()
        record(theirs, QUIET[:2])
        address = url("question_answer", 1, question.pk)
        sent = {"key": str(uuid.uuid4()), "text": "No."}
        with nothing_saved():
            assert browser.post(url("question_answer", 2, question.pk), sent).status_code == 404
            strange = browser_of(stranger)
            assert strange.post(address, sent).status_code == 404
            assert strange.post(address.replace(session.public_id, theirs.public_id), sent).status_code == 404

    def test_what_is_said_is_text_and_nothing_else(self, hand: Hand, browser: Client, url: Urls) -> None:
        answer(ask(hand, "<script>alert(1)</script>"), "<b>no</b>")
        page = browser.get(url("hand", 1)).content.decode()
        assert "&lt;script&gt;alert(1)" in page
        assert "&lt;b&gt;no" in page


WRONG = {
    "a question of another club": ("UPDATE ledger_handquestion SET club_id = %s", "club", "questions belong"),
    "an answer of another club": ("UPDATE ledger_handanswer SET club_id = %s", "club", "answers belong"),
    "a photo of another club": ("UPDATE ledger_handphoto SET club_id = %s", "club", "photos belong"),
    "a question about another hand": ("UPDATE ledger_handquestion SET hand_id = %s", "hand", "another session’s hands"),
    "an answer elsewhere": (
        "UPDATE ledger_handanswer SET session_id = %s",
        "session",
        "another session’s questions",
    ),
}


@pytest.mark.parametrize("what", WRONG)
def test_the_audit_finds(what: str, hand: Hand, stranger: User, ann_user: User) -> None:
    answer(ask(hand))
    photo_add(hand=hand, user=ann_user, sent=picture())
    assert audit_ledger().problems == ()
    theirs = Session.objects.exclude(pk=hand.session_id).get()
    other = record(theirs, QUIET[:2]).hand
    sql, by, words = WRONG[what]
    tamper(sql, {"club": theirs.club_id, "hand": other.pk, "session": theirs.pk}[by])
    assert words in " ".join(audit_ledger().problems)
