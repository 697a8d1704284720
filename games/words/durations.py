"""Durations in words."""

from datetime import timedelta

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

MINUTE = 60
HOUR = 60 * MINUTE
DAY = 24 * HOUR
ALL_UNITS = 3


def in_words(length: timedelta, *, units: int = 2) -> str:
    """Return a duration in its largest units, as in "2 days 3 hours", rounded to the nearest minute."""
    seconds = length.total_seconds()
    if not seconds:
        return _("no time")
    if seconds < MINUTE:
        return _("less than a minute")
    rounded = MINUTE * round(seconds / MINUTE)
    days, hours, minutes = rounded // DAY, rounded % DAY // HOUR, rounded % HOUR // MINUTE
    parts = [
        ngettext("{count} day", "{count} days", days).format(count=days) if days else "",
        ngettext("{count} hour", "{count} hours", hours).format(count=hours) if hours else "",
        ngettext("{count} minute", "{count} minutes", minutes).format(count=minutes) if minutes else "",
    ]
    return " ".join([part for part in parts if part][:units])
