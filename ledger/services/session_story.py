"""Whether what a session's file tells can have happened: its order, its deals, and every unit of every hand, scored
again by the one function. Nothing here asks the database.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from heapq import merge
from itertools import combinations
from typing import Any, NoReturn

from ledger.models import PaymentMark, Player, Revision, Seat, SeatChange, Session
from ledger.services.closing import TRANSITIONS
from ledger.services.errors import RefusedError
from ledger.services.exports import Event, canonical
from ledger.services.scoring import SeatBoard, score_boards, units_by_pair
from ledger.services.session_file import KINDS, event_name
from ledger.services.sessions import clean_names
from ofcscore.engine.errors import OFCError
from ofcscore.engine.rules import MIN_PLAYERS, Ruleset

Kind = Revision.Kind
Place = SeatChange.Kind
# The marks under which a payment of the plan is still owed.
OWED = PaymentMark.Kind.OWED
LONGEST_SENTENCE = 300
# What can follow on a version of a hand that is of this kind; on nothing, the saving.
FOLLOWS: dict[str | None, tuple[str, ...]] = {
    None: (Kind.SAVED,),
    Kind.SAVED: (Kind.CORRECTED, Kind.UNDONE),
    Kind.CORRECTED: (Kind.CORRECTED, Kind.UNDONE),
    Kind.UNDONE: (Kind.RESTORED,),
    Kind.RESTORED: (Kind.CORRECTED, Kind.UNDONE),
}


@dataclass(frozen=True)
class _Rules:
    """One version of the rules: the ruleset, and what a unit is worth between two seats."""

    ruleset: Ruleset
    unit_value: int
    pairs: dict[frozenset[int], int]

    def worth(self, one: int, other: int) -> int:
        return self.pairs.get(frozenset((one, other)), self.unit_value)


@dataclass
class Story:
    """A session's file while it is read: the entries by kind, each with what a sentence calls it."""

    data: dict[str, Any]
    entries: dict[str, list[tuple[str, Event]]]
    seats: dict[int, Seat]
    rules: list[_Rules] = field(default_factory=list)
    hands: int = 0

    def name(self, number: int, where: str) -> str:
        """What the table calls a seat. Raises RefusedError when there is none of this number."""
        if number not in self.seats:
            _refuse(where, f"there is no seat {number}")
        return self.seats[number].name


def check_story(data: dict[str, Any]) -> None:
    """Raise RefusedError, with a sentence that names the place, unless a session can have gone as ``data`` says."""
    if data["debts_brought_in"]:
        raise RefusedError(
            "A debt of another table was carried into this one, and a file holds one table only."
            " So this session cannot be brought in."
        )
    named = [(event_name(event, number), event) for number, event in enumerate(data["events"], start=1)]
    by_kind = {kind: [entry for entry in named if entry[1]["what"] == kind] for kind in KINDS}
    merged = merge(*by_kind.values(), key=lambda entry: str(entry[1]["at"]))
    for (where, event), (_, earlier) in zip(named, merged, strict=True):
        if event is not earlier:
            _refuse(where, "it does not stand in the order of the times")
    story = Story(data, by_kind, _check_seats(data["seats"]))
    for check in (_check_rules, _check_hands, _check_penalties, _check_chips, _check_closing, _check_questions):
        check(story)


def _refuse(where: str, what: str) -> NoReturn:
    raise RefusedError(f"{where}: {what}.")


def _in_short(error: OFCError) -> str:
    """What the engine says, which may name a large piece of what it was given."""
    sentence = str(error)
    return sentence if len(sentence) <= LONGEST_SENTENCE else f"{sentence[:LONGEST_SENTENCE]}… ."


