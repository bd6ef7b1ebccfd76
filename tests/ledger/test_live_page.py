"""Watching a table by its link: what is shown, what a poll costs, and that nothing there leads to an edit."""

import uuid
from collections.abc import Callable
from datetime import datetime

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from ledger.models import Link, Revision, Session
from ledger.reports.tables import table_view
from ledger.services.adjustments import adjustment_undo
from ledger.services.closing import session_close, session_reopen
from ledger.services.deals import deal_of
from ledger.services.hands import hand_correct, hand_restore, hand_undo
from ledger.services.links import link_revoke
from ledger.services.people import player_rename
from tests.ledger import boards
from tests.ledger.chips import move, start_stakes
from tests.ledger.events import leave, now, pay
from tests.ledger.links import address, look, make
from tests.ledger.pages import text
from tests.ledger.tables import DEAD, entry, nothing_saved, record, seat_of, start

pytestmark = pytest.mark.django_db

Change = Callable[[Session], object]


@pytest.fixture
def link(session: Session) -> Link:
    return make(session)


def version_of(session: Session) -> int:
    return Session.objects.values_list("version", flat=True).get(pk=session.pk)


def correct(session: Session) -> None:
    """Ann's hand was not what was scored."""
    hand = session.hands.get(number=1)
    sent = {"key": uuid.uuid4(), "reason": "misread", "expected_revision": hand.revisions.count()}
    hand_correct(hand=hand, user=session.created_by, entry=entry_of(session), **sent)


def entry_of(session: Session) -> object:
    return entry(session, boards.FOUL, deal=deal_of(session.hands.get(number=1)))


def undo(session: Session) -> None:
    hand = session.hands.get(number=1)
    hand_undo(hand=hand, user=session.created_by, expected_revision=hand.revisions.count())


def restore(session: Session) -> None:
    undo(session)
    hand = session.hands.get(number=1)
    hand_restore(hand=hand, user=session.created_by, expected_revision=hand.revisions.count())


def close(session: Session) -> None:
    session_close(session=session, **now(session))


def rename(session: Session) -> None:
    player_rename(player=seat_of(session, "Cy").player, user=session.created_by, name="Cy Lee")


def penalty_undone(session: Session) -> None:
    adjustment_undo(adjustment=pay(session, "Bob", "Ann", "Cy"), user=session.created_by)


def last_written(session: Session) -> datetime:
    written = table_view(session).last_written
    assert written is not None
    return written.at


CHANGES: dict[str, tuple[Change, str]] = {
    "a hand": (lambda session: record(session, boards.FOUL), "Hand 2, "),
    "a correction": (correct, ", corrected"),
    "an undo": (undo, "1 undone"),
    "a restore": (restore, "Hand 1, "),
    "a penalty": (lambda session: pay(session, "Bob", "Ann", "Cy"), "exposed card"),
    "somebody who leaves": (lambda session: leave(session, "Cy"), "Cy left"),
    "another name": (rename, "Cy Lee"),
}
# What is said aloud to who does not see that the page is another.
SAID = {
    "a hand": "Hand 2 is in.",
    "a correction": "Hand 1 is corrected.",
    "an undo": "Hand 1 is undone.",
    "a restore": "Hand 1 stands again.",
    "a penalty": "“exposed card” is in.",
    "a penalty undone": "“exposed card” is undone.",
    "the end": "This table is closed.",
}


