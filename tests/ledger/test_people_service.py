"""The people of a club: renamed, set aside and brought back, merged and taken apart, and known again at new tables."""

import pytest

from ledger.models import Club, Player, PlayerChange, Session, User
from ledger.services.checks import audit_ledger
from ledger.services.closing import session_close
from ledger.services.clubs import club_rename
from ledger.services.errors import RefusedError
from ledger.services.people import player_activate, player_deactivate, player_merge, player_rename, player_unmerge
from tests.ledger.boards import QUIET
from tests.ledger.events import join, now, places
from tests.ledger.tables import nothing_saved, record, start

pytestmark = pytest.mark.django_db


def person(name: str) -> Player:
    return Player.objects.get(name=name)


def changes(player: Player) -> list[tuple[str, str]]:
    """What was written down of a player: the kind, and whatever else the row says."""
    rows = PlayerChange.objects.filter(player=player).select_related("other").order_by("pk")
    return [(row.kind, row.other.name if row.other else f"{row.before} {row.after}".strip()) for row in rows]


@pytest.fixture
def apart(ann_user: User) -> Session:
    """Dee, who never sat with Ann, played with Bob; returns that table."""
    start(ann_user, ("Ann", "Cy"))
    return start(ann_user, ("Dee", "Bob"))


@pytest.fixture(autouse=True)
def _right(db: None) -> object:
    """Whatever a test does, the checker finds the log and the players alike after it."""
    yield
    assert audit_ledger().problems == ()


class TestNames:
    def test_a_new_name_is_everywhere_and_the_old_one_is_written_down(self, session: Session, ann_user: User) -> None:
        change = player_rename(player=person("Bob"), user=ann_user, name="  Bob   Lee ")
        assert places(session) == ["Ann", "Bob Lee", "Cy"]
        assert change is not None
        assert (change.club, change.created_by) == (session.club, ann_user)
        assert changes(person("Bob Lee")) == [("renamed", "Bob Bob Lee")]

    def test_the_new_name_is_known_again_and_the_old_one_is_free(self, session: Session, ann_user: User) -> None:
        bob = person("Bob")
        player_rename(player=bob, user=ann_user, name="Dee")
        table = start(ann_user, ("DEE", "Bob"))
        assert table.seats.get(position=0).player == bob
        assert table.seats.get(position=1).player != bob

    def test_another_case_of_ones_own_name_is_taken(self, session: Session, ann_user: User) -> None:
        player_rename(player=person("Bob"), user=ann_user, name="BOB")
        assert places(session) == ["Ann", "BOB", "Cy"]

    def test_the_same_name_changes_nothing(self, session: Session, ann_user: User) -> None:
        with nothing_saved():
            assert player_rename(player=person("Bob"), user=ann_user, name=" Bob ") is None

    def test_the_tables_of_the_player_have_changed_and_no_other(self, session: Session, ann_user: User) -> None:
        without = start(ann_user, ("Ann", "Cy"))
        over = start(ann_user, ("Ann", "Bob"))
        session_close(session=over, **now(over))
        tables = (session, without, over)
        before = [Session.objects.get(pk=table.pk).version for table in tables]
        player_rename(player=person("Bob"), user=ann_user, name="Dee")
        after = [Session.objects.get(pk=table.pk).version for table in tables]
        assert after == [before[0] + 1, before[1], before[2] + 1]

    def test_a_hand_that_was_played_stays_as_it_is(self, session: Session, ann_user: User) -> None:
        revision = record(session, QUIET)
        player_rename(player=person("Bob"), user=ann_user, name="Dee")
        assert [board.seat.name for board in revision.boards.all()] == ["Ann", "Dee", "Cy"]
        record(session, QUIET)

    @pytest.mark.parametrize(
        ("name", "words"),
        [
            ("", "Write the name"),
            ("   ", "Write the name"),
            ("x" * 31, "too long: a name has at most 30 characters"),
            ("Bo\u0000b", "a character that nobody sees"),
            ("Bob\u202e", "a character that nobody sees"),
            ("ann", "Ann is the name of another player. Choose another, or merge the two"),
        ],
    )
    def test_what_cannot_be_a_name_is_refused(self, session: Session, ann_user: User, name: str, words: str) -> None:
        with nothing_saved(), pytest.raises(RefusedError, match=words) as refused:
            player_rename(player=person("Bob"), user=ann_user, name=name)
        assert refused.value.field == "name"
        assert places(session) == ["Ann", "Bob", "Cy"]

    def test_a_name_of_another_club_is_free(self, session: Session, stranger: User, ann_user: User) -> None:
        player_rename(player=person("Bob"), user=ann_user, name="Xan")
        assert Player.objects.filter(name="Xan").count() == 2

    def test_the_other_name_of_the_same_player_is_refused(self, apart: Session, ann_user: User) -> None:
        player_merge(player=person("Dee"), into=person("Ann"), user=ann_user)
        with nothing_saved(), pytest.raises(RefusedError, match="Dee is the other name of the same player"):
            player_rename(player=person("Ann"), user=ann_user, name="Dee")

    def test_a_club_is_renamed(self, session: Session) -> None:
        club_rename(club=session.club, name="  Thursday   club ")
        assert Club.objects.get().name == "Thursday club"

    @pytest.mark.parametrize(
        ("name", "words"), [(" ", "Write the name of the club"), ("x" * 61, "at most 60"), ("a\u202eb", "nobody sees")]
    )
    def test_what_cannot_be_a_clubs_name_is_refused(self, session: Session, name: str, words: str) -> None:
        with pytest.raises(RefusedError, match=words) as refused:
            club_rename(club=session.club, name=name)
        assert refused.value.field == "name"
        assert Club.objects.get().name == "Home game"


