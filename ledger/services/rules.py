"""Changing the house rules of a session, from the next hand on."""

from ledger.models import Session, SessionRules, User
from ledger.services.deals import deal_next
from ledger.services.errors import ConflictError, RefusedError
from ledger.services.sessions import check_unit_value
from ledger.services.transactions import lock_session, touch_session, write_transaction
from ofcscore.engine.rules import Ruleset


def rules_change(
    *, session: Session, user: User, rules: Ruleset, unit_value: int, expected_version: int
) -> SessionRules:
    """Play by other rules, or for another unit value, from the next hand on; hands that were dealt keep theirs.

    ``unit_value`` is in minor units of the session's currency, 0 for a game without money. Rules that are the same as
    before make no new version. ``expected_version`` is the session's as the form was filled in.

    Raises RefusedError for an odd unit value and when somebody is due more cards in Fantasyland than the new rules
    deal, ConflictError when something at the table has changed meanwhile.
    """
    check_unit_value(unit_value)
    with write_transaction():
        session = lock_session(session)
        if session.version != expected_version:
            raise ConflictError("Something at this table has changed since you opened the rules. Look at them again.")
        deal = deal_next(session)
        newest = deal.rules
        if (newest.ruleset, newest.unit_value) == (rules, unit_value):
            return newest
        _check_due(deal.fantasyland, {seat.pk: seat.player.name for seat in deal.seats}, rules)
        changed: SessionRules = SessionRules.objects.create(
            club_id=session.club_id,
            session=session,
            number=newest.number + 1,
            data=rules.to_json(),
            unit_value=unit_value,
            created_by=user,
        )
        touch_session(session)
    return changed


def _check_due(fantasyland: dict[int, int], names: dict[int, str], rules: Ruleset) -> None:
    """Nobody loses a Fantasyland that was earned under the rules before."""
    for seat, cards in fantasyland.items():
        if cards not in rules.fantasyland_counts:
            raise RefusedError(
                f"{names[seat]} is due {cards} cards in Fantasyland, which these rules do not deal."
                " Play that hand first, then change the rules."
            )