class TestThePage:
    def test_it_shows_where_everybody_stands_and_the_last_hand(
        self, client: Client, session: Session, link: Link
    ) -> None:
        record(session, boards.ANN_ENTERS)
        page = text(client.get(address(link)))
        assert "Saturday 14 March Live: new hands come by themselves" in page
        assert "Ann Fantasyland · 14 +21 last hand · +€21 D +21" in page
        assert "Next: hand 2. Ann keeps the button. Deal Ann 14 cards." in page
        for words in ("Hand 1, ", "Ann scoops Bob", "royalty +", "Next: 14 cards", "Pairs", "Last hands"):
            assert words in page

    def test_it_shows_the_curve_from_the_first_hand_on(self, client: Client, session: Session, link: Link) -> None:
        assert "Balances, hand by hand" not in text(client.get(address(link)))
        record(session, boards.QUIET)
        assert "Balances, hand by hand" in text(client.get(address(link)))

    def test_before_the_first_hand_it_says_what_will_come(self, client: Client, link: Link) -> None:
        assert "No hands yet. The first one is here as soon as it is scored." in text(client.get(address(link)))

    def test_when_the_last_hand_is_undone_the_one_before_it_is_shown(
        self, client: Client, session: Session, link: Link
    ) -> None:
        record(session, boards.QUIET)
        hand_undo(hand=record(session, boards.FOUL).hand, user=session.created_by, expected_revision=1)
        page = text(client.get(address(link)))
        assert "Hand 1, row by row" in page
        assert "2 undone" in page

    def test_stacks_and_payments_are_shown_where_they_are_played_for(self, client: Client, ann_user: object) -> None:
        table = start_stakes(ann_user)
        move(table, 12, "Ann", "Bob", "Cy")
        record(table, boards.ANN_ENTERS)
        page = text(client.get(address(make(table))))
        assert "on the table" in page
        assert "What was paid, in this order" in page

    def test_a_closed_table_does_not_ask_any_more(self, client: Client, session: Session, link: Link) -> None:
        record(session, boards.QUIET)
        close(session)
        page = client.get(address(link))
        assert "This table is closed." in text(page)
        assert b"hx-get" not in page.content
        assert b"/htmx" not in page.content

    def test_without_javascript_one_can_look_again(self, client: Client, link: Link) -> None:
        page = client.get(address(link)).content.decode()
        assert '<a class="primary" href="">Look again</a>' in page[page.index("<noscript>") : page.index("</noscript>")]

    def test_a_dealers_messages_are_not_used_up_by_it(self, browser: Client, session: Session, link: Link) -> None:
        record(session, boards.QUIET)
        browser.post(f"/t/{session.public_id}/hands/1/undo/", {"revision": "1"})
        assert "Hand 1 is undone" not in text(browser.get(address(link)))
        assert "Hand 1 is undone" in text(browser.get(f"/t/{session.public_id}/"))

    @pytest.mark.parametrize("hands", [1, 40])
    def test_it_makes_this_many_queries(self, client: Client, session: Session, link: Link, hands: int) -> None:
        for number in range(hands):
            record(session, boards.FOUL if number % 2 else boards.QUIET)
        counts = {}
        for path in ("", "now/", "hands/1/"):
            with CaptureQueriesContext(connection) as queries:
                assert client.get(address(link) + path).status_code == 200
            counts[path] = len(queries)
        assert counts == {"": 17, "now/": 18, "hands/1/": 4}


class TestThePoll:
    @pytest.mark.parametrize("hands", [1, 20])
    @pytest.mark.parametrize("who", ["nobody", "the dealer"])
    def test_unchanged_it_is_one_query_and_nothing_is_sent(
        self, client: Client, browser: Client, session: Session, link: Link, hands: int, who: str
    ) -> None:
        for _ in range(hands):
            record(session, boards.QUIET)
        version = version_of(session)
        with CaptureQueriesContext(connection) as queries:
            answer = look(browser if who == "the dealer" else client, link, version)
        assert answer == (204, "")
        assert len(queries) == 1

    @pytest.mark.parametrize("what", SAID)
    def test_it_says_what_was_written_down_last(self, client: Client, session: Session, link: Link, what: str) -> None:
        record(session, boards.QUIET)
        changes = {"a penalty undone": penalty_undone, "the end": close}
        (changes.get(what) or CHANGES[what][0])(session)
        assert f'data-said="{SAID[what]}"' in look(client, link, 0)[1]

    def test_saved_at_is_when_the_last_was_written_down(self, session: Session) -> None:
        saved = record(session, boards.QUIET)
        assert last_written(session) == saved.created_at
        assert last_written(session) < pay(session, "Bob", "Ann", "Cy").created_at == last_written(session)
        undo(session)
        assert last_written(session) == Revision.objects.latest("pk").created_at

    @pytest.mark.parametrize("what", CHANGES)
    def test_it_follows(self, client: Client, session: Session, link: Link, what: str) -> None:
        change, words = CHANGES[what]
        record(session, boards.QUIET)
        before = version_of(session)
        assert look(client, link, before)[0] == 204
        change(session)
        status, fragment = look(client, link, before)
        assert status == 200
        answer = client.get(f"{address(link)}now/?v={before}")
        assert words in text(answer)
        assert f"now/?v={version_of(session)}" in fragment
        assert look(client, link, version_of(session)) == (204, "")

    @pytest.mark.parametrize("what", CHANGES)
    def test_what_was_made_for_all_is_not_sent_after_a_change(
        self, client: Client, session: Session, link: Link, what: str
    ) -> None:
        change, words = CHANGES[what]
        record(session, boards.QUIET)
        _, kept = look(client, link, 0)
        with CaptureQueriesContext(connection) as queries:
            assert look(client, link, 0) == (200, kept)
        assert len(queries) == 1
        change(session)
        assert words in text(client.get(f"{address(link)}now/?v=0"))
        assert look(client, link, 0)[1] != kept

    def test_the_page_asks_for_what_it_does_not_show(self, client: Client, session: Session, link: Link) -> None:
        record(session, boards.QUIET)
        page = client.get(address(link)).content.decode()
        fragment = client.get(f"{address(link)}now/").content.decode()
        assert fragment.strip() in page
        assert f'hx-get="{address(link)}now/?v={version_of(session)}" hx-trigger="every 2s, look"' in page

    def test_when_the_table_is_closed_it_gets_the_last_and_is_told_to_stop(
        self, client: Client, session: Session, link: Link
    ) -> None:
        record(session, boards.QUIET)
        before = version_of(session)
        close(session)
        for version in (before, version_of(session), "odd"):
            status, fragment = look(client, link, version)
            assert status == 286
            assert "hx-get" not in fragment
            assert "How it ended" in fragment
            assert "This table is closed." in fragment
        session_reopen(session=session, reason="one more", **now(session))
        assert look(client, link, version_of(session)) == (204, "")

    @pytest.mark.parametrize("sent", ["", "?v=", "?v=x", "?v=-1", "?v=99999", "?w=1", "?v=1%00"])
    def test_whatever_else_is_asked_gets_the_whole(self, client: Client, link: Link, sent: str) -> None:
        assert client.get(f"{address(link)}now/{sent}").status_code == 200

    def test_with_the_link_revoked_an_open_page_gets_no_more(
        self, client: Client, session: Session, link: Link
    ) -> None:
        record(session, boards.QUIET)
        assert look(client, link, 1)[0] == 200
        link_revoke(session=session, user=session.created_by, kind=Link.Kind.VIEW)
        for path in ("", "now/?v=1", "hands/1/"):
            answer = client.get(address(link) + path)
            assert answer.status_code == 404
            assert "This link does not work It may have been made anew or switched off" in text(answer)


