"""What a unit is worth between two players, and what that makes of a night in money."""

import uuid
from collections.abc import Callable, Iterable

import pytest
from django.test import Client

from ledger.models import Adjustment, PairValue, Seat, Session, SessionRules, Transfer, User
from ledger.money import LARGEST_UNIT_VALUE
from ledger.services.adjustments import adjustment_record, adjustment_undo
from ledger.services.checks import audit_ledger
from ledger.services.deals import deal_of
from ledger.services.errors import ConflictError, RefusedError
from ledger.services.hands import hand_correct, hand_restore, hand_undo
from ledger.services.rules import pair_value_set, rules_change
from ledger.services.sessions import session_start
from ofcscore.engine.rules import PRESETS
from tests.ledger.chips import BEST, GOOD, WEAK, start_stakes
from tests.ledger.pages import alerts, fields, text
from tests.ledger.tables import DAY, balances, entry, nothing_saved, record, seat_of, start

Url = Callable[..., str]


@pytest.fixture
def table(ann_user: User) -> Session:
    """Ann, Bob and Cy, at ten euros a unit."""
    return start(ann_user, unit_value=1000)


@pytest.fixture
def criss_cross(ann_user: User) -> Session:
    """Ann and Bob with two boards each, at one euro a unit."""
    rules = PRESETS["criss-cross"]
    return session_start(user=ann_user, names=("Ann", "Bob"), rules=rules, unit_value=100, currency="EUR", day=DAY)


def agree(session: Session, one: str, other: str, unit_value: int | None, version: int | None = None) -> SessionRules:
    session = Session.objects.get(pk=session.pk)
    seats = [session.seats.filter(player__name=name)[0] for name in (one, other)]
    return pair_value_set(
        one=seats[0],
        other=seats[1],
        user=session.created_by,
        unit_value=unit_value,
        expected_version=version or session.version,
    )


def fine(session: Session, units: int, *payees: str) -> Adjustment:
    """Ann pays each of these so many units."""
    return adjustment_record(
        user=session.created_by,
        payer=seat_of(session, "Ann"),
        payees=[seat_of(session, name) for name in payees],
        units=units,
        reason="phone",
        key=uuid.uuid4(),
        expected_version=Session.objects.get(pk=session.pk).version,
    )


def money(session: Session) -> tuple[int, ...]:
    """What the seats have won or lost in minor units, in order."""
    return tuple(seat.money for seat in session.seats.with_balances())


def values(session: Session) -> dict[frozenset[str], int]:
    """What the newest rules say pairs agreed on, by the names of their seats."""
    rules = SessionRules.objects.newest_of(session)
    return {frozenset((pair.first.name, pair.second.name)): pair.unit_value for pair in rules.pair_values.all()}


def worth_of(transfers: Iterable[Transfer]) -> set[int]:
    return {transfer.unit_value for transfer in transfers}


