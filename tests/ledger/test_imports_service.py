"""A session goes out and comes in again, to the last unit; and nothing else comes in."""

import json
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone
from hypothesis import given, settings
from hypothesis import strategies as st

from ledger.models import (
    Membership,
    PaymentMark,
    Player,
    Revision,
    Session,
    SessionRules,
    Transfer,
    User,
)
from ledger.services.accounts import user_create
from ledger.services.checks import audit_ledger, session_problems
from ledger.services.closing import debts_carry, session_close
from ledger.services.demo import demo_create
from ledger.services.errors import LedgerError, RefusedError
from ledger.services.exports import TIME, session_json
from ledger.services.imports import session_import
from ledger.services.people import player_merge
from ledger.services.session_file import MOST_BYTES, MOST_ENTRIES, MOST_OBJECTS
from ofcscore.engine.errors import OFCError
from tests.ledger.boards import FOUL, QUIET
from tests.ledger.chips import start_stakes
from tests.ledger.evenings import EVENINGS, as_file, closed, criss_crossed, event_of, file_of, played, staked
from tests.ledger.events import now, pay
from tests.ledger.tables import balances, nothing_saved, record, start
from tests.ledger.test_event_properties import STEPS as PLAIN_STEPS
from tests.ledger.test_event_properties import Evening as PlainEvening
from tests.ledger.test_stakes_properties import STEPS as STAKES_STEPS
from tests.ledger.test_stakes_properties import Evening as StakesEvening

pytestmark = pytest.mark.django_db


@pytest.fixture
def bob_user(db: None) -> User:
    """Somebody with another club."""
    return user_create(username="bob", password="thirteen-cards-a-board")


def refusal(user: User, content: bytes) -> str:
    """Why a file is refused; nothing of it is saved."""
    with nothing_saved(), pytest.raises(RefusedError) as refused:
        session_import(user=user, content=content)
    return str(refused.value)


@pytest.mark.parametrize("evening", EVENINGS)
def test_an_evening_comes_in_as_it_went_out(evening: str, ann_user: User, bob_user: User) -> None:
    session = EVENINGS[evening](ann_user)
    content = session_json(session)
    brought = session_import(user=bob_user, content=content)
    assert session_json(brought) == content
    assert balances(brought) == balances(session)
    assert (brought.state, brought.created_at) == (session.state, session.created_at)
    assert brought.public_id != session.public_id
    assert brought.club == Membership.objects.get(user=bob_user).club != session.club
    assert audit_ledger().problems == ()


def test_the_evenings_have_everything(ann_user: User) -> None:
    events = [event for evening in EVENINGS.values() for event in file_of(evening(ann_user))["events"]]
    kinds = {(event["what"], event.get("kind") or event.get("state")) for event in events}
    hands = {("hand", kind) for kind in Revision.Kind.values}
    seats = {("seat", kind) for kind in ("joined", "left", "returned", "swapped")}
    assert kinds >= hands | seats | {("state", "closed"), ("state", "open"), ("state", "settled")}
    assert kinds >= {("payment", "paid"), ("payment", "owed")}
    assert {event["what"] for event in events if event.get("undoes")} == {"penalty", "chips"}
    assert {event["what"] for event in events} >= {"rules", "question", "answer"}


def test_the_demo_comes_in_as_it_went_out(bob_user: User) -> None:
    session, _ = demo_create()
    brought = session_import(user=bob_user, content=session_json(session))
    assert session_json(brought) == session_json(session)
    assert brought.hands.count() == session.hands.count()


@settings(max_examples=10)
@given(st.lists(st.tuples(st.sampled_from(sorted(PLAIN_STEPS)), st.integers(0, 2**32)), max_size=10))
def test_any_evening_comes_in_as_it_went_out(ann_user: User, steps: list[tuple[str, int]]) -> None:
    evening = PlainEvening(ann_user)
    evening.play(1)
    for step, seed in steps:
        try:
            PLAIN_STEPS[step](evening, seed)
        except (LedgerError, OFCError):
            continue
    content = session_json(evening.session)
    assert session_json(session_import(user=ann_user, content=content)) == content


