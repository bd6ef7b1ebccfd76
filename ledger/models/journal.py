"""The journal. A transfer moves units from a payer to a payee; both are seats of one session, and units are positive.

That is the only sign convention: a balance is what a seat received less what it paid, so the balances of a session
sum to zero whatever the rows are. A correction adds the reversal of each row (payer and payee swapped) and then the
new rows.
"""

from collections import defaultdict

from django.db import models
from django.db.models import F, Q, Sum
from django.db.models.functions import Greatest, Least
from django.utils import timezone

from ledger.models.append_only import AppendOnlyModel, AppendOnlyQuerySet
from ledger.models.club import Club
from ledger.models.events import Adjustment
from ledger.models.hand import Revision
from ledger.models.session import WORTH, Seat, Session


class TransferQuerySet(AppendOnlyQuerySet["Transfer"]):
    def unreversed(self) -> "TransferQuerySet":
        """The transfers that still count: no reversals, and none that was reversed."""
        return self.filter(reverses__isnull=True, reversal__isnull=True)

    def by_seats(self) -> dict[int, tuple[int, int]]:
        """What seats received less what they paid: (units, money) by seat id, in one query for all of them."""
        grouped = self.order_by().values("payer", "payee").annotate(all_units=Sum("units"), money=Sum(WORTH))
        sums: dict[int, tuple[int, int]] = defaultdict(lambda: (0, 0))
        for payer, payee, units, money in grouped.values_list("payer", "payee", "all_units", "money"):
            sums[payer] = sums[payer][0] - units, sums[payer][1] - money
            sums[payee] = sums[payee][0] + units, sums[payee][1] + money
        return sums

    def by_players(self) -> "models.QuerySet[Transfer, tuple[int, int, int, int]]":
        """What players paid each other in all: (payer, payee, units, money) by player id, both ways apart."""
        grouped = self.order_by().values("payer__player", "payee__player")
        return grouped.annotate(all_units=Sum("units"), money=Sum(WORTH)).values_list(
            "payer__player", "payee__player", "all_units", "money"
        )


class Transfer(AppendOnlyModel):
    """Units that a payer gives a payee, by one revision of a hand or by an adjustment. A pair that comes out even has
    no row.
    """

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="+")
    session = models.ForeignKey(Session, on_delete=models.PROTECT, related_name="transfers")
    revision = models.ForeignKey(Revision, on_delete=models.PROTECT, null=True, related_name="transfers")
    adjustment = models.ForeignKey(Adjustment, on_delete=models.PROTECT, null=True, related_name="transfers")
    payer = models.ForeignKey(Seat, on_delete=models.PROTECT, related_name="paid")
    payee = models.ForeignKey(Seat, on_delete=models.PROTECT, related_name="received")
    units = models.PositiveIntegerField()
    # What one unit is worth, in minor units of the currency.
    unit_value = models.PositiveIntegerField()
    reverses = models.OneToOneField("self", on_delete=models.PROTECT, null=True, related_name="reversal")
    created_at = models.DateTimeField(default=timezone.now)

    objects = TransferQuerySet.as_manager()

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(units__gt=0), name="units_are_positive"),
            models.CheckConstraint(condition=~Q(payer=F("payee")), name="nobody_pays_themselves"),
            models.CheckConstraint(
                condition=Q(revision__isnull=True, adjustment__isnull=False)
                | Q(revision__isnull=False, adjustment__isnull=True),
                name="a_hand_or_an_adjustment",
            ),
            models.UniqueConstraint(
                "revision",
                Least("payer", "payee"),
                Greatest("payer", "payee"),
                condition=Q(reverses__isnull=True),
                name="one_transfer_per_pair",
            ),
            models.UniqueConstraint(
                "adjustment",
                Least("payer", "payee"),
                Greatest("payer", "payee"),
                name="one_adjustment_per_pair",
            ),
        ]
        indexes = [
            models.Index(fields=["payer", "units"], name="units_paid"),
            models.Index(fields=["payee", "units"], name="units_received"),
        ]

    def reversal_by(self, **source: Revision | Adjustment) -> "Transfer":
        """The row, not yet saved, that takes this one back; its source is a ``revision`` or an ``adjustment``."""
        return Transfer(
            club_id=self.club_id,
            session_id=self.session_id,
            payer_id=self.payee_id,
            payee_id=self.payer_id,
            units=self.units,
            unit_value=self.unit_value,
            reverses=self,
            **source,
        )

    def __str__(self) -> str:
        return f"{self.payer} pays {self.payee} {self.units}"