class TestItIsToReadOnly:
    @pytest.fixture
    def pages(self, client: Client, session: Session, link: Link) -> list[str]:
        """Every page behind the link, open and closed, with everything on it that there can be."""
        record(session, (*boards.QUIET[:2], DEAD))
        record(session, boards.ANN_ENTERS)
        correct(session)
        pay(session, "Bob", "Ann", "Cy")
        hand_undo(hand=record(session, boards.ANN_LEAVES).hand, user=session.created_by, expected_revision=1)
        pages = []
        for _ in range(2):
            paths = ("", "now/?v=0", "hands/1/", "hands/2/", "hands/3/")
            pages += [client.get(address(link) + path).content.decode() for path in paths]
            close(session)
        return pages

    def test_nothing_leads_to_where_something_can_be_changed(self, pages: list[str], session: Session) -> None:
        other_tokens = [make(session, kind).token for kind in ("scorer", "invitation")]
        for page in pages:
            for secret in ("/t/", "csrf", session.public_id, "<form", "/players/", "/clubs/", "/s/", *other_tokens):
                assert secret not in page

    def test_nothing_is_styled_or_scripted_inline(self, pages: list[str]) -> None:
        for page in pages:
            assert " style=" not in page
            assert "<style" not in page
            assert "hx-on" not in page
            assert page.count("<script") == page.count(" src=")

    @pytest.mark.parametrize("method", ["post", "put", "patch", "delete"])
    def test_it_takes_nothing(self, client: Client, session: Session, link: Link, method: str) -> None:
        record(session, boards.QUIET)
        with nothing_saved():
            for path in ("", "now/", "hands/1/"):
                assert getattr(client, method)(address(link) + path).status_code == 405


class TestHands:
    def test_every_hand_can_be_read_row_by_row(self, client: Client, session: Session, link: Link) -> None:
        record(session, boards.QUIET)
        record(session, boards.FOUL)
        page = client.get(f"{address(link)}hands/1/")
        assert "Row by row Ann and Bob Row Ann Bob Units Top" in text(page)
        assert f'href="{address(link)}hands/2/"' in page.content.decode()

    def test_an_undone_one_says_so(self, client: Client, session: Session, link: Link) -> None:
        record(session, boards.QUIET)
        undo(session)
        assert "This hand is undone: it counts for nothing." in text(client.get(f"{address(link)}hands/1/"))

    @pytest.mark.parametrize("number", [0, 2, 10**18, 10**30])
    def test_one_that_is_not_there_is_not_found(
        self, client: Client, session: Session, link: Link, number: int
    ) -> None:
        record(session, boards.QUIET)
        other = start(session.created_by)
        record(other, boards.QUIET)
        record(other, boards.QUIET)
        answer = client.get(f"{address(link)}hands/{number}/")
        assert answer.status_code == 404
        assert answer["X-Robots-Tag"] == "noindex"
