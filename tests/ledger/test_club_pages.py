"""The page of a club, and the page on which it is put right who a player is."""

from collections.abc import Callable

import pytest
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from ledger.models import Club, Player, Session, User
from ledger.services.hands import hand_undo
from ledger.services.people import player_deactivate, player_merge, player_rename
from tests.ledger.boards import QUIET
from tests.ledger.pages import alerts, button_form, fields, text
from tests.ledger.tables import nothing_saved, record, start

Browsers = Callable[[User | None], Client]


def person(name: str) -> Player:
    return Player.objects.get(name=name)


def address(name: str, player: str) -> str:
    return reverse(name, args=(person(player).pk,))


@pytest.fixture
def club_url(session: Session) -> str:
    return reverse("club", args=(session.club_id,))


@pytest.fixture
def dee(session: Session, ann_user: User) -> Player:
    """Somebody of Ann's club who never sat with Ann."""
    start(ann_user, ("Dee", "Bob"))
    return person("Dee")


def hrefs(page: HttpResponse) -> str:
    return page.content.decode()


class TestClub:
    def test_it_lists_its_tables_the_newest_first(self, session: Session, browser: Client, club_url: str) -> None:
        start(session.created_by, name="Later", day=session.date.replace(month=5))
        start(session.created_by, name="Earlier", day=session.date.replace(month=1))
        page = browser.get(club_url)
        assert [table.name for table in page.context["view"].tables] == ["Later", "Saturday 14 March", "Earlier"]
        assert f"/t/{session.public_id}/" in hrefs(page)

    def test_it_says_how_a_table_stands_and_counts_the_hands_that_stand(
        self, session: Session, browser: Client, club_url: str
    ) -> None:
        record(session, QUIET)
        hand_undo(hand=record(session, QUIET).hand, user=session.created_by, expected_revision=1)
        assert "Saturday 14 March 14 March 2026 · open 1 hand Players" in text(browser.get(club_url))
        Session.objects.update(state="closed")
        assert "14 March 2026 · closed 1 hand Players" in text(browser.get(club_url))

    def test_twenty_tables_are_a_page(self, session: Session, browser: Client, club_url: str) -> None:
        for night in range(21):
            start(session.created_by, name=f"Night {night:02}", day=session.date.replace(month=4))
        first, second = browser.get(club_url), browser.get(f"{club_url}?page=2")
        assert "22 tables, 3 players" in text(first)
        assert [table.name for table in first.context["view"].tables] == [
            f"Night {night:02}" for night in range(20, 0, -1)
        ]
        assert [table.name for table in second.context["view"].tables] == ["Night 00", "Saturday 14 March"]
        assert "Older" in text(first)
        assert "Newer" in text(second)
        for odd in ("99", "x", "-1", "0"):
            assert browser.get(f"{club_url}?page={odd}").status_code == 200

    def test_it_has_no_other_clubs_tables_or_players(
        self, session: Session, stranger: User, browser: Client, club_url: str
    ) -> None:
        other = Session.objects.exclude(pk=session.pk).get()
        page = browser.get(club_url)
        assert other.public_id not in hrefs(page)
        assert "Xan" not in text(page)

    def test_a_club_without_tables_says_so(self, ann_user: User, browser: Client, session: Session) -> None:
        empty = Club.objects.create(name="Empty")
        empty.memberships.create(user=ann_user, role="viewer")
        page = text(browser.get(reverse("club", args=(empty.pk,))))
        assert "No tables yet. The first one brings its players with it." in page
        assert "Players" not in page
        assert "Careers" not in page

    def test_players_lead_to_their_careers_and_to_what_can_be_changed(
        self, session: Session, browser: Client, club_url: str
    ) -> None:
        page = hrefs(browser.get(club_url))
        for name in ("Ann", "Bob", "Cy"):
            assert address("player", name) in page
            assert address("player_edit", name) in page
        assert reverse("club_careers", args=(session.club_id,)) in page

    def test_a_viewer_is_offered_nothing_that_is_not_for_viewers(
        self, session: Session, viewer: User, scorer: User, browser_of: Browsers, club_url: str
    ) -> None:
        seen, scored = browser_of(viewer).get(club_url), browser_of(scorer).get(club_url)
        assert address("player_edit", "Ann") not in hrefs(seen)
        assert address("player_edit", "Ann") in hrefs(scored)
        for page in (seen, scored):
            assert "Rename the club" not in text(page)
            assert "Start a table" not in text(page)

    def test_who_is_set_aside_or_merged_stands_apart(
        self, dee: Player, ann_user: User, browser: Client, club_url: str
    ) -> None:
        player_deactivate(player=person("Cy"), user=ann_user)
        player_merge(player=dee, into=person("Ann"), user=ann_user)
        view = browser.get(club_url).context["view"]
        assert [player.name for player in view.players] == ["Ann", "Bob"]
        assert [(player.name, player.note) for player in view.others] == [("Cy", "set aside"), ("Dee", "counts as Ann")]

    def test_the_owner_renames_it(self, session: Session, browser: Client, club_url: str) -> None:
        sent = fields(browser.get(club_url), "club")
        assert sent["name"] == "Home game"
        page = browser.post(club_url, sent | {"name": " Thursday  club "}, follow=True)
        assert "The club is called Thursday club." in text(page)
        assert "Thursday club" in text(browser.get("/"))

    @pytest.mark.parametrize(
        ("name", "words"),
        [
            ("", "Write the name of the club."),
            ("x" * 61, "Ensure this value has at most 60 characters (it has 61)."),
            ("a\u202eb", "The name has a character that nobody sees. Type it again."),
        ],
    )
    def test_a_name_that_is_none_is_refused_and_kept(
        self, session: Session, browser: Client, club_url: str, name: str, words: str
    ) -> None:
        page = browser.post(club_url, {"name": name})
        assert page.status_code == 422
        assert alerts(page) == [words]
        assert "<details open>" in hrefs(page)
        assert fields(page, "club")["name"] == name
        assert Club.objects.get().name == "Home game"

    def test_home_leads_to_every_club_one_belongs_to_and_to_no_other(
        self, session: Session, scorer: User, stranger: User, browser_of: Browsers, club_url: str
    ) -> None:
        assert f'href="{club_url}"' in hrefs(browser_of(scorer).get("/"))
        assert f'href="{club_url}"' not in hrefs(browser_of(stranger).get("/"))