@settings(max_examples=10)
@given(st.lists(st.tuples(st.sampled_from(STAKES_STEPS), st.integers(0, 2**32)), max_size=12))
def test_any_evening_for_stacks_comes_in_as_it_went_out(ann_user: User, steps: list[tuple[str, int]]) -> None:
    evening = StakesEvening(ann_user, "loss_cap", 0)
    for step, seed in steps:
        evening.do(step, seed)
    content = session_json(evening.session)
    assert session_json(session_import(user=ann_user, content=content)) == content


def test_the_file_is_canonical(ann_user: User) -> None:
    content = session_json(played(ann_user))
    text = content.decode()
    data = json.loads(text)
    assert text == json.dumps(data, ensure_ascii=False, separators=(",", ":"), sort_keys=True) + "\n"
    assert "\r" not in text


def test_it_says_nothing_of_users_and_ids(ann_user: User) -> None:
    session = played(ann_user)
    text = session_json(session).decode()
    keys = [str(key) for key in Revision.objects.values_list("key", flat=True)]
    assert not any(secret in text for secret in (session.public_id, *keys, '"id"', '"pk"'))
    assert {event["by"] for event in file_of(session)["events"]} == {"", "ann"}


def test_rows_keep_their_times_and_authors(ann_user: User, bob_user: User) -> None:
    session = played(ann_user)
    brought = session_import(user=bob_user, content=session_json(session))
    old, new = (list(Revision.objects.filter(hand__session=each).order_by("pk")) for each in (session, brought))
    assert [row.created_at for row in new] == [row.created_at for row in old]
    assert {(row.by, row.author, row.created_by) for row in new} == {("ann", "ann", bob_user)}
    rules = list(SessionRules.objects.filter(session=brought).order_by("number"))
    assert [(row.by, row.created_by) for row in rules] == [("", None), *[("ann", bob_user)] * (len(rules) - 1)]
    posted = Transfer.objects.filter(session=brought, revision__isnull=False).select_related("revision")
    assert all(row.created_at == row.revision.created_at for row in posted)


def test_the_same_file_twice_makes_two_sessions_of_the_same_players(ann_user: User, bob_user: User) -> None:
    content = session_json(played(ann_user))
    first, second = (session_import(user=bob_user, content=content) for _ in range(2))
    assert first.public_id != second.public_id
    assert Player.objects.filter(club=first.club).count() == 4
    assert session_json(first) == session_json(second) == content


def test_players_are_known_again_as_the_club_calls_them(ann_user: User, bob_user: User) -> None:
    start(bob_user, ("ANN", "Dee"))
    brought = session_import(user=bob_user, content=session_json(closed(ann_user)))
    names = [seat["player"] for seat in file_of(brought)["seats"]]
    assert names == ["ANN", "Bob", "Cy"]
    payments = event_of(file_of(brought), "state")["payments"]
    assert {payment["payee"] for payment in payments} | {payment["payer"] for payment in payments} <= set(names)


def test_who_is_merged_is_the_one_they_were_merged_into(ann_user: User, bob_user: User) -> None:
    start(bob_user, ("ANN", "Cy"))
    start(bob_user, ("Dee", "Bob"))
    club = Membership.objects.get(user=bob_user).club
    bob, dee = (Player.objects.get(club=club, name=name) for name in ("Bob", "Cy"))
    player_merge(player=bob, into=dee, user=bob_user)
    data = file_of(start(ann_user, ("Ann", "Bob")))
    brought = session_import(user=bob_user, content=as_file(data))
    assert [seat["player"] for seat in file_of(brought)["seats"]] == ["ANN", "Cy"]
    both = file_of(start(ann_user, ("Ann", "Bob", "Cy")))
    assert refusal(bob_user, as_file(both)).startswith("Bob and Cy are merged")