class TestMoney:
    def test_a_night_with_a_pair_of_its_own(self, table: Session) -> None:
        """Ann and Bob play for twenty between them, everybody else for ten."""
        agree(table, "Bob", "Ann", 2000)
        record(table, (GOOD, WEAK, BEST))
        assert balances(table) == (-9, -21, 30)
        assert money(table) == (-30_00, -270_00, 300_00)
        assert audit_ledger().problems == ()

    def test_without_agreement_money_is_units_at_the_tables_value(self, table: Session) -> None:
        record(table, (GOOD, WEAK, BEST))
        assert money(table) == (-90_00, -210_00, 300_00)

    def test_a_pair_may_play_for_nothing(self, table: Session) -> None:
        agree(table, "Ann", "Bob", 0)
        record(table, (GOOD, WEAK, BEST))
        assert money(table) == (-150_00, -150_00, 300_00)

    def test_the_largest_value_there_is(self, table: Session) -> None:
        """More than 32 bits hold."""
        agree(table, "Ann", "Bob", LARGEST_UNIT_VALUE)
        fine(table, 100_000, "Bob")
        assert money(table) == (-100_000 * LARGEST_UNIT_VALUE, 100_000 * LARGEST_UNIT_VALUE, 0)
        assert {type(won) for won in money(table)} == {int}

    def test_a_change_never_prices_a_hand_anew(self, table: Session) -> None:
        record(table, (GOOD, WEAK, BEST))
        before = money(table)
        agree(table, "Ann", "Bob", 2000)
        assert money(table) == before
        record(table, (GOOD, WEAK, BEST), fantasyland={"Cy": 0})
        assert money(table) == (-120_00, -480_00, 600_00)
        agree(table, "Ann", "Bob", None)
        record(table, (GOOD, WEAK, BEST), fantasyland={"Cy": 0})
        assert money(table) == (-210_00, -690_00, 900_00)

    def test_a_correction_keeps_the_values_of_the_hands_own_rules(self, table: Session) -> None:
        agree(table, "Ann", "Bob", 2000)
        hand = record(table, (GOOD, WEAK, BEST)).hand
        agree(table, "Ann", "Bob", 7)
        changed = entry(table, (WEAK, GOOD, BEST), deal=deal_of(hand))
        user = table.created_by
        hand_correct(hand=hand, user=user, entry=changed, key=uuid.uuid4(), expected_revision=1, reason="seats")
        assert money(table) == (-270_00, -30_00, 300_00)
        hand_undo(hand=hand, user=user, expected_revision=2)
        assert money(table) == (0, 0, 0)
        hand_restore(hand=hand, user=user, expected_revision=3)
        assert money(table) == (-270_00, -30_00, 300_00)
        assert audit_ledger().problems == ()

    def test_a_penalty_is_paid_at_the_pairs_value_and_given_back_at_it(self, table: Session) -> None:
        agree(table, "Ann", "Bob", 2000)
        adjustment = fine(table, 3, "Bob", "Cy")
        assert money(table) == (-90_00, 60_00, 30_00)
        agree(table, "Ann", "Bob", None)
        adjustment_undo(adjustment=adjustment, user=table.created_by)
        assert money(table) == (0, 0, 0)


