"""Doing too often what is counted, on its pages: what is answered, what is kept, and who never notices."""

from collections.abc import Callable
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from ledger.models import Session, User
from ledger.services.exports import session_json
from ofcscore.limits import (
    IMPORT,
    LINK_NOT_FOUND,
    LOGIN_BY_ADDRESS,
    LOGIN_BY_NAME,
    NEW_GUEST,
    PASSWORD_CHANGE,
    PHOTO,
    SIGN_UP,
)
from tests.ledger import boards
from tests.ledger.conftest import PASSWORD
from tests.ledger.limits import ELSEWHERE, HERE, Clock, use_up, wait_of
from tests.ledger.links import address, look, make
from tests.ledger.pages import HandPages, alerts, fields, text
from tests.ledger.pictures import picture
from tests.ledger.tables import nothing_saved, record

pytestmark = pytest.mark.django_db
BrowserOf = Callable[[User | None], Client]
Url = Callable[..., str]

WRONG = "not-thirteen-cards"
START = {f"names_{place}": name for place, name in enumerate(("Ann", "Bob", "", "", "", "", "", ""))}
START |= {"preset": "progressive-pineapple", "unit_value": "0.25", "currency": "GBP", "day": "2026-03-14"}
LOG_IN_PAGES = ("login", "admin:login")


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    return Clock().install(monkeypatch)


def log_in(name: str, password: str = PASSWORD, page: str = "login", **how: Any) -> HttpResponse:
    return Client().post(reverse(page), {"username": name, "password": password}, **how)