def test_what_was_carried_into_another_table_comes_in_as_paid(ann_user: User, bob_user: User) -> None:
    session, later = start(ann_user, name="Friday"), start(ann_user, name="Saturday")
    record(session, FOUL)
    session_close(session=session, **now(session))
    debts_carry(session=Session.objects.get(pk=session.pk), user=ann_user, into=later)
    session.refresh_from_db()
    mark = event_of(file_of(session), "payment")
    assert (mark["kind"], mark["into"], mark["by"]) == ("carried", "Saturday", "ann")
    brought = session_import(user=bob_user, content=session_json(session))
    mark = event_of(file_of(brought), "payment")
    assert (mark["kind"], mark["into"], mark["by"]) == ("paid", None, "ann (carried into Saturday)")
    assert brought.state == Session.State.SETTLED
    assert not PaymentMark.objects.filter(session=brought, into__isnull=False)
    again = session_import(user=bob_user, content=session_json(brought))
    assert session_json(again) == session_json(brought)
    assert "carried into this one" in refusal(bob_user, session_json(later))


def test_a_wrong_unit_is_named(ann_user: User) -> None:
    data = file_of(start(ann_user))
    session = start(ann_user)
    record(session, FOUL)
    data = file_of(session)
    paid = event_of(data, "hand")["paid"]
    paid[-1]["units"] += 1
    assert refusal(ann_user, as_file(data)) == "Hand 1, version 1: Bob should win 6 from Cy, the file says 7."
    paid.pop()
    assert refusal(ann_user, as_file(data)) == "Hand 1, version 1: Bob should win 6 from Cy, the file says 0."
    paid.append({"from": 1, "to": 2, "units": 6, "unit_value": 100})
    assert refusal(ann_user, as_file(data)) == "Hand 1, version 1: Bob should win 6 from Cy, the file says −6."


def test_a_wrong_unit_between_two_who_come_out_even_is_named(ann_user: User) -> None:
    data = file_of(criss_crossed(ann_user))
    hand = event_of(data, "hand")
    owed = {(row["from"], row["to"]) for row in hand["paid"]} | {(row["to"], row["from"]) for row in hand["paid"]}
    even = next((one, two) for one in range(4) for two in range(one + 1, 4) if (one, two) not in owed)
    hand["paid"].append({"from": even[1], "to": even[0], "units": 3, "unit_value": 100})
    assert "should come out even, the file says" in refusal(ann_user, as_file(data))


