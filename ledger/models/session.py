"""A session: one night at one table, its house rules and its seats."""

import json
import secrets
from functools import cached_property, lru_cache
from typing import Any

from django.db import models
from django.db.models import Exists, F, FilteredRelation, OuterRef, Q, Subquery, Sum, Value
from django.db.models.expressions import Combinable
from django.db.models.functions import Cast, Coalesce
from django.utils import timezone

from ledger.models.append_only import AppendOnlyModel, AppendOnlyQuerySet
from ledger.models.club import WRITERS, Club, Membership, Player, User
from ofcscore.engine.rules import Ruleset

# What a transfer is worth. In 64 bits: units and what one is worth are 32 bits each, and PostgreSQL multiplies in the
# larger of both.
WORTH = Cast("units", models.BigIntegerField()) * F("unit_value")


def public_id() -> str:
    """An id that nobody guesses: 96 random bits."""
    return secrets.token_urlsafe(12)


class SessionQuerySet(models.QuerySet["Session"]):
    def readable_by(self, user: User) -> "SessionQuerySet":
        """The sessions of the clubs that the user belongs to, in whatever role, and those that a scorer's link has
        brought them to. Adds the reader's ``role``, empty for who is no member, and ``came_by_link``.
        """
        from ledger.models.links import LinkAccess  # noqa: PLC0415 (a link is of a session)

        own = Membership.objects.filter(user=user)
        linked = LinkAccess.objects.to_score(user)
        role = Subquery(own.filter(club=OuterRef("club")).values("role")[:1])
        return self.filter(  # type: ignore[no-redef]
            Q(club__in=own.values("club")) | Q(pk__in=linked.values("link__session"))
        ).annotate(
            role=Coalesce(role, Value("")),
            came_by_link=Exists(linked.filter(link__session=OuterRef("pk"))),
        )

    def with_role_of(self, user: User) -> "SessionQuerySet":
        """Adds the user's ``role`` in each session's club, empty for who is no member."""
        own = FilteredRelation("club__memberships", condition=Q(club__memberships__user=user))
        return self.annotate(own=own, role=Coalesce(F("own__role"), Value("")))  # type: ignore[no-redef]

    def writable_by(self, user: User) -> "SessionQuerySet":
        """The sessions in which the user may record hands: as a scorer of the club, or by a scorer's link."""
        from ledger.models.links import LinkAccess  # noqa: PLC0415 (a link is of a session)

        own = Membership.objects.filter(user=user, role__in=WRITERS)
        linked = LinkAccess.objects.to_score(user)
        return self.filter(Q(club__in=own.values("club")) | Q(pk__in=linked.values("link__session")))

    def watched_by(self, token: str) -> "SessionQuerySet":
        """The session, if any, that this token of a link lets anybody watch."""
        return self.filter(links__token=token, links__kind="view", links__revoked_at=None)

    def takes_debts_of(self, session: "Session") -> "SessionQuerySet":
        """The open sessions of the same club and currency: what is owed can be carried into them. The newest first."""
        same = self.filter(club=session.club_id, currency=session.currency, state=Session.State.OPEN)
        return same.exclude(pk=session.pk).order_by("-date", "-created_at")

    def with_hand_count(self) -> "SessionQuerySet":
        """Adds ``hand_count``, the hands that stand."""
        from ledger.models.hand import Hand  # noqa: PLC0415 (a hand belongs to a session)

        live = Hand.objects.live().filter(session=OuterRef("pk")).order_by().values("session")
        counts = live.annotate(hands=models.Count("pk")).values("hands")
        return self.annotate(hand_count=Coalesce(Subquery(counts), Value(0)))  # type: ignore[no-redef]