class TestAgreeing:
    def test_it_makes_a_version_from_the_next_hand_on(self, table: Session) -> None:
        rules = agree(table, "Bob", "Ann", 2000)
        assert (rules.number, rules.unit_value) == (2, 1000)
        assert values(table) == {frozenset(("Ann", "Bob")): 2000}
        assert Session.objects.get(pk=table.pk).version == 2

    def test_a_pair_has_one_value_and_others_keep_theirs(self, table: Session) -> None:
        agree(table, "Ann", "Bob", 2000)
        agree(table, "Cy", "Bob", 500)
        agree(table, "Bob", "Ann", 3000)
        assert values(table) == {frozenset(("Ann", "Bob")): 3000, frozenset(("Bob", "Cy")): 500}
        agree(table, "Bob", "Ann", None)
        assert values(table) == {frozenset(("Bob", "Cy")): 500}

    @pytest.mark.parametrize("unit_value", [2000, None])
    def test_the_same_again_makes_no_version(self, table: Session, unit_value: int | None) -> None:
        if unit_value:
            agree(table, "Ann", "Bob", unit_value)
        with nothing_saved():
            agree(table, "Bob", "Ann", unit_value)

    def test_it_stays_when_the_rules_change(self, table: Session) -> None:
        agree(table, "Ann", "Bob", 2000)
        rules_change(
            session=table, user=table.created_by, rules=PRESETS["classic"], unit_value=1500, expected_version=2
        )
        assert values(table) == {frozenset(("Ann", "Bob")): 2000}
        record(table, (GOOD, WEAK, BEST))
        assert money(table) == (6 * 20_00 - 15 * 15_00, -6 * 20_00 - 15 * 15_00, 30 * 15_00)

    def test_it_holds_for_all_boards_of_two_players(self, criss_cross: Session) -> None:
        agree(criss_cross, "Bob", "Ann", 300)
        assert values(criss_cross) == {
            frozenset(pair): 300
            for pair in (("Ann 1", "Bob 1"), ("Ann 1", "Bob 2"), ("Ann 2", "Bob 1"), ("Ann 2", "Bob 2"))
        }
        record(criss_cross, (BEST, GOOD, "dead", WEAK))
        assert worth_of(Transfer.objects.all()) == {300}
        assert audit_ledger().problems == ()
        agree(criss_cross, "Ann", "Bob", None)
        assert values(criss_cross) == {}

    def test_nobody_agrees_with_themselves(self, table: Session, criss_cross: Session) -> None:
        with nothing_saved(), pytest.raises(RefusedError, match="Choose two players") as caught:
            agree(table, "Ann", "Ann", 2000)
        assert caught.value.field == "other"
        ann_1, ann_2 = criss_cross.seats.filter(player__name="Ann")
        with nothing_saved(), pytest.raises(RefusedError, match="Choose two players"):
            pair_value_set(one=ann_1, other=ann_2, user=table.created_by, unit_value=5, expected_version=1)

    @pytest.mark.parametrize("unit_value", [-1, LARGEST_UNIT_VALUE + 1])
    def test_an_odd_value_is_refused(self, table: Session, unit_value: int) -> None:
        with nothing_saved(), pytest.raises(RefusedError, match="between 0 and 1 000 000"):
            agree(table, "Ann", "Bob", unit_value)

    def test_a_seat_of_another_table_is_refused(self, table: Session, stranger: User) -> None:
        other = Seat.objects.exclude(session=table).first()
        with nothing_saved(), pytest.raises(RefusedError, match="no seat at this table"):
            pair_value_set(
                one=seat_of(table, "Ann"), other=other, user=table.created_by, unit_value=5, expected_version=1
            )

    def test_where_there_is_no_money_there_is_no_value(self, ann_user: User) -> None:
        units_only = start(ann_user, currency="", unit_value=0)
        with nothing_saved(), pytest.raises(RefusedError, match="plays for units only"):
            agree(units_only, "Ann", "Bob", 5)

    def test_r9_8_where_stacks_limit_payments_a_unit_is_worth_the_same_for_all(self, ann_user: User) -> None:
        table = start_stakes(ann_user)
        with nothing_saved(), pytest.raises(RefusedError, match="the same between all players"):
            agree(table, "Ann", "Bob", 200)

    def test_a_table_that_moved_on_is_a_conflict(self, table: Session) -> None:
        record(table, (GOOD, WEAK, BEST))
        with nothing_saved(), pytest.raises(ConflictError, match="has changed meanwhile"):
            agree(table, "Ann", "Bob", 2000, version=1)


