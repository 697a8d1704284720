"""Clocks: which paces a table may have, and when to remind. Pure; all instants are UTC."""

from datetime import datetime, timedelta

SHORTEST_PACE = timedelta(minutes=5)
LONGEST_PACE = timedelta(days=14)
SHORTEST_DAILY_WINDOW = timedelta(hours=1)
SHORTEST_MUSTER = timedelta(days=2)

_REMINDABLE = timedelta(minutes=30)
_LATEST_REMINDER = timedelta(hours=24)


def default_window(pace: timedelta) -> timedelta:
    """Return the usual time for a window: a third of the pace, at least an hour at day paces, 5 minutes ever."""
    least = SHORTEST_DAILY_WINDOW if pace >= timedelta(days=1) else SHORTEST_PACE
    return min(pace, max(pace / 3, least))


def muster_due_at(pace: timedelta, called_at: datetime) -> datetime:
    """Return until when a muster that was called then can be answered: one answer's time, and two days at least."""
    return called_at + max(pace, SHORTEST_MUSTER)


def is_allowed_pace(pace: timedelta) -> bool:
    """Whether a Match may be opened at this pace."""
    return SHORTEST_PACE <= pace <= LONGEST_PACE


def remind_at(opened_at: datetime, due: datetime) -> datetime | None:
    """Return when to remind: with a third of the time left, at most a day; None where the time is too short for it."""
    given = due - opened_at
    if given < _REMINDABLE:
        return None
    return due - min(given / 3, _LATEST_REMINDER)
