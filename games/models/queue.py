"""Queued moves, to be played when the seat is asked next. They are not in the logbook: nothing has happened yet."""

from typing import ClassVar

from django.conf import settings
from django.db import models

from games.models.match import Match

LONGEST_QUEUED = 400
CHANNEL = "queued"
"""The channel in the log entry of a queued Move."""


class QueuedMove(models.Model):
    """A Move, as its player wrote it, that waits for its seat to be asked; it stays hidden from everybody else.

    If it could not be played, `dropped_at` is set, `why` gives its player the reason, and `decision` is the question
    that is open instead, if there is one. When a Move is played, its row is deleted, because the log has it.
    """

    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="+")
    seat = models.PositiveSmallIntegerField()
    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    notation = models.CharField(max_length=LONGEST_QUEUED)
    since_position = models.PositiveIntegerField(help_text="The newest log entry when it was queued.")
    queued_at = models.DateTimeField()
    failures = models.PositiveSmallIntegerField(default=0, help_text="How often it could not be tried, by our fault.")
    retry_at = models.DateTimeField(null=True)
    dropped_at = models.DateTimeField(null=True)
    decision = models.CharField(max_length=40, blank=True, default="", help_text="The question it did not answer.")
    why = models.TextField(blank=True, default="", help_text="Why it was dropped, in its player's language.")

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["match", "seat"], name="one_queued_move_per_seat")]
        indexes: ClassVar = [
            models.Index(fields=["match", "seat"], name="queued_to_try", condition=models.Q(dropped_at__isnull=True))
        ]

    def __str__(self) -> str:
        return f"queued move #{self.pk} in {self.match_id}"
