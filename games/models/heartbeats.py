"""The service's own record of when it was at work."""

from typing import ClassVar

from django.db import models


class Heartbeat(models.Model):
    """When the clock last swept: one row."""

    beaten_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"last swept at {self.beaten_at}"


class Pulse(models.Model):
    """When something was last done by somebody of the crew, by the clock of the database.

    `name` is `clock` for the scheduler's tick, `mail` for a letter that left, `sweep:<task>` for a sweep that was done,
    and `worker:<name>` for a process of a worker, whose `detail` is the task it is busy with.
    """

    name = models.CharField(max_length=160, unique=True)
    at = models.DateTimeField()
    detail = models.CharField(max_length=80, blank=True, default="")

    class Meta:
        ordering: ClassVar = ["name"]

    def __str__(self) -> str:
        return f"{self.name} at {self.at}"


class Outage(models.Model):
    """A time in which nobody swept, or incoming mail was not read.

    `settled_at` is set once the most urgent deadlines have their time back.
    """

    class Of(models.TextChoices):
        CLOCK = "clock", "the clock"
        MAILBOX = "mailbox", "incoming mail"

    of = models.CharField(max_length=10, choices=Of, default=Of.CLOCK, db_default="clock")
    began_at = models.DateTimeField()
    ended_at = models.DateTimeField()
    settled_at = models.DateTimeField(null=True)

    class Meta:
        ordering: ClassVar = ["began_at"]
        constraints: ClassVar = [models.UniqueConstraint(fields=["of", "began_at"], name="one_outage_at_a_time")]
        indexes: ClassVar = [models.Index(fields=["ended_at"], name="outage_by_end")]

    def __str__(self) -> str:
        return f"of {self.of} from {self.began_at} to {self.ended_at}"