class TestPlayer:
    def test_another_name(self, session: Session, browser: Client, url: Callable[..., str]) -> None:
        edit = address("player_edit", "Bob")
        sent = fields(browser.get(edit), "rename")
        assert sent["name"] == "Bob"
        page = browser.post(edit, sent | {"name": "Bob Lee"}, follow=True)
        assert "Bob is called Bob Lee now." in text(page)
        assert "Bob became Bob Lee" in text(page)
        assert ", by ann" in text(page)
        assert "Bob Lee" in text(browser.get(url("table")))

    def test_the_same_name_is_nothing_to_speak_of(self, session: Session, browser: Client) -> None:
        edit = address("player_edit", "Bob")
        with nothing_saved():
            page = browser.post(edit, {"name": "Bob"}, follow=True)
        assert "is called" not in text(page)

    @pytest.mark.parametrize(
        ("name", "words"),
        [
            ("", "Write the name."),
            ("Ann", "Ann is the name of another player. Choose another, or merge the two."),
            ("x" * 31, "Ensure this value has at most 30 characters (it has 31)."),
        ],
    )
    def test_a_name_that_cannot_be_is_refused_and_kept(
        self, session: Session, browser: Client, name: str, words: str
    ) -> None:
        with nothing_saved():
            page = browser.post(address("player_edit", "Bob"), {"name": name})
        assert page.status_code == 422
        assert alerts(page) == [words]
        assert fields(page, "rename")["name"] == name
        assert "autofocus" in hrefs(page)

    def test_aside_and_back(self, session: Session, browser: Client) -> None:
        aside, back = address("player_deactivate", "Bob"), address("player_activate", "Bob")
        page = browser.get(address("player_edit", "Bob"))
        page = browser.post(aside, button_form(page, aside), follow=True)
        assert "Bob is set aside, and nothing that Bob played is lost." in text(page)
        assert not person("Bob").is_active
        page = browser.post(back, button_form(page, back), follow=True)
        assert "Bob is back." in text(page)
        assert "Bob was brought back" in text(page)
        assert person("Bob").is_active

    def test_merged_and_taken_apart(self, dee: Player, browser: Client) -> None:
        merge, apart = address("player_merge", "Dee"), address("player_unmerge", "Dee")
        page = browser.get(address("player_edit", "Dee"))
        page = browser.post(merge, fields(page, "merge") | {"into": str(person("Ann").pk)}, follow=True)
        assert "Dee counts as Ann now." in text(page)
        assert person("Dee").merged_into == person("Ann")
        other = browser.get(address("player_edit", "Ann"))
        assert "Dee counts as Ann Take apart" in text(other)
        assert "If somebody else is Ann too, open that player’s page and merge them into Ann." in text(other)
        assert "Merge the two" not in text(other)
        assert button_form(other, apart) == button_form(page, apart) | {
            "csrfmiddlewaretoken": button_form(other, apart)["csrfmiddlewaretoken"]
        }
        page = browser.post(apart, button_form(page, apart), follow=True)
        assert "Dee counts for themselves again." in text(page)
        assert "Dee counts as Ann no longer" in text(page)
        assert person("Dee").merged_into is None

    def test_a_refused_merge_keeps_the_choice_and_says_why(self, session: Session, browser: Client) -> None:
        chosen = str(person("Ann").pk)
        with nothing_saved():
            page = browser.post(address("player_merge", "Bob"), {"into": chosen})
        assert page.status_code == 422
        assert alerts(page) == ["Bob and Ann sat together at Saturday 14 March, and so are two people."]
        assert fields(page, "merge")["into"] == chosen

    @pytest.mark.parametrize("into", ["", "x", "999999", "bob"])
    def test_nobody_to_merge_with_is_refused(self, session: Session, browser: Client, into: str) -> None:
        sent = {"into": str(person("Bob").pk) if into == "bob" else into}
        page = browser.post(address("player_merge", "Bob"), sent)
        assert page.status_code == 422
        assert alerts(page) == ["Choose a player of the list."]

    def test_a_player_of_another_club_is_not_in_the_list(
        self, session: Session, stranger: User, browser: Client
    ) -> None:
        page = browser.post(address("player_merge", "Bob"), {"into": str(person("Xan").pk)})
        assert alerts(page) == ["Choose a player of the list."]
        assert "Xan" not in text(page)

    @pytest.mark.parametrize("name", ["player_edit", "player_merge", "player_unmerge", "player_deactivate"])
    def test_a_player_of_another_club_is_not_found(
        self, session: Session, stranger: User, browser: Client, name: str
    ) -> None:
        assert browser.post(address(name, "Xan"), {"name": "Rob"}).status_code == 404
        assert browser.get(reverse("player_edit", args=(999_999,))).status_code == 404

    def test_what_was_changed_is_told_of_both_the_newest_first(
        self, dee: Player, ann_user: User, browser: Client
    ) -> None:
        player_rename(player=dee, user=ann_user, name="Di")
        player_merge(player=person("Di"), into=person("Ann"), user=ann_user)
        told = browser.get(address("player_edit", "Di")).context["view"].changes
        assert [change.what for change in told] == ["Di counts as Ann", "Dee became Di"]
        told = browser.get(address("player_edit", "Ann")).context["view"].changes
        assert [change.what for change in told] == ["Di counts as Ann"]

    def test_the_career_leads_to_it_for_those_who_may(
        self, session: Session, viewer: User, browser: Client, browser_of: Browsers
    ) -> None:
        edit = f'href="{address("player_edit", "Bob")}"'
        assert edit in hrefs(browser.get(address("player", "Bob")))
        assert edit not in hrefs(browser_of(viewer).get(address("player", "Bob")))


