"""Closing a session: its states, the payments that settle it, and whether these were made."""

from django.db import models
from django.db.models import F, OuterRef, Q, Subquery, Value
from django.db.models.functions import Coalesce

from ledger.models.append_only import AppendOnlyModel, AppendOnlyQuerySet
from ledger.models.club import Club, Player
from ledger.models.events import TableEvent
from ledger.models.session import Session


class StateChange(TableEvent):
    """A session was closed, settled, archived, or opened again; ``reason`` is why it was opened again."""

    state = models.CharField(max_length=10, choices=Session.State)
    reason = models.CharField(max_length=200, blank=True)

    objects = AppendOnlyQuerySet["StateChange"].as_manager()

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(state__in=["open", "closed", "settled", "archived"]), name="known_state_after"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.session}: {self.state}"


class PlannedPaymentQuerySet(AppendOnlyQuerySet["PlannedPayment"]):
    def with_marks(self) -> "PlannedPaymentQuerySet":
        """Adds ``last_kind``, how the payment was last marked; one that was never marked is owed."""
        marked = self.annotate(last_kind=Coalesce(_last_mark("kind"), Value(PaymentMark.Kind.OWED.value)))  # type: ignore[no-redef]
        return marked.select_related("payer", "payee")

    def marked(self, kind: "PaymentMark.Kind") -> "PlannedPaymentQuerySet":
        """Those that are marked so now, with how they are marked."""
        return self.with_marks().filter(last_kind=kind)  # type: ignore[misc]

    def carried_into(self, session: Session) -> "PlannedPaymentQuerySet":
        """The debts of other sessions that were carried into this one, and not taken back since."""
        return self.with_marks().alias(last_into=_last_mark("into")).filter(last_into=session.pk).order_by("pk")

    def shown(self) -> "PlannedPaymentQuerySet":
        """With all that a page shows of them: the session that planned them, and every mark, the last one last."""
        marks = PaymentMark.objects.select_related("created_by", "into").order_by("pk")
        return self.with_marks().select_related("closing__session").prefetch_related(models.Prefetch("marks", marks))


def _last_mark(what: str) -> Subquery:
    return Subquery(PaymentMark.objects.filter(payment=OuterRef("pk")).order_by("-pk").values(what)[:1])


class PlannedPayment(AppendOnlyModel):
    """One payment of the plan that closing a session made: frozen, whatever happens later.

    ``amount`` is in minor units of the session's currency, or in units where it has none.
    """

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="+")
    closing = models.ForeignKey(StateChange, on_delete=models.PROTECT, related_name="payments")
    payer = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    payee = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    amount = models.PositiveBigIntegerField()

    objects = PlannedPaymentQuerySet.as_manager()
    last_kind: str  # added by with_marks()

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(amount__gt=0), name="payments_are_positive"),
            models.CheckConstraint(condition=~Q(payer=F("payee")), name="nobody_settles_with_themselves"),
            models.UniqueConstraint(fields=["closing", "payer", "payee"], name="one_payment_per_pair"),
        ]

    def __str__(self) -> str:
        return f"{self.payer} pays {self.payee} {self.amount}"


class PaymentMark(TableEvent):
    """A payment was made, or is owed again, or is carried ``into`` a later session. The last mark counts."""

    class Kind(models.TextChoices):
        PAID = "paid", "Paid"
        OWED = "owed", "Owed again"
        CARRIED = "carried", "Carried over"

    payment = models.ForeignKey(PlannedPayment, on_delete=models.PROTECT, related_name="marks")
    kind = models.CharField(max_length=10, choices=Kind)
    into = models.ForeignKey(Session, on_delete=models.PROTECT, null=True, related_name="carried_marks")

    objects = AppendOnlyQuerySet["PaymentMark"].as_manager()

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(kind="carried", into__isnull=False) | Q(kind__in=["paid", "owed"], into__isnull=True),
                name="only_what_is_carried_goes_somewhere",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.payment}: {self.kind}"
