"""House rules: read in plain words, changed from the next hand on, taken along as text; and what others would bring."""

import json
from collections.abc import Callable

import pytest
from django.test import Client

from ledger.models import Hand, Session, SessionRules, User
from ledger.services.demo import demo_create
from ledger.services.hands import hand_undo
from ofcscore.engine.rules import PRESETS, Ruleset
from tests.ledger import boards
from tests.ledger.pages import alerts, fields, text
from tests.ledger.tables import nothing_saved, record, start

Url = Callable[..., str]


@pytest.fixture
def form(browser: Client, url: Url) -> dict[str, str]:
    """The rules as their form shows them."""
    return fields(browser.get(url("rules_change")), "rules")


class TestReading:
    def test_everything_is_said_in_plain_words(self, browser: Client, url: Url) -> None:
        page = text(browser.get(url("rules")))
        assert "A unit is worth €1" in page
        assert "Players at most 3" in page
        assert "14 for queens, 14 for kings, 14 for aces, 14 for trips" in page
        assert "full house middle 12" in page
        assert "differs" not in page

    def test_without_fantasyland_nothing_is_said_of_it(self, browser: Client, ann_user: User) -> None:
        session = start(ann_user, preset="classic-no-fantasyland")
        page = text(browser.get(f"/t/{session.public_id}/rules/"))
        assert "Fantasyland No" in page
        assert "Who enters" not in page

    def test_what_differs_from_the_game_is_marked(self, browser: Client, url: Url, form: dict[str, str]) -> None:
        browser.post(url("rules_change"), form | {"scoring": "2-4", "top:QQ": "8", "moon": "on"})
        page = text(browser.get(url("rules")))
        assert "In Pineapple: 1-6: three more for all three rows" in page
        assert "QQ usually 7 top 8" in page
        assert "Twenty units from each" in page
        assert "Version 2" in page and "by ann" in page


