"""What careers are read from, against a count of its own: straight from the boards, the transfers and the adjustments
of every session.
"""

import uuid
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext

from ledger.models import Adjustment, Hand, PairTally, Revision, Session, Tally, User
from ledger.services.adjustments import adjustment_undo
from ledger.services.checks import audit_ledger
from ledger.services.deals import deal_of
from ledger.services.demo import demo_create
from ledger.services.hands import hand_correct
from ledger.services.rules import pair_value_set, rules_change
from ofcscore.engine.board import Board
from ofcscore.engine.rules import PRESETS
from ofcscore.engine.scoring import score_hand
from tests.ledger import boards, chips
from tests.ledger.chips import buy_in, restore, start_stakes, undo
from tests.ledger.events import join, leave, now, pay, record_by_name, swap
from tests.ledger.tables import DEAD, entry, record, seat_of, start
from tests.ledger.test_checks_service import tamper

pytestmark = pytest.mark.django_db

# Every number of a tally that is added up.
NUMBERS = (
    "hands",
    "units",
    "units_squared",
    "money",
    "other_units",
    "other_money",
    "fouls",
    "pairs",
    "scoops",
    "scooped",
    "royalties_top",
    "royalties_middle",
    "royalties_bottom",
    "entries",
    "fantasyland_hands",
    "stays",
    "fantasyland_units",
    "best_units",
    "worst_units",
)
Numbers = dict[str, Any]


def counted(session: Session) -> tuple[dict[tuple[str, str], Numbers], dict[tuple[str, str, str], Numbers]]:
    """The tallies of players and of pairs that a session should have, by name and game: a count of our own."""
    players: dict[tuple[str, str], Numbers] = defaultdict(lambda: defaultdict(int, best_units=None, worst_units=None))
    pairs: dict[tuple[str, str, str], Numbers] = defaultdict(lambda: defaultdict(int))
    for revision, hand in standing(session):
        count_hand(revision, hand, players, pairs)
    undone = set(session.adjustments.filter(undoes__isnull=False).values_list("undoes", flat=True))
    for adjustment in session.adjustments.filter(undoes__isnull=True):
        if adjustment.pk not in undone:
            for transfer in adjustment.transfers.all():
                names = transfer.payer.player.name, transfer.payee.player.name
                money = transfer.units * transfer.unit_value
                for name, sign in zip(names, (-1, 1), strict=True):
                    players[name, ""]["other_units"] += sign * transfer.units
                    players[name, ""]["other_money"] += sign * money
                move(pairs, names, "", transfer.units, money)
    return players, pairs


def standing(session: Session) -> Iterator[tuple[Revision, Hand]]:
    """The hands that stand, each with the revision that has its boards."""
    for hand in session.hands.order_by("number"):
        revisions = list(hand.revisions.order_by("number"))
        if revisions[-1].kind != "undone":
            yield revisions[-1], hand


def count_hand(revision: Revision, hand: Hand, players: Any, pairs: Any) -> None:
    """The units and the money come from what was posted; the rest from the cards."""
    rows = list(revision.boards.select_related("seat__player").order_by("position"))
    names = [row.seat.player.name for row in rows]
    entered = [
        Board(str(row.seat_id), row.cards, row.fantasyland, row.dead, row.stack or 0, name)
        for row, name in zip(rows, names, strict=True)
    ]
    button = [row.seat_id for row in rows].index(revision.button_id)
    result = score_hand(entered, hand.rules.ruleset, button)
    game = hand.rules.data["preset"]
    posted: dict[int, int] = defaultdict(int)
    for transfer in revision.transfers.filter(reverses__isnull=True):
        pair = transfer.payer.player.name, transfer.payee.player.name
        money = transfer.units * transfer.unit_value
        posted[transfer.payer_id] -= transfer.units
        posted[transfer.payee_id] += transfer.units
        players[pair[0], game]["money"] -= money
        players[pair[1], game]["money"] += money
        move(pairs, pair, game, transfer.units, money)
    for place, (row, board, name) in enumerate(zip(rows, result.boards, names, strict=True)):
        units = posted[row.seat_id]
        numbers = players[name, game]
        numbers["hands"] += 1
        numbers["units"] += units
        numbers["units_squared"] += units**2
        numbers["fouls"] += 1 if board.fouled else 0
        for row_name, royalty in zip(("top", "middle", "bottom"), board.royalties, strict=True):
            numbers[f"royalties_{row_name}"] += royalty
        stays = board.fantasyland_next > 0
        if row.fantasyland:
            numbers["fantasyland_hands"] += 1
            numbers["fantasyland_units"] += units
            numbers["stays"] += stays
        else:
            numbers["entries"] += stays
        for pair in result.pairs:
            if place in (pair.first, pair.second):
                won = pair.rows if place == pair.first else tuple(-each for each in pair.rows)
                numbers["pairs"] += 1
                numbers["scoops"] += won == (1, 1, 1)
                numbers["scooped"] += won == (-1, -1, -1)
        numbers["best_units"] = units if numbers["best_units"] is None else max(units, numbers["best_units"])
        numbers["worst_units"] = units if numbers["worst_units"] is None else min(units, numbers["worst_units"])
    for pair in result.pairs:
        pairs[(*sorted((names[pair.first], names[pair.second])), game)]["hands"] += 1


