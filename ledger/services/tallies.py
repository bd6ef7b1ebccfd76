"""Keeping the tallies in step with the journal: a saved hand is added, and after any other change a session is counted
anew.
"""

from collections.abc import Iterable, Sequence
from functools import cache

from django.db import connection

from ledger.models import Hand, PairTally, Revision, Seat, Session, Tally, Transfer
from ledger.services.scoring import SeatBoard, score_revision, seat_board, unit_values, units_by_pair
from ofcscore.engine.board import BoardResult
from ofcscore.engine.scoring import HandResult

# What penalties and the like are filed under: they are no hands.
NO_GAME = ""
# Of which there is one row each, as columns.
PLAYER = ("session_id", "player_id", "preset")
PAIR = ("session_id", "first_id", "second_id", "preset")
# When another hand is the best, or the worst.
BETTER = {"best": ">", "worst": "<"}


class Count:
    """The tallies of a session while they are counted: ``players`` by player and game, ``pairs`` by two players, the
    one with the lower id first, and game. Rows that are given are counted on from; none is saved here.
    """

    def __init__(self, session: Session, players: Iterable[Tally] = (), pairs: Iterable[PairTally] = ()) -> None:
        self.session = session
        self.players = {(tally.player_id, tally.preset): tally for tally in players}
        self.pairs = {(pair.first_id, pair.second_id, pair.preset): pair for pair in pairs}

    def add_hand(self, hand: Hand, boards: Sequence[SeatBoard], result: HandResult) -> None:
        """Count a hand that stands. Each board counts as a hand of its player's."""
        preset = hand.rules.ruleset.preset
        tallies = [self._of_player(board.seat, preset) for board in boards]
        for tally, judged, units in zip(tallies, result.boards, result.units, strict=True):
            _add_board(tally, hand, judged, units)
        for pair in result.pairs:
            first, second = tallies[pair.first], tallies[pair.second]
            self._of_pair(first, second).hands += 1
            for tally, scoop in ((first, pair.scoop), (second, -pair.scoop)):
                tally.pairs += 1
                tally.scoops += scoop > 0
                tally.scooped += scoop < 0
        by_seat = {board.seat.pk: tally for board, tally in zip(boards, tallies, strict=True)}
        unit_value = unit_values(hand.rules)
        for (payer, payee), units in units_by_pair([board.seat for board in boards], result).items():
            money = units * unit_value(payer, payee)
            by_seat[payer].money -= money
            by_seat[payee].money += money
            self._pay(by_seat[payer], by_seat[payee], units, money)

    def add_adjustment(self, transfer: Transfer) -> None:
        """Count what one player paid another outside the hands."""
        payer, payee = (self._of_player(seat, NO_GAME) for seat in (transfer.payer, transfer.payee))
        money = transfer.units * transfer.unit_value
        payer.other_units -= transfer.units
        payer.other_money -= money
        payee.other_units += transfer.units
        payee.other_money += money
        self._pay(payer, payee, transfer.units, money)

    def _pay(self, payer: Tally, payee: Tally, units: int, money: int) -> None:
        pair = self._of_pair(payer, payee)
        sign = 1 if payee.player_id == pair.first_id else -1
        pair.units += sign * units
        pair.money += sign * money

    def _of_player(self, seat: Seat, preset: str) -> Tally:
        key = seat.player_id, preset
        if key not in self.players:
            self.players[key] = Tally(
                club_id=self.session.club_id, session=self.session, player_id=seat.player_id, preset=preset
            )
        return self.players[key]

    def _of_pair(self, one: Tally, other: Tally) -> PairTally:
        first, second = sorted((one.player_id, other.player_id))
        key = first, second, one.preset
        if key not in self.pairs:
            self.pairs[key] = PairTally(
                club_id=self.session.club_id, session=self.session, first_id=first, second_id=second, preset=one.preset
            )
        return self.pairs[key]


