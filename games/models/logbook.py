"""The logbook's rows, for `games/logbook/` only. Database triggers refuse to change or delete an entry."""

from typing import ClassVar

from django.db import models

from games.models.match import Match


class LogEntry(models.Model):
    """One accepted Command with the Events it caused; `command` and `events` are canonical JSON."""

    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="+")
    position = models.PositiveIntegerField()
    recorded_at = models.DateTimeField()
    actor = models.CharField(max_length=16)
    channel = models.CharField(max_length=16)
    key = models.CharField(max_length=64)
    command = models.TextField()
    events = models.TextField()
    salt = models.CharField(max_length=32)
    hash = models.CharField(max_length=64)

    class Meta:
        verbose_name_plural = "log entries"
        ordering: ClassVar = ["match", "position"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["match", "position"], name="one_entry_per_position"),
            models.UniqueConstraint(fields=["match", "key"], name="one_entry_per_key"),
        ]

    def __str__(self) -> str:
        return f"{self.match_id} #{self.position}"


class Snapshot(models.Model):
    """A match's Book as JSON, to open long matches quickly. Disposable: without it the log is folded.

    The reference to the match is not a constraint, so that writing one never waits for a match that a move has locked.
    """

    match = models.ForeignKey(Match, on_delete=models.CASCADE, db_constraint=False, related_name="+")
    position = models.PositiveIntegerField()
    head = models.CharField(max_length=64, help_text="The hash of the entry at this position.")
    code = models.CharField(max_length=64, help_text="A digest of the code that folded it.")
    seal = models.CharField(max_length=64)
    body = models.TextField()
    written_at = models.DateTimeField()

    class Meta:
        ordering: ClassVar = ["match", "position"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["match", "position"], name="one_snapshot_per_position")
        ]

    def __str__(self) -> str:
        return f"{self.match_id} at #{self.position}"


class MatchSecret(models.Model):
    """The secret from which a match's dice are derived; the log reveals it when the match ends."""

    match = models.OneToOneField(Match, on_delete=models.PROTECT, primary_key=True, related_name="+")
    secret = models.CharField(max_length=64)

    def __str__(self) -> str:
        return f"secret of {self.match_id}"
