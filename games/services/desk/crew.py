"""The crew: who of it was heard of last, and when."""

from datetime import datetime, timedelta

from games.models import Pulse
from games.selectors.desk.crew import database_now


def note_pulse(name: str, at: datetime | None = None, detail: str = "") -> None:
    """Note that somebody of the crew did what `name` says (`models/heartbeats.py`), by the clock of the database."""
    moment = at or database_now()
    noted = {"unique_fields": ["name"], "update_fields": ["at", "detail"]}
    Pulse.objects.bulk_create([Pulse(name=name, at=moment, detail=detail)], update_conflicts=True, **noted)  # type: ignore[arg-type]


def forget_old_pulses(name: str) -> None:
    """Drop the pulses whose names begin so and that have not been heard for a day."""
    Pulse.objects.filter(name__startswith=name, at__lt=database_now() - timedelta(days=1)).delete()
