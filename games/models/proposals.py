"""What a table is asked to agree to. Projected from the logbook; swept by the clock."""

from typing import ClassVar

from django.conf import settings
from django.db import models

from games.models.match import Match


class OpenProposal(models.Model):
    """The one proposal that is open in a match; the row goes when it is settled.

    `newcomer` is who is to take a seat, and may look at the match for as long as that is asked.
    """

    match = models.OneToOneField(Match, on_delete=models.PROTECT, primary_key=True, related_name="open_proposal")
    number = models.PositiveIntegerField()
    expires_at = models.DateTimeField(db_index=True)
    newcomer = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")

    class Meta:
        ordering: ClassVar = ["expires_at"]

    def __str__(self) -> str:
        return f"proposal {self.number} of {self.match_id}"