class TestLoggingIn:
    def test_after_so_many_wrong_passwords_not_even_the_right_one_is_looked_at(
        self, ann_user: User, clock: Clock
    ) -> None:
        assert [log_in("ann", WRONG).status_code for _ in range(LOGIN_BY_NAME.most)] == [422] * LOGIN_BY_NAME.most
        answer = log_in("ann")
        assert wait_of(answer) <= 15 * 60
        assert any("Too many wrong passwords. Try again in " in alert for alert in alerts(answer))
        clock.now += wait_of(answer)
        assert log_in("ann").status_code == 302

    def test_what_was_typed_is_there_but_for_the_password(self, ann_user: User) -> None:
        use_up(LOGIN_BY_NAME, HERE, "ann")
        sent = {"username": "ann", "password": PASSWORD, "next": "/t/x/score/", "typed": '{"seat0-top": "KhKd2c"}'}
        answer = Client().post("/login/", sent)
        wait_of(answer)
        assert fields(answer, "login") | {"csrfmiddlewaretoken": ""} == sent | {
            "password": "",
            "csrfmiddlewaretoken": "",
        }
        assert PASSWORD not in answer.content.decode()

    def test_a_right_password_is_not_counted(self, ann_user: User) -> None:
        assert {log_in("ann").status_code for _ in range(2 * LOGIN_BY_NAME.most)} == {302}

    def test_nor_is_a_form_that_is_not_filled_in(self, ann_user: User) -> None:
        assert {log_in("ann", "").status_code for _ in range(2 * LOGIN_BY_NAME.most)} == {422}
        assert log_in("ann").status_code == 302

    @pytest.mark.parametrize("name", ["ANN", "Ann", "\uff41nn"], ids=["capitals", "a capital", "a wide letter"])
    def test_a_name_is_the_same_however_it_is_written(self, ann_user: User, name: str) -> None:
        use_up(LOGIN_BY_NAME, HERE, "ann")
        wait_of(log_in(name, WRONG))

    def test_others_here_and_ann_elsewhere_are_not_stopped(self, ann_user: User, stranger: User) -> None:
        use_up(LOGIN_BY_NAME, HERE, "ann")
        wait_of(log_in("ann"))
        assert log_in("stranger").status_code == 302
        assert log_in("ann", **ELSEWHERE).status_code == 302

    def test_from_one_network_not_everybodys_password_is_tried(self, ann_user: User, clock: Clock) -> None:
        for number in range(LOGIN_BY_ADDRESS.most):
            assert log_in(f"nobody{number}", WRONG).status_code == 422
        answer = log_in("ann")
        assert log_in("ann", **ELSEWHERE).status_code == 302
        clock.now += wait_of(answer)
        assert log_in("ann").status_code == 302

    def test_a_table_of_eight_behind_one_router_never_notices(self, ann_user: User) -> None:
        names = ["ann", *(f"friend{number}" for number in range(7))]
        for name in names[1:]:
            User.objects.create_user(username=name, password=PASSWORD)
        for _ in range(7):
            assert {log_in(name, WRONG).status_code for name in names} == {422}
        assert {log_in(name).status_code for name in names} == {302}

    def test_it_cannot_be_begun_anew_by_claiming_to_come_from_elsewhere(self, ann_user: User, settings: Any) -> None:
        use_up(LOGIN_BY_NAME, HERE, "ann")
        for claimed in ("203.0.113.9", "203.0.113.9, 198.51.100.2", HERE, ""):
            wait_of(log_in("ann", headers={"X-Forwarded-For": claimed}))
        settings.BEHIND_PROXY = True
        use_up(LOGIN_BY_NAME, "192.0.2.7", "ann")
        for claimed in ("203.0.113.9", "203.0.113.9,198.51.100.2", "x", ""):
            wait_of(log_in("ann", headers={"X-Forwarded-For": f"{claimed}, 192.0.2.7"}))
        assert log_in("ann", headers={"X-Forwarded-For": "192.0.2.7, 203.0.113.9"}).status_code == 302

    def test_behind_a_proxy_that_names_nobody_one_does_not_stop_all(self, ann_user: User, settings: Any) -> None:
        settings.BEHIND_PROXY = True
        for _ in range(LOGIN_BY_ADDRESS.most + 1):
            log_in("ann", WRONG)
        assert log_in("ann").status_code == 302

    @pytest.mark.parametrize("page", LOG_IN_PAGES)
    @pytest.mark.parametrize("tried", LOG_IN_PAGES)
    def test_the_admins_page_and_the_sites_count_together(self, admin: User, page: str, tried: str) -> None:
        for _ in range(LOGIN_BY_NAME.most):
            log_in("admin", WRONG, tried)
        answer = log_in("admin", PASSWORD, page)
        wait_of(answer)
        assert "Too many wrong passwords." in text(answer)
        assert 'value="admin"' in answer.content.decode()
        assert PASSWORD not in answer.content.decode()
        assert log_in("admin", PASSWORD, page, **ELSEWHERE).status_code == 302


class TestChangingThePassword:
    def test_wrong_ones_are_counted_by_user(
        self, browser: Client, browser_of: BrowserOf, ann_user: User, stranger: User, clock: Clock
    ) -> None:
        sent = {"old_password": WRONG, "new_password1": "another-thirteen", "new_password2": "another-thirteen"}
        for _ in range(PASSWORD_CHANGE.most):
            assert browser.post("/password/", sent).status_code == 422
        answer = browser.post("/password/", sent | {"old_password": PASSWORD})
        assert any("Too many wrong passwords." in alert for alert in alerts(answer))
        assert PASSWORD not in answer.content.decode()
        assert User.objects.get(pk=ann_user.pk).check_password(PASSWORD)
        assert browser_of(stranger).post("/password/", sent | {"old_password": PASSWORD}).status_code == 302
        clock.now += wait_of(answer)
        assert browser.post("/password/", sent | {"old_password": PASSWORD}).status_code == 302

    def test_the_admin_has_no_page_of_its_own_for_it(self, admin: User, browser_of: BrowserOf) -> None:
        for send in (browser_of(admin).get, browser_of(admin).post):
            answer = send(reverse("admin:password_change"))
            assert (answer.status_code, answer.url) == (302, "/password/")


