"""The last check of each log as a whole, and the fault that it found. A match with a fault stops."""

from typing import ClassVar

from django.db import models

from games.models.match import Match


class LogCheck(models.Model):
    """The newest check of one match's hash chain; `fault` is empty if the chain was intact."""

    match = models.OneToOneField(Match, on_delete=models.CASCADE, primary_key=True, related_name="log_check")
    checked_at = models.DateTimeField(db_index=True)
    fault = models.CharField(max_length=200, blank=True, default="")

    class Meta:
        indexes: ClassVar = [models.Index(fields=["checked_at"], name="log_broken", condition=~models.Q(fault=""))]

    def __str__(self) -> str:
        return f"check of {self.match_id}"