def _check_seats(rows: Sequence[dict[str, Any]]) -> dict[int, Seat]:
    """The seats by number, as the scoring takes them; they are not saved."""
    for field_name, what in (("number", "numbered"), ("place", "placed")):
        found = [row[field_name] for row in rows]
        if (found if field_name == "number" else sorted(found)) != list(range(len(rows))):
            raise RefusedError(f"The seats are {what} {found}, not from 0 on.")
    names = list(dict.fromkeys(row["player"] for row in rows))
    if clean_names(names) != names:
        raise RefusedError("The names of the players have spaces too many.")
    boards = {name: [row["board"] for row in rows if row["player"] == name] for name in names}
    if any(mine != [0] for mine in boards.values()) and (
        len(names) != 2 or any(mine != [1, 2] for mine in boards.values())
    ):
        raise RefusedError("Each player has one seat, or two players have the boards 1 and 2.")
    players = {name: Player(pk=number, name=name) for number, name in enumerate(names, start=1)}
    return {
        row["number"]: Seat(
            pk=row["number"], number=row["number"], player=players[row["player"]], board_number=row["board"]
        )
        for row in rows
    }


def _check_rules(story: Story) -> None:
    criss_cross = story.seats[0].board_number > 0
    for number, (where, event) in enumerate(story.entries["rules"], start=1):
        if event["number"] != number:
            _refuse(where, f"these rules are version {number}, not {event['number']}")
        try:
            ruleset = Ruleset.from_json(event["rules"])
        except OFCError as error:
            raise RefusedError(f"{where}: {_in_short(error)}") from None
        if canonical(ruleset.to_json()) != canonical(event["rules"]):
            _refuse(where, "these rules do not say everything that they settle")
        if ruleset.criss_cross != criss_cross:
            _refuse(where, "criss-cross and its two boards for each player go together")
        pairs = [tuple(pair["seats"]) for pair in event["pairs"]]
        if pairs != sorted(set(pairs)) or any(first >= second for first, second in pairs):
            _refuse(where, "each pair with a unit value of its own stands there once, in order")
        for first, second in pairs:
            _check_two(story, where, first, second)
        if pairs and (ruleset.limits_payments or not story.data["currency"]):
            _refuse(where, "no two players can have a unit value of their own here")
        values = {frozenset(pair["seats"]): pair["unit_value"] for pair in event["pairs"]}
        story.rules.append(_Rules(ruleset, event["unit_value"], values))
    if not story.rules:
        raise RefusedError("The session has no rules.")


def _check_two(story: Story, where: str, one: int, other: int) -> None:
    """Two seats, of two players."""
    names = story.name(one, where), story.name(other, where)
    if story.seats[one].player is story.seats[other].player:
        _refuse(where, f"{names[0]} and {names[1]} are one player")


def _check_hands(story: Story) -> None:
    """Hands with their versions, and the places that the seats had at each."""
    versions: dict[int, list[Event]] = {}
    for where, event in story.entries["hand"]:
        before = versions.setdefault(event["hand"], [])
        if event["hand"] > len(versions):
            _refuse(where, f"hand {len(versions)} is missing before it")
        if event["revision"] != len(before) + 1:
            _refuse(where, f"it should be version {len(before) + 1}")
        if event["kind"] not in FOLLOWS[before[-1]["kind"] if before else None]:
            _refuse(where, f"a hand cannot be {event['kind']} here")
        before.append(event)
    story.hands = len(versions)
    places = _check_moves(story)
    newest = 1
    for where, event in story.entries["hand"]:
        before = versions[event["hand"]]
        if event["revision"] == 1:
            if not newest <= event["rules"] <= len(story.rules):
                _refuse(where, f"there are no rules {event['rules']} at this hand")
            newest = event["rules"]
        elif event["rules"] != before[0]["rules"]:
            _refuse(where, "a hand keeps the rules that it was dealt under")
        _check_version(story, where, event, before[: event["revision"] - 1], places[event["hand"]])


