"""Pace: which paces a table may have, and when to send reminders. Pure; all instants are UTC."""

from datetime import datetime, timedelta

SHORTEST_PACE = timedelta(minutes=5)
LONGEST_PACE = timedelta(days=14)
SHORTEST_DAILY_WINDOW = timedelta(hours=1)
SHORTEST_READY_CHECK = timedelta(days=2)

_REMINDABLE = timedelta(minutes=30)
_LATEST_REMINDER = timedelta(hours=24)


def default_window(pace: timedelta) -> timedelta:
    """Return the usual time for a window: a third of the pace, but at least 5 minutes, or an hour at day paces."""
    least = SHORTEST_DAILY_WINDOW if pace >= timedelta(days=1) else SHORTEST_PACE
    return min(pace, max(pace / 3, least))


def ready_check_due_at(pace: timedelta, called_at: datetime) -> datetime:
    """Return the deadline of a ready check that begins at `called_at`: one pace later, and at least two days."""
    return called_at + max(pace, SHORTEST_READY_CHECK)


def is_allowed_pace(pace: timedelta) -> bool:
    """Whether a Match may be opened at this pace."""
    return SHORTEST_PACE <= pace <= LONGEST_PACE


def remind_at(opened_at: datetime, due: datetime) -> datetime | None:
    """Return when to remind: with a third of the time left, at most a day; None if the time is too short to remind."""
    given = due - opened_at
    if given < _REMINDABLE:
        return None
    return due - min(given / 3, _LATEST_REMINDER)