Change = Callable[[dict[str, Any]], object]
# What is changed in the file of one of the evenings, and a piece of the sentence that refuses it.
IMPOSSIBLE: dict[str, tuple[Any, Change, str]] = {
    "another format": (played, lambda d: d.update(version=2), "has the format 2"),
    "no session": (played, lambda d: d.update(format="x"), "not a session that ofcscore has written"),
    "an unknown key": (played, lambda d: d.update(more=1), "The session has 'more'"),
    "an unknown key of a board": (
        played,
        lambda d: event_of(d, "hand")["boards"][0].update(x=1),
        "Hand 1, version 1, “boards”, number 1 has 'x'",
    ),
    "a missing key": (played, lambda d: event_of(d, "hand").pop("button"), "Hand 1, version 1 has no “button”"),
    "true for one": (played, lambda d: event_of(d, "hand").update(button=True), "not true"),
    "an unknown state": (played, lambda d: d.update(state="lost"), "“state” is one of"),
    "an unknown currency": (played, lambda d: d.update(currency="XYZ"), "“currency” is one of"),
    "a state that does not follow": (played, lambda d: d.update(state="settled"), "is open after all its entries"),
    "a date that is none": (played, lambda d: d.update(date="2026-02-30"), "a date such as"),
    "a date in a week": (played, lambda d: d.update(date="2026-W11-6"), "a date such as"),
    "a time without an end": (played, lambda d: d.update(created_at="2026-03-14"), "a time such as"),
    "a time that is none": (played, lambda d: d.update(created_at="2026-13-14T00:00:00.000000Z"), "a time such as"),
    "a time to come": (
        played,
        lambda d: d.update(created_at=(timezone.now() + timedelta(days=3)).strftime(TIME)),
        "not to come",
    ),
    "a time long ago": (played, lambda d: d.update(created_at="1999-03-14T00:00:00.000000Z"), "not to come"),
    "a name twice": (played, lambda d: d["seats"][1].update(player="ann"), "named twice"),
    "a name that turns the page": (played, lambda d: d["seats"][1].update(player="B\u202eob"), "nobody sees"),
    "a name with a zero": (played, lambda d: d["seats"][1].update(player="B\x00ob"), "nobody sees"),
    "a name with a new line": (played, lambda d: d["seats"][1].update(player="B\nob"), "nobody sees"),
    "a name that is half a letter": (played, lambda d: d.update(name="a\ud800"), "nobody sees"),
    "a name of nothing": (played, lambda d: d["seats"][1].update(player=" "), "a name without spaces around it"),
    "a name with two spaces": (played, lambda d: d["seats"][1].update(player="B  ob"), "spaces too many"),
    "a name too long": (played, lambda d: d["seats"][1].update(player="x" * 31), "at most 30 characters"),
    "an author too long": (played, lambda d: event_of(d, "hand").update(by="x" * 151), "at most 150 characters"),
    "no author": (played, lambda d: event_of(d, "hand").update(by=""), "a name without spaces around it"),
    "one seat": (played, lambda d: d.update(seats=d["seats"][:1]), "a list of 2 to 8"),
    "seats out of order": (played, lambda d: d["seats"].reverse(), "seats are numbered"),
    "two seats in one place": (played, lambda d: d["seats"][0].update(place=1), "seats are placed"),
    "another place": (
        played,
        lambda d: (d["seats"][0].update(place=d["seats"][1]["place"]), d["seats"][1].update(place=2)),
        "do not follow from who changed places",
    ),
    "two boards for one": (played, lambda d: d["seats"][0].update(board=1), "Each player has one seat"),
    "entries out of order": (played, lambda d: d["events"].reverse(), "order of the times"),
    "no rules": (played, lambda d: d["events"].pop(0), "these rules are version 1, not 2"),
    "nothing at all": (played, lambda d: d.update(events=[]), "“events” is a list of 1 to"),
    "an unknown entry": (played, lambda d: d["events"][0].update(what="x"), "Entry 1, “what” is one of"),
    "an entry that is none": (played, lambda d: d["events"].append(7), "is an object, not 7"),
    "rules of an unknown game": (
        played,
        lambda d: event_of(d, "rules")["rules"].update(preset="x"),
        "no preset called",
    ),
    "rules in short": (played, lambda d: event_of(d, "rules").update(rules="pineapple"), "do not say everything"),
    "rules of two boards": (
        criss_crossed,
        lambda d: d["seats"].pop(),
        "Each player has one seat, or two players have the boards 1 and 2",
    ),
    "a pair of one": (
        played,
        lambda d: event_of(d, "rules", 1)["pairs"][0].update(seats=[1, 1]),
        "stands there once, in order",
    ),
    "a value for units only": (
        played,
        lambda d: d.update(currency=""),
        "unit value of their own here",
    ),
    "a missing hand": (
        played,
        lambda d: d["events"].remove(event_of(d, "hand")),
        "it should be version 1",
    ),
    "a hand too far": (played, lambda d: event_of(d, "hand").update(hand=2), "hand 1 is missing before it"),
    "a hand corrected first": (
        played,
        lambda d: event_of(d, "hand").update(kind="corrected"),
        "cannot be corrected here",
    ),
    "rules that were not there": (played, lambda d: event_of(d, "hand").update(rules=9), "there are no rules 9"),
    "other rules in a correction": (
        played,
        lambda d: event_of(d, "hand", 1).update(rules=2),
        "keeps the rules that it was dealt under",
    ),
    "a correction without a reason": (
        played,
        lambda d: event_of(d, "hand", 1).update(reason=" "),
        "a correction has a reason",
    ),
    "boards out of order": (
        played,
        lambda d: event_of(d, "hand")["boards"].reverse(),
        "in the order of their places",
    ),
    "a board in another place": (
        played,
        lambda d: event_of(d, "hand")["boards"][0].update(place=1),
        "was not in place 1",
    ),
    "a button with nobody": (played, lambda d: event_of(d, "hand").update(button=7), "the button is with somebody"),
    "a card twice": (
        played,
        lambda d: event_of(d, "hand")["boards"][0].update(cards=QUIET[1]),
        "Hand 1, version 1:",
    ),
    "cards written otherwise": (
        played,
        lambda d: event_of(d, "hand")["boards"][0].update(cards=QUIET[0].lower()),
        "are written",
    ),
    "an undoing with units": (
        played,
        lambda d: next(e for e in d["events"] if e.get("kind") == "undone").update(button=0),
        "an undone hand has no boards",
    ),
    "a restored hand that is another": (
        played,
        lambda d: next(e for e in d["events"] if e.get("kind") == "restored").update(deal_note="x"),
        "as it was before it was undone",
    ),
    "another unit value": (
        played,
        lambda d: event_of(d, "hand")["paid"][0].update(unit_value=7),
        "at the unit value of the rules",
    ),
    "a stack where none is played for": (
        played,
        lambda d: event_of(d, "hand")["boards"][0].update(stack=7),
        "boards have stacks where",
    ),
    "another stack": (
        staked,
        lambda d: event_of(d, "hand")["boards"][0].update(stack=39),
        "Hand 1 was paid from 39 units of Ann, and 40 lay there",
    ),
    "a penalty without a reason": (played, lambda d: event_of(d, "penalty").update(reason=""), "it has no reason"),
    "a penalty paid to oneself": (
        played,
        lambda d: event_of(d, "penalty", 1).update(paid=[{"from": 0, "to": 0, "units": 1, "unit_value": 100}]),
        "are one player",
    ),
    "a penalty for nobody": (played, lambda d: event_of(d, "penalty", 1).update(paid=[]), "nobody is paid"),
    "a penalty of different units": (
        played,
        lambda d: event_of(d, "penalty")["paid"][0].update(units=9),
        "pays each of the others the same",
    ),
    "a penalty at no value": (
        played,
        lambda d: event_of(d, "penalty", 1)["paid"][0].update(unit_value=3),
        "no unit was ever worth 3",
    ),
    "a penalty out of its number": (played, lambda d: event_of(d, "penalty").update(number=2), "its number is 1"),
    "a penalty after no hand": (played, lambda d: event_of(d, "penalty").update(after_hand=99), "there is no hand 99"),
    "an undoing of what comes": (
        played,
        lambda d: event_of(d, "penalty", 2).update(undoes=3),
        "number 3 cannot be undone here",
    ),
    "an undoing with another reason": (
        played,
        lambda d: event_of(d, "penalty", 2).update(reason="x"),
        "has the “reason” of what it undoes",
    ),
    "an undoing that pays": (
        played,
        lambda d: event_of(d, "penalty", 2).update(paid=event_of(d, "penalty")["paid"]),
        "gives back what was paid",
    ),
    "chips where none are played for": (
        played,
        lambda d: d["events"].append(
            event_of(d, "penalty", 2)
            | {"what": "chips", "number": 1, "seat": 0, "units": 1, "undoes": None, "at": d["events"][-1]["at"]}
        ),
        "has 'paid', which this format does not know",
    ),
    "chips of nothing": (staked, lambda d: event_of(d, "chips").update(units=0), "no units are moved"),
    "chips of nobody": (staked, lambda d: event_of(d, "chips").update(seat=5), "there is no seat 5"),
    "chips that leave too few": (
        staked,
        lambda d: event_of(d, "chips", -1).update(units=-1000),
        "has a stack of -",
    ),
    "chips undone otherwise": (
        staked,
        lambda d: next(e for e in d["events"] if e["what"] == "chips" and e["undoes"]).update(units=-31),
        "moves as many units back",
    ),
    "somebody who joins elsewhere": (
        played,
        lambda d: next(e for e in d["events"] if e.get("kind") == "joined").update(seat=1),
        "who joins gets seat 3",
    ),
    "somebody who leaves before they came": (
        played,
        lambda d: next(e for e in d["events"] if e.get("kind") == "left").update(seat=3),
        "there are only 3 seats yet",
    ),
    "somebody who comes back and never left": (
        played,
        lambda d: next(e for e in d["events"] if e.get("kind") == "left").update(kind="returned"),
        "is there already",
    ),
    "somebody who leaves twice": (
        played,
        lambda d: next(e for e in d["events"] if e.get("kind") == "returned").update(kind="left"),
        "is not there",
    ),
    "a swap of one": (
        played,
        lambda d: event_of(d, "seat").update(other=None),
        "two seats change places",
    ),
    "a swap with oneself": (
        played,
        lambda d: event_of(d, "seat").update(other=event_of(d, "seat")["seat"]),
        "nobody changes places with themselves",
    ),
    "a change of seats too early": (
        played,
        lambda d: event_of(d, "seat", 1).update(after_hand=0),
        "it comes after hand 0",
    ),
    "a state out of order": (
        closed,
        lambda d: event_of(d, "state").update(state="archived"),
        "a table that is open cannot become archived",
    ),
    "opened again for nothing": (
        closed,
        lambda d: next(e for e in d["events"] if e.get("state") == "open").update(reason=""),
        "opening again has a reason",
    ),
    "payments of no plan": (
        closed,
        lambda d: event_of(d, "state", -1).update(payments=event_of(d, "state")["payments"]),
        "payments are planned when a table is closed",
    ),
    "a plan of other amounts": (
        closed,
        lambda d: event_of(d, "state")["payments"][0].update(amount=1),
        "plan",
    ),
    "a payment out of its number": (
        closed,
        lambda d: event_of(d, "state")["payments"][0].update(number=5),
        "not from 1 on",
    ),
    "a payment by a stranger": (
        closed,
        lambda d: event_of(d, "state")["payments"][0].update(payer="Dee"),
        "Dee cannot pay",
    ),
    "a payment twice": (
        closed,
        lambda d: event_of(d, "state")["payments"].append(event_of(d, "state")["payments"][0] | {"number": 3}),
        "",
    ),
    "a mark of no payment": (closed, lambda d: event_of(d, "payment").update(payment=99), "there is no payment 99"),
    "a mark that says nothing": (closed, lambda d: event_of(d, "payment").update(kind="owed"), "is owed already"),
    "a mark into nowhere": (
        closed,
        lambda d: event_of(d, "payment").update(kind="carried"),
        "goes into another table",
    ),
    "settled and owed": (
        closed,
        lambda d: event_of(d, "payment", -1).update(kind="owed"),
        "",
    ),
    "a question about no hand": (
        played,
        lambda d: event_of(d, "question").update(hand=99),
        "about a hand that there is",
    ),
    "a question that asks nothing": (played, lambda d: event_of(d, "question").update(text=" "), "says something"),
    "an answer to nothing": (
        played,
        lambda d: event_of(d, "answer").update(question=9),
        "there is no open question 9",
    ),
    "an answer of nothing": (played, lambda d: event_of(d, "answer").update(text=""), "an answer says something"),
}