class TestSettingAside:
    def test_who_is_set_aside_is_not_offered_and_keeps_the_seat(self, session: Session, ann_user: User) -> None:
        player_deactivate(player=person("Bob"), user=ann_user)
        assert [player.name for player in Player.objects.regulars_of(ann_user)] == ["Ann", "Cy"]
        assert places(session) == ["Ann", "Bob", "Cy"]
        assert changes(person("Bob")) == [("deactivated", "")]

    def test_who_is_brought_back_is_offered_again(self, session: Session, ann_user: User) -> None:
        player_deactivate(player=person("Bob"), user=ann_user)
        player_activate(player=person("Bob"), user=ann_user)
        assert [player.name for player in Player.objects.regulars_of(ann_user)] == ["Ann", "Bob", "Cy"]
        assert changes(person("Bob")) == [("deactivated", ""), ("activated", "")]

    def test_twice_is_once(self, session: Session, ann_user: User) -> None:
        with nothing_saved():
            assert player_activate(player=person("Bob"), user=ann_user) is None
        player_deactivate(player=person("Bob"), user=ann_user)
        with nothing_saved():
            assert player_deactivate(player=person("Bob"), user=ann_user) is None

    def test_typing_the_name_at_a_new_table_brings_one_back(self, session: Session, ann_user: User) -> None:
        player_deactivate(player=person("Bob"), user=ann_user)
        table = start(ann_user, ("bob", "Ann"))
        assert table.seats.get(position=0).player == person("Bob")
        assert person("Bob").is_active
        assert changes(person("Bob")) == [("deactivated", ""), ("activated", "")]

    def test_typing_the_name_at_a_running_table_does_too(self, session: Session, ann_user: User) -> None:
        table = start(ann_user, ("Ann", "Dee"))
        player_deactivate(player=person("Bob"), user=ann_user)
        join(table, "Bob")
        assert person("Bob").is_active


