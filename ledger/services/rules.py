"""Changing the house rules of a session, and what a unit is worth, from the next hand on."""

from collections.abc import Mapping
from itertools import product

from ledger.models import Adjustment, ChipMove, Hand, PairValue, Seat, Session, SessionRules, User
from ledger.services.deals import deal_next
from ledger.services.errors import RefusedError
from ledger.services.sessions import check_unit_value
from ledger.services.transactions import expect_open, expect_version, lock_session, touch_session, write_transaction
from ofcscore.engine.rules import Ruleset


def rules_change(
    *, session: Session, user: User, rules: Ruleset, unit_value: int, expected_version: int
) -> SessionRules:
    """Play by other rules, or for another unit value, from the next hand on; hands that were dealt keep theirs.

    ``unit_value`` is in minor units of the session's currency, 0 for a game without money. Rules that are the same as
    before make no new version. ``expected_version`` is the session's as the form was filled in.

    Raises RefusedError for an odd unit value, when somebody is due more cards in Fantasyland than the new rules deal,
    and for what only a new table can change (criss-cross, table stakes once a hand is dealt); ConflictError when
    something at the table has changed meanwhile.
    """
    check_unit_value(unit_value)
    with write_transaction():
        session = lock_session(session)
        expect_open(session)
        expect_version(session, expected_version)
        deal = deal_next(session)
        newest = deal.rules
        if (newest.ruleset, newest.unit_value) == (rules, unit_value):
            return newest
        _check_due(deal.fantasyland, {seat.pk: seat.name for seat in deal.seats}, rules)
        _check_seats_and_stacks(session, newest, rules, unit_value)
        return _add_version(newest, user, rules, unit_value, newest.agreed_values)


def pair_value_set(
    *, one: Seat, other: Seat, user: User, unit_value: int | None, expected_version: int
) -> SessionRules:
    """Two players agree on what a unit is worth between them, from the next hand on; None goes back to what all play
    for. It holds for all their boards. The same value as before makes no new version.

    Raises RefusedError for an odd value, for a player with themselves, where there is no money, and where payments are
    limited in units (docs/rules.md R9.8); ConflictError when something at the table has changed since
    ``expected_version``.
    """
    if one.player_id == other.player_id:
        raise RefusedError("Choose two players.", field="other")
    if other.session_id != one.session_id:
        raise RefusedError("Somebody here has no seat at this table.", field="other")
    if unit_value is not None:
        check_unit_value(unit_value)
    with write_transaction():
        session = lock_session(one.session)
        expect_open(session)
        expect_version(session, expected_version)
        newest = SessionRules.objects.newest_of(session)
        if not session.currency:
            raise RefusedError("This table plays for units only, so there is no value to agree on.")
        if newest.ruleset.limits_payments:
            raise RefusedError("With table stakes or a cap, a unit is worth the same between all players.")
        agreed, pairs = newest.agreed_values, _pairs_of_boards(session, one, other)
        now = {pair: value for pair, value in agreed.items() if pair not in pairs}
        if unit_value is not None:
            now |= dict.fromkeys(pairs, unit_value)
        return newest if now == agreed else _add_version(newest, user, newest.ruleset, newest.unit_value, now)


def _pairs_of_boards(session: Session, one: Seat, other: Seat) -> set[frozenset[int]]:
    """Every seat of one player with every seat of the other: one pair, or four where both play two boards."""
    seats = Seat.objects.filter(session=session)
    mine, yours = (seats.filter(player=each.player_id).values_list("pk", flat=True) for each in (one, other))
    return {frozenset(pair) for pair in product(mine, yours)}


def _add_version(
    newest: SessionRules, user: User, rules: Ruleset, unit_value: int, agreed: Mapping[frozenset[int], int]
) -> SessionRules:
    """The next version of a session's rules, with what pairs of seats agreed on."""
    added: SessionRules = SessionRules.objects.create(
        club_id=newest.club_id,
        session_id=newest.session_id,
        number=newest.number + 1,
        data=rules.to_json(),
        unit_value=unit_value,
        created_by=user,
    )
    pairs = [(*sorted(pair), value) for pair, value in agreed.items()]
    PairValue.objects.bulk_create(
        PairValue(club_id=newest.club_id, rules=added, first_id=first, second_id=second, unit_value=value)
        for first, second, value in pairs
    )
    touch_session(added.session)
    return added


def _check_due(fantasyland: dict[int, int], names: dict[int, str], rules: Ruleset) -> None:
    """Nobody loses a Fantasyland that was earned under the rules before."""
    for seat, cards in fantasyland.items():
        if cards not in rules.fantasyland_counts:
            raise RefusedError(
                f"{names[seat]} is due {cards} cards in Fantasyland, which these rules do not deal."
                " Play that hand first, then change the rules."
            )


def _check_seats_and_stacks(session: Session, newest: SessionRules, rules: Ruleset, unit_value: int) -> None:
    """What is on the table keeps its meaning: the boards that a player holds, and what the stacks are worth."""
    before = newest.ruleset
    if before.criss_cross != rules.criss_cross:
        raise RefusedError("Who holds how many boards is settled when a table starts. Start a new one for criss-cross.")
    if before.plays_for_stacks != rules.plays_for_stacks and _has_begun(session):
        raise RefusedError("Table stakes are settled before anything is played or paid. Start a new table for that.")
    if newest.unit_value != unit_value and ChipMove.objects.filter(session=session).exists():
        raise RefusedError(
            "The units on the table were bought at another price. Start a new table to change what one is worth.",
            field="unit_value",
        )
    if rules.limits_payments and newest.agreed_values:
        raise RefusedError(
            "Two players have a unit value of their own, and table stakes or a cap count the same units for all."
            " Take that value away first."
        )


def _has_begun(session: Session) -> bool:
    """Whether any units were moved: what lies on the table would be counted from another beginning."""
    rows = (Hand.objects, Adjustment.objects, ChipMove.objects)
    return any(kind.filter(session=session).exists() for kind in rows)
