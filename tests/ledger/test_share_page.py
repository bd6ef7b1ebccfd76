"""Handing out links, coming in by them, and being out again the moment they are revoked."""

import re
from collections.abc import Callable

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from ledger.models import Link, LinkAccess, Membership, PaymentMark, Session, User
from tests.ledger.boards import QUIET
from tests.ledger.links import address, let_score, make
from tests.ledger.pages import HandPages, alerts, text
from tests.ledger.tables import nothing_saved, record, start

pytestmark = pytest.mark.django_db

Url = Callable[..., str]
BrowserOf = Callable[[User | None], Client]
KINDS = ("view", "scorer", "invitation")
LINK = re.compile(r'<a [^>]*href="(/[^"#?]*)["#]')


class TestThePageOfLinks:
    def test_an_owner_makes_all_three_and_gets_a_code_of_each(self, browser: Client, url: Url) -> None:
        assert text(browser.get(url("share"))).count("There is no such link now.") == 3
        for kind in KINDS:
            answer = browser.post(url("share"), {"kind": kind, "action": "make", "role": "scorer"})
            assert answer.url == f"{url('share')}#{kind}"
        page = browser.get(url("share"))
        html = page.content.decode()
        assert html.count('class="qr"') == 3
        for link in Link.objects.live():
            assert f'href="http://testserver{address(link)}">' in html
            assert f'data-share="url-{link.kind}"' in html
        assert "Whoever joins by it keeps score." in text(page)
        assert " style=" not in html

    def test_a_new_one_replaces_the_old_one_and_switching_off_leaves_none(self, browser: Client, url: Url) -> None:
        tokens = []
        for _ in range(2):
            browser.post(url("share"), {"kind": "view", "action": "make"})
            tokens.append(Link.objects.live().get().token)
        page = browser.get(url("share")).content.decode()
        assert tokens[0] not in page
        assert tokens[1] in page
        answer = browser.post(url("share"), {"kind": "view", "action": "off"}, follow=True)
        assert "The link is switched off, for everybody who has it." in text(answer)
        assert tokens[1] not in answer.content.decode()

    def test_a_scorer_hands_out_only_the_link_to_watch(
        self, browser_of: BrowserOf, session: Session, scorer: User, url: Url
    ) -> None:
        owners = [make(session, kind) for kind in ("scorer", "invitation")]
        browser = browser_of(scorer)
        assert browser.post(url("share"), {"kind": "view", "action": "make"}).status_code == 302
        page = browser.get(url("share"))
        assert "Links to score and to join are made by the owner of the club." in text(page)
        assert not any(link.token in page.content.decode() for link in owners)
        with nothing_saved():
            for kind in ("scorer", "invitation"):
                for action in ("make", "off"):
                    sent = {"kind": kind, "action": action, "role": "viewer"}
                    assert browser.post(url("share"), sent).status_code == 404
        assert Link.objects.live().count() == 3

    @pytest.mark.parametrize(
        ("sent", "words"),
        [
            ({}, "This page had come apart"),
            ({"kind": "key", "action": "make"}, "This page had come apart"),
            ({"kind": "view", "action": "burn"}, "This page had come apart"),
            ({"kind": "invitation", "action": "make"}, "Choose whether they watch or keep score."),
            ({"kind": "invitation", "action": "make", "role": "owner"}, "Choose whether they watch or keep score."),
        ],
    )
    def test_what_cannot_be_is_refused(self, browser: Client, url: Url, sent: dict[str, str], words: str) -> None:
        with nothing_saved():
            answer = browser.post(url("share"), sent)
        assert answer.status_code == 422
        assert any(words in alert for alert in alerts(answer))

    def test_it_says_who_came_by_a_link(self, browser: Client, url: Url, session: Session, guest: User) -> None:
        let_score(session, guest)
        assert "A guest came by it " in text(browser.get(url("share")))

    @pytest.mark.parametrize("people", [1, 20])
    def test_it_makes_this_many_queries(self, browser: Client, url: Url, session: Session, people: int) -> None:
        links = [make(session, kind) for kind in KINDS]
        for number in range(people):
            user = User.objects.create(username=f"friend{number}")
            LinkAccess.objects.create(club=session.club, link=links[1], user=user)
        with CaptureQueriesContext(connection) as queries:
            assert browser.get(url("share")).status_code == 200
        assert len(queries) == 5


