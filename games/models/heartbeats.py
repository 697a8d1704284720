"""The service's own record of when it was at work."""

from typing import ClassVar

from django.db import models


class Heartbeat(models.Model):
    """When the clock last swept: one row."""

    beaten_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"last swept at {self.beaten_at}"


class Outage(models.Model):
    """A time in which nobody swept. `settled_at` is set once the most urgent deadlines have their time back."""

    began_at = models.DateTimeField()
    ended_at = models.DateTimeField()
    settled_at = models.DateTimeField(null=True)

    class Meta:
        ordering: ClassVar = ["began_at"]
        constraints: ClassVar = [models.UniqueConstraint(fields=["began_at"], name="one_outage_at_a_time")]
        indexes: ClassVar = [models.Index(fields=["ended_at"], name="outage_by_end")]

    def __str__(self) -> str:
        return f"from {self.began_at} to {self.ended_at}"
