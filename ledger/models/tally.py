"""What a player did in a session, added up, so that a career of years is read from one row a night.

Everything here follows from the journal and can be made anew from it at any time; ``check_ledger`` compares the two.
"""

from django.db import models
from django.db.models import F, Q

from ledger.models.club import Club, Player
from ledger.models.hand import Hand
from ledger.models.session import Session


class Tally(models.Model):
    """One player's hands in one session, in one game. Each board counts as a hand.

    ``units`` and ``money`` (minor units) are of hands only; ``other_units`` and ``other_money`` of adjustments, which
    are filed under the game ``""``. ``units_squared`` is the sum of the squares of what each hand brought.
    """

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="+")
    session = models.ForeignKey(Session, on_delete=models.PROTECT, related_name="tallies")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="tallies")
    preset = models.CharField(max_length=40, blank=True)
    hands = models.PositiveIntegerField(default=0)
    units = models.IntegerField(default=0)
    units_squared = models.PositiveBigIntegerField(default=0)
    money = models.BigIntegerField(default=0)
    other_units = models.IntegerField(default=0)
    other_money = models.BigIntegerField(default=0)
    fouls = models.PositiveIntegerField(default=0)
    # Opponents scooped, and opponents scooped by; pairs are how many opponents were met.
    pairs = models.PositiveIntegerField(default=0)
    scoops = models.PositiveIntegerField(default=0)
    scooped = models.PositiveIntegerField(default=0)
    royalties_top = models.PositiveIntegerField(default=0)
    royalties_middle = models.PositiveIntegerField(default=0)
    royalties_bottom = models.PositiveIntegerField(default=0)
    # Hands outside Fantasyland and how many of them entered it; hands inside, how many stayed, and what they brought.
    entries = models.PositiveIntegerField(default=0)
    fantasyland_hands = models.PositiveIntegerField(default=0)
    stays = models.PositiveIntegerField(default=0)
    fantasyland_units = models.IntegerField(default=0)
    best_units = models.IntegerField(null=True)
    best_hand = models.ForeignKey(Hand, on_delete=models.PROTECT, null=True, related_name="+")
    worst_units = models.IntegerField(null=True)
    worst_hand = models.ForeignKey(Hand, on_delete=models.PROTECT, null=True, related_name="+")

    class Meta:
        verbose_name_plural = "tallies"
        constraints = [
            models.UniqueConstraint(fields=["session", "player", "preset"], name="one_tally_per_player_and_game"),
        ]

    def __str__(self) -> str:
        return f"{self.player} in {self.session}: {self.units:+d}"


class PairTally(models.Model):
    """What two players settled in one session, in one game, from the first one's side; the first has the lower id."""

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="+")
    session = models.ForeignKey(Session, on_delete=models.PROTECT, related_name="pair_tallies")
    first = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="pair_tallies_first")
    second = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="pair_tallies_second")
    preset = models.CharField(max_length=40, blank=True)
    hands = models.PositiveIntegerField(default=0)
    units = models.IntegerField(default=0)
    money = models.BigIntegerField(default=0)

    class Meta:
        verbose_name_plural = "pair tallies"
        constraints = [
            models.CheckConstraint(condition=Q(first__lt=F("second")), name="pairs_are_in_order"),
            models.UniqueConstraint(
                fields=["session", "first", "second", "preset"], name="one_tally_per_pair_and_game"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.first} against {self.second} in {self.session}: {self.units:+d}"