def _check_moves(story: Story) -> dict[int, list[int]]:
    """Who came, went and changed places; returns the seats in the order of their places, for each hand."""
    joined = sum(event["kind"] == Place.JOINED for _, event in story.entries["seat"])
    table = _Table(list(range(len(story.seats))), len(story.seats) - joined, set())
    if table.seats < MIN_PLAYERS:
        raise RefusedError(f"A table begins with {MIN_PLAYERS} players at least.")
    places: dict[int, list[int]] = {}
    for where, event in story.entries["seat"]:
        after = _check_after(story, where, event)
        if after < len(places):
            _refuse(where, f"it comes after hand {after}, and what stands before it after hand {len(places)}")
        places |= {number: list(table.order) for number in range(len(places) + 1, after + 1)}
        _move(story, where, event, table)
    place = {row["number"]: row["place"] for row in story.data["seats"]}
    if table.order != sorted(place, key=place.__getitem__):
        raise RefusedError("The places of the seats do not follow from who changed places.")
    return places | {number: list(table.order) for number in range(len(places) + 1, story.hands + 1)}


def _check_after(story: Story, where: str, event: Event) -> int:
    after: int = event["after_hand"]
    if after > story.hands:
        _refuse(where, f"there is no hand {after}")
    return after


@dataclass
class _Table:
    """The seats in the order of their places, those that come later at the end; how many there are yet; who left."""

    order: list[int]
    seats: int
    away: set[int]


def _move(story: Story, where: str, event: Event, table: _Table) -> None:
    """One change of seats."""
    kind, seat, other = event["kind"], event["seat"], event["other"]
    if (other is not None) != (kind == Place.SWAPPED):
        _refuse(where, "two seats change places, and everything else is about one")
    if kind == Place.JOINED:
        if seat != table.seats:
            _refuse(where, f"who joins gets seat {table.seats}, not {seat}")
        table.seats += 1
        return
    if max(seat, other or 0) >= table.seats:
        _refuse(where, f"there are only {table.seats} seats yet")
    if kind == Place.SWAPPED:
        if seat == other:
            _refuse(where, "nobody changes places with themselves")
        one, two = table.order.index(seat), table.order.index(other)
        table.order[one], table.order[two] = other, seat
    elif (seat in table.away) != (kind == Place.RETURNED):
        _refuse(where, f"{story.name(seat, where)} is {'not there' if seat in table.away else 'there already'}")
    else:
        table.away ^= {seat}


def _check_version(story: Story, where: str, event: Event, before: list[Event], places: list[int]) -> None:
    """One version of a hand: an undoing says nothing more, and everything else is scored."""
    if event["kind"] == Kind.UNDONE:
        if event["boards"] or event["paid"] or event["button"] is not None or event["deal_note"] or event["reason"]:
            _refuse(where, "an undone hand has no boards, no button and no units")
        return
    if bool(event["reason"].strip()) != (event["kind"] == Kind.CORRECTED):
        _refuse(where, "a correction has a reason, and nothing else has one")
    rules = story.rules[event["rules"] - 1]
    boards = event["boards"]
    for board in boards:
        name = story.name(board["seat"], where)
        if board["place"] >= len(places) or places[board["place"]] != board["seat"]:
            _refuse(where, f"{name} was not in place {board['place']}")
        if (board["stack"] is not None) != rules.ruleset.plays_for_stacks:
            _refuse(where, "boards have stacks where the house plays for them, and nowhere else")
    order = [board["place"] for board in boards]
    if order != sorted(set(order)):
        _refuse(where, "the boards stand in the order of their places, each once")
    if event["button"] not in {board["seat"] for board in boards}:
        _refuse(where, "the button is with somebody who is dealt in")
    if event["kind"] == Kind.RESTORED and _what_counts(event) != _what_counts(before[-2]):
        _refuse(where, "a restored hand is as it was before it was undone")
    _check_score(story, where, event, rules)


def _what_counts(event: Event) -> tuple[Any, ...]:
    boards = [{name: value for name, value in board.items() if name != "stack"} for board in event["boards"]]
    return boards, event["button"], event["deal_note"]


