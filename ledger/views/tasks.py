"""What a form of a hand is filled in for: entering the next hand, or entering a saved one anew.

Both say alike which ``form`` it is and at which ``url``, what it begins from (``start``), whether it can still be saved
(``expect``), and how (``save``).
"""

import uuid
from collections.abc import Collection, Mapping
from typing import Any

from django.urls import reverse

from ledger.forms.hand import HandForm, has_cards, initial_of
from ledger.models import Hand, Revision, Seat, Session, User
from ledger.services.deals import Deal, deal_next, deal_of
from ledger.services.hands import (
    expect_current,
    expect_reason,
    expect_revision,
    expect_standing,
    hand_correct,
    hand_record,
)
from ledger.services.stacks import expect_last_hand
from ledger.services.transactions import expect_open
from ledger.views.kept import kept


class NewHand:
    """The next hand of a session."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.deal = kept("deal", session.public_id, session.version, lambda: deal_next(session))
        self.number = self.deal.number
        self.start = {"number": self.number, "version": session.version}
        self.replaces = None

    @property
    def url(self) -> str:
        """The page of the form."""
        return reverse("score", args=(self.session.public_id,))

    def form(self, data: Mapping[str, Any] | None = None, initial: Mapping[str, Any] | None = None) -> HandForm:
        """The form with what was sent, or with what was typed before, or empty."""
        seats = _seats(self.deal, {**(initial or {}), **(data or {})}, set())
        return HandForm(self.deal, seats, data, start=self.start, initial=initial)

    def expect(self, form: HandForm) -> None:
        """Raise ConflictError unless everything is still as it was when the form was begun."""
        number, version = form.expected["number"], form.expected["version"]
        expect_current(self.deal, self.session, expected_number=number, expected_version=version)

    def save(self, form: HandForm, user: User) -> Revision:
        """Save what a valid form holds. Raises OFCError or LedgerError."""
        return hand_record(
            session=self.session,
            user=user,
            entry=form.entry(),
            key=form.cleaned_data["key"],
            expected_number=form.expected["number"],
            expected_version=form.expected["version"],
            deal=self.deal,
        )


class Correction:
    """A saved hand, entered anew."""

    def __init__(self, hand: Hand) -> None:
        self.hand = hand
        self.session = hand.session
        self.deal = deal_of(hand)
        self.number = hand.number
        self.replaces = Revision.objects.shown().get(hand=hand)
        self.start = {"revision": self.replaces.last_number}

    @property
    def url(self) -> str:
        """The page of the form."""
        return reverse("correct", args=(self.session.public_id, self.number))

    def form(self, data: Mapping[str, Any] | None = None, initial: Mapping[str, Any] | None = None) -> HandForm:
        """The form with what was sent, or with what was typed before, or with the hand as it stands."""
        dealt = {board.seat_id for board in self.replaces.boards.all()}
        seats = _seats(self.deal, {**(initial or {}), **(data or {})}, dealt)
        start = initial_of(self.replaces, seats) if initial is None else initial
        return HandForm(self.deal, seats, data, start=self.start, initial=start)

    def expect_correctable(self) -> None:
        """Raise ConflictError unless the session is open and the hand stands."""
        expect_open(self.session)
        expect_standing(self.replaces)

    def expect(self, form: HandForm) -> None:
        """Raise LedgerError unless the hand stands as it did when the form was begun, and a reason is given."""
        self.expect_correctable()
        expect_reason(form.cleaned_data["correction_reason"])
        expect_revision(self.replaces, expected_revision=form.expected["revision"])
        expect_last_hand(self.hand)

    def save(self, form: HandForm, user: User) -> Revision:
        """Save what a valid form holds. Raises OFCError or LedgerError."""
        return hand_correct(
            hand=self.hand,
            user=user,
            entry=form.entry(),
            key=form.cleaned_data["key"],
            expected_revision=form.expected["revision"],
            reason=form.cleaned_data["correction_reason"],
        )


Task = NewHand | Correction


def _seats(deal: Deal, typed: Mapping[str, Any], dealt: Collection[int]) -> list[Seat]:
    """Who may be dealt in: everybody but those who left, unless they were dealt in then, or have cards here already."""
    return [seat for seat in deal.table if not seat.is_away or seat.pk in dealt or has_cards(seat, typed)]


def key_from(text: str) -> uuid.UUID | None:
    """A key as a form sends it, or None when it is none."""
    try:
        return uuid.UUID(text)
    except ValueError:
        return None
