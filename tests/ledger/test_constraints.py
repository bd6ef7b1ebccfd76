"""That the database still has every constraint the models name, and the refusals no other test provokes."""

import pytest
from django.apps import apps
from django.db import IntegrityError, connection, transaction

from ledger.models import Membership, Revision, Session, Transfer, User
from tests.ledger.boards import QUIET
from tests.ledger.tables import record

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("model", [*apps.get_app_config("ledger").get_models()], ids=lambda model: model.__name__)
def test_the_database_has_every_constraint_of_the_model(model: type) -> None:
    with connection.cursor() as cursor:
        there = connection.introspection.get_constraints(cursor, model._meta.db_table)
    named = {constraint.name for constraint in model._meta.constraints} | {index.name for index in model._meta.indexes}
    assert named <= set(there)


def test_a_role_is_one_of_three(session: Session, stranger: User) -> None:
    with pytest.raises(IntegrityError, match="known_role"), transaction.atomic():
        Membership.objects.create(club=session.club, user=stranger, role="guest")


def test_revisions_count_from_one(session: Session) -> None:
    first = record(session, QUIET)
    with pytest.raises(IntegrityError, match="revisions_count_from_one"), transaction.atomic():
        Revision.objects.create(
            club=session.club,
            hand=first.hand,
            number=0,
            kind="saved",
            button=first.button,
            created_by=first.created_by,
        )


def test_a_transfer_is_reversed_at_most_once(session: Session) -> None:
    old = Transfer.objects.filter(revision=record(session, QUIET)).first()

    def reverse() -> Transfer:
        return Transfer.objects.create(
            club=old.club,
            session=old.session,
            revision=old.revision,
            payer=old.payee,
            payee=old.payer,
            units=old.units,
            unit_value=old.unit_value,
            reverses=old,
        )

    reverse()
    with pytest.raises(IntegrityError), transaction.atomic():
        reverse()


def test_negative_units_are_no_units(session: Session) -> None:
    first = record(session, QUIET)
    ann, bob, _ = session.seats.all()
    shared = {"club": session.club, "session": session, "unit_value": 100}
    with pytest.raises(IntegrityError), transaction.atomic():
        Transfer.objects.create(revision=first, payer=ann, payee=bob, units=-1, **shared)


def test_an_address_is_used_once(session: Session) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        Session.objects.create(
            club=session.club,
            public_id=session.public_id,
            name="again",
            date=session.date,
            created_by=session.created_by,
        )