def _check_score(story: Story, where: str, event: Event, rules: _Rules) -> None:
    """Compare what the file says was paid with what the cards are worth."""
    boards = [
        SeatBoard(story.seats[board["seat"]], board["cards"], board["fantasyland"], board["dead"], board["stack"])
        for board in event["boards"]
    ]
    try:
        result = score_boards(boards, rules.ruleset, event["button"])
    except OFCError as error:
        raise RefusedError(f"{where}: {_in_short(error)}") from None
    for board, read in zip(boards, result.boards, strict=True):
        if board.cards != read.cards:
            _refuse(where, f"the cards of {board.seat.name} are written “{read.cards}”")
    due = units_by_pair([board.seat for board in boards], result)
    said = {(row["from"], row["to"]): row["units"] for row in event["paid"]}
    for first, second in combinations([board.seat for board in boards], 2):
        pair = first.pk, second.pk
        net_due, net_said = (_won(pair, paid) for paid in (due, said))
        if net_due != net_said:
            _refuse(where, _difference((first.name, second.name), net_due, net_said))
    expected = [
        {"from": payer, "to": payee, "units": units, "unit_value": rules.worth(payer, payee)}
        for (payer, payee), units in sorted(due.items())
    ]
    if event["paid"] != expected:
        _refuse(where, "what was paid is not written once for each pair, in order, at the unit value of the rules")


def _won(pair: tuple[int, int], paid: dict[tuple[int, int], int]) -> int:
    """What the first of a pair won from the second."""
    return paid.get((pair[1], pair[0]), 0) - paid.get(pair, 0)


def _difference(names: tuple[str, str], due: int, said: int) -> str:
    if not due:
        winner = names[said < 0]
        return f"{names[0]} and {names[1]} should come out even, the file says {winner} wins {abs(said)}"
    winner, loser = names if due > 0 else names[::-1]
    says = said if due > 0 else -said
    shown = f"{says}" if says >= 0 else f"−{-says}"
    return f"{winner} should win {abs(due)} from {loser}, the file says {shown}"


def _check_penalties(story: Story) -> None:
    undone: set[int] = set()
    rows = story.entries["penalty"]
    for number, (where, event) in enumerate(rows, start=1):
        _check_number(where, event, number)
        _check_after(story, where, event)
        if not event["reason"].strip():
            _refuse(where, "it has no reason")
        if event["undoes"] is not None:
            old = _check_undoing(where, event, [row for _, row in rows], undone, ("reason", "after_hand"))
            if event["paid"] or old["undoes"] is not None:
                _refuse(where, "an undoing gives back what was paid, and nothing else")
        else:
            _check_payment(story, where, event["paid"])


def _check_payment(story: Story, where: str, paid: list[dict[str, int]]) -> None:
    """One pays each of some others the same units."""
    if not paid:
        _refuse(where, "nobody is paid")
    order = [(row["from"], row["to"]) for row in paid]
    if order != sorted(set(order)) or len({(row["from"], row["units"]) for row in paid}) > 1:
        _refuse(where, "one pays each of the others the same, in the order of their seats")
    for row in paid:
        _check_two(story, where, row["from"], row["to"])
        if row["unit_value"] not in {rules.worth(row["from"], row["to"]) for rules in story.rules}:
            _refuse(where, f"no unit was ever worth {row['unit_value']} between these two")


def _check_number(where: str, event: Event, number: int) -> None:
    if event["number"] != number:
        _refuse(where, f"its number is {number}, not {event['number']}")


def _check_undoing(where: str, event: Event, rows: Sequence[Event], undone: set[int], same: tuple[str, ...]) -> Event:
    """The earlier entry that this one takes back, once."""
    old: int = event["undoes"]
    if old >= event["number"] or old in undone:
        _refuse(where, f"number {old} cannot be undone here")
    undone.add(old)
    for name in same:
        if rows[old - 1][name] != event[name]:
            _refuse(where, f"an undoing has the “{name}” of what it undoes")
    earlier: Event = rows[old - 1]
    return earlier


