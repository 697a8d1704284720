"""When open Decisions expire. Projected from the logbook; swept by the clock."""

from typing import ClassVar

from django.db import models

from games.models.match import Match


class Deadline(models.Model):
    """The due time of one open, required Decision; the row is deleted when the Decision closes.

    `seat` is None for the clock's own Decisions, due at once.
    """

    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="deadlines")
    decision = models.CharField(max_length=40, help_text="The Decision's key.")
    kind = models.CharField(max_length=24)
    seat = models.PositiveSmallIntegerField(null=True)
    is_window = models.BooleanField(default=False)
    opened_at = models.DateTimeField()
    due_at = models.DateTimeField()
    remind_at = models.DateTimeField(null=True)
    is_reminded = models.BooleanField(default=False)
    answer_at = models.DateTimeField(null=True, help_text="When a standing order of the seat answers, if it has one.")
    retry_at = models.DateTimeField(null=True, help_text="Set when acting on it failed: not before then again.")
    failures = models.PositiveSmallIntegerField(default=0)

    class Meta:
        ordering: ClassVar = ["due_at", "pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["match", "decision"], name="one_deadline_per_decision")
        ]
        indexes: ClassVar = [
            models.Index(fields=["due_at"], name="deadline_due"),
            models.Index(fields=["due_at"], name="deadline_stuck", condition=models.Q(failures__gt=0)),
            models.Index(fields=["answer_at"], name="deadline_by_order", condition=models.Q(answer_at__isnull=False)),
            models.Index(fields=["remind_at"], name="deadline_to_remind", condition=models.Q(is_reminded=False)),
        ]

    def __str__(self) -> str:
        return f"{self.decision} of {self.match_id}"
