"""The crew: record when each scheduler, sweep and worker last did something."""

from datetime import datetime, timedelta

from django.db import connection
from django.db.models.functions import Now
from django.utils import timezone

from games.models import Pulse
from games.selectors.desk.crew import database_now


def note_pulse(name: str, at: datetime | None = None, detail: str = "") -> None:
    """Record that the activity `name` (see `models/heartbeats.py`) happened, by default now by the database's clock.

    The statement itself reads that clock: ten sweeps report three times each in five seconds.
    """
    moment = at or (timezone.now() if connection.vendor == "sqlite" else Now())
    noted = {"unique_fields": ["name"], "update_fields": ["at", "detail"]}
    Pulse.objects.bulk_create([Pulse(name=name, at=moment, detail=detail)], update_conflicts=True, **noted)  # type: ignore[arg-type]


def forget_old_pulses(name: str) -> None:
    """Delete the pulses whose names begin with `name` and that are more than a day old."""
    Pulse.objects.filter(name__startswith=name, at__lt=database_now() - timedelta(days=1)).delete()
