"""Files out of a session and into one, on the pages and on the command line."""

import csv
import io
import os
import subprocess
import sys
import uuid
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils.dateparse import parse_datetime

from ledger.models import Session, Transfer, User
from ledger.reports.spreadsheets import text_cell
from ledger.services.demo import demo_create
from ledger.services.exports import session_json
from ledger.services.questions import question_ask
from ledger.services.session_file import MOST_BYTES
from ledger.services.sessions import session_start
from ofcscore.engine.rules import PRESETS
from tests.ledger.boards import FOUL, FOUL_UNITS, QUIET
from tests.ledger.evenings import EVENINGS, as_file, event_of, file_of, played
from tests.ledger.events import pay
from tests.ledger.pages import alerts, text
from tests.ledger.tables import DAY, balances, nothing_saved, record, start

pytestmark = pytest.mark.django_db
ROOT = Path(__file__).parent.parent.parent
FILES = ("hands_csv", "transfers_csv", "session_json")
IMPORT = reverse("import_session")


def rows(browser: Client, session: Session, name: str) -> list[dict[str, str]]:
    """The lines of a spreadsheet, by the words of its head."""
    answer = browser.get(reverse(name, args=(session.public_id,)))
    assert answer.headers["Content-Type"] == "text/csv; charset=utf-8"
    assert answer.content.startswith(b"\xef\xbb\xbf")
    assert answer.content.endswith(b"\r\n")
    return list(csv.DictReader(io.StringIO(answer.content.decode("utf-8-sig"), newline="")))


def sent(content: bytes) -> dict[str, Any]:
    return {"file": SimpleUploadedFile("session.json", content, content_type="application/json")}


def test_hands_have_a_line_for_each_player(browser: Client, session: Session) -> None:
    record(session, (*QUIET[:2], None))
    record(session, FOUL, reason="so be it")
    lines = rows(browser, session, "hands_csv")
    assert [(line["Hand"], line["Player"], line["Dealt in"]) for line in lines] == [
        ("1", "Ann", "yes"),
        ("1", "Bob", "yes"),
        ("1", "Cy", "no"),
        ("2", "Ann", "yes"),
        ("2", "Bob", "yes"),
        ("2", "Cy", "yes"),
    ]
    assert (lines[2]["Top"], lines[2]["Units"], lines[2]["Balance after"]) == ("", "0", "0")
    assert [int(line["Units"]) for line in lines[3:]] == list(FOUL_UNITS)
    assert [line["Foul"] for line in lines[3:]] == ["no", "no", "yes"]
    assert "/".join(lines[3][row] for row in ("Top", "Middle", "Bottom")) == FOUL[0]
    assert [line["Button"] for line in lines[3:]].count("yes") == 1
    assert [int(line["Balance after"]) for line in lines[3:]] == list(balances(session))
    at = parse_datetime(lines[0]["Time"])
    assert at is not None
    assert at.utcoffset() is not None


def test_royalties_stand_by_row(browser: Client, session: Session) -> None:
    record(session, FOUL)
    line = rows(browser, session, "hands_csv")[1]
    assert [line[f"Royalties {row}"] for row in ("top", "middle", "bottom")] == ["0", "0", "0"]
    line = rows(browser, session, "hands_csv")[0]
    assert all(line[f"Royalties {row}"].isdigit() for row in ("top", "middle", "bottom"))


@pytest.mark.parametrize("evening", EVENINGS)
def test_units_and_transfers_of_an_evening_add_up(evening: str, ann_user: User, browser: Client) -> None:
    session = EVENINGS[evening](ann_user)
    hands, transfers = (rows(browser, session, name) for name in FILES[:2])
    assert len(hands) == session.hands.count() * session.seats.count()
    assert len(transfers) == Transfer.objects.filter(session=session).count()
    won = {seat.name: 0 for seat in session.seats.select_related("player")}
    for line in transfers:
        won[line["Payee"]] += int(line["Units"])
        won[line["Payer"]] -= int(line["Units"])
    assert won == {seat.name: seat.balance for seat in session.seats.select_related("player").with_balances()}
    assert sum(int(line["Units"]) for line in hands) == 0
    for line in transfers:
        if line["Reverses number"]:
            old = transfers[int(line["Reverses number"]) - 1]
            assert (old["Payer"], old["Payee"], old["Units"]) == (line["Payee"], line["Payer"], line["Units"])
    last = [line for line in hands if line["Hand"] == str(session.hands.count())]
    assert sum(int(line["Balance after"]) for line in last) == 0


def test_an_undone_hand_is_there_and_moves_nothing(ann_user: User, browser: Client) -> None:
    session = played(ann_user)
    undone = [line for line in rows(browser, session, "hands_csv") if line["Undone"] == "yes"]
    assert {line["Hand"] for line in undone} == {"4"}
    assert {line["Units"] for line in undone} == {"0"}
    assert any(line["Top"] for line in undone)