class TestSigningUp:
    def test_after_so_many_the_name_is_kept_and_nobody_is_made(self, client: Client, clock: Clock) -> None:
        use_up(SIGN_UP, HERE, left=1)
        sent = {"username": "bea", "password": PASSWORD}
        assert Client().post("/signup/", sent).status_code == 302
        with nothing_saved():
            answer = client.post("/signup/", sent | {"username": "cleo"})
        assert "Too many have signed up here just now. Try again in " in alerts(answer)[0]
        assert fields(answer, "signup")["username"] == "cleo"
        assert PASSWORD not in answer.content.decode()
        assert Client().post("/signup/", sent | {"username": "dora"}, **ELSEWHERE).status_code == 302
        clock.now += wait_of(answer)
        assert client.post("/signup/", sent | {"username": "cleo"}).status_code == 302

    def test_nor_is_it_told_any_more_which_names_are_taken(self, client: Client, ann_user: User) -> None:
        use_up(SIGN_UP, HERE, left=1)
        assert "This name is taken" in alerts(client.post("/signup/", {"username": "ann"}))[0]
        answer = client.post("/signup/", {"username": "ann"})
        wait_of(answer)
        assert "taken" not in " ".join(alerts(answer))

    def test_a_guest_is_counted_too_and_stays_one(self, guest: User, browser_of: BrowserOf) -> None:
        use_up(SIGN_UP, HERE)
        wait_of(browser_of(guest).post("/signup/", {"username": "gus", "password": PASSWORD}))
        assert User.objects.get(pk=guest.pk).is_guest


class TestGuests:
    def test_after_so_many_a_table_is_not_started_and_all_that_was_typed_is_there(
        self, client: Client, clock: Clock
    ) -> None:
        use_up(NEW_GUEST, HERE, left=1)
        assert Client().post("/start/", START).status_code == 302
        with nothing_saved():
            answer = client.post("/start/", START)
        assert "Too many have begun here without a password just now." in alerts(answer)[0]
        assert fields(answer, "start") | {"csrfmiddlewaretoken": ""} == {
            **START,
            "csrfmiddlewaretoken": "",
            "stakes": "",
            "buy_in": "",
        }
        assert Client().post("/start/", START, **ELSEWHERE).status_code == 302
        clock.now += wait_of(answer)
        assert client.post("/start/", START).status_code == 302

    def test_whoever_has_an_account_starts_as_many_tables_as_they_like(self, browser: Client) -> None:
        use_up(NEW_GUEST, HERE)
        assert {browser.post("/start/", START).status_code for _ in range(3)} == {302}

    def test_what_is_refused_makes_no_guest_and_is_not_counted(self, client: Client) -> None:
        use_up(NEW_GUEST, HERE, left=1)
        for _ in range(3):
            assert client.post("/start/", START | {"names_1": ""}).status_code == 422
        assert client.post("/start/", START).status_code == 302

    @pytest.mark.parametrize("kind", ["scorer", "invitation"])
    def test_coming_in_by_a_link_is_counted_for_those_who_are_nobody_yet(
        self, kind: str, session: Session, client: Client, browser_of: BrowserOf, stranger: User, clock: Clock
    ) -> None:
        link = make(session, kind)
        use_up(NEW_GUEST, HERE)
        with nothing_saved():
            answer = client.post(address(link))
        assert "Too many have begun here without a password just now." in text(answer)
        assert '<a class="button" href="">Try again</a>' in answer.content.decode()
        assert answer["X-Robots-Tag"] == "noindex"
        assert client.get(address(link)).status_code == 200
        assert browser_of(stranger).post(address(link)).status_code == 302
        clock.now += wait_of(answer)
        assert client.post(address(link)).status_code == 302


