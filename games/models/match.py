"""A match and its seats, for lists and pages. Everything but the identity is projected from the logbook."""

import secrets
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

_LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"


def new_match_id() -> str:
    """Return a new match id: ten letters and digits that are hard to misread (50 bits)."""
    return "".join(secrets.choice(_LETTERS) for _ in range(10))


class Match(models.Model):
    """One play of a Game. `position` and `head` are the newest log entry's; every writer locks this row."""

    class Status(models.TextChoices):
        WAITING = "waiting", _("waiting for players")
        RUNNING = "running", _("running")
        OVER = "over", _("over")

    id = models.CharField(primary_key=True, max_length=12, default=new_match_id, editable=False)
    game = models.CharField(max_length=40)
    rules_version = models.PositiveSmallIntegerField()
    title = models.CharField(max_length=60)
    options = models.TextField(default="{}", help_text="The Game's options as JSON.")
    host = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="hosted_matches")
    is_private = models.BooleanField(default=False)
    seat_count = models.PositiveSmallIntegerField()
    pace_seconds = models.PositiveIntegerField()
    window_seconds = models.PositiveIntegerField()
    status = models.CharField(max_length=10, choices=Status, default=Status.WAITING)
    commitment = models.CharField(max_length=64)
    position = models.PositiveIntegerField(default=0)
    head = models.CharField(max_length=64, help_text="Hash of the newest log entry: the match's fingerprint.")
    opened_at = models.DateTimeField()
    started_at = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)
    ready_check_due_at = models.DateTimeField(
        null=True, blank=True, help_text="The deadline of an open ready check; then unconfirmed seats are freed."
    )
    ends_by = models.DateTimeField(
        null=True, blank=True, help_text="When the clock ends the running match; none where no last day is agreed."
    )
    needs_players = models.BooleanField(
        default=False, help_text="Before the start a seat is free, or a seat may be taken over."
    )
    outcome = models.TextField(blank=True, default="", help_text="The Outcome as JSON, once over.")
    is_abandoned = models.BooleanField(default=False, help_text="All who played agreed to end it without a result.")
    opening_key = models.CharField(max_length=64, null=True, blank=True, unique=True)

    class Meta:
        verbose_name_plural = "matches"
        ordering: ClassVar = ["-opened_at", "id"]
        indexes: ClassVar = [
            models.Index(fields=["status", "is_private", "-opened_at"], name="match_open_tables"),
            models.Index(fields=["-opened_at", "id"], name="match_newest"),
            models.Index(
                fields=["-opened_at", "id"],
                name="match_needs_players",
                condition=models.Q(needs_players=True, is_private=False),
            ),
            models.Index(
                fields=["ready_check_due_at"],
                name="match_ready_check_due",
                condition=models.Q(ready_check_due_at__isnull=False),
            ),
            models.Index(fields=["ends_by"], name="match_last_day", condition=models.Q(ends_by__isnull=False)),
        ]

    def __str__(self) -> str:
        return f"{self.title} ({self.id})"


class Seat(models.Model):
    """A place in a Match. A row exists for every place, taken or not."""

    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="seats")
    number = models.PositiveSmallIntegerField()
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="seats"
    )
    is_taken = models.BooleanField(default=False)
    is_played_by_bot = models.BooleanField(default=False, help_text="A bot's own seat, or one that a bot keeps.")
    is_offered = models.BooleanField(default=False, help_text="Whoever wants to may take this seat over.")
    is_awaited = models.BooleanField(default=False, help_text="The Match waits for this seat.")
    waits_at = models.PositiveIntegerField(
        null=True, blank=True, help_text="Its bot lets people go first, and looks again once the log has moved on."
    )

    class Meta:
        ordering: ClassVar = ["match", "number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["match", "number"], name="one_row_per_seat"),
            models.UniqueConstraint(fields=["match", "player"], name="one_seat_per_player"),
        ]
        indexes: ClassVar = [
            models.Index(
                fields=["match", "number"],
                name="seat_bot_to_move",
                condition=models.Q(is_awaited=True, is_played_by_bot=True),
            ),
            models.Index(fields=["match"], name="seat_to_take_over", condition=models.Q(is_offered=True)),
        ]

    def __str__(self) -> str:
        return f"seat {self.number + 1} of {self.match_id}"
