"""How many questions people answered in time. Projected from the logbook."""

from typing import ClassVar

from django.conf import settings
from django.db import models

from games.models.match import Match


class ReliabilityCount(models.Model):
    """How many questions a person answered in time and missed in one match with other people, in all their seats."""

    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="reliability_counts")
    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="reliability_counts")
    answered = models.PositiveIntegerField(default=0)
    missed = models.PositiveIntegerField(default=0)

    class Meta:
        ordering: ClassVar = ["match", "player"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["match", "player"], name="one_reliability_count_per_person_and_match")
        ]

    def __str__(self) -> str:
        return f"{self.player_id} in {self.match_id}: {self.answered} of {self.answered + self.missed}"