def test_what_is_paid_between_hands_counts_from_the_next_hand_on(browser: Client, session: Session) -> None:
    record(session, QUIET)
    pay(session, "Bob", "Ann", units=5)
    record(session, QUIET)
    after = [line["Balance after"] for line in rows(browser, session, "hands_csv") if line["Player"] == "Ann"]
    assert after == ["0", "5"]


def test_transfers_are_in_money_too(browser: Client, session: Session) -> None:
    record(session, FOUL)
    pay(session, "Bob", "Ann", units=3, reason="exposed card")
    *_, last = lines = rows(browser, session, "transfers_csv")
    assert lines[0]["Hand"] == "1"
    assert lines[0]["Penalty"] == ""
    assert (last["Hand"], last["Penalty"], last["Payer"], last["Payee"]) == ("", "exposed card", "Bob", "Ann")
    assert (last["Units"], last["Unit value"], last["Amount"], last["Currency"]) == ("3", "1", "3", "EUR")
    assert [line["Number"] for line in lines] == [str(number) for number in range(1, len(lines) + 1)]


def test_without_money_there_are_no_amounts(browser: Client, ann_user: User) -> None:
    session = start(ann_user, currency="", unit_value=0)
    record(session, FOUL)
    line = rows(browser, session, "transfers_csv")[0]
    assert (line["Unit value"], line["Amount"], line["Currency"]) == ("", "", "")


@pytest.mark.parametrize("begin", ["=", "+", "-", "@", "\t", "\r"])
def test_no_text_is_a_formula(begin: str) -> None:
    assert text_cell(f"{begin}1+1") == f"'{begin}1+1"


def test_names_and_reasons_are_no_formulas_and_numbers_stay_numbers(browser: Client, ann_user: User) -> None:
    session = start(ann_user, ("=Ann", "Bob"))
    pay(session, "=Ann", "Bob", reason="@home")
    record(session, QUIET[:2])
    line = rows(browser, session, "transfers_csv")[0]
    assert (line["Payer"], line["Penalty"]) == ("'=Ann", "'@home")
    units = [line["Units"] for line in rows(browser, session, "hands_csv")]
    assert sorted(units)[0].startswith("-")


@pytest.mark.parametrize("name", FILES)
def test_a_file_is_called_as_its_session_whatever_that_is(name: str, browser: Client, ann_user: User) -> None:
    session = session_start(
        user=ann_user,
        names=("Ann", "Bob"),
        rules=PRESETS["classic"],
        unit_value=0,
        currency="",
        day=DAY,
        name='Żółw/"♠"\r\nX: y',
    )
    disposition = browser.get(reverse(name, args=(session.public_id,))).headers["Content-Disposition"]
    assert disposition.startswith("attachment; filename*=utf-8''2026-03-14%20%C5%BB%C3%B3%C5%82w-")
    assert disposition.isascii()
    plain = browser.get(reverse(name, args=(start(ann_user).public_id,))).headers["Content-Disposition"]
    assert plain.startswith('attachment; filename="2026-03-14 Saturday 14 March ')


@pytest.mark.parametrize("hands", [1, 40])
def test_files_make_this_many_queries(
    hands: int, session: Session, browser: Client, url: Callable[..., str], ann_user: User
) -> None:
    for number in range(hands):
        hand = record(session, FOUL if number % 2 else QUIET).hand
        pay(session, "Bob", "Ann")
        question_ask(hand=hand, user=ann_user, text="Sure?", key=uuid.uuid4())
    counts = {}
    for name in (*FILES, "export"):
        with CaptureQueriesContext(connection) as queries:
            assert browser.get(url(name)).status_code == 200
        counts[name] = len(queries)
    with CaptureQueriesContext(connection) as queries:
        assert browser.get(IMPORT).status_code == 200
    counts["import"] = len(queries)
    assert counts == {"hands_csv": 8, "transfers_csv": 5, "session_json": 18, "export": 3, "import": 2}


def test_a_session_comes_in_on_the_page(browser: Client, ann_user: User) -> None:
    content = session_json(played(ann_user))
    answer = browser.post(IMPORT, sent(content), follow=True)
    brought = Session.objects.order_by("-pk")[0]
    assert answer.redirect_chain == [(reverse("table", args=(brought.public_id,)), 302)]
    assert "is here, to the last unit" in text(answer)
    assert session_json(brought) == content


def test_a_guest_brings_a_session_in(guest: User, browser_of: Callable[[User], Client], ann_user: User) -> None:
    content = session_json(played(ann_user))
    answer = browser_of(guest).post(IMPORT, sent(content))
    assert answer.status_code == 302
    assert Session.objects.filter(created_by=guest).count() == 1


