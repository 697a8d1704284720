"""When the parts of the service were last at work, and when they were not."""

from typing import ClassVar

from django.db import models


class Heartbeat(models.Model):
    """The time of the clock's last sweep; the table has one row."""

    beaten_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"last swept at {self.beaten_at}"


class Pulse(models.Model):
    """When a part of the service last did something, by the clock of the database.

    `name` is `clock` for a tick of the scheduler, `mail` for a letter sent, `sweep:<task>` for a completed sweep, and
    `worker:<name>` for a worker process, whose `detail` is the task it is busy with.
    """

    name = models.CharField(max_length=160, unique=True)
    at = models.DateTimeField()
    detail = models.CharField(max_length=80, blank=True, default="")

    class Meta:
        ordering: ClassVar = ["name"]

    def __str__(self) -> str:
        return f"{self.name} at {self.at}"


class Outage(models.Model):
    """A time in which no sweep ran, or incoming mail was not read.

    `settled_at` is set once the most urgent deadlines have been given their time back.
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