def _add_board(tally: Tally, hand: Hand, board: BoardResult, units: int) -> None:
    top, middle, bottom = board.royalties
    tally.hands += 1
    tally.units += units
    tally.units_squared += units * units
    tally.fouls += board.fouled
    tally.royalties_top += top
    tally.royalties_middle += middle
    tally.royalties_bottom += bottom
    if board.fantasyland:
        tally.fantasyland_hands += 1
        tally.fantasyland_units += units
        tally.stays += board.fantasyland_next > 0
    else:
        tally.entries += board.fantasyland_next > 0
    # Of equals the first stays.
    if tally.best_units is None or units > tally.best_units:
        tally.best_units, tally.best_hand = units, hand
    if tally.worst_units is None or units < tally.worst_units:
        tally.worst_units, tally.worst_hand = units, hand


def tally_hand(hand: Hand, boards: Sequence[SeatBoard], result: HandResult) -> None:
    """Add a hand that was just saved to the tallies of its players. Runs inside the saving, and adds to what is theirs
    in this game without reading it, however long the session is.
    """
    count = Count(hand.session)
    count.add_hand(hand, boards, result)
    _add(Tally, list(count.players.values()), PLAYER)
    _add(PairTally, list(count.pairs.values()), PAIR)


def tallies_recount(session: Session) -> None:
    """Count a session anew from its journal. Runs inside the write that changed it; the work is one session's.

    Raises OFCError for a hand that cannot be scored, which only somebody with the database's file can make.
    """
    count = session_tallies(session)
    Tally.objects.filter(session=session).delete()
    PairTally.objects.filter(session=session).delete()
    Tally.objects.bulk_create(count.players.values())
    PairTally.objects.bulk_create(count.pairs.values())


def _add(model: type[Tally | PairTally], rows: Sequence[Tally | PairTally], key: tuple[str, ...]) -> None:
    """Add rows to those with the same key, or put them there where there are none."""
    fields = model._meta.concrete_fields[1:]
    with connection.cursor() as cursor:
        values = [getattr(row, field.attname) for row in rows for field in fields]
        cursor.execute(_adding(model, key, len(rows)), values)


@cache
def _adding(model: type[Tally | PairTally], key: tuple[str, ...], rows: int) -> str:
    """The statement that does it: the ORM knows none that both inserts and adds, and saving a hand waits for this."""
    table = model._meta.db_table
    columns = [str(field.column) for field in model._meta.concrete_fields[1:]]
    values = ", ".join([f"({', '.join(['%s'] * len(columns))})"] * rows)
    added = ", ".join(f"{name} = {_sum(table, name)}" for name in columns if name not in ("club_id", *key))
    return (
        f"INSERT INTO {table} ({', '.join(columns)}) VALUES {values} "  # noqa: S608 (names of the model's alone)
        f"ON CONFLICT ({', '.join(key)}) DO UPDATE SET {added}"
    )


def _sum(table: str, column: str) -> str:
    """What two rows' columns are together. Of equals the first stays."""
    of, _, _ = column.partition("_")
    if of in BETTER:
        better = f"{table}.{of}_units IS NULL OR excluded.{of}_units {BETTER[of]} {table}.{of}_units"
        return f"CASE WHEN {better} THEN excluded.{column} ELSE {table}.{column} END"
    return f"{table}.{column} + excluded.{column}"


def session_tallies(session: Session) -> Count:
    """The tallies of a session as they follow from its journal. Raises OFCError for a hand that cannot be scored."""
    count = Count(session)
    standing = Revision.objects.live().filter(hand__session=session).prefetch_related("hand__rules__pair_values")
    for revision in standing:
        boards = [seat_board(board) for board in revision.boards.all()]
        count.add_hand(revision.hand, boards, score_revision(revision))
    adjustments = Transfer.objects.unreversed().filter(session=session, adjustment__isnull=False)
    for transfer in adjustments.select_related("payer", "payee"):
        count.add_adjustment(transfer)
    return count