def test_a_refused_file_says_where(browser: Client, ann_user: User) -> None:
    session = start(ann_user)
    record(session, FOUL)
    data = file_of(session)
    event_of(data, "hand")["paid"][-1]["units"] += 1
    with nothing_saved():
        answer = browser.post(IMPORT, sent(as_file(data)))
    assert answer.status_code == 422
    assert alerts(answer) == ["Hand 1, version 1: Bob should win 6 from Cy, the file says 7."]


@pytest.mark.parametrize(
    ("files", "sentence"),
    [
        ({}, "Choose the file of a session: “Whole session” under Export makes one."),
        ({"file": "text"}, "Choose the file of a session: “Whole session” under Export makes one."),
        (sent(b""), "This file is empty. Choose another."),
        (sent(b" " * (MOST_BYTES + 1)), "This file is larger than 5 MB, and no session is."),
        (sent(b" " * (3 * MOST_BYTES)), "This file is larger than 5 MB, and no session is."),
    ],
    ids=["nothing", "text", "empty", "large", "too large to take"],
)
def test_what_is_no_file_is_refused(browser: Client, files: dict[str, Any], sentence: str) -> None:
    with nothing_saved():
        answer = browser.post(IMPORT, files)
    assert answer.status_code == 422
    assert alerts(answer) == [sentence]


def test_names_that_look_like_html_are_shown_as_names(browser: Client, ann_user: User) -> None:
    data = file_of(start(ann_user))
    data["name"] = data["seats"][0]["player"] = "<b>x</b>"
    page = browser.post(IMPORT, sent(as_file(data)), follow=True)
    assert b"<b>x</b>" not in page.content
    assert "<b>x</b>" in text(page)


def test_the_pages_lead_to_both(browser: Client, url: Callable[..., str]) -> None:
    assert url("export").encode() in browser.get(url("table")).content
    assert IMPORT.encode() in browser.get("/").content
    page = browser.get(url("export")).content
    assert all(url(name).encode() in page for name in FILES)


def test_the_commands_take_a_session_out_and_in(ann_user: User, tmp_path: Path) -> None:
    session = played(ann_user)
    path = tmp_path / "session.json"
    call_command("export_session", session.public_id, path)
    out = io.StringIO()
    call_command("export_session", session.public_id, stdout=out)
    assert path.read_bytes() == out.getvalue().encode() == session_json(session)
    out = io.StringIO()
    call_command("import_session", path, user="ANN", stdout=out)
    assert session_json(Session.objects.get(public_id=out.getvalue().strip())) == session_json(session)


@pytest.mark.parametrize(
    ("command", "sentence"),
    [
        (("export_session", "nowhere"), "There is no session nowhere."),
        (("import_session", "no.json", "--user", "nobody"), "There is no user called nobody."),
        (("import_session", "no.json", "--user", "ann"), "no.json cannot be read: No such file or directory."),
        (("import_session", __file__, "--user", "ann"), "This file is not whole JSON: Extra data: line 1"),
    ],
)
def test_a_command_says_what_is_wrong(command: tuple[str, ...], sentence: str, ann_user: User) -> None:
    with nothing_saved(), pytest.raises(CommandError) as refused:
        call_command(*command)
    assert str(refused.value).startswith(sentence)


def test_a_folder_that_is_not_there_is_a_sentence(ann_user: User, tmp_path: Path) -> None:
    session = start(ann_user)
    with pytest.raises(CommandError, match="cannot be written: No such file or directory"):
        call_command("export_session", session.public_id, tmp_path / "no" / "x.json")


def test_the_demo_goes_into_a_fresh_database(tmp_path: Path) -> None:
    session, _ = demo_create()
    path = tmp_path / "demo.json"
    path.write_bytes(session_json(session))
    environment = os.environ | {
        "DJANGO_SETTINGS_MODULE": "ofcscore.settings",
        "DATABASE_URL": f"sqlite:///{tmp_path / 'fresh.sqlite3'}",
        "SECRET_KEY": "tests-only-" + 64 * "z",
        "DJANGO_SUPERUSER_PASSWORD": "thirteen-cards-a-board",
    }

    def manage(*arguments: str) -> str:
        run = [sys.executable, "manage.py", *arguments]
        done = subprocess.run(
            run, cwd=ROOT, env=environment, capture_output=True, text=True, encoding="utf-8", timeout=120, check=False
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    manage("migrate", "--verbosity", "0")
    manage("createsuperuser", "--noinput", "--username", "ann", "--email", "")
    public_id = manage("import_session", str(path), "--user", "ann").strip()
    assert manage("export_session", public_id).encode() == session_json(session)
    assert "no difference" in manage("check_ledger")