class Session(models.Model):
    """One night at one table. Hands are played while it is open; closing it makes the plan that settles it."""

    class State(models.TextChoices):
        OPEN = "open", "Open"
        CLOSED = "closed", "Closed"
        SETTLED = "settled", "Settled"
        ARCHIVED = "archived", "Archived"

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="sessions")
    public_id = models.CharField(max_length=24, unique=True, default=public_id, editable=False)
    name = models.CharField(max_length=60)
    # A plain date, so that a hand after midnight stays in its session.
    date = models.DateField()
    currency = models.CharField(max_length=3, blank=True)
    state = models.CharField(max_length=10, choices=State, default=State.OPEN)
    # Goes up by one with every write, so that a form filled in from an older state is noticed.
    version = models.PositiveIntegerField(default=1)
    created_by = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+")
    created_at = models.DateTimeField(default=timezone.now)

    objects = SessionQuerySet.as_manager()
    hand_count: int  # added by with_hand_count()
    # The reader's, added by readable_by() and by the doors.
    role: str
    came_by_link: bool = False

    class Meta:
        indexes = [models.Index(fields=["club", "-created_at"], name="sessions_of_a_club")]
        constraints = [
            models.CheckConstraint(
                condition=Q(state__in=["open", "closed", "settled", "archived"]), name="known_state"
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def is_open(self) -> bool:
        """Whether it is being played: nothing of it changes once it is closed, until it is opened again."""
        return self.state == self.State.OPEN

    @property
    def reader_keeps_score(self) -> bool:
        """Whether the reader is a scorer of the club or came by a scorer's link; for the pages, the doors check
        again.
        """
        return self.role in WRITERS or self.came_by_link

    @property
    def reader_is_member(self) -> bool:
        """Whether the reader belongs to the club: whoever came by a link sees nothing else of it."""
        return bool(self.role)

    @property
    def reader_shares(self) -> bool:
        """Whether the reader may hand out links; for the pages, the doors check again."""
        return self.role in WRITERS

    @property
    def can_be_written(self) -> bool:
        """Whether the reader may record hands now; for the pages, the doors and services check again."""
        return self.reader_keeps_score and self.is_open


class SessionRulesQuerySet(AppendOnlyQuerySet["SessionRules"]):
    def newest_of(self, session: "Session") -> "SessionRules":
        """What the session plays its next hand by."""
        return self.filter(session=session).order_by("-number")[0]

    def house_rules_of(self, user: User) -> "SessionRules | None":
        """What the user's own club played by last, or None when it has not played yet."""
        own = self.filter(club__in=Club.objects.founded_by(user))
        return own.order_by("-session__created_at", "-number").first()


class SessionRules(AppendOnlyModel):
    """The house rules of a session from some hand on: frozen, so that no old hand is ever scored differently."""

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="+")
    session = models.ForeignKey(Session, on_delete=models.PROTECT, related_name="rules_versions")
    number = models.PositiveIntegerField()
    data = models.JSONField()
    # In minor units of the currency (cents), 0 for a game without money.
    unit_value = models.PositiveIntegerField()
    # Nobody for the rules that a session began with: who started it chose them.
    created_by = models.ForeignKey(User, on_delete=models.PROTECT, null=True, related_name="+")
    # Who made it where it was first kept, if it was brought in from there.
    author = models.CharField(max_length=150, blank=True)
    created_at = models.DateTimeField(default=timezone.now)

    objects = SessionRulesQuerySet.as_manager()

    class Meta:
        verbose_name_plural = "session rules"
        constraints = [models.UniqueConstraint(fields=["session", "number"], name="one_rules_version_per_number")]

    def __str__(self) -> str:
        return f"{self.session}: rules {self.number}"

    @property
    def by(self) -> str:
        """Who made it, as others see it; empty for the rules that a session began with."""
        return self.author or (self.created_by.shown_name if self.created_by else "")

    @cached_property
    def ruleset(self) -> Ruleset:
        """The rules as the engine takes them."""
        return _ruleset(json.dumps(self.data, sort_keys=True))

    def __getstate__(self) -> dict[str, Any]:
        """Without the ruleset, which follows from the data: a frozen mapping cannot be pickled."""
        state: dict[str, Any] = super().__getstate__()
        state.pop("ruleset", None)
        return state

    @cached_property
    def agreed_values(self) -> dict[frozenset[int], int]:
        """What a unit is worth between two seats that agreed on a value of their own, by their ids."""
        return {frozenset((pair.first_id, pair.second_id)): pair.unit_value for pair in self.pair_values.all()}


@lru_cache(maxsize=256)
def _ruleset(text: str) -> Ruleset:
    """Rules from their JSON text. Every hand of a page brings its own copy of the same few."""
    return Ruleset.from_json(json.loads(text))


class SeatQuerySet(models.QuerySet["Seat"]):
    def with_balances(self) -> "SeatQuerySet":
        """Adds ``balance``, the units received less the units paid, added up from the journal, and ``money``, the same
        in minor units of the currency.
        """
        return self.annotate(balance=_received("units"), money=_received(WORTH))  # type: ignore[no-redef]

    def with_moves(self, number: int) -> "SeatQuerySet":
        """Adds ``last_move``: whether each seat's player last left or came back, as of the deal of this number."""
        from ledger.models.events import SeatChange  # noqa: PLC0415 (events happen to a seat)

        moves = SeatChange.objects.filter(
            seat=OuterRef("pk"), after_number__lt=number, kind__in=(SeatChange.Kind.LEFT, SeatChange.Kind.RETURNED)
        )
        return self.annotate(last_move=Subquery(moves.order_by("-pk").values("kind")[:1]))  # type: ignore[no-redef]

    def as_of(self, number: int) -> "SeatQuerySet":
        """Adds how the seats stand when the hand of this number is dealt: ``last_move``, and ``stack``, the units that
        lie before each.
        """
        from ledger.models.events import ChipMove  # noqa: PLC0415 (events happen to a seat)

        bought = ChipMove.objects.filter(seat=OuterRef("pk"), after_number__lt=number)
        earlier = Q(revision__hand__number__lt=number) | Q(adjustment__after_number__lt=number)
        stack = _total(bought, "seat", "units") + _received("units", earlier)
        return self.with_moves(number).annotate(stack=stack)  # type: ignore[no-redef]


def _total(rows: models.QuerySet[Any], by: str, what: str | F | Combinable) -> Coalesce:
    """The sum of a column over rows that are grouped by another, 0 where there are none."""
    return Coalesce(Subquery(rows.order_by().values(by).annotate(total=Sum(what)).values("total")), Value(0))


def _received(what: str | Combinable, which: Q | None = None) -> Combinable:
    """What a seat was paid less what it paid, over the transfers that are meant."""
    from ledger.models.journal import Transfer  # noqa: PLC0415 (a transfer is between seats)

    rows = Transfer.objects.filter(which or Q())
    return _total(rows.filter(payee=OuterRef("pk")), "payee", what) - _total(
        rows.filter(payer=OuterRef("pk")), "payer", what
    )


class Seat(models.Model):
    """A player's place in a session.

    ``position`` counts the places from 0, clockwise, and changes when two change places; ``number`` counts the seats as
    they were given out, and never changes. ``board_number`` tells a player's boards apart who plays more than one, and
    is 0 for everybody else.
    """

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="+")
    session = models.ForeignKey(Session, on_delete=models.PROTECT, related_name="seats")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="seats")
    position = models.PositiveSmallIntegerField()
    number = models.PositiveSmallIntegerField()
    board_number = models.PositiveSmallIntegerField(default=0)

    objects = SeatQuerySet.as_manager()
    balance: int  # added by with_balances()
    money: int  # added by with_balances()
    # Added by as_of(). Where the house does not play for stacks, nobody asks what lies there.
    stack: int = 0
    last_move: str | None

    class Meta:
        ordering = ["position"]
        constraints = [
            models.UniqueConstraint(fields=["session", "position"], name="one_seat_per_position"),
            models.UniqueConstraint(fields=["session", "number"], name="one_seat_per_number"),
            models.UniqueConstraint(fields=["session", "player", "board_number"], name="one_seat_per_player"),
        ]

    def __str__(self) -> str:
        return f"{self.player} in seat {self.position + 1} of {self.session}"

    @property
    def is_away(self) -> bool:
        """Whether its player left and has not come back, as of the hand that was asked for."""
        return self.last_move == "left"

    @property
    def name(self) -> str:
        """What the table calls it: the player's name, with the number of the board where there are several."""
        return f"{self.player.name} {self.board_number}" if self.board_number else self.player.name
