"""Starting a session: the club and the players that come with it, and the names that make no table."""

from typing import Any

import pytest

from ledger.models import Club, Membership, Player, Session, User
from ledger.services.errors import RefusedError
from ledger.services.sessions import session_start
from ofcscore.engine.rules import PRESETS, Ruleset
from tests.ledger.tables import DAY, nothing_saved, start


def names_of(session: Session) -> list[str]:
    return [seat.player.name for seat in session.seats.select_related("player")]


def test_the_first_table_makes_the_club_and_its_owner(ann_user: User) -> None:
    session = start(ann_user)
    membership = Membership.objects.get(user=ann_user)
    assert (membership.club, membership.role) == (session.club, "owner")
    assert (session.created_by, session.version) == (ann_user, 1)


def test_the_second_table_stands_in_the_same_club(ann_user: User) -> None:
    assert start(ann_user).club == start(ann_user).club
    assert Club.objects.count() == 1


def test_somebody_who_only_keeps_score_for_a_club_gets_one_of_their_own(session: Session, scorer: User) -> None:
    assert start(scorer).club != session.club


def test_seats_stand_in_the_order_of_the_names(ann_user: User) -> None:
    session = start(ann_user, ("Cy", "Ann", "Bob"))
    assert names_of(session) == ["Cy", "Ann", "Bob"]
    assert [seat.position for seat in session.seats.all()] == [0, 1, 2]


def test_players_are_known_again_whatever_the_case_and_the_spaces(ann_user: User) -> None:
    first = start(ann_user, ("Ann", "Bob Lee"))
    second = start(ann_user, ("bob  LEE ", " ann", "Cy"))
    assert names_of(second) == ["Bob Lee", "Ann", "Cy"]
    assert Player.objects.filter(club=first.club).count() == 3


def test_players_of_another_club_are_other_people(ann_user: User, stranger: User) -> None:
    ours, theirs = start(ann_user), start(stranger)
    players = [session.seats.get(position=0).player for session in (ours, theirs)]
    assert players[0].name == players[1].name == "Ann"
    assert players[0] != players[1]


def test_the_rules_are_frozen_with_the_session(ann_user: User) -> None:
    rules = Ruleset.from_json({"preset": "progressive-pineapple", "scoring": "2-4", "royalties": {"top": {"QQ": 3}}})
    session = session_start(user=ann_user, names=("Ann", "Bob"), rules=rules, unit_value=250, currency="EUR", day=DAY)
    version = session.rules_versions.get()
    assert (version.number, version.unit_value, version.ruleset) == (1, 250, rules)


@pytest.mark.parametrize("preset", sorted(PRESETS))
def test_every_preset_comes_back_from_the_database_as_it_went_in(ann_user: User, preset: str) -> None:
    names = ("Ann", "Bob") if PRESETS[preset].criss_cross else ("Ann", "Bob", "Cy")
    session = start(ann_user, names, preset=preset)
    session.rules_versions.get().refresh_from_db()
    assert session.rules_versions.get().ruleset == PRESETS[preset]


def test_it_is_named_after_its_day_unless_it_is_given_a_name(ann_user: User) -> None:
    assert start(ann_user).name == "Saturday 14 March"
    assert start(ann_user, name="Final").name == "Final"


def test_tables_of_one_day_are_told_apart(ann_user: User) -> None:
    names = [start(ann_user).name for _ in range(3)]
    assert names == ["Saturday 14 March", "Saturday 14 March, 2", "Saturday 14 March, 3"]
    assert start(User.objects.create_user("bob")).name == "Saturday 14 March", "another club has its own names"


def test_its_address_is_long_and_its_own(ann_user: User) -> None:
    first, second = start(ann_user), start(ann_user)
    assert first.public_id != second.public_id
    assert len(first.public_id) == 16


def test_empty_names_are_left_out(ann_user: User) -> None:
    assert names_of(start(ann_user, ("Ann", "", "  ", "Bob"))) == ["Ann", "Bob"]


@pytest.mark.parametrize(
    ("names", "words"),
    [
        ((), "needs 2 to 8 players; here are 0"),
        (("Ann",), "here are 1"),
        (("Ann", "", " "), "here are 1"),
        ([f"Player {number}" for number in range(9)], "here are 9"),
        (("Ann", "Bob", "ANN"), "ANN is named twice"),
        (("Ann", "Bob  Lee", "bob lee "), "bob lee is named twice"),
        (("Straße", "STRASSE"), "STRASSE is named twice"),
        (("Ann", "x" * 31), "is too long: a name has at most 30 characters"),
    ],
)
def test_names_that_make_no_table_are_refused(ann_user: User, names: Any, words: str) -> None:
    with nothing_saved(), pytest.raises(RefusedError, match=words) as refused:
        start(ann_user, names)
    assert refused.value.field == "names"


@pytest.mark.parametrize("unit_value", [-1, 1_000_000_01])
def test_an_odd_unit_value_is_refused(ann_user: User, unit_value: int) -> None:
    with nothing_saved(), pytest.raises(RefusedError, match="worth between 0 and 1 000 000") as refused:
        start(ann_user, unit_value=unit_value)
    assert refused.value.field == "unit_value"


@pytest.mark.parametrize("unit_value", [0, 1, 1_000_000_00])
def test_every_other_unit_value_is_taken(ann_user: User, unit_value: int) -> None:
    assert start(ann_user, unit_value=unit_value).rules_versions.get().unit_value == unit_value


@pytest.mark.parametrize("letter", ["x", "ß", "ΐ", "ﬃ"], ids=["x", "sharp s", "iota with accents", "ffi ligature"])
def test_the_longest_names_fit_their_columns(ann_user: User, letter: str) -> None:
    player = start(ann_user, (letter * 30, "Bob")).seats.get(position=0).player
    assert len(player.name_key) <= player._meta.get_field("name_key").max_length


def test_a_club_that_one_was_made_owner_of_is_not_ones_own(session: Session, scorer: User) -> None:
    own = start(scorer, ("Cy", "Dee")).club
    Membership.objects.filter(club=session.club, user=scorer).update(role=Membership.Role.OWNER)
    assert start(scorer, ("Cy", "Dee")).club == own
    assert set(Player.objects.regulars_of(scorer).values_list("name", flat=True)) == {"Cy", "Dee"}
