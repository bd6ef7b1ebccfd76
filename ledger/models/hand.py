"""Hands, their revisions and their boards. A revision is one version of a hand; nothing of it is ever changed.

A hand's first revision saves it, a correction is the next one, and so are undoing it and restoring it. The last
revision says how the hand stands; the last one with boards says what was on the table.
"""

import uuid

from django.db import models
from django.db.models import Case, Exists, F, OuterRef, Q, Subquery, Sum, When
from django.db.models.functions import Coalesce
from django.utils import timezone

from ledger.models.append_only import AppendOnlyModel, AppendOnlyQuerySet
from ledger.models.club import Club, User
from ledger.models.session import Seat, Session, SessionRules

NEWEST_FIRST = ("-hand__number", "-number")


class HandQuerySet(AppendOnlyQuerySet["Hand"]):
    def live(self) -> "HandQuerySet":
        """The hands that stand: those not undone, or restored since."""
        last = Revision.objects.filter(hand=OuterRef("pk")).order_by("-number")
        return self.annotate(last_kind=Subquery(last.values("kind")[:1])).exclude(last_kind=Revision.Kind.UNDONE)


class Hand(AppendOnlyModel):
    """One deal, numbered from 1 in its session; a number is never used again."""

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="+")
    session = models.ForeignKey(Session, on_delete=models.PROTECT, related_name="hands")
    number = models.PositiveIntegerField()
    rules = models.ForeignKey(SessionRules, on_delete=models.PROTECT, related_name="hands")
    created_at = models.DateTimeField(default=timezone.now)

    objects = HandQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["session", "number"], name="one_hand_per_number"),
            models.CheckConstraint(condition=Q(number__gte=1), name="hands_count_from_one"),
        ]

    def __str__(self) -> str:
        return f"{self.session}: hand {self.number}"


class RevisionQuerySet(AppendOnlyQuerySet["Revision"]):
    def shown(self) -> "RevisionQuerySet":
        """For each hand its last revision with boards, with all that a page shows of it.

        Adds ``last_number``, of the hand's last revision whatever it is, and ``is_corrected``, whether it ever was
        corrected.
        """
        same_hand = Revision.objects.filter(hand=OuterRef("hand"))
        with_boards = same_hand.exclude(kind=Revision.Kind.UNDONE).order_by("-number")
        return (
            self.filter(number=Subquery(with_boards.values("number")[:1]))  # type: ignore[no-redef]
            .annotate(
                is_corrected=Exists(same_hand.filter(kind=Revision.Kind.CORRECTED)),
                last_number=Subquery(same_hand.order_by("-number").values("number")[:1]),
            )
            .select_related("hand__rules", "hand__session", "created_by")
            .prefetch_related(models.Prefetch("boards", Board.objects.with_units()))
            .order_by("hand__number")
        )

    def live(self) -> "RevisionQuerySet":
        """Of the revisions shown, those of hands that stand."""
        later = Revision.objects.filter(hand=OuterRef("hand"), number__gt=OuterRef("number"))
        return self.shown().exclude(Exists(later))

    def newest_of(self, session: Session) -> "Revision | None":
        """The last revision of the session's last hand, with the hand's rules; None before the first hand."""
        return self.filter(hand__session=session).select_related("hand__rules").order_by(*NEWEST_FIRST).first()

    def standing_before(self, session: Session, number: int) -> "Revision | None":
        """Of the session's hands below this number, the last revision of the last one that stands, with its rules."""
        later = Revision.objects.filter(hand=OuterRef("hand"), number__gt=OuterRef("number"))
        standing = self.exclude(kind=Revision.Kind.UNDONE).exclude(Exists(later)).select_related("hand__rules")
        return standing.filter(hand__session=session, hand__number__lt=number).order_by(*NEWEST_FIRST).first()


class Revision(AppendOnlyModel):
    """One version of a hand, and who made it, when and why."""

    class Kind(models.TextChoices):
        SAVED = "saved", "Saved"
        CORRECTED = "corrected", "Corrected"
        UNDONE = "undone", "Undone"
        RESTORED = "restored", "Restored"

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="+")
    hand = models.ForeignKey(Hand, on_delete=models.PROTECT, related_name="revisions")
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=10, choices=Kind)
    # Made where the form was filled in: sent twice, it counts once.
    key = models.UUIDField(default=uuid.uuid4)
    button = models.ForeignKey(Seat, on_delete=models.PROTECT, null=True, related_name="+")
    # What the dealer decided against what followed from the hand before, in a sentence; empty if nothing.
    deal_note = models.CharField(max_length=1000, blank=True)
    reason = models.CharField(max_length=200, blank=True)
    created_by = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+")
    # Who made it where it was first kept, if it was brought in from there.
    author = models.CharField(max_length=150, blank=True)
    created_at = models.DateTimeField(default=timezone.now)

    objects = RevisionQuerySet.as_manager()
    # Added by shown().
    is_corrected: bool
    last_number: int

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["hand", "number"], name="one_revision_per_number"),
            models.UniqueConstraint(fields=["club", "key"], name="a_key_counts_once"),
            models.CheckConstraint(condition=Q(number__gte=1), name="revisions_count_from_one"),
            models.CheckConstraint(
                condition=Q(kind="undone", button__isnull=True)
                | Q(kind__in=["saved", "corrected", "restored"], button__isnull=False),
                name="a_button_unless_undone",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.hand}, revision {self.number}"

    @property
    def is_undone(self) -> bool:
        """Whether the hand does not stand; of a revision that is shown."""
        return self.last_number > self.number

    @property
    def by(self) -> str:
        """Who made it, as others see it."""
        return self.author or self.created_by.shown_name


class BoardQuerySet(AppendOnlyQuerySet["Board"]):
    def with_units(self) -> "BoardQuerySet":
        """Adds ``units``: what the seat won or lost in the board's hand as it stands, 0 when it is undone."""
        from ledger.models.journal import Transfer  # noqa: PLC0415 (a transfer comes from a revision)

        of_hand = Transfer.objects.filter(revision__hand=OuterRef("revision__hand")).order_by()
        won = Case(
            When(payee=OuterRef("seat"), then=F("units")),
            When(payer=OuterRef("seat"), then=-F("units")),
            default=0,
        )
        units = of_hand.values("revision__hand").annotate(total=Sum(won)).values("total")
        boards = self.select_related("seat__player").order_by("position")
        return boards.annotate(units=Coalesce(Subquery(units), 0))  # type: ignore[no-redef]


class Board(AppendOnlyModel):
    """One seat's cards in one revision, in the engine's form; a dead board may have fewer than thirteen.

    ``position`` is where the seat stood then, and ``stack`` what lay before it, where the house plays for stacks: the
    order and the limits of what was paid.
    """

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="+")
    revision = models.ForeignKey(Revision, on_delete=models.PROTECT, related_name="boards")
    seat = models.ForeignKey(Seat, on_delete=models.PROTECT, related_name="boards")
    position = models.PositiveSmallIntegerField()
    stack = models.PositiveIntegerField(null=True)
    cards = models.CharField(max_length=28)
    fantasyland = models.PositiveSmallIntegerField(default=0)
    dead = models.BooleanField(default=False)

    objects = BoardQuerySet.as_manager()
    units: int  # added by with_units()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["revision", "seat"], name="one_board_per_seat"),
            models.UniqueConstraint(fields=["revision", "position"], name="one_board_per_position"),
            models.CheckConstraint(
                condition=Q(fantasyland=0) | Q(fantasyland__gte=13, fantasyland__lte=17), name="fantasyland_cards"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.revision}: {self.cards or 'dead'}"