def move(pairs: Any, names: tuple[str, str], game: str, units: int, money: int) -> None:
    """The first of two pays the second; what is kept is the side of whose name comes first."""
    first, second = sorted(names)
    sign = 1 if names[1] == first else -1
    pairs[first, second, game]["units"] += sign * units
    pairs[first, second, game]["money"] += sign * money


def kept(session: Session) -> tuple[dict[tuple[str, str], Numbers], dict[tuple[str, str, str], Numbers]]:
    """The tallies that the session has, in the same form."""
    players = {
        (row.player.name, row.preset): {name: getattr(row, name) for name in NUMBERS}
        for row in Tally.objects.filter(session=session).select_related("player")
    }
    pairs = {}
    for row in PairTally.objects.filter(session=session).select_related("first", "second"):
        first, second = sorted((row.first.name, row.second.name))
        sign = 1 if row.first.name == first else -1
        pairs[first, second, row.preset] = {"hands": row.hands, "units": sign * row.units, "money": sign * row.money}
    return players, pairs


def agree(session: Session) -> None:
    """Fails unless every number is what our own count says, best and worst hands are such hands, the club is the
    session's, and the checker has nothing to say.
    """
    players, pairs = counted(session)
    kept_players, kept_pairs = kept(session)
    assert kept_players == {key: {name: row[name] for name in NUMBERS} for key, row in players.items()}
    assert kept_pairs == {key: {name: row[name] for name in ("hands", "units", "money")} for key, row in pairs.items()}
    for tally in Tally.objects.filter(session=session).select_related("best_hand", "worst_hand"):
        assert tally.club_id == session.club_id
        for hand, units in ((tally.best_hand, tally.best_units), (tally.worst_hand, tally.worst_units)):
            assert (hand is None) == (units is None)
            assert hand is None or units in units_in(hand, tally)
    for seat in session.seats.with_balances():
        mine = [row for (name, _), row in kept_players.items() if name == seat.player.name]
        if not seat.board_number:
            assert sum(row["units"] + row["other_units"] for row in mine) == seat.balance
            assert sum(row["money"] + row["other_money"] for row in mine) == seat.money
    assert audit_ledger().problems == ()


def units_in(hand: Hand, tally: Tally) -> list[int]:
    """What the tally's player won or lost in a hand, board by board."""
    revision = Revision.objects.live().get(hand=hand)
    return [board.units for board in revision.boards.all() if board.seat.player_id == tally.player_id]


def correct(hand: Hand, cards: Any) -> Revision:
    """Save a hand anew with other boards."""
    return hand_correct(
        hand=hand,
        user=hand.session.created_by,
        entry=entry(hand.session, cards, deal=deal_of(hand)),
        key=uuid.uuid4(),
        expected_revision=hand.revisions.count(),
        reason="misread",
    )


def test_the_demo_evening(db: None) -> None:
    session, _ = demo_create()
    agree(session)
    total = Tally.objects.filter(session=session)
    assert sum(row.hands for row in total) == 48
    assert sum(row.fantasyland_hands for row in total) >= 3
    assert sum(row.entries for row in total) >= 2
    assert sum(row.stays for row in total) >= 1