class TestMerging:
    def test_old_tables_stay_and_the_merge_is_written_down(self, apart: Session, ann_user: User) -> None:
        player_merge(player=person("Dee"), into=person("Ann"), user=ann_user)
        assert places(apart) == ["Dee", "Bob"]
        assert person("Dee").merged_into == person("Ann")
        assert changes(person("Dee")) == [("merged", "Ann")]

    def test_who_is_merged_is_not_offered(self, apart: Session, ann_user: User) -> None:
        player_merge(player=person("Dee"), into=person("Ann"), user=ann_user)
        assert [player.name for player in Player.objects.regulars_of(ann_user)] == ["Ann", "Bob", "Cy"]

    def test_the_merged_name_gives_the_one_they_were_merged_into(self, apart: Session, ann_user: User) -> None:
        player_merge(player=person("Dee"), into=person("Ann"), user=ann_user)
        assert places(start(ann_user, ("dee", "Bob"))) == ["Ann", "Bob"]
        table = start(ann_user, ("Bob", "Cy"))
        assert join(table, "DEE").player == person("Ann")

    def test_the_merged_name_brings_back_the_one_they_were_merged_into(self, apart: Session, ann_user: User) -> None:
        player_merge(player=person("Dee"), into=person("Ann"), user=ann_user)
        player_deactivate(player=person("Ann"), user=ann_user)
        start(ann_user, ("Dee", "Bob"))
        assert person("Ann").is_active

    @pytest.mark.parametrize("names", [("Ann", "Dee", "Bob"), ("Dee", "Bob", "Ann")])
    def test_one_person_under_two_names_gets_no_two_seats(
        self, apart: Session, ann_user: User, names: tuple[str, ...]
    ) -> None:
        player_merge(player=person("Dee"), into=person("Ann"), user=ann_user)
        words = "Ann and Dee are merged|Dee and Ann are merged"
        with nothing_saved(), pytest.raises(RefusedError, match=words) as refused:
            start(ann_user, names)
        assert refused.value.field == "names"

    @pytest.mark.parametrize(("seated", "name"), [("Ann", "Dee"), ("Dee", "Ann")])
    def test_nor_a_second_seat_at_a_running_table(self, apart: Session, ann_user: User, seated: str, name: str) -> None:
        table = start(ann_user, (seated, "Bob"))
        player_merge(player=person("Dee"), into=person("Ann"), user=ann_user)
        with nothing_saved(), pytest.raises(RefusedError, match=f"{seated} and {name} are merged"):
            join(table, name)

    def test_taken_apart_they_are_two_again(self, apart: Session, ann_user: User) -> None:
        dee = person("Dee")
        player_merge(player=dee, into=person("Ann"), user=ann_user)
        change = player_unmerge(player=dee, user=ann_user)
        assert change is not None
        assert person("Dee").merged_into is None
        assert changes(dee) == [("merged", "Ann"), ("unmerged", "Ann")]
        assert places(start(ann_user, ("Ann", "Dee"))) == ["Ann", "Dee"]

    def test_twice_is_once(self, apart: Session, ann_user: User) -> None:
        with nothing_saved():
            assert player_unmerge(player=person("Dee"), user=ann_user) is None
        player_merge(player=person("Dee"), into=person("Ann"), user=ann_user)
        with nothing_saved():
            assert player_merge(player=person("Dee"), into=person("Ann"), user=ann_user) is None

    def test_who_sat_at_one_table_are_two_people(self, session: Session, ann_user: User) -> None:
        words = "Cy and Bob sat together at Saturday 14 March, and so are two people"
        with nothing_saved(), pytest.raises(RefusedError, match=words) as refused:
            player_merge(player=person("Cy"), into=person("Bob"), user=ann_user)
        assert refused.value.field == "into"

    def test_nor_is_who_sat_with_somebody_merged_into_the_other(self, apart: Session, ann_user: User) -> None:
        player_merge(player=person("Dee"), into=person("Ann"), user=ann_user)
        with nothing_saved(), pytest.raises(RefusedError, match="Bob and Dee sat together"):
            player_merge(player=person("Bob"), into=person("Ann"), user=ann_user)

    def test_nobody_is_merged_with_themselves(self, session: Session, ann_user: User) -> None:
        with nothing_saved(), pytest.raises(RefusedError, match="nobody is merged with themselves"):
            player_merge(player=person("Ann"), into=person("Ann"), user=ann_user)

    def test_nobody_is_merged_into_another_club(self, session: Session, stranger: User, ann_user: User) -> None:
        with nothing_saved(), pytest.raises(RefusedError, match="Only players of one club"):
            player_merge(player=person("Ann"), into=person("Xan"), user=ann_user)

    def test_there_are_no_rings_and_no_chains(self, ann_user: User) -> None:
        for name in ("Ann", "Bob", "Cy"):
            start(ann_user, (name, f"{name} too"))
        ann, bob, cy = person("Ann"), person("Bob"), person("Cy")
        player_merge(player=bob, into=ann, user=ann_user)
        refusals = {
            (ann, bob): "Bob is merged into Ann already",
            (bob, cy): "Bob is merged into Ann already. Take the two apart first",
            (cy, bob): "Bob is merged into Ann. Choose Ann",
            (ann, cy): "Bob is merged into Ann. Merge Cy into Ann, or take those two apart",
        }
        for (one, other), words in refusals.items():
            with nothing_saved(), pytest.raises(RefusedError, match=words) as refused:
                player_merge(player=one, into=other, user=ann_user)
            assert refused.value.field == "into"
        player_merge(player=cy, into=ann, user=ann_user)
        assert {player.name for player in ann.merged.all()} == {"Bob", "Cy"}