class TestChanging:
    def test_a_change_counts_from_the_next_hand(
        self, browser: Client, url: Url, session: Session, form: dict[str, str]
    ) -> None:
        record(session, boards.SCOOPS)
        form = fields(browser.get(url("rules_change")), "rules")
        assert browser.post(url("rules_change"), form | {"scoring": "2-4", "unit_value": "2.50"}).status_code == 302
        record(session, boards.SCOOPS)
        first, second = Hand.objects.filter(session=session)
        assert (first.rules.number, second.rules.number) == (1, 2)
        assert (first.rules.unit_value, second.rules.unit_value) == (100, 250)
        assert second.rules.ruleset.scoring == "2-4"
        assert "rules 2" in text(browser.get(url("hand", 2)))
        assert "rules" not in text(browser.get(url("hand", 1))).split("saved")[0].lower().replace("house rules", "")

    def test_sent_unchanged_it_makes_no_version(self, browser: Client, url: Url, form: dict[str, str]) -> None:
        with nothing_saved():
            assert browser.post(url("rules_change"), form).status_code == 302

    @pytest.mark.parametrize(
        ("change", "sentence"),
        [
            ({"max_players": "4"}, "4 players do not fit one deck"),
            ({"unit_value": "x"}, "Write an amount, as in 1 or 0.50."),
            ({"unit_value": "1000001"}, "at most 1 000 000"),
            ({"scoring": "3-5"}, "3-5 is not one of the available choices"),
            ({"top:QQ": "-1"}, "greater than or equal to 0"),
            ({"top:QQ": "1001"}, "less than or equal to 1000"),
            ({"cards_QQ": "18"}, "18 is not one of the available choices"),
            ({"preset": "bridge"}, "bridge is not one of the available choices"),
            ({"pasted": "{"}, "This is no set of rules."),
            ({"pasted": "[" * 9000}, "This is no set of rules."),
            ({"pasted": '{"preset": "pineapple", "moons": 2}'}, "There is no rule called “moons”."),
            ({"pasted": '{"preset": "pineapple", "max_players": 9}'}, "max_players is 2, 3 or 4"),
        ],
    )
    def test_what_cannot_be_is_refused_in_a_sentence(
        self, browser: Client, url: Url, form: dict[str, str], change: dict[str, str], sentence: str
    ) -> None:
        with nothing_saved():
            answer = browser.post(url("rules_change"), form | change)
        assert answer.status_code == 422
        assert any(sentence in alert for alert in alerts(answer))
        sent = {name: value for name, value in (form | change).items() if name in ("unit_value", "pasted", "top:QQ")}
        assert {name: fields(answer, "rules")[name].strip() for name in sent if name != "pasted"} == {
            name: value for name, value in sent.items() if name != "pasted"
        }

    def test_a_table_that_moved_on_is_a_conflict(
        self, browser: Client, url: Url, session: Session, form: dict[str, str]
    ) -> None:
        record(session, boards.QUIET)
        with nothing_saved():
            answer = browser.post(url("rules_change"), form | {"scoring": "2-4"})
        assert answer.status_code == 409
        assert browser.post(url("rules_change"), fields(answer, "rules")).status_code == 302
        assert SessionRules.objects.filter(session=session).last().ruleset.scoring == "2-4"

    def test_nobody_loses_a_fantasyland_that_was_earned(
        self, browser: Client, url: Url, session: Session, ann_user: User
    ) -> None:
        hand = record(session, boards.ANN_ENTERS).hand
        form = fields(browser.get(url("rules_change") + "?preset=classic"), "rules")
        with nothing_saved():
            answer = browser.post(url("rules_change"), form)
        assert answer.status_code == 422
        assert "Ann is due 14 cards in Fantasyland, which these rules do not deal." in alerts(answer)[0]
        hand_undo(hand=hand, user=ann_user, expected_revision=1)
        form = fields(browser.get(url("rules_change") + "?preset=classic"), "rules")
        assert browser.post(url("rules_change"), form).status_code == 302

    @pytest.mark.parametrize("preset", sorted(PRESETS.keys() - {"criss-cross"}))
    def test_every_game_can_be_started_from(self, browser: Client, url: Url, session: Session, preset: str) -> None:
        form = fields(browser.get(f"{url('rules_change')}?preset={preset}"), "rules")
        assert browser.post(url("rules_change"), form).status_code == 302
        assert SessionRules.objects.filter(session=session).last().ruleset == PRESETS[preset]

    def test_r10_1_criss_cross_is_for_a_new_table(self, browser: Client, url: Url) -> None:
        form = fields(browser.get(f"{url('rules_change')}?preset=criss-cross"), "rules")
        with nothing_saved():
            answer = browser.post(url("rules_change"), form)
        assert answer.status_code == 422
        assert "Start a new one for criss-cross." in alerts(answer)[0]

    @pytest.mark.parametrize(
        ("table", "cell", "units"), [("flat-trips", "top:222", 20), ("quads-8", "bottom:quads", 8)]
    )
    def test_r3_5_published_royalties_are_where_one_can_start_from(
        self, browser: Client, url: Url, session: Session, table: str, cell: str, units: int
    ) -> None:
        form = fields(browser.get(f"{url('rules_change')}?preset=pineapple&royalties={table}"), "rules")
        assert form[cell] == str(units)
        assert browser.post(url("rules_change"), form).status_code == 302
        row, hand = cell.split(":")
        assert SessionRules.objects.filter(session=session).last().ruleset.royalties[row][hand] == units

    def test_every_setting_of_the_form_is_kept(self, browser: Client, url: Url, session: Session) -> None:
        form = fields(browser.get(url("rules_change")), "rules")
        changed = {"jokers": "2", "stakes": "loss_cap", "cap": "40", "orbit_lock": "on"}
        assert browser.post(url("rules_change"), form | changed).status_code == 302
        rules = SessionRules.objects.filter(session=session).last().ruleset
        assert (rules.jokers, rules.stakes, rules.cap, rules.orbit_lock) == (2, "loss_cap", 40, True)
        page = text(browser.get(url("rules")))
        assert "Jokers differs 2" in page
        assert "Nobody loses more than their stack" in page
        assert "40 units" in page
        assert "Only when the button has gone round" in page

    def test_rules_are_taken_along_as_text(self, browser: Client, url: Url, session: Session, ann_user: User) -> None:
        other = start(ann_user, ("Cy", "Dee"), preset="classic")
        form = fields(browser.get(url("rules_change")), "rules")
        copied = browser.get(f"/t/{other.public_id}/rules.json").content.decode()
        assert Ruleset.from_json(json.loads(copied)) == PRESETS["classic"]
        browser.post(url("rules_change"), form | {"pasted": copied})
        assert SessionRules.objects.filter(session=session).last().ruleset == PRESETS["classic"]


