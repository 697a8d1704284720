"""The crew: how long ago the scheduler ticked, each sweep ran and each worker last reported.

All times are by the database's clock, on which workers with differing clocks agree.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.db import connection
from django.utils import timezone

from games.models import Pulse

CLOCK, MAIL, SWEEP, WORKER = "clock", "mail", "sweep:", "worker:"
LONGEST_SWEEP = timedelta(minutes=5)
_PACES = 3
_LIVELY = timedelta(minutes=10)


@dataclass(frozen=True, slots=True)
class Worker:
    """A worker process: how long ago it last reported, and the task that it was busy with then, or ""."""

    name: str
    silence: timedelta
    task: str


@dataclass(frozen=True, slots=True)
class WorkerCrew:
    """The silence of each part of the crew; `clock` is None if the scheduler has never ticked."""

    clock: timedelta | None
    sweeps: dict[str, timedelta]
    workers: list[Worker]

    @property
    def late_sweeps(self) -> list[str]:
        """The sweeps that have not run for longer than allowed."""
        return [name for name, age in self.sweeps.items() if age > longest_silence(name)]


def hear_crew() -> WorkerCrew:
    """Return how long each part of the crew has been silent; leave out workers that are long gone."""
    now, clock = database_now(), None
    sweeps: dict[str, timedelta] = {}
    workers: list[Worker] = []
    for pulse in Pulse.objects.all():
        age = max(now - pulse.at, timedelta(0))
        if pulse.name == CLOCK:
            clock = age
        elif pulse.name.startswith(SWEEP):
            sweeps[pulse.name.removeprefix(SWEEP)] = age
        elif pulse.name.startswith(WORKER) and age < _LIVELY:
            workers.append(Worker(pulse.name.removeprefix(WORKER), age, pulse.detail))
    planned = {str(task["task"]).rpartition(".")[2] for task in settings.CELERY_BEAT_SCHEDULE.values()}
    return WorkerCrew(clock, {name: age for name, age in sweeps.items() if name in planned}, workers)


def longest_silence(sweep: str) -> timedelta:
    """Return how long a sweep may go without running: three of its own intervals, and at least five minutes."""
    pace = float(str(settings.CELERY_BEAT_SCHEDULE.get(sweep, {}).get("schedule", 0)))
    return max(LONGEST_SWEEP, timedelta(seconds=_PACES * pace))


def database_now() -> datetime:
    """Return the time of the database's own clock; with SQLite, that of this machine."""
    if connection.vendor == "sqlite":
        return timezone.now()
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        moment: datetime = cursor.fetchone()[0]
    return moment


def mail_left_at() -> datetime | None:
    """Return when a mail server last accepted a letter, None if none ever did."""
    return Pulse.objects.filter(name=MAIL).values_list("at", flat=True).first()
