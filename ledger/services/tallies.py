"""Keeping the tallies in step with the journal: a saved hand is added, and after any other change a session is counted
anew.
"""

from collections.abc import Iterable

from ledger.models import Adjustment, Hand, PairTally, Revision, Seat, Session, Tally
from ledger.services.scoring import SeatBoard, score_revision, seat_board, unit_values, units_by_pair
from ofcscore.engine.board import BoardResult
from ofcscore.engine.scoring import HandResult

# What is added up from one hand after another; everything else of a tally says whose it is.
SUMS = (
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
)
Tallies = dict[tuple[int, str], Tally]
PairTallies = dict[tuple[int, int, str], PairTally]


def tally_hand(hand: Hand, boards: list[SeatBoard], result: HandResult) -> None:
    """Add a hand that was just saved to the tallies of its players. Runs inside the saving."""
    counted: Tallies = {}
    pairs: PairTallies = {}
    _count_hand(hand, boards, result, counted, pairs)
    players = {board.seat.player_id for board in boards}
    there = Tally.objects.filter(session=hand.session_id, player__in=players)
    known = {(tally.player_id, tally.preset): tally for tally in there}
    for key, new in counted.items():
        if key in known:
            _add(known[key], new)
        else:
            known[key] = new
    _save([known[key] for key in counted])
    there_pairs = PairTally.objects.filter(session=hand.session_id, first__in=players, second__in=players)
    known_pairs = {(pair.first_id, pair.second_id, pair.preset): pair for pair in there_pairs}
    for pair_key, new_pair in pairs.items():
        old = known_pairs.setdefault(pair_key, new_pair)
        if old is not new_pair:
            old.hands += new_pair.hands
            old.units += new_pair.units
            old.money += new_pair.money
    _save([known_pairs[key] for key in pairs])


def tallies_recount(session: Session) -> None:
    """Count a session anew from its journal. Runs inside the write that changed it; the work is one session's."""
    tallies, pairs = session_tallies(session)
    Tally.objects.filter(session=session).delete()
    PairTally.objects.filter(session=session).delete()
    Tally.objects.bulk_create(tallies.values())
    PairTally.objects.bulk_create(pairs.values())


def session_tallies(session: Session) -> tuple[Tallies, PairTallies]:
    """The tallies of a session as they follow from its journal, not saved."""
    tallies: Tallies = {}
    pairs: PairTallies = {}
    shown = Revision.objects.live().filter(hand__session=session).prefetch_related("hand__rules__pair_values")
    for revision in shown:
        boards = [seat_board(board) for board in revision.boards.all()]
        _count_hand(revision.hand, boards, score_revision(revision), tallies, pairs)
    _count_adjustments(session, tallies, pairs)
    return tallies, pairs


def _count_hand(hand: Hand, boards: list[SeatBoard], result: HandResult, tallies: Tallies, pairs: PairTallies) -> None:
    preset = hand.rules.ruleset.preset
    seats = [board.seat for board in boards]
    money = _count_pairs(hand, seats, result, pairs)
    for place, (board, judged, units) in enumerate(zip(boards, result.boards, result.units, strict=True)):
        one = _tally_of(hand.session, board.seat, preset)
        one.money = money.get(board.seat.pk, 0)
        _count_board(one, hand, judged, units)
        for pair in result.pairs:
            if place in (pair.first, pair.second):
                scoop = pair.scoop if place == pair.first else -pair.scoop
                one.pairs += 1
                one.scoops += scoop > 0
                one.scooped += scoop < 0
        key = (board.seat.player_id, preset)
        if key in tallies:
            _add(tallies[key], one)
        else:
            tallies[key] = one


def _count_board(one: Tally, hand: Hand, board: BoardResult, units: int) -> None:
    one.hands = 1
    one.units = units
    one.units_squared = units * units
    one.fouls = int(board.fouled)
    one.royalties_top, one.royalties_middle, one.royalties_bottom = board.royalties
    if board.fantasyland:
        one.fantasyland_hands = 1
        one.fantasyland_units = units
        one.stays = int(board.fantasyland_next > 0)
    else:
        one.entries = int(board.fantasyland_next > 0)
    one.best_units = one.worst_units = units
    one.best_hand = one.worst_hand = hand


def _count_pairs(hand: Hand, seats: list[Seat], result: HandResult, pairs: PairTallies) -> dict[int, int]:
    """Count what each pair of players settled in a hand; returns the money that each seat won, by seat id."""
    preset = hand.rules.ruleset.preset
    players = {seat.pk: seat.player_id for seat in seats}
    unit_value = unit_values(hand.rules)
    paid = units_by_pair(seats, result)
    money: dict[int, int] = {}
    for (payer, payee), units in paid.items():
        worth = units * unit_value(payer, payee)
        money[payer] = money.get(payer, 0) - worth
        money[payee] = money.get(payee, 0) + worth
        _count_payment(hand.session, (players[payer], players[payee]), preset, (units, worth), pairs)
    for pair in result.pairs:
        met = (seats[pair.first].player_id, seats[pair.second].player_id)
        _pair_of(hand.session, met, preset, pairs).hands += 1
    return money


def _count_adjustments(session: Session, tallies: Tallies, pairs: PairTallies) -> None:
    """Penalties and the like count under no game: they are no hands."""
    for adjustment in Adjustment.objects.filter(session=session).prefetch_related(
        "transfers__payer", "transfers__payee"
    ):
        for transfer in adjustment.transfers.all():
            worth = transfer.units * transfer.unit_value
            for seat, sign in ((transfer.payer, -1), (transfer.payee, 1)):
                one = tallies.setdefault((seat.player_id, ""), _tally_of(session, seat, ""))
                one.other_units += sign * transfer.units
                one.other_money += sign * worth
            players = (transfer.payer.player_id, transfer.payee.player_id)
            _count_payment(session, players, "", (transfer.units, worth), pairs)


def _count_payment(
    session: Session, players: tuple[int, int], preset: str, amounts: tuple[int, int], pairs: PairTallies
) -> None:
    """Count what the first of two players paid the second."""
    tally = _pair_of(session, players, preset, pairs)
    sign = -1 if players[0] == tally.first_id else 1
    tally.units += sign * amounts[0]
    tally.money += sign * amounts[1]


def _pair_of(session: Session, players: tuple[int, int], preset: str, pairs: PairTallies) -> PairTally:
    first, second = sorted(players)
    new = PairTally(club_id=session.club_id, session=session, first_id=first, second_id=second, preset=preset)
    return pairs.setdefault((first, second, preset), new)


def _tally_of(session: Session, seat: Seat, preset: str) -> Tally:
    return Tally(club_id=session.club_id, session=session, player_id=seat.player_id, preset=preset)


def _add(tally: Tally, other: Tally) -> None:
    """Add one tally to another of the same player and game."""
    for name in SUMS:
        setattr(tally, name, getattr(tally, name) + getattr(other, name))
    if tally.best_units is None or (other.best_units is not None and other.best_units > tally.best_units):
        tally.best_units, tally.best_hand_id = other.best_units, other.best_hand_id
    if tally.worst_units is None or (other.worst_units is not None and other.worst_units < tally.worst_units):
        tally.worst_units, tally.worst_hand_id = other.worst_units, other.worst_hand_id


def _save(rows: Iterable[Tally] | Iterable[PairTally]) -> None:
    for row in rows:
        row.save()