class TestOtherGames:
    MOON = ("Jh8d6s/TcTd9s5d3c/KhKdQs4s2c", "9h7h2d/Th8h7c5s3d/JdTs6d4h2s")

    def test_the_moon_is_on_the_hand_page(
        self, browser: Client, url: Url, session: Session, form: dict[str, str]
    ) -> None:
        browser.post(url("rules_change"), form | {"moon": "on"})
        record(session, (*self.MOON, None), button="Ann")
        page = text(browser.get(url("hand", 1)))
        assert "Bob shoots the moon against Ann" in page
        assert "Moon" in page
        assert "−20" in page

    def test_royalties_that_are_off_are_not_listed(
        self, browser: Client, url: Url, session: Session, form: dict[str, str]
    ) -> None:
        browser.post(url("rules_change"), form | {"royalty_payment": "off"})
        assert "full house middle" not in text(browser.get(url("rules")))
        assert "Royalties differs None" in text(browser.get(url("rules")))

    def test_an_evening_of_2_7_with_a_super_fantasyland(self, browser: Client, ann_user: User) -> None:
        session = start(ann_user, ("Ann", "Bob"), preset="deuce-pineapple")
        table = f"/t/{session.public_id}/"
        record(session, ("KhKd3c/7c5d4h3s2d/AhAdAc9s8s", "Qh9c4d/9d8h6c5s3h/JcJdTs6d2c"))
        page = text(browser.get(f"{table}hands/1/"))
        assert "Seven-five low" in page
        assert "Next: 15 cards" in page
        assert "Ann Fantasyland · 15" in text(browser.get(table))
        record(session, ("3h4h6c/Td8c7d5s2s/KsQsJsTs9s", "Kh9c4d/9d8h6h5d3s/JcJdTh6d2c"))
        rules = text(browser.get(f"{table}rules/"))
        assert "15 for the wheel and a top that enters" in rules
        assert "wheel middle 8" in rules
        assert "Trips on top, the wheel in the middle, quads or better on the bottom" in rules


class TestHouseRules:
    def test_the_next_table_begins_with_them(self, browser: Client, url: Url, form: dict[str, str]) -> None:
        assert "House rules" not in text(browser.get("/start/"))
        browser.post(url("rules_change"), form | {"scoring": "2-4"})
        started = fields(browser.get("/start/"), "start")
        assert started["preset"] == "house"
        answer = browser.post("/start/", started | {"names_0": "Ann", "names_1": "Bob"})
        assert answer.status_code == 302
        assert SessionRules.objects.last().ruleset.scoring == "2-4"

    def test_nobody_else_has_them(
        self, browser: Client, browser_of: Callable[[User], Client], url: Url, form: dict[str, str], stranger: User
    ) -> None:
        browser.post(url("rules_change"), form | {"scoring": "2-4"})
        other = browser_of(stranger)
        assert "House rules" not in text(other.get("/start/"))
        sent = fields(other.get("/start/"), "start") | {"names_0": "Ann", "names_1": "Bob", "preset": "house"}
        assert other.post("/start/", sent).status_code == 422


class TestWhatIf:
    def test_the_same_rules_bring_the_same(self, browser: Client, url: Url, session: Session) -> None:
        for hand in (boards.QUIET, boards.FOUL, boards.SCOOPS):
            record(session, hand)
        view = browser.get(url("what_if"), {"preset": "pineapple", "scoring": "1-6", "royalty_payment": "net"}).context[
            "view"
        ]
        assert [line.difference for line in view.lines] == [0, 0, 0]
        assert [line.units for line in view.lines] == [-5, 19, -14]

    def test_other_rules_sum_to_zero_and_post_nothing(self, browser: Client, url: Url, session: Session) -> None:
        record(session, boards.SCOOPS)
        with nothing_saved():
            page = browser.get(url("what_if"), {"preset": "pineapple", "scoring": "2-4", "royalty_payment": "off"})
        view = page.context["view"]
        assert [line.would_be for line in view.lines] == [-8, 8, 0]
        assert sum(line.would_be for line in view.lines) == 0

    def test_a_hand_with_too_many_players_is_left_out_on_both_sides(self, browser: Client, ann_user: User) -> None:
        session = start(ann_user, ("Ann", "Bob", "Cy", "Dee"), preset="classic")
        record(session, (*boards.QUIET, None))
        record(session, (*boards.QUIET[:2], "2c2sAs/6d6hKsQh4s/8d8h5h4d2h", "3d4h9c/3h3sJd7h5c/AdJsTd7s6c"))
        query = {"preset": "pineapple", "scoring": "1-6", "royalty_payment": "net"}
        view = browser.get(f"/t/{session.public_id}/what-if/", query).context["view"]
        assert view.left_out == (2,)
        assert view.hands == 1
        assert sum(line.units for line in view.lines) == 0

    @pytest.mark.parametrize("query", [{"preset": "bridge"}, {"preset": "classic", "scoring": "x"}])
    def test_odd_questions_are_refused(self, browser: Client, url: Url, query: dict[str, str]) -> None:
        assert browser.get(url("what_if"), query).status_code == 422

    def test_the_demo_evening_under_2_4(self, client: Client, db: None) -> None:
        demo_create()
        session = Session.objects.get()
        client.force_login(session.created_by)
        query = {"preset": "pineapple", "scoring": "2-4", "royalty_payment": "net"}
        view = client.get(f"/t/{session.public_id}/what-if/", query).context["view"]
        assert view.hands == 16
        assert sum(line.would_be for line in view.lines) == 0
        assert any(line.difference for line in view.lines)
