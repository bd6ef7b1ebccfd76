"""One hand as its page shows it: the boards, every pair's arithmetic, and the deal that follows."""

from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass, replace
from datetime import datetime

from ledger.models import Board, Revision, Session
from ledger.reports.questions import PhotoView, QuestionView, photo_views, question_views
from ledger.reports.versions import VersionView, version_views
from ledger.services.deals import Deal, deal_after, deal_differences, deal_of, fantasyland_due
from ledger.services.hands import HandEntry
from ledger.services.photos import MOST_PHOTOS
from ledger.services.scoring import score_revision, seat_board
from ofcscore.engine.board import BoardResult, split_rows
from ofcscore.engine.explain import (
    fantasyland_reason,
    foul_reason,
    joker_reason,
    pair_arithmetic,
    pair_headline,
    payment_reason,
)
from ofcscore.engine.jokers import has_joker
from ofcscore.engine.rules import ROWS, Ruleset
from ofcscore.engine.scoring import HandResult, PairResult
from ofcscore.engine.stakes import Payment


@dataclass(frozen=True)
class RowView:
    """One row of a board: its cards, the hand they make (empty if unknown) and its royalty."""

    row: str
    cards: tuple[str, ...]
    hand: str
    royalty: int


@dataclass(frozen=True)
class BoardView:
    """One player's board with what became of it. ``fantasyland`` is what was dealt, ``next_reason`` what follows, and
    ``hindsight`` the number of its seat where the best setting of its cards can be looked up.
    """

    name: str
    rows: tuple[RowView, ...]
    units: int
    fouled: bool
    foul_reason: str
    has_button: bool
    fantasyland: int
    fantasyland_next: int
    next_reason: str
    jokers: str
    hindsight: int | None = None


@dataclass(frozen=True)
class PairRow:
    """One line of a pair's table: what each side has, and the units from the first one's side."""

    label: str
    first: str
    second: str
    units: int


@dataclass(frozen=True)
class PairView:
    """A pair: a headline and its arithmetic from the winner's side, and a table from the first one's side."""

    first: str
    second: str
    headline: str
    arithmetic: str
    won: int
    units: int
    rows: tuple[PairRow, ...]


@dataclass(frozen=True)
class StackLine:
    """One stack before and after a payment."""

    name: str
    before: int
    after: int


@dataclass(frozen=True)
class PaymentView:
    """What one pair paid where stacks or a cap limit that. ``reason`` says why it is less than the pair is worth;
    ``stacks`` are those of payer and payee, none where the house plays with a cap only.
    """

    payer: str
    payee: str
    paid: int
    reason: str
    stacks: tuple[StackLine, ...]


@dataclass(frozen=True)
class HandView:
    """All that a hand's page shows."""

    number: int
    revision: int
    saved_at: datetime
    is_undone: bool
    rules: str
    rules_number: int
    boards: tuple[BoardView, ...]
    pairs: tuple[PairView, ...]
    payments: tuple[PaymentView, ...]
    deal_note: str
    versions: tuple[VersionView, ...]
    questions: tuple[QuestionView, ...]
    photos: tuple[PhotoView, ...]
    previous_number: int | None
    next_number: int | None

    @property
    def open_questions(self) -> int:
        """How many questions nobody has answered."""
        return sum(question.answer is None for question in self.questions)

    @property
    def has_room_for_photos(self) -> bool:
        """Whether one more can be kept."""
        return len(self.photos) < MOST_PHOTOS


@dataclass(frozen=True)
class BalanceLine:
    """What a hand does to one balance. ``was`` is what the hand counted before it was corrected, 0 for a new one."""

    name: str
    before: int
    was: int
    units: int

    @property
    def change(self) -> int:
        """What saving does to the balance."""
        return self.units - self.was

    @property
    def after(self) -> int:
        """The balance after saving."""
        return self.before + self.change


@dataclass(frozen=True)
class CheckView:
    """A hand before it is saved: what it is worth, and what follows from it (nothing when later hands stand).

    ``later`` says what of the hand dealt after it would no longer follow.
    """

    boards: tuple[BoardView, ...]
    pairs: tuple[PairView, ...]
    payments: tuple[PaymentView, ...]
    balances: tuple[BalanceLine, ...]
    deal_note: str
    next_deal: tuple[str, ...]
    later: tuple[str, ...]


