"""The audit finds it when the people of a club are not who its log says they are."""

import pytest
from django.db import connection

from ledger.models import Club, Player, PlayerChange, User
from ledger.services.checks import audit_ledger
from ledger.services.people import player_deactivate, player_merge, player_rename
from tests.ledger.tables import start

pytestmark = pytest.mark.django_db


@pytest.fixture
def people(ann_user: User) -> dict[str, Player]:
    """Ann with Bob, and Cy with Dee; Cy is merged into Ann."""
    start(ann_user, ("Ann", "Bob"))
    start(ann_user, ("Cy", "Dee"))
    found = {player.name: player for player in Player.objects.all()}
    player_merge(player=found["Cy"], into=found["Ann"], user=ann_user)
    return found


def found() -> str:
    return " ".join(audit_ledger().problems)


def set_by_hand(player: Player, **values: object) -> None:
    """What no service does."""
    Player.objects.filter(pk=player.pk).update(**values)


def test_it_passes_what_the_services_write(people: dict[str, Player], ann_user: User) -> None:
    player_rename(player=people["Bob"], user=ann_user, name="Bob Lee")
    player_deactivate(player=people["Dee"], user=ann_user)
    assert found() == ""


def test_it_finds_a_name_that_is_known_again_as_another(people: dict[str, Player]) -> None:
    set_by_hand(people["Bob"], name_key="rob")
    assert "Bob is known again as “rob”." in found()


@pytest.mark.parametrize("values", [{"is_active": False}, {"merged_into": None}])
def test_it_finds_what_nobody_wrote_down(people: dict[str, Player], values: dict[str, object]) -> None:
    set_by_hand(people["Cy"], **values)
    assert "Cy is not as the changes of players say." in found()


def test_it_finds_a_name_that_nobody_wrote_down(people: dict[str, Player], ann_user: User) -> None:
    player_rename(player=people["Bob"], user=ann_user, name="Bob Lee")
    set_by_hand(people["Bob"], name="Rob", name_key="rob")
    assert "Rob is not as the changes of players say." in found()


def test_it_finds_a_ring(people: dict[str, Player]) -> None:
    set_by_hand(people["Ann"], merged_into=people["Cy"])
    assert "Ann is merged into Cy, and Cy is merged as well." in found()
    assert "Cy is merged into Ann, and Ann is merged as well." in found()


def test_it_finds_somebody_merged_with_themselves(people: dict[str, Player]) -> None:
    set_by_hand(people["Bob"], merged_into=people["Bob"])
    assert "Bob is merged into Bob, and Bob is merged as well." in found()


def test_it_finds_a_merge_into_another_club(people: dict[str, Player], stranger: User) -> None:
    set_by_hand(people["Bob"], merged_into=Player.objects.get(name="Xan"))
    assert "Bob is merged into a player of another club." in found()


def test_it_finds_one_person_at_one_table_under_two_names(people: dict[str, Player]) -> None:
    set_by_hand(people["Dee"], merged_into=people["Ann"])
    assert "Cy and Dee are merged, and sat together at Saturday 14 March" in found()


@pytest.mark.parametrize("column", ["club_id", "other_id"])
def test_it_finds_a_change_that_belongs_to_another_club(people: dict[str, Player], stranger: User, column: str) -> None:
    other = {"club_id": Club.objects.latest("pk").pk, "other_id": Player.objects.get(name="Xan").pk}[column]
    with connection.cursor() as cursor:
        on = {"sqlite": "", "postgresql": " ON ledger_playerchange"}[connection.vendor]
        cursor.execute(f"DROP TRIGGER ledger_playerchange_no_update{on}")
        cursor.execute(f"UPDATE ledger_playerchange SET {column} = %s", [other])
    assert PlayerChange.objects.count() == 1
    assert "1 changes of players belong to another club." in found()
