"""A person's private calendar feed."""

from django.conf import settings
from django.db import models


class CalendarFeed(models.Model):
    """A person's calendar feed. Its address depends on `turn`: a new `turn` ends the old address."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="calendar_feed")
    turn = models.PositiveIntegerField(default=1)
    is_open = models.BooleanField(default=False, help_text="Whether the address shows anything.")
    wants_invites = models.BooleanField(default=False, help_text="Whether letters bring their deadline along.")

    def __str__(self) -> str:
        return f"calendar of {self.user_id}"
