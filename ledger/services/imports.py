"""Bringing in a session from its file: all of it, to the last unit, or nothing."""

from collections.abc import Iterable
from copy import deepcopy
from datetime import UTC, date, datetime
from typing import Any

from django.db import DataError, IntegrityError

from ledger.models import (
    Adjustment,
    Board,
    ChipMove,
    Club,
    Hand,
    HandAnswer,
    HandQuestion,
    PairValue,
    PaymentMark,
    PlannedPayment,
    Player,
    Revision,
    Seat,
    SeatChange,
    Session,
    SessionRules,
    StateChange,
    Transfer,
    User,
)
from ledger.services.checks import session_problems
from ledger.services.errors import RefusedError
from ledger.services.exports import TIME, Event, canonical, session_data
from ledger.services.people import players_of
from ledger.services.session_file import read_session_file
from ledger.services.session_story import check_story
from ledger.services.sessions import own_club
from ledger.services.tallies import tallies_recount
from ledger.services.transactions import write_transaction

LONGEST_AUTHOR = 150


def session_import(*, user: User, content: bytes) -> Session:
    """Make the session of a file (docs/export-format.md) in the user's own club: players by their names, made where
    they are new; every row with the time and the author that the file names. The same file twice makes two sessions.

    Every hand is scored again, and the session's books are checked before it is kept. Raises RefusedError, with a
    sentence that names the place, for anything in the file that is odd, or cannot have happened.
    """
    data = _paid_elsewhere(read_session_file(content))
    check_story(data)
    try:
        with write_transaction():
            return _write(user, data)
    except (IntegrityError, DataError):
        raise RefusedError("Something in this file cannot be kept. Export it again, and try with that.") from None


def _paid_elsewhere(data: dict[str, Any]) -> dict[str, Any]:
    """The data with debts that were carried into another table as paid: they are settled there, and that table does not
    come along. Who carried them is shown with where they went.
    """
    changed = deepcopy(data)
    for event in changed["events"]:
        if event["what"] == "payment" and event["kind"] == PaymentMark.Kind.CARRIED and event["into"] is not None:
            where = f" (carried into {event['into']})"
            author = event["by"][: LONGEST_AUTHOR - len(where)] + where
            event |= {"kind": str(PaymentMark.Kind.PAID), "by": author, "into": None}
    return changed


def _write(user: User, data: dict[str, Any]) -> Session:
    club = own_club(user)
    names = list(dict.fromkeys(row["player"] for row in data["seats"]))
    players = dict(zip(names, players_of(club, names, user=user), strict=True))
    session: Session = Session.objects.create(
        club=club,
        name=data["name"],
        date=date.fromisoformat(data["date"]),
        currency=data["currency"],
        state=data["state"],
        created_by=user,
        created_at=_time(data["created_at"]),
    )
    writer = _Writer(club, session, user, players)
    writer.write(data)
    tallies_recount(session)
    _renamed(data, {name: player.name for name, player in players.items()})
    problem = next(session_problems(session), None)
    if problem:
        problem = problem.removeprefix(f"Session {session.public_id} ({session.name})").lstrip(":, ")
        raise RefusedError(problem[:1].upper() + problem[1:])
    if canonical(session_data(session)) != canonical(data):
        raise RefusedError("What would be brought in is not what this file says.")
    return session


def _renamed(data: dict[str, Any], names: dict[str, str]) -> None:
    """Call the players in the data as the club calls them."""
    for row in data["seats"]:
        row["player"] = names[row["player"]]
    for event in data["events"]:
        for payment in event.get("payments", ()):
            payment |= {"payer": names[payment["payer"]], "payee": names[payment["payee"]]}


def _time(text: str) -> datetime:
    return datetime.strptime(text, TIME).replace(tzinfo=UTC)