@pytest.mark.parametrize("what", IMPOSSIBLE)
def test_what_cannot_have_happened_is_refused(what: str, ann_user: User) -> None:
    evening, change, piece = IMPOSSIBLE[what]
    data = file_of(evening(ann_user))
    change(data)
    assert piece in refusal(ann_user, json.dumps(data).encode())


# Files that are no file of a session, and a piece of the sentence that refuses each.
HOSTILE = {
    "nothing": (b"", "not whole JSON"),
    "no text": (b"\xff\xfe\x00", "not text"),
    "half a text": (b'{"format": "ofcscore', "not whole JSON"),
    "a list": (b"[]", "not a session"),
    "a number": (b"7", "not a session"),
    "too deep": (b"[" * 200_000, "nested deeper"),
    "too large": (b" " * (MOST_BYTES + 1), "larger than 5 MB"),
    "no number": (b'{"a": NaN}', "whole and not that large"),
    "no end": (b'{"a": -Infinity}', "whole and not that large"),
    "a fraction": (b'{"a": 1.5}', "whole and not that large"),
    "a power": (b'{"a": 1e400}', "whole and not that large"),
    "a huge number": (b'{"a": ' + b"9" * 100_000 + b"}", "whole and not that large"),
    "a key twice": (b'{"a": 1, "a": 2}', "says 'a' twice"),
    "too many objects": (b"[" + b"{}," * (MOST_OBJECTS + 1) + b"{}]", "more entries than a session"),
}