class TestLinks:
    NOWHERE = ("/v/nowhere/", "/v/nowhere/now/?v=1", "/v/nowhere/hands/1/", "/s/nowhere/", "/join/nowhere/")

    @pytest.mark.parametrize("path", NOWHERE)
    def test_after_so_many_that_lead_nowhere_it_is_said(self, path: str, client: Client, clock: Clock) -> None:
        use_up(LINK_NOT_FOUND, HERE, left=1)
        assert client.get(path).status_code == 404
        answer = client.get(path)
        assert "Too many links that lead nowhere. Try again in " in text(answer)
        assert answer["X-Robots-Tag"] == "noindex"
        assert client.get(path, **ELSEWHERE).status_code == 404
        clock.now += wait_of(answer)
        assert client.get(path).status_code == 404

    def test_whoever_knows_a_link_is_never_stopped(self, client: Client, session: Session) -> None:
        record(session, boards.QUIET)
        link = make(session)
        use_up(LINK_NOT_FOUND, HERE)
        wait_of(client.get(self.NOWHERE[0]))
        version = Session.objects.get(pk=session.pk).version
        with CaptureQueriesContext(connection) as queries:
            assert look(client, link, version) == (204, "")
        assert len(queries) == 1
        for path in ("", "now/", "hands/1/"):
            assert client.get(address(link) + path).status_code == 200
        for kind in ("scorer", "invitation"):
            assert client.post(address(make(session, kind))).status_code == 302

    def test_looking_at_a_good_link_is_not_counted(
        self, client: Client, session: Session, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def fail(*args: object) -> None:
            raise AssertionError("counted")

        link = make(session)
        monkeypatch.setattr("ofcscore.limits.Limit.note", fail)
        monkeypatch.setattr("ofcscore.limits.Limit.expect", fail)
        for path in ("", "now/", f"now/?v={session.version}"):
            assert client.get(address(link) + path).status_code in (200, 204)
        with pytest.raises(AssertionError, match="counted"):
            client.get(self.NOWHERE[0])


class TestFiles:
    def test_after_so_many_sessions_none_is_read(
        self, browser: Client, browser_of: BrowserOf, session: Session, ann_user: User, stranger: User, clock: Clock
    ) -> None:
        content = session_json(session)

        def bring_in(by: Client) -> HttpResponse:
            return by.post(reverse("import_session"), {"file": SimpleUploadedFile("session.json", content)})

        use_up(IMPORT, ann_user.pk, left=1)
        assert bring_in(browser).status_code == 302
        with nothing_saved():
            answer = bring_in(browser)
        assert "That is a lot to bring in at once. Try again in " in alerts(answer)[0]
        assert bring_in(browser_of(stranger)).status_code == 302
        clock.now += wait_of(answer)
        assert bring_in(browser).status_code == 302

    def test_after_so_many_photos_none_is_looked_at(
        self, browser: Client, browser_of: BrowserOf, session: Session, ann_user: User, scorer: User, url: Url
    ) -> None:
        record(session, boards.QUIET)

        def photograph(by: Client, width: int) -> HttpResponse:
            sent = SimpleUploadedFile("photo.jpg", picture(size=(width, 20)), "image/jpeg")
            return by.post(url("photo_add", 1), {"photo": sent})

        use_up(PHOTO, ann_user.pk, left=1)
        assert photograph(browser, 20).status_code == 302
        with nothing_saved():
            answer = photograph(browser, 30)
        wait_of(answer)
        assert "That is a lot of photos. Try again in " in alerts(answer)[0]
        assert photograph(browser_of(scorer), 40).status_code == 302


def test_a_hand_is_saved_whatever_was_done_too_often(score_pages: HandPages, ann_user: User) -> None:
    for limit in (LOGIN_BY_ADDRESS, SIGN_UP, NEW_GUEST, LINK_NOT_FOUND):
        use_up(limit, HERE)
    use_up(LOGIN_BY_NAME, HERE, "ann")
    for limit in (PASSWORD_CHANGE, IMPORT, PHOTO):
        use_up(limit, ann_user.pk)
    sent = score_pages.open(boards.QUIET)
    assert score_pages.check(sent).status_code == 200
    assert score_pages.save(sent).status_code == 302