def hand_view(session: Session, number: int) -> HandView | None:
    """The session's hand of this number as it was last shown, or None when there is none."""
    revision = Revision.objects.shown().filter(hand__session=session, hand__number=number).first()
    if revision is None:
        return None
    boards = list(revision.boards.all())
    result = score_revision(revision)
    rules = revision.hand.rules.ruleset
    button = next(place for place, board in enumerate(boards) if board.seat_id == revision.button_id)
    hands = session.hands.order_by("number")
    return HandView(
        number=number,
        revision=revision.last_number,
        saved_at=revision.created_at,
        is_undone=revision.is_undone,
        rules=rules.title,
        rules_number=revision.hand.rules.number,
        boards=_with_hindsight(board_views(result, rules, button), boards, is_undone=revision.is_undone),
        pairs=pair_views(result, rules),
        payments=payment_views(result, rules),
        deal_note=revision.deal_note,
        versions=version_views(revision.hand),
        questions=question_views(revision.hand),
        photos=photo_views(revision.hand),
        previous_number=number - 1 if number > 1 else None,
        next_number=hands.filter(number=number + 1).values_list("number", flat=True).first(),
    )


def _with_hindsight(views: Sequence[BoardView], boards: Sequence[Board], *, is_undone: bool) -> tuple[BoardView, ...]:
    """The boards, with a way to the best setting of those that have one (docs/rules.md R12.3)."""
    return tuple(
        view if is_undone or board.dead or has_joker(board.cards) else replace(view, hindsight=board.seat.number)
        for view, board in zip(views, boards, strict=True)
    )


def check_view(
    *, deal: Deal, entry: HandEntry, result: HandResult, note: str, replaces: Revision | None = None
) -> CheckView:
    """A scored hand before it is saved, as a new one or in place of the revision it ``replaces``."""
    rules = deal.rules.ruleset
    seats = [board.seat for board in entry.boards]
    units = dict(zip([seat.pk for seat in seats], result.units, strict=True))
    was = {board.seat_id: board.units for board in replaces.boards.all()} if replaces else {}
    table = deal.rules.session.seats.select_related("player").with_balances()
    lines = [
        BalanceLine(
            seat.name,
            seat.balance,
            was.get(seat.pk, 0),
            units.get(seat.pk, 0),
        )
        for seat in table
        if seat.pk in units or seat.pk in was
    ]
    session = deal.rules.session
    later = Revision.objects.live().filter(hand__session=session, hand__number__gt=deal.number).first()
    following = _deal_following(deal, entry, result)
    return CheckView(
        boards=board_views(result, rules, seats.index(entry.button)),
        pairs=pair_views(result, rules),
        payments=payment_views(result, rules),
        balances=tuple(lines),
        deal_note=note,
        next_deal=() if later else deal_sentences(following),
        later=tuple(_no_longer_follows(later, following)) if later and replaces else (),
    )


def _deal_following(deal: Deal, entry: HandEntry, result: HandResult) -> Deal:
    """The deal that would come next if the entry were saved."""
    units = dict(zip([board.seat.pk for board in entry.boards], result.units, strict=True))
    after = [copy(seat) for seat in deal.table]
    for seat in after:
        seat.stack += units.get(seat.pk, 0)
    due = fantasyland_due(entry.boards, result)
    return deal_after(deal.number + 1, deal.rules, tuple(after), due, set(units), entry.button.pk)


def _no_longer_follows(later: Revision, following: Deal) -> list[str]:
    """How the next hand was dealt otherwise than it would be after the correction, as far as that is new."""
    boards = [seat_board(board) for board in later.boards.all()]
    button = next(board.seat for board in boards if board.seat.pk == later.button_id)
    known = deal_differences(deal_of(later.hand), boards, button)
    return [note for note in deal_differences(following, boards, button) if note not in known]


