"""One hand as it is typed: a field for each row of each seat, and what the dealer decides about the deal.

The same form is the entry page, the hidden half of the check page, and the correction of a saved hand.
"""

import uuid
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from django import forms
from django.utils.datastructures import MultiValueDict

from ledger.models import Board, Revision, Seat
from ledger.services.deals import Deal, fantasyland_choices
from ledger.services.errors import LedgerError
from ledger.services.hands import HandEntry
from ledger.services.scoring import SeatBoard, TypedBoard
from ledger.services.sessions import MOST_SEATS
from ofcscore.engine.board import split_rows
from ofcscore.engine.cards import JOKERS
from ofcscore.engine.errors import OFCError
from ofcscore.engine.rules import ROW_SIZES, ROWS

LONGEST_ROW = 60
LONGEST_NUMBER = 18
ROW_SLOTS = {row: range(sum(ROW_SIZES[:place]), sum(ROW_SIZES[: place + 1])) for place, row in enumerate(ROWS)}
# What a hidden field says: nobody typed it, so there is nothing to mend.
SPOILT = dict.fromkeys(
    ("required", "invalid", "min_value"),
    "This page had come apart. It is whole again, with your cards: check once more.",
)


class RowFields(NamedTuple):
    """One row of one seat: its field, and the numbers of its slots among the board's thirteen."""

    row: str
    field: forms.BoundField
    slots: range


@dataclass(frozen=True)
class SeatFields:
    """The bound fields of one seat, for the template. ``due`` is how many Fantasyland cards it has coming."""

    name: str
    number: int
    due: int
    rows: list[RowFields]
    dead: forms.BoundField
    dealt_in: forms.BoundField
    fantasyland: forms.BoundField
    errors: list[str]


