"""Units that move outside a hand: penalties, and whatever the table agrees on. Zero-sum by construction."""

import uuid
from collections.abc import Sequence

from ledger.models import Adjustment, Seat, Session, SessionRules, Transfer, User
from ledger.services.deals import last_standing
from ledger.services.errors import ConflictError, RefusedError
from ledger.services.scoring import unit_values
from ledger.services.stacks import check_stacks, expect_no_later_hand
from ledger.services.tallies import tallies_recount
from ledger.services.transactions import expect_open, expect_version, lock_session, touch_session, write_transaction

MOST_UNITS = 100_000


def adjustment_record(
    *,
    user: User,
    payer: Seat,
    payees: Sequence[Seat],
    units: int,
    reason: str,
    key: uuid.UUID,
    expected_version: int,
) -> Adjustment:
    """One player pays ``units`` to each of ``payees``, for a ``reason``. The same ``key`` counts once.

    Raises RefusedError for an amount that is none, a missing reason, nobody to pay and a payer among the paid;
    ConflictError when something at the table has changed since ``expected_version``, when the key was used for
    something else, and when a stack would be short.
    """
    _check(payer, payees, units, reason)
    with write_transaction():
        session = lock_session(payer.session)
        saved = Adjustment.objects.filter(club=session.club_id, key=key).first()
        if saved:
            return _the_same(saved, payer, payees, units)
        expect_open(session)
        expect_version(session, expected_version)
        rules = SessionRules.objects.newest_of(session)
        adjustment = _add(session, user, reason.strip(), last_standing(session), key=key)
        unit_value = unit_values(rules)
        Transfer.objects.bulk_create(
            Transfer(
                club_id=session.club_id,
                session=session,
                adjustment=adjustment,
                payer=payer,
                payee=payee,
                units=units,
                unit_value=unit_value(payer.pk, payee.pk),
            )
            for payee in payees
        )
        check_stacks(session, rules)
        tallies_recount(session)
        touch_session(session)
    return adjustment


def adjustment_undo(*, adjustment: Adjustment, user: User) -> Adjustment:
    """Give back what an adjustment moved; it stays listed as undone. Undoing twice is undoing once.

    Raises ConflictError where stacks are played for and a later hand was paid from them, or one would be short.
    """
    with write_transaction():
        session = lock_session(adjustment.session)
        undone = Adjustment.objects.filter(undoes=adjustment).first()
        if undone:
            return undone
        expect_open(session)
        rules = SessionRules.objects.newest_of(session)
        expect_no_later_hand(session, rules, adjustment)
        undo = _add(session, user, adjustment.reason, adjustment.after_number, undoes=adjustment)
        Transfer.objects.bulk_create(old.reversal_by(adjustment=undo) for old in adjustment.transfers.all())
        check_stacks(session, rules)
        tallies_recount(session)
        touch_session(session)
    return undo


def _add(session: Session, user: User, reason: str, after_number: int, **fields: object) -> Adjustment:
    adjustment: Adjustment = Adjustment.objects.create(
        club_id=session.club_id,
        session=session,
        after_number=after_number,
        created_by=user,
        reason=reason,
        **fields,
    )
    return adjustment


def _check(payer: Seat, payees: Sequence[Seat], units: int, reason: str) -> None:
    if not 1 <= units <= MOST_UNITS:
        raise RefusedError(f"Write how many units, 1 to {MOST_UNITS}.", field="units")
    if not reason.strip():
        raise RefusedError("Say in a few words what it is for.", field="reason")
    if not payees:
        raise RefusedError("Choose who is paid.", field="payees")
    if any(payee.player_id == payer.player_id for payee in payees):
        name = payer.player.name
        raise RefusedError(f"{name} cannot be paid by {name}. Choose somebody else.", field="payees")
    if any(payee.session_id != payer.session_id for payee in payees):
        raise RefusedError("Somebody here has no seat at this table.", field="payees")


def _the_same(saved: Adjustment, payer: Seat, payees: Sequence[Seat], units: int) -> Adjustment:
    """The adjustment that a key was used for, if it moved the same units."""
    moved = set(saved.transfers.values_list("payer", "payee", "units"))
    if moved != {(payer.pk, payee.pk, units) for payee in payees}:
        raise ConflictError("This was already saved, with other units. Look at the list before you go on.")
    return saved