def deal_sentences(deal: Deal) -> tuple[str, ...]:
    """What the dealer does next: who has the button, who sits out, and who is dealt how many cards in Fantasyland."""
    stays = "keeps" if deal.button_stayed else "has"
    sentences = [f"{deal.button.name} {stays} the button."]
    sentences += [f"{seat.name} sits out." for seat in deal.table if not seat.is_away and seat not in deal.seats]
    names = {seat.pk: seat.name for seat in deal.table}
    sentences += [f"Deal {names[seat]} {cards} cards." for seat, cards in deal.fantasyland.items()]
    if deal.stacks and not any(deal.stacks.values()):
        sentences.append("Nobody has units on the table yet: buy in under Stacks.")
    sentences += [f"{_cancelled(seat, deal, names)} unless units are bought first." for seat in deal.cancelled]
    return tuple(sentences)


def _cancelled(seat: int, deal: Deal, names: dict[int, str]) -> str:
    who = names[seat] if not deal.stacks[seat] else "everybody else"
    return f"{names[seat]}’s Fantasyland is off, because {who} has no units left,"


def board_views(result: HandResult, rules: Ruleset, button: int) -> tuple[BoardView, ...]:
    """The boards of a scored hand; ``button`` is the place of the one that dealt."""
    return tuple(
        board_view(board, units, rules, has_button=place == button)
        for place, (board, units) in enumerate(zip(result.boards, result.units, strict=True))
    )


def board_view(board: BoardResult, units: int, rules: Ruleset, *, has_button: bool) -> BoardView:
    """One judged board, with what it won or lost."""
    return BoardView(
        name=board.name,
        rows=_row_views(board),
        units=units,
        fouled=board.fouled,
        foul_reason=foul_reason(board),
        has_button=has_button,
        fantasyland=board.fantasyland,
        fantasyland_next=board.fantasyland_next,
        next_reason=fantasyland_reason(board, rules),
        jokers=joker_reason(board),
    )


def _row_views(board: BoardResult) -> tuple[RowView, ...]:
    names = [hand.short_name for hand in board.hands] if board.hands else [""] * len(ROWS)
    rows = split_rows(board.cards)
    return tuple(map(RowView, ROWS, rows, names, board.royalties))


def pair_views(result: HandResult, rules: Ruleset) -> tuple[PairView, ...]:
    """Every pair of a scored hand with its arithmetic."""
    return tuple(_pair_view(result, pair, rules) for pair in result.pairs)


def _pair_view(result: HandResult, pair: PairResult, rules: Ruleset) -> PairView:
    first, second = result.boards[pair.first], result.boards[pair.second]
    rows = [
        PairRow(row.capitalize(), *_hand_names(first, second, place), units)
        for place, (row, units) in enumerate(zip(ROWS, pair.rows, strict=True))
    ]
    if pair.bonus:
        rows.append(PairRow("Scoop" if rules.scoring == "1-6" else "More rows", "", "", pair.bonus))
    if pair.first_royalties or pair.second_royalties:
        rows.append(PairRow("Royalties", str(pair.first_royalties), str(pair.second_royalties), pair.royalties))
    if pair.moon:
        rows.append(PairRow("Moon", "", "", pair.moon))
    return PairView(
        first=first.name,
        second=second.name,
        headline=pair_headline(result, pair),
        arithmetic=pair_arithmetic(result, pair, rules),
        won=abs(pair.units),
        units=pair.units,
        rows=tuple(rows),
    )


def payment_views(result: HandResult, rules: Ruleset) -> tuple[PaymentView, ...]:
    """What was paid, in its order, where stacks or a cap limit that."""
    return tuple(_payment_view(result, payment, rules) for payment in result.payments)


def _payment_view(result: HandResult, payment: Payment, rules: Ruleset) -> PaymentView:
    payer, payee = result.boards[payment.payer].name, result.boards[payment.payee].name
    stacks = (
        StackLine(payer, payment.payer_stack, payment.payer_left),
        StackLine(payee, payment.payee_stack, payment.payee_left),
    )
    reason = payment_reason(result, payment, rules)
    return PaymentView(payer, payee, payment.paid, reason, stacks if rules.plays_for_stacks else ())


def _hand_names(first: BoardResult, second: BoardResult, place: int) -> tuple[str, str]:
    """What each has in a row, in the pair's table: with kickers only where these decide."""
    names = ["foul" if board.fouled else board.hands[place].short_name for board in (first, second)]
    if names[0] == names[1] and not first.fouled:
        return first.hands[place].full_name, second.hands[place].full_name
    return names[0], names[1]
