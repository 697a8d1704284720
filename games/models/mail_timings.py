"""People's mail preferences for single matches."""

from typing import ClassVar

from django.conf import settings
from django.db import models

from accounts.mail_preferences import Timing
from games.models.match import Match


class MatchMailTiming(models.Model):
    """When one person wants the mail of one match, if it differs from the preference in their account."""

    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="+")
    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    timing = models.CharField(max_length=10, choices=Timing)

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["match", "person"], name="one_mail_timing_per_match")]

    def __str__(self) -> str:
        return f"{self.timing} for {self.match_id}"
