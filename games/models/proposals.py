"""Proposals that wait for a table's consent. Projected from the logbook; swept by the clock."""

from typing import ClassVar

from django.conf import settings
from django.db import models

from games.models.match import Match


class OpenProposal(models.Model):
    """The one open proposal of a match; the row is deleted when it is settled.

    `newcomer` is the person proposed for a seat, who may see the match while the proposal is open.
    """

    match = models.OneToOneField(Match, on_delete=models.PROTECT, primary_key=True, related_name="open_proposal")
    number = models.PositiveIntegerField()
    expires_at = models.DateTimeField(db_index=True)
    newcomer = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")

    class Meta:
        ordering: ClassVar = ["expires_at"]

    def __str__(self) -> str:
        return f"proposal {self.number} of {self.match_id}"