class TestPage:
    def test_two_players_agree_and_go_back(self, browser: Client, url: Url, session: Session) -> None:
        page = browser.get(url("unit_values"))
        assert "Everybody The table’s value €1" in text(page)
        sent = fields(page, "pair")
        names = {str(seat.number): seat.name for seat in session.seats.all()}
        assert (names[sent["one"]], names[sent["other"]]) == ("Ann", "Bob")
        page = browser.post(url("unit_values"), sent | {"value": "2,50"}, follow=True)
        assert "From the next hand on" in text(page)
        assert "Ann and Bob €2.50 Back to the table’s value" in text(page)
        assert values(session) == {frozenset(("Ann", "Bob")): 250}
        back = fields(page, f"back-{sent['one']}-{sent['other']}")
        page = browser.post(url("unit_values"), back | {"action": "back"}, follow=True)
        assert "Ann and Bob" not in text(page)
        assert values(session) == {}

    def test_who_plays_two_boards_is_listed_once(self, browser: Client, criss_cross: Session) -> None:
        agree(criss_cross, "Ann", "Bob", 300)
        page = browser.get(f"/t/{criss_cross.public_id}/units/")
        assert [line.names for line in page.context["values"].pairs] == ["Ann and Bob"]
        assert [seat.player.name for seat in page.context["values"].players] == ["Ann", "Bob"]
        sent = fields(page, "pair") | {"value": "4"}
        assert browser.post(f"/t/{criss_cross.public_id}/units/", sent).status_code == 302
        assert set(values(criss_cross).values()) == {400}
        assert len(values(criss_cross)) == 4

    @pytest.mark.parametrize(
        ("change", "sentence"),
        [
            ({"value": ""}, "Write an amount, as in 1 or 0.50."),
            ({"value": "x"}, "Write an amount, as in 1 or 0.50."),
            ({"value": "0.005"}, "Write an amount, as in 1 or 0.50."),
            ({"value": "1000001"}, "at most 1 000 000"),
            ({"other": "0"}, "Choose two players."),
            ({"other": ""}, "Choose two players."),
            ({"one": "99"}, "not one of the available choices"),
            ({"version": "x"}, "This page had come apart."),
        ],
    )
    def test_what_cannot_be_is_refused_with_all_that_was_typed(
        self, browser: Client, url: Url, session: Session, change: dict[str, str], sentence: str
    ) -> None:
        sent = fields(browser.get(url("unit_values")), "pair") | {"value": "2"} | change
        with nothing_saved():
            answer = browser.post(url("unit_values"), sent)
        assert answer.status_code == 422
        assert any(sentence in alert for alert in alerts(answer))
        back = fields(answer, "pair")
        assert (back["value"], back["version"]) == (sent["value"], "1")

    def test_a_table_that_moved_on_is_shown_and_the_form_can_be_sent_again(
        self, browser: Client, url: Url, session: Session
    ) -> None:
        sent = fields(browser.get(url("unit_values")), "pair") | {"value": "2"}
        agree(session, "Bob", "Cy", 700)
        with nothing_saved():
            answer = browser.post(url("unit_values"), sent)
        assert answer.status_code == 409
        assert "has changed meanwhile" in alerts(answer)[0]
        assert "Bob and Cy €7 Back to the table’s value" in text(answer)
        assert browser.post(url("unit_values"), fields(answer, "pair")).status_code == 302
        assert values(session)[frozenset(("Ann", "Bob"))] == 200

    def test_units_only_has_no_money(self, browser: Client, ann_user: User) -> None:
        units_only = start(ann_user, currency="", unit_value=0)
        address = f"/t/{units_only.public_id}/units/"
        assert "There is no money here" in text(browser.get(address))
        with nothing_saved():
            assert browser.post(address, {"one": "0", "other": "1", "value": "2", "version": "1"}).status_code == 422

    def test_r9_8_table_stakes_have_one_value(self, browser: Client, ann_user: User) -> None:
        table = start_stakes(ann_user)
        address = f"/t/{table.public_id}/units/"
        assert "a unit is worth the same between all players" in text(browser.get(address))
        with nothing_saved():
            answer = browser.post(address, {"one": "0", "other": "1", "value": "2", "version": "1"})
        assert answer.status_code == 422
        assert "a unit is worth the same between all players" in alerts(answer)[0]

    def test_a_viewer_reads_it(self, browser_of: Callable[[User], Client], viewer: User, url: Url) -> None:
        page = browser_of(viewer).get(url("unit_values"))
        assert "Everybody The table’s value €1" in text(page)
        assert "Agree on this value" not in text(page)


def test_the_books_keep_every_version_of_a_pairs_value(table: Session) -> None:
    agree(table, "Ann", "Bob", 2000)
    agree(table, "Ann", "Bob", 3000)
    kept = PairValue.objects.order_by("pk").values_list("rules__number", "unit_value")
    assert list(kept) == [(2, 2000), (3, 3000)]