def _check_chips(story: Story) -> None:
    undone: set[int] = set()
    rows = story.entries["chips"]
    if rows and not any(rules.ruleset.plays_for_stacks for rules in story.rules):
        _refuse(rows[0][0], "this table never played for stacks")
    for number, (where, event) in enumerate(rows, start=1):
        _check_number(where, event, number)
        _check_after(story, where, event)
        story.name(event["seat"], where)
        if not event["units"]:
            _refuse(where, "no units are moved")
        if event["undoes"] is not None:
            old = _check_undoing(where, event, [row for _, row in rows], undone, ("seat", "after_hand"))
            if old["undoes"] is not None or old["units"] != -event["units"]:
                _refuse(where, "an undoing moves as many units back")


def _check_closing(story: Story) -> None:
    """The states one after another, and the payments of each plan with their marks."""
    state = str(Session.State.OPEN)
    plan: list[int] = []
    payments = 0
    for where, event in story.entries["state"]:
        _check_after(story, where, event)
        if event["state"] not in TRANSITIONS[Session.State(state)]:
            _refuse(where, f"a table that is {state} cannot become {event['state']}")
        state, opened = event["state"], event["state"] == Session.State.OPEN
        if bool(event["reason"].strip()) != opened:
            _refuse(where, "opening again has a reason, and nothing else has one")
        if event["payments"] and state != Session.State.CLOSED:
            _refuse(where, "payments are planned when a table is closed")
        numbers = [payment["number"] for payment in event["payments"]]
        if numbers != list(range(payments + 1, payments + 1 + len(numbers))):
            _refuse(where, f"its payments are numbered {numbers}, not from {payments + 1} on")
        _check_plan(story, where, event["payments"])
        payments += len(numbers)
        plan = [] if opened else plan + numbers
    if state != story.data["state"]:
        raise RefusedError(f"The session is {state} after all its entries, and not {story.data['state']}.")
    marks = _check_marks(story, payments)
    owed = [number for number in plan if marks[number] == OWED]
    if state != Session.State.OPEN and bool(owed) != (state == Session.State.CLOSED):
        raise RefusedError(f"The session is {state}, and {len(owed)} of its payments are still owed.")


def _check_plan(story: Story, where: str, payments: list[dict[str, Any]]) -> None:
    here = {seat.player.name for seat in story.seats.values()}
    pairs = [(payment["payer"], payment["payee"]) for payment in payments]
    for payer, payee in pairs:
        if payer == payee or not {payer, payee} <= here:
            _refuse(where, f"{payer} cannot pay {payee} at this table")
    if len(set(pairs)) < len(pairs):
        _refuse(where, "each pays another once")


def _check_marks(story: Story, payments: int) -> dict[int, str]:
    """How each payment is marked in the end."""
    marks = dict.fromkeys(range(1, payments + 1), str(OWED))
    for where, event in story.entries["payment"]:
        _check_after(story, where, event)
        kind, number = event["kind"], event["payment"]
        if number not in marks:
            _refuse(where, f"there is no payment {number}")
        if (event["into"] is not None) != (kind == PaymentMark.Kind.CARRIED):
            _refuse(where, "what is carried over goes into another table, and nothing else does")
        if kind == OWED == marks[number]:
            _refuse(where, f"payment {number} is owed already")
        marks[number] = kind
    return marks


def _check_questions(story: Story) -> None:
    for number, (where, event) in enumerate(story.entries["question"], start=1):
        _check_number(where, event, number)
        _check_after(story, where, event)
        if event["hand"] > story.hands or not event["text"].strip():
            _refuse(where, "a question says something about a hand that there is")
    answered: set[int] = set()
    for where, event in story.entries["answer"]:
        _check_after(story, where, event)
        if event["question"] > len(story.entries["question"]) or event["question"] in answered:
            _refuse(where, f"there is no open question {event['question']}")
        if not event["text"].strip():
            _refuse(where, "an answer says something")
        answered.add(event["question"])