def test_an_evening_of_fouls_scoops_and_fantasyland(session: Session) -> None:
    for hand in (boards.SCOOPS, boards.BOTH_FOUL, boards.ANN_ENTERS, boards.ANN_LEAVES, boards.BOB_ENTERS):
        record(session, hand)
        agree(session)
    for hand in (boards.BOB_STAYS_CY_ENTERS, boards.BOB_AND_CY_LEAVE, (boards.FOUL[0], boards.FOUL[1], DEAD)):
        record(session, hand)
    agree(session)
    bob = Tally.objects.get(player__name="Bob")
    assert (bob.entries, bob.fantasyland_hands, bob.stays) == (1, 2, 1)
    assert bob.fantasyland_units == boards.BOB_STAYS_CY_ENTERS_UNITS[1] + boards.BOB_AND_CY_LEAVE_UNITS[1]
    assert (bob.best_units, bob.best_hand.number) == (24, 6)
    cy = Tally.objects.get(player__name="Cy")
    assert (cy.fouls, cy.worst_units, cy.worst_hand.number) == (2, -12, 8)


def test_scoops_are_counted_on_both_sides(session: Session) -> None:
    record(session, boards.SCOOPS)
    rows = {row.player.name: (row.pairs, row.scoops, row.scooped) for row in Tally.objects.all()}
    assert rows == {"Ann": (2, 0, 2), "Bob": (2, 2, 0), "Cy": (2, 1, 1)}


def test_who_sits_out_is_not_counted(session: Session) -> None:
    record(session, (*boards.QUIET[:2], None))
    agree(session)
    assert not Tally.objects.filter(player__name="Cy").exists()


def test_penalties_and_their_undoing(session: Session, ann_user: User) -> None:
    record(session, boards.QUIET)
    paid = pay(session, "Bob", "Ann", "Cy", units=3)
    agree(session)
    assert kept(session)[0]["Bob", ""]["other_units"] == -6
    pay(session, "Cy", "Bob", units=5)
    adjustment_undo(adjustment=paid, user=ann_user)
    agree(session)
    assert not Tally.objects.filter(player__name="Ann", preset="").exists()
    adjustment_undo(adjustment=Adjustment.objects.get(transfers__units=5), user=ann_user)
    agree(session)
    assert not Tally.objects.filter(preset="").exists()


def test_corrections_undo_and_restore(session: Session) -> None:
    first = record(session, boards.SCOOPS).hand
    second = record(session, boards.FOUL).hand
    correct(first, boards.QUIET)
    agree(session)
    undo(second)
    agree(session)
    assert {row.hands for row in Tally.objects.all()} == {1}
    restore(second)
    agree(session)
    correct(second, boards.BOTH_FOUL)
    record(session, boards.SCOOPS)
    agree(session)
    for hand in session.hands.all():
        undo(hand)
    assert not Tally.objects.exists()
    assert not PairTally.objects.exists()


def test_criss_cross_counts_each_board_as_a_hand(ann_user: User) -> None:
    session = start(ann_user, ("Ann", "Bob"), preset="criss-cross")
    record(session, boards.FOUR_BOARDS)
    agree(session)
    assert {row.hands for row in Tally.objects.all()} == {2}
    assert PairTally.objects.get().hands == 4
    undo(session.hands.get())
    assert not PairTally.objects.exists()


def test_values_that_pairs_agreed_on(session: Session, ann_user: User) -> None:
    record(session, boards.SCOOPS)
    pair_value_set(one=seat_of(session, "Ann"), other=seat_of(session, "Bob"), unit_value=250, **now(session))
    record(session, boards.SCOOPS)
    pay(session, "Ann", "Bob")
    agree(session)
    pair = PairTally.objects.get(first__name="Ann", second__name="Bob", preset="pineapple")
    assert pair.money == pair.units // 2 * 100 + pair.units // 2 * 250


def test_table_stakes_count_what_is_paid(ann_user: User) -> None:
    session = start_stakes(ann_user)
    buy_in(session, ann=10, bob=4, cy=40)
    record(session, (chips.WEAK, chips.BEST, chips.GOOD))
    agree(session)
    pair = PairTally.objects.get(first__name="Ann", second__name="Bob")
    assert (pair.units, pair.money) == (-10, -1000), "15 are due, and Ann has 10"
    hand = session.hands.get()
    undo(hand)
    agree(session)
    restore(hand)
    agree(session)


