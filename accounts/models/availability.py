"""Times when a person's clocks do not run: own hours, weekends, absences."""

from typing import ClassVar

from django.conf import settings
from django.core.validators import MaxValueValidator
from django.db import models

MINUTES_A_DAY = 24 * 60
MOST_MINUTES_ASLEEP = 12 * 60


class OwnHours(models.Model):
    """A person's night and weekend, in the zone of their account. The night begins at `asleep_from`, after midnight."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="own_hours")
    asleep_from = models.PositiveSmallIntegerField(default=0, validators=[MaxValueValidator(MINUTES_A_DAY - 1)])
    asleep_minutes = models.PositiveSmallIntegerField(default=0, validators=[MaxValueValidator(MOST_MINUTES_ASLEEP)])
    weekends_off = models.BooleanField(default=False)

    def __str__(self) -> str:
        return f"hours of {self.user_id}"


class Absence(models.Model):
    """A period in which a person will be away."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="absences")
    begins_at = models.DateTimeField()
    ends_at = models.DateTimeField()

    class Meta:
        ordering: ClassVar = ["begins_at"]
        constraints: ClassVar = [
            models.CheckConstraint(condition=models.Q(ends_at__gt=models.F("begins_at")), name="absence_has_a_length")
        ]

    def __str__(self) -> str:
        return f"absence of {self.user_id} from {self.begins_at}"