class TestScoringByALink:
    def test_whoever_is_not_logged_in_becomes_a_guest_by_pressing_and_not_by_looking(
        self, client: Client, session: Session
    ) -> None:
        link = make(session, "scorer")
        with nothing_saved():
            page = client.get(address(link))
        assert "Score on this phone" in text(page)
        answer = client.post(address(link), follow=True)
        assert answer.request["PATH_INFO"] == f"/t/{session.public_id}/"
        assert "You keep score here now." in text(answer)
        assert User.objects.get(link_accesses__link=link).is_guest

    def test_a_user_stays_who_they_are(self, browser_of: BrowserOf, session: Session, stranger: User) -> None:
        link = make(session, "scorer")
        browser = browser_of(stranger)
        assert "You come in as stranger." in text(browser.get(address(link)))
        browser.post(address(link))
        assert LinkAccess.objects.get().user == stranger

    def test_a_hand_is_scored_and_it_stands_in_their_name(
        self, browser_of: BrowserOf, session: Session, linked: User, url: Url
    ) -> None:
        pages = HandPages(browser_of(linked), url("score"))
        assert pages.save(pages.open(QUIET)).status_code == 302
        assert session.hands.get().revisions.get().created_by == linked

    def test_every_link_on_their_pages_leads_somewhere(
        self, browser_of: BrowserOf, session: Session, linked: User, url: Url
    ) -> None:
        """No way out of the one table is shown to them, and none that ends at "not found"."""
        start(session.created_by)
        record(session, QUIET)
        browser = browser_of(linked)
        seen, todo = set(), [url("table"), "/"]
        while todo:
            page = browser.get(todo.pop())
            assert page.status_code == 200, page.request["PATH_INFO"]
            new = set(LINK.findall(page.content.decode())) - seen
            seen |= new
            todo += new
        assert {path for path in seen if path.startswith("/t/")} >= {url("history"), url("settle"), url("hand", 1)}
        assert not any(path.startswith(("/clubs/", "/players/")) for path in seen)
        assert all(path.startswith(url("table")) for path in seen if path.startswith("/t/"))

    def test_nothing_else_of_the_club_is_there(
        self, browser_of: BrowserOf, session: Session, linked: User, url: Url
    ) -> None:
        other = start(session.created_by)
        browser = browser_of(linked)
        player = session.seats.first().player_id
        for path in (
            f"/t/{other.public_id}/",
            f"/t/{other.public_id}/score/",
            f"/clubs/{session.club_id}/careers/",
            f"/clubs/{session.club_id}/members/",
            f"/players/{player}/",
            url("share"),
        ):
            assert browser.get(path).status_code == 404, path
        assert "other" not in text(browser.get("/"))
        assert text(browser.get("/")).count(session.name) == 1

    def test_a_closed_table_cannot_be_carried_into_one_they_do_not_see(
        self, browser_of: BrowserOf, session: Session, linked: User, browser: Client, url: Url
    ) -> None:
        other = start(session.created_by)
        record(session, QUIET)
        session.refresh_from_db()
        browser.post(url("settle"), {"version": session.version})
        session.refresh_from_db()
        assert other.public_id in browser.get(url("settle")).content.decode()
        theirs = browser_of(linked)
        assert other.public_id not in theirs.get(url("settle")).content.decode()
        with nothing_saved():
            sent = {"version": session.version, "into": other.public_id}
            assert theirs.post(url("carry"), sent).status_code == 422

    def test_what_was_carried_into_one_they_do_not_see_they_cannot_take_back(
        self, browser_of: BrowserOf, session: Session, linked: User, browser: Client, url: Url
    ) -> None:
        other = start(session.created_by)
        record(session, QUIET)
        for page, sent in (("settle", {}), ("carry", {"into": other.public_id})):
            session.refresh_from_db()
            assert browser.post(url(page), sent | {"version": session.version}).status_code == 302
        mark = PaymentMark.objects.get()
        theirs = browser_of(linked)
        page = theirs.get(url("settle"))
        assert "carried over into another table" in text(page)
        assert other.public_id not in page.content.decode()
        assert "Take it back" not in text(page)
        with nothing_saved():
            for what in ("payment_owed", "payment_paid"):
                assert theirs.post(url(what, mark.payment_id)).status_code == 404
        assert "Take it back" in text(browser.get(url("settle")))
        assert browser.post(url("payment_owed", mark.payment_id)).status_code == 302

    def test_an_open_browser_is_out_the_moment_the_link_is_revoked(
        self, browser_of: BrowserOf, session: Session, linked: User, browser: Client, url: Url
    ) -> None:
        theirs = browser_of(linked)
        pages = HandPages(theirs, url("score"))
        sent = pages.open(QUIET)
        browser.post(url("share"), {"kind": "scorer", "action": "make"})
        with nothing_saved():
            answer = pages.save(sent)
        assert answer.status_code == 404
        assert "This phone keeps the cards that you tapped" in text(answer)
        for path in (url("table"), url("score")):
            assert theirs.get(path).status_code == 404
        assert session.name not in text(theirs.get("/"))