class HandForm(forms.Form):
    """A hand of a given deal. ``key`` makes it count once; ``start`` holds the hidden values it begins from."""

    key = forms.UUIDField(widget=forms.HiddenInput, error_messages=SPOILT)
    reason = forms.CharField(label="Why is it dealt differently?", max_length=200, required=False)
    correction_reason = forms.CharField(label="Why is it corrected?", max_length=200, required=False)

    def __init__(
        self,
        deal: Deal,
        seats: Sequence[Seat],
        data: Mapping[str, Any] | None = None,
        *,
        start: dict[str, int],
        initial: Mapping[str, Any] | None = None,
    ) -> None:
        # Whether it goes on with something that was typed before.
        self.is_continued = "key" in (initial or {})
        super().__init__(data, initial={"key": uuid.uuid4(), **start, **(initial or {})})
        self.start = start
        for name in start:
            self.fields[name] = forms.IntegerField(widget=forms.HiddenInput, min_value=1, error_messages=SPOILT)
        self.deal = deal
        self.seats = list(seats)
        self.board_errors: dict[int, list[str]] = {}
        dealt_in = {seat.pk for seat in deal.seats}
        for seat in self.seats:
            for row, size in zip(ROWS, ROW_SIZES, strict=True):
                self.fields[_name(seat, row)] = _row_field(row, size)
            self.fields[_name(seat, "dead")] = forms.BooleanField(label="Foul, no cards", required=False)
            self.fields[_name(seat, "dealt_in")] = forms.BooleanField(
                label="Dealt in", required=False, initial=seat.pk in dealt_in
            )
            self.fields[_name(seat, "fantasyland")] = _fantasyland_field(deal, seat)
        self.fields["button"] = forms.TypedChoiceField(
            label="Button",
            coerce=int,
            choices=[(seat.pk, seat.name) for seat in self.seats],
            initial=deal.button.pk,
        )
        names = [("", "nobody"), *((str(seat.number), seat.name) for seat in self.seats)]
        self.fields["swap_from"] = forms.ChoiceField(label="Swap the boards of", choices=names, required=False)
        self.fields["swap_to"] = forms.ChoiceField(label="and", choices=names, required=False)

    @property
    def jokers(self) -> tuple[str, ...]:
        """The jokers that are in the deck."""
        return JOKERS[: self.deal.rules.ruleset.jokers]

    @property
    def seat_fields(self) -> list[SeatFields]:
        """The fields by seat, in order, each with the errors about its board as a whole."""
        return [
            SeatFields(
                seat.name,
                seat.number,
                self.deal.fantasyland.get(seat.pk, 0),
                [RowFields(row, self[_name(seat, row)], slots) for row, slots in ROW_SLOTS.items()],
                self[_name(seat, "dead")],
                self[_name(seat, "dealt_in")],
                self[_name(seat, "fantasyland")],
                self.board_errors.get(seat.pk, []),
            )
            for seat in self.seats
        ]

    @property
    def has_problems(self) -> bool:
        """Whether anything that was sent has to be mended."""
        return self.is_bound and bool(self.errors or self.board_errors)

    def focus_first_problem(self) -> None:
        """Have the page open where the first thing to mend is."""
        wrong = {_name(seat, ROWS[0]) for seat in self.seats if seat.pk in self.board_errors} | set(self.errors)
        first = next((name for name in self.fields if name in wrong), None)
        if first:
            self.fields[first].widget.attrs["autofocus"] = True

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        for name, value in ({"key": uuid.uuid4()} | self.start).items():
            if name not in cleaned:
                self._type(name, str(value))
        for seat in self.seats:
            self._spread_pasted_board(seat, cleaned)
            self._refuse_idle_cards(seat, cleaned)
        return cleaned

    def _refuse_idle_cards(self, seat: Seat, cleaned: dict[str, Any]) -> None:
        """Cards of a seat that is not dealt in would be lost without a word."""
        if has_cards(seat, cleaned) and not cleaned.get(_name(seat, "dealt_in")):
            message = f"{seat.name} has cards but is not dealt in. Deal {seat.name} in, or clear the cards."
            self.board_errors.setdefault(seat.pk, []).append(message)
            self.add_error(None, message)

    def _spread_pasted_board(self, seat: Seat, cleaned: dict[str, Any]) -> None:
        """A whole board pasted into one field, ``QhQd7c/AhAd9d5c3c/JcTc8c4c2c``, goes to the three it belongs to."""
        texts = [cleaned.get(_name(seat, row), "") for row in ROWS]
        filled = [text for text in texts if text]
        if len(filled) == 1 and filled[0].count("/") == len(ROWS) - 1:
            for row, text in zip(ROWS, filled[0].split("/"), strict=True):
                cleaned[_name(seat, row)] = text.strip()
                self._type(_name(seat, row), text.strip())

    def typed(self) -> dict[str, str]:
        """What was sent, by field, as a browser sends it: what a draft keeps, and what goes on hidden in a page."""
        values = {name: self[name].data for name in self.fields}
        return {name: "on" if value is True else str(value) for name, value in values.items() if value or value == ""}

    def typed_boards(self) -> list[TypedBoard]:
        """The boards as they were sent, finished or not, of the seats that are dealt in."""
        return typed_boards(self.seats, self.data)

    def typed_button(self) -> int:
        """The seat that was sent as the one with the button, 0 for none."""
        return _number(self.data.get("button"))

    def swap_boards(self) -> None:
        """Give each of the two chosen seats the other's board; with a seat that was not dealt in, that is a move."""
        first, second = self.cleaned_data["swap_from"], self.cleaned_data["swap_to"]
        if not first or not second or first == second:
            self.add_error("swap_to", "Choose two players.")
            return
        what = [*ROWS, "dead"]
        dealt_in = [self[f"seat{place}-dealt_in"].data for place in (first, second)]
        if dealt_in[0] != dealt_in[1]:
            what += ["dealt_in", "fantasyland"]
        data = self.typed() | {"swap_from": "", "swap_to": ""}
        for name in what:
            a, b = f"seat{first}-{name}", f"seat{second}-{name}"
            moved = {new: data.pop(old) for old, new in ((a, b), (b, a)) if old in data}
            data |= moved
        self.data = data

    def entry(self) -> HandEntry:
        """What was entered. Seats that are not dealt in are left out, whatever stands in their fields."""
        cleaned = self.cleaned_data
        boards = tuple(
            SeatBoard(
                seat,
                "/".join(cleaned[_name(seat, row)] for row in ROWS),
                cleaned[_name(seat, "fantasyland")],
                cleaned[_name(seat, "dead")],
            )
            for seat in self.seats
            if cleaned[_name(seat, "dealt_in")]
        )
        button = next(seat for seat in self.seats if seat.pk == cleaned["button"])
        return HandEntry(boards, button, cleaned["reason"])

    def add_refusal(self, error: OFCError | LedgerError, entry: HandEntry) -> None:
        """Show why a hand was refused beside the field that it is about."""
        if isinstance(error, LedgerError):
            self.add_error(error.field, str(error))
        elif error.player is None:
            self.add_error(None, str(error))
        elif error.row is None:
            self.board_errors.setdefault(entry.boards[error.player].seat.pk, []).append(str(error))
        else:
            self.add_error(_name(entry.boards[error.player].seat, error.row), str(error))

    @property
    def expected(self) -> dict[str, int]:
        """What the form was begun from, as it says itself."""
        return {name: self.cleaned_data[name] for name in self.start}

    def restart(self, error: str) -> None:
        """Say that things have moved on, and begin again from how they stand now, keeping everything typed."""
        for name, value in self.start.items():
            self._type(name, str(value))
        self.add_error(None, error)

    def _type(self, name: str, value: str) -> None:
        """Put a value into a field as if it had been sent in it."""
        self.data = dict(self.data.items()) | {name: value}