@pytest.mark.parametrize("what", HOSTILE)
def test_a_hostile_file_is_refused(what: str, ann_user: User) -> None:
    content, piece = HOSTILE[what]
    sentence = refusal(ann_user, content)
    assert piece in sentence
    assert len(sentence) < 300


def test_a_file_with_too_many_entries_is_refused(ann_user: User) -> None:
    data = file_of(start(ann_user))
    data["events"] *= MOST_ENTRIES + 1
    assert f"“events” is a list of 1 to {MOST_ENTRIES}" in refusal(ann_user, as_file(data))


def test_names_that_look_like_html_are_names(ann_user: User) -> None:
    data = file_of(start(ann_user))
    data["name"] = data["seats"][0]["player"] = "<script>alert(1)</script>"
    assert file_of(session_import(user=ann_user, content=as_file(data))) == data


def test_a_mark_at_the_start_of_the_file_does_not_matter(ann_user: User) -> None:
    content = session_json(start(ann_user))
    assert session_json(session_import(user=ann_user, content=b"\xef\xbb\xbf" + content)) == content


def test_what_the_books_say_is_the_last_word(ann_user: User, monkeypatch: pytest.MonkeyPatch) -> None:
    content = session_json(start(ann_user))

    def problems(session: Session) -> Any:
        return iter([f"Session {session.public_id} ({session.name}), hand 3: its cards are gone."])

    monkeypatch.setattr("ledger.services.imports.session_problems", problems)
    assert refusal(ann_user, content) == "Hand 3: its cards are gone."
    monkeypatch.setattr("ledger.services.imports.session_problems", lambda session: iter(()))
    monkeypatch.setattr("ledger.services.imports.session_data", lambda session: {})
    assert refusal(ann_user, content) == "What would be brought in is not what this file says."


def test_a_table_for_stacks_without_hands_comes_in(ann_user: User) -> None:
    content = session_json(start_stakes(ann_user))
    brought = session_import(user=ann_user, content=content)
    assert session_json(brought) == content
    assert list(session_problems(brought)) == []


def test_a_reason_comes_in_again_as_the_form_took_it(ann_user: User) -> None:
    session = start(ann_user)
    pay(session, "Bob", "Ann", reason="late\x07, again")
    content = session_json(session)
    assert session_json(session_import(user=ann_user, content=content)) == content