class TestInvitations:
    @pytest.mark.parametrize(("role", "words"), [("viewer", "see its tables"), ("scorer", "keep score at its tables")])
    def test_it_makes_a_member(self, client: Client, session: Session, role: str, words: str) -> None:
        link = make(session, "invitation", role)
        with nothing_saved():
            assert "You are invited to Home game." in text(client.get(address(link)))
        answer = client.post(address(link), follow=True)
        assert f"You are a member of Home game, and can {words}." in text(answer)
        assert session.name in text(answer)
        assert Membership.objects.get(role=role).user.is_guest

    def test_a_member_stays_when_the_invitation_is_made_anew(
        self, client: Client, session: Session, browser: Client, url: Url
    ) -> None:
        client.post(address(make(session, "invitation")))
        browser.post(url("share"), {"kind": "invitation", "action": "off"})
        assert client.get(url("table")).status_code == 200
        assert client.get(url("score")).status_code == 404


class TestTokens:
    @pytest.mark.parametrize("kind", KINDS)
    def test_a_wrong_one_a_revoked_one_and_one_of_another_kind_are_answered_alike(
        self, client: Client, session: Session, kind: str
    ) -> None:
        old, live = make(session, kind), make(session, kind)
        others = [make(session, other) for other in KINDS if other != kind]
        path = address(live)
        dead = [old.token, "x", "x" * 32, session.public_id, *(link.token for link in others)]
        answers = [client.get(path.replace(live.token, token)) for token in dead]
        answers += [client.post(path.replace(live.token, token)) for token in dead if kind != "view"]
        assert {answer.status_code for answer in answers} == {404}
        assert len({answer.content for answer in answers}) == 1
        headers = [
            {name: value for name, value in each.items() if name not in ("X-Request-ID", "Expires")} for each in answers
        ]
        assert all(each == headers[0] for each in headers)
        assert client.get(path).status_code == 200
        assert not User.objects.filter(is_guest=True).exists()

    @pytest.mark.parametrize(
        ("kind", "referrer"), [("view", "no-referrer"), ("scorer", "same-origin"), ("invitation", "same-origin")]
    )
    def test_no_search_engine_and_no_other_site_hears_of_them(
        self, client: Client, session: Session, kind: str, referrer: str
    ) -> None:
        link = make(session, kind)
        for path in (address(link), address(link).replace(link.token, "gone")):
            answer = client.get(path)
            assert answer["X-Robots-Tag"] == "noindex"
            assert answer["Referrer-Policy"] == referrer
            assert "no-store" in answer["Cache-Control"]
        assert '<meta name="robots" content="noindex">' in client.get(address(link)).content.decode()

    def test_a_form_is_accepted_from_where_browsers_send_it(self, session: Session) -> None:
        """With the page's policy they name their site, which a stricter one would keep them from."""
        link = make(session, "scorer")
        browser = Client(enforce_csrf_checks=True)
        page = browser.get(address(link))
        token = {"csrfmiddlewaretoken": str(page.context["csrf_token"])}
        assert browser.post(address(link), token, headers={"Origin": "null"}).status_code == 403
        assert browser.post(address(link), token, headers={"Origin": "http://testserver"}).status_code == 302

    def test_no_token_is_logged(self, client: Client, session: Session, caplog: pytest.LogCaptureFixture) -> None:
        link = make(session)
        client.get(address(link))
        client.get(f"{address(link)}now/?v=0")
        assert caplog.records
        assert not any(
            link.token in str(vars(record)) for record in caplog.records if record.name == "ofcscore.requests"
        )