def typed_boards(seats: Iterable[Seat], sent: Mapping[str, Any]) -> list[TypedBoard]:
    """The boards in what a form sent, finished or not, of the seats that are dealt in; without making the form, since
    that is asked for after each tap.
    """
    return [
        TypedBoard(
            seat,
            tuple(str(sent.get(_name(seat, row), "")) for row in ROWS),
            _number(sent.get(_name(seat, "fantasyland"))),
            _is_ticked(sent, _name(seat, "dead")),
        )
        for seat in seats
        if _is_ticked(sent, _name(seat, "dealt_in"))
    ]


def _is_ticked(sent: Mapping[str, Any], name: str) -> bool:
    return bool(forms.CheckboxInput().value_from_datadict(sent, MultiValueDict(), name))


def initial_of(revision: Revision, seats: Sequence[Seat]) -> dict[str, Any]:
    """The form's values for correcting a saved hand: as it stands."""
    boards: dict[int, Board] = {board.seat_id: board for board in revision.boards.all()}
    initial: dict[str, Any] = {"button": revision.button_id}
    for seat in seats:
        board = boards.get(seat.pk)
        initial[_name(seat, "dealt_in")] = board is not None
        if board:
            rows = zip(ROWS, split_rows(board.cards), strict=True)
            initial |= {_name(seat, row): " ".join(cards) for row, cards in rows}
            initial[_name(seat, "dead")] = board.dead
            initial[_name(seat, "fantasyland")] = board.fantasyland
    return initial


def initial_of_draft(fields: Mapping[str, str]) -> dict[str, Any]:
    """The form's values from what a draft kept: a box that was not sent was not ticked."""
    boxes = [f"seat{place}-{what}" for place in range(MOST_SEATS) for what in ("dealt_in", "dead")]
    return {**dict.fromkeys(boxes, False), **fields}


def has_cards(seat: Seat, typed: Mapping[str, Any]) -> bool:
    """Whether anything was typed for a seat in the fields of a form."""
    return any(typed.get(_name(seat, row)) for row in ROWS)


def _number(text: object) -> int:
    """A whole number as it was sent, or 0 for anything else."""
    digits = str(text)
    return int(digits) if digits.isascii() and digits.isdigit() and len(digits) < LONGEST_NUMBER else 0


def _name(seat: Seat, what: str) -> str:
    return f"seat{seat.number}-{what}"


def _row_field(row: str, size: int) -> forms.CharField:
    attrs = {
        "autocomplete": "off",
        "autocapitalize": "none",
        "autocorrect": "off",
        "spellcheck": "false",
        "placeholder": f"{size} cards",
        "class": "cards-input",
    }
    widget = forms.TextInput(attrs=attrs)
    return forms.CharField(label=row.capitalize(), max_length=LONGEST_ROW, required=False, widget=widget)


def _fantasyland_field(deal: Deal, seat: Seat) -> forms.TypedChoiceField:
    due = deal.fantasyland.get(seat.pk, 0)
    counts = sorted({due, *fantasyland_choices(deal.rules.ruleset)})
    choices = [(count, f"{count} cards" if count else "no") for count in counts]
    return forms.TypedChoiceField(label="Fantasyland", coerce=int, choices=choices, initial=due)