def test_each_game_has_rows_of_its_own(session: Session) -> None:
    record(session, boards.QUIET)
    rules = session.rules_versions.get()
    other = replace(PRESETS["progressive-pineapple"], scoring="2-4")
    rules_change(session=session, rules=other, unit_value=rules.unit_value, **now(session))
    record(session, boards.SCOOPS)
    agree(session)
    assert set(Tally.objects.values_list("preset", flat=True)) == {"pineapple", "progressive-pineapple"}
    assert {row.hands for row in Tally.objects.all()} == {1}


def test_people_who_come_go_and_change_places(session: Session) -> None:
    record(session, boards.QUIET)
    join(session, "Dee")
    leave(session, "Cy")
    swap(session, "Ann", "Dee")
    record_by_name(session, {"Ann": boards.FOUL[0], "Bob": boards.FOUL[1], "Dee": boards.FOUL[2]})
    agree(session)


def test_without_money_there_is_none(ann_user: User) -> None:
    session = start(ann_user, unit_value=0, currency="")
    record(session, boards.SCOOPS)
    pay(session, "Ann", "Bob")
    agree(session)
    assert not any(row.money or row.other_money for row in Tally.objects.all())


def test_of_equal_hands_the_first_is_the_best_whichever_way_it_was_counted(session: Session) -> None:
    for _ in range(3):
        record(session, boards.SCOOPS)
    assert {row.best_hand.number for row in Tally.objects.all()} == {1}
    undo(session.hands.get(number=1))
    assert {row.best_hand.number for row in Tally.objects.all()} == {2}
    restore(session.hands.get(number=1))
    assert {row.worst_hand.number for row in Tally.objects.all()} == {1}
    agree(session)


@pytest.mark.parametrize("table", ["tally", "pairtally"])
def test_tampering_is_found_and_a_recount_mends_it(session: Session, table: str, capsys: Any) -> None:
    record(session, boards.ANN_ENTERS)
    record(session, boards.ANN_LEAVES)
    pay(session, "Bob", "Ann", units=2)
    agree(session)
    numbers = {"tally": NUMBERS, "pairtally": ("hands", "units", "money")}[table]
    rows = f"(SELECT max(id) FROM ledger_{table} WHERE preset <> '')"
    changes = [f"UPDATE ledger_{table} SET {name} = {name} + 1" for name in numbers]
    for sql in (*changes, f"UPDATE ledger_{table} SET preset = 'classic'", f"DELETE FROM ledger_{table}"):
        tamper(f"{sql} WHERE id = {rows}")
        (problem,) = audit_ledger().problems
        assert "what careers are read from" in problem, sql
        call_command("recount_careers")
        assert "1 session counted anew." in capsys.readouterr().out
        agree(session)


def test_a_hand_moved_to_be_the_best_is_found(session: Session) -> None:
    record(session, boards.QUIET)
    other = record(session, boards.SCOOPS).hand
    tamper("UPDATE ledger_tally SET worst_hand_id = best_hand_id, best_hand_id = %s", other.pk)
    assert len(audit_ledger().problems) == 1


def test_a_recount_goes_on_after_a_session_that_cannot_be_counted(
    session: Session, ann_user: User, capsys: Any
) -> None:
    record(session, boards.QUIET)
    second = start(ann_user)
    record(second, boards.SCOOPS)
    tamper("DELETE FROM ledger_tally")
    tamper("UPDATE ledger_board SET cards = replace(cards, 'KcJc6s', 'KcJc6h')")
    with pytest.raises(CommandError, match="1 session could not be counted"):
        call_command("recount_careers")
    told = capsys.readouterr()
    assert f"Session {session.public_id}" in told.err
    assert "1 session counted anew." in told.out
    assert Tally.objects.filter(session=second).count() == 3


def test_saving_a_hand_does_not_take_longer_the_longer_the_session(session: Session) -> None:
    """As many queries, and as many rows read, after thirty hands as after one."""
    counts = []
    for size in (1, 30):
        while session.hands.count() < size:
            record(session, boards.QUIET)
        with CaptureQueriesContext(connection) as queries:
            record(session, boards.QUIET)
        about = [query["sql"] for query in queries if "tally" in query["sql"]]
        assert len(about) == 2, "of players and of pairs"
        counts.append(len(queries))
    assert counts[0] == counts[1]
    assert Tally.objects.count() == 3