class TestStarting:
    def test_one_person_under_two_names_is_refused_and_the_names_are_kept(
        self, dee: Player, ann_user: User, browser: Client
    ) -> None:
        player_merge(player=dee, into=person("Ann"), user=ann_user)
        sent = fields(browser.get("/start/"), "start") | {"names_0": "Ann", "names_1": "Dee"}
        with nothing_saved():
            page = browser.post("/start/", sent)
        assert page.status_code == 422
        assert alerts(page) == ["Ann and Dee are merged, and so are one player. Name only one of them."]
        assert fields(page, "start")["names_1"] == "Dee"


@pytest.mark.parametrize("size", [1, 25])
def test_these_pages_make_this_many_queries(size: int, ann_user: User, browser: Client) -> None:
    club = start(ann_user, ("Ann", "Bob")).club
    for night in range(size):
        record(start(ann_user, ("Cy", f"Dee {night}")), QUIET[:2])
        other = person(f"Dee {night}")
        player_rename(player=other, user=ann_user, name=f"Dee {night} too")
        player_merge(player=other, into=person("Ann"), user=ann_user)
    pages = {"club": club.pk, "player_edit": person("Ann").pk}
    counts = {}
    for name, pk in pages.items():
        with CaptureQueriesContext(connection) as queries:
            assert browser.get(reverse(name, args=(pk,))).status_code == 200
        counts[name] = len(queries)
    assert counts == {"club": 6, "player_edit": 5}
