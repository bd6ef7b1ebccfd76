"""What the database itself refuses."""

import uuid

import pytest
from django.db import IntegrityError, connection, transaction

from ledger.models import (
    Adjustment,
    Board,
    ChipMove,
    Hand,
    HandAnswer,
    HandQuestion,
    Membership,
    PairValue,
    PaymentMark,
    PlannedPayment,
    Player,
    PlayerChange,
    Revision,
    Seat,
    SeatChange,
    Session,
    SessionRules,
    StateChange,
    Transfer,
)
from ledger.models.append_only import AppendOnlyError
from ledger.services.adjustments import adjustment_record
from ledger.services.rules import pair_value_set
from ledger.services.seats import seats_swap
from tests.ledger.boards import QUIET
from tests.ledger.tables import record

KEPT = (
    SessionRules,
    Hand,
    Revision,
    Board,
    Transfer,
    Adjustment,
    ChipMove,
    SeatChange,
    PairValue,
    StateChange,
    PlannedPayment,
    PaymentMark,
    HandQuestion,
    HandAnswer,
    PlayerChange,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def revision(session: Session) -> Revision:
    """The first revision of a hand, at a table with a row of everything that is kept."""
    ann, bob, cy = session.seats.select_related("player")
    user = session.created_by
    adjustment_record(
        user=user, payer=ann, payees=[bob], units=1, reason="late", key=uuid.uuid4(), expected_version=session.version
    )
    session.refresh_from_db()
    seats_swap(one=bob, other=cy, user=user, reason="", expected_version=session.version)
    session.refresh_from_db()
    seats_swap(one=bob, other=cy, user=user, reason="", expected_version=session.version)
    session.refresh_from_db()
    pair_value_set(one=ann, other=bob, user=user, unit_value=250, expected_version=session.version)
    ChipMove.objects.create(club=session.club, session=session, seat=ann, units=5, after_number=0, created_by=user)
    revision = record(session, QUIET)
    event = {"club": session.club, "session": session, "after_number": 1, "created_by": user}
    closing = StateChange.objects.create(**event, state="closed")
    payment = PlannedPayment.objects.create(
        club=session.club, closing=closing, payer=ann.player, payee=bob.player, amount=100
    )
    PaymentMark.objects.create(**event, payment=payment, kind="paid")
    question = HandQuestion.objects.create(**event, hand=revision.hand, text="Was that a flush?")
    HandAnswer.objects.create(**event, question=question, text="It was.")
    PlayerChange.objects.create(club=session.club, player=ann.player, kind="deactivated", created_by=user)
    return revision


@pytest.mark.parametrize("model", KEPT)
def test_a_kept_row_refuses_every_change_in_python(revision: Revision, model: type) -> None:
    row = model.objects.first()
    for attempt in (row.save, row.delete, model.objects.all().delete):
        with pytest.raises(AppendOnlyError):
            attempt()
    with pytest.raises(AppendOnlyError):
        model.objects.update(club=row.club)
    with pytest.raises(AppendOnlyError):
        model.objects.bulk_update([row], ["club"])


@pytest.mark.parametrize("model", KEPT)
@pytest.mark.parametrize("change", ["UPDATE {} SET club_id = club_id", "DELETE FROM {}"])
def test_a_kept_row_refuses_every_change_by_sql(revision: Revision, model: type, change: str) -> None:
    with pytest.raises(IntegrityError, match="kept for good"), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(change.format(model._meta.db_table))


def test_no_trigger_is_gone(db: None) -> None:
    catalogue = {
        "sqlite": "SELECT name FROM sqlite_master WHERE type = 'trigger'",
        "postgresql": "SELECT tgname FROM pg_trigger WHERE NOT tgisinternal",
    }[connection.vendor]
    with connection.cursor() as cursor:
        cursor.execute(catalogue)
        names = {name for (name,) in cursor.fetchall()}
    assert names == {f"{model._meta.db_table}_no_{action}" for model in KEPT for action in ("update", "delete")}


def refused(rows: list) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        type(rows[0])._base_manager.bulk_create(rows)


def transfer(revision: Revision, payer: int, payee: int, units: int) -> Transfer:
    seats = list(revision.hand.session.seats.all())
    club, session = revision.club, revision.hand.session
    return Transfer(
        club=club,
        session=session,
        revision=revision,
        payer=seats[payer],
        payee=seats[payee],
        units=units,
        unit_value=100,
    )


def test_a_transfer_is_positive_between_two_seats_and_once_a_pair(revision: Revision) -> None:
    refused([transfer(revision, 0, 1, 0)])
    refused([transfer(revision, 0, 0, 5)])
    kept = Transfer.objects.filter(revision=revision).first()
    places = [kept.payer.position, kept.payee.position]
    refused([transfer(revision, *places, 5)])
    refused([transfer(revision, *reversed(places), 5)])


def test_numbers_keys_names_and_seats_are_unique(revision: Revision, session: Session) -> None:
    hand, seat = revision.hand, session.seats.first()
    club, user, player = session.club, session.created_by, seat.player
    refused([Hand(club=club, session=session, number=1, rules=hand.rules)])
    refused([Hand(club=club, session=session, number=0, rules=hand.rules)])
    again = {"club": club, "hand": hand, "kind": "saved", "button": seat, "created_by": user}
    refused([Revision(**again, number=1)])
    refused([Revision(**again, number=2, key=revision.key)])
    refused([Revision(**again | {"button": None}, number=2)])
    refused([Revision(**again | {"kind": "undone"}, number=2)])
    refused([Revision(**again | {"kind": "other"}, number=2)])
    refused([Board(club=club, revision=revision, seat=seat, position=7, cards="")])
    dee = Player.objects.create(club=club, name="Dee", name_key="dee")
    refused([Seat(club=club, session=session, player=player, position=7, number=7)])
    refused([Seat(club=club, session=session, player=dee, position=0, number=7)])
    refused([Seat(club=club, session=session, player=dee, position=7, number=0)])
    refused([Player(club=club, name="ANN", name_key="ann")])
    refused([Membership(club=club, user=user, role="viewer")])
    refused([SessionRules(club=club, session=session, number=1, data={}, unit_value=1)])


def test_fantasyland_is_thirteen_to_seventeen_cards(revision: Revision, session: Session) -> None:
    seat = Seat.objects.create(
        club=session.club,
        session=session,
        position=5,
        number=5,
        player=Player.objects.create(club=session.club, name="Dee", name_key="dee"),
    )
    refused([Board(club=session.club, revision=revision, seat=seat, position=5, cards="", fantasyland=12)])
    refused([Board(club=session.club, revision=revision, seat=seat, position=5, cards="", fantasyland=18)])