class _Writer:
    """Makes the rows of one session, kind by kind, each kind in the order of its entries."""

    def __init__(self, club: Club, session: Session, user: User, players: dict[str, Player]) -> None:
        self.club = club
        self.session = session
        self.user = user
        self.players = players
        self.seats: dict[int, Seat] = {}
        self.rules: list[SessionRules] = []
        self.hands: dict[int, Hand] = {}
        # The transfers that count, by (payer, payee), of each hand.
        self.counting: dict[int, list[Transfer]] = {}
        self.payments: list[PlannedPayment] = []

    def write(self, data: dict[str, Any]) -> None:
        events = data["events"]
        self.seats = self._write_seats(data["seats"])
        self._write_rules([event for event in events if event["what"] == "rules"])
        self._write_hands([event for event in events if event["what"] == "hand"])
        self._write_penalties([event for event in events if event["what"] == "penalty"])
        self._write_chips([event for event in events if event["what"] == "chips"])
        for what, write in (
            ("seat", self._write_seat_changes),
            ("state", self._write_state_changes),
            ("payment", self._write_marks),
        ):
            write([event for event in events if event["what"] == what])
        self._write_questions(
            [event for event in events if event["what"] == "question"],
            [event for event in events if event["what"] == "answer"],
        )

    def _by(self, event: Event) -> dict[str, Any]:
        """Whose row it is, and when and by whom it was written down first."""
        return {
            "club": self.club,
            "created_by": self.user,
            "author": event["by"],
            "created_at": _time(event["at"]),
        }

    def _of_table(self, event: Event) -> dict[str, Any]:
        return self._by(event) | {"session": self.session, "after_number": event["after_hand"]}

    def _write_seats(self, rows: Iterable[dict[str, Any]]) -> dict[int, Seat]:
        seats = Seat.objects.bulk_create(
            Seat(
                club=self.club,
                session=self.session,
                player=self.players[row["player"]],
                position=row["place"],
                number=row["number"],
                board_number=row["board"],
            )
            for row in rows
        )
        return {seat.number: seat for seat in seats}

    def _write_rules(self, events: Iterable[Event]) -> None:
        pairs = []
        for event in events:
            by = self._by(event) | ({} if event["by"] else {"created_by": None})
            rules = SessionRules(
                session=self.session,
                number=event["number"],
                data=event["rules"],
                unit_value=event["unit_value"],
                **by,
            )
            self.rules.append(rules)
            pairs += [(rules, *pair["seats"], pair["unit_value"]) for pair in event["pairs"]]
        SessionRules.objects.bulk_create(self.rules)
        PairValue.objects.bulk_create(
            PairValue(
                club=self.club,
                rules=rules,
                first=self.seats[first],
                second=self.seats[second],
                unit_value=value,
            )
            for rules, first, second, value in pairs
        )

    def _write_hands(self, events: list[Event]) -> None:
        hands = Hand.objects.bulk_create(
            Hand(
                club=self.club,
                session=self.session,
                number=event["hand"],
                rules=self.rules[event["rules"] - 1],
                created_at=_time(event["at"]),
            )
            for event in events
            if event["revision"] == 1
        )
        self.hands = {hand.number: hand for hand in hands}
        revisions = Revision.objects.bulk_create(
            Revision(
                hand=self.hands[event["hand"]],
                number=event["revision"],
                kind=event["kind"],
                button=None if event["button"] is None else self.seats[event["button"]],
                deal_note=event["deal_note"],
                reason=event["reason"],
                **self._by(event),
            )
            for event in events
        )
        Board.objects.bulk_create(
            Board(
                club=self.club,
                revision=revision,
                seat=self.seats[board["seat"]],
                position=board["place"],
                stack=board["stack"],
                cards=board["cards"],
                fantasyland=board["fantasyland"],
                dead=board["dead"],
            )
            for revision, event in zip(revisions, events, strict=True)
            for board in event["boards"]
        )
        transfers: list[Transfer] = []
        for revision, event in zip(revisions, events, strict=True):
            transfers += self._posted(revision, event["paid"])
        _create_in_order(Transfer, transfers)

    def _posted(self, revision: Revision, paid: list[dict[str, int]]) -> list[Transfer]:
        """What a version of a hand posted: the reversal of everything that counted before it, and then what it is
        worth.
        """
        at = revision.created_at
        back = [old.reversal_by(revision=revision) for old in self.counting.get(revision.hand.number, ())]
        for reversal in back:
            reversal.created_at = at
        new = [self._transfer(row, at, revision=revision) for row in paid]
        self.counting[revision.hand.number] = new
        return back + new

    def _transfer(self, row: dict[str, int], at: datetime, **source: Revision | Adjustment) -> Transfer:
        return Transfer(
            club=self.club,
            session=self.session,
            payer=self.seats[row["from"]],
            payee=self.seats[row["to"]],
            units=row["units"],
            unit_value=row["unit_value"],
            created_at=at,
            **source,
        )

    def _write_penalties(self, events: list[Event]) -> None:
        penalties: list[Adjustment] = []
        posted: list[list[Transfer]] = []
        for event in events:
            undoes = event["undoes"]
            penalty = Adjustment(
                reason=event["reason"],
                undoes=None if undoes is None else penalties[undoes - 1],
                **self._of_table(event),
            )
            penalties.append(penalty)
            if undoes is None:
                posted.append([self._transfer(row, penalty.created_at, adjustment=penalty) for row in event["paid"]])
            else:
                posted.append([old.reversal_by(adjustment=penalty) for old in posted[undoes - 1]])
                for reversal in posted[-1]:
                    reversal.created_at = penalty.created_at
        _create_in_order(Adjustment, penalties)
        _create_in_order(Transfer, [transfer for rows in posted for transfer in rows])

    def _write_chips(self, events: list[Event]) -> None:
        moves: list[ChipMove] = []
        for event in events:
            undoes = event["undoes"]
            moves.append(
                ChipMove(
                    seat=self.seats[event["seat"]],
                    units=event["units"],
                    undoes=None if undoes is None else moves[undoes - 1],
                    **self._of_table(event),
                )
            )
        _create_in_order(ChipMove, moves)

    def _write_seat_changes(self, events: list[Event]) -> None:
        SeatChange.objects.bulk_create(
            SeatChange(
                kind=event["kind"],
                seat=self.seats[event["seat"]],
                other=None if event["other"] is None else self.seats[event["other"]],
                reason=event["reason"],
                **self._of_table(event),
            )
            for event in events
        )

    def _write_state_changes(self, events: list[Event]) -> None:
        changes = StateChange.objects.bulk_create(
            StateChange(state=event["state"], reason=event["reason"], **self._of_table(event)) for event in events
        )
        self.payments = PlannedPayment.objects.bulk_create(
            PlannedPayment(
                club=self.club,
                closing=change,
                payer=self.players[payment["payer"]],
                payee=self.players[payment["payee"]],
                amount=payment["amount"],
            )
            for change, event in zip(changes, events, strict=True)
            for payment in event["payments"]
        )

    def _write_marks(self, events: list[Event]) -> None:
        PaymentMark.objects.bulk_create(
            PaymentMark(payment=self.payments[event["payment"] - 1], kind=event["kind"], **self._of_table(event))
            for event in events
        )

    def _write_questions(self, asked: list[Event], answered: list[Event]) -> None:
        questions = HandQuestion.objects.bulk_create(
            HandQuestion(hand=self.hands[event["hand"]], text=event["text"], **self._of_table(event)) for event in asked
        )
        HandAnswer.objects.bulk_create(
            HandAnswer(question=questions[event["question"] - 1], text=event["text"], **self._of_table(event))
            for event in answered
        )


def _create_in_order(model: type[Adjustment | ChipMove | Transfer], rows: list[Any]) -> None:
    """Save rows of which some point to earlier ones of the list: these have to have their ids first."""
    waiting: list[Any] = []
    for row in rows:
        old = row.reverses if isinstance(row, Transfer) else row.undoes
        if old is not None and old.pk is None:
            model.objects.bulk_create(waiting)
            waiting = []
        waiting.append(row)
    model.objects.bulk_create(waiting)
