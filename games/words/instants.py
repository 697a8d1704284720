"""Instants in words."""

from datetime import UTC, datetime, timedelta

from django.utils.dateformat import format as format_date
from django.utils.translation import gettext as _

from accounts.zones import zone_of


def instant(moment: datetime, zone: str) -> str:
    """Return the instant in the reader's zone, with the zone's name and offset, and in UTC."""
    here = moment.astimezone(zone_of(zone))
    there = moment.astimezone(UTC)
    if here.utcoffset() == timedelta(0):
        return f"{_day_and_time(there)} UTC"
    offset = here.strftime("%z")
    in_utc = there.strftime("%H:%M") if there.date() == here.date() else _day_and_time(there)
    return f"{_day_and_time(here)} {zone.replace('_', ' ')} (UTC{offset[:3]}:{offset[3:]}), {in_utc} UTC"


def _day_and_time(moment: datetime) -> str:
    # Translators: A date and time in the letters of https://docs.djangoproject.com/en/stable/ref/templates/builtins/#date
    return str(format_date(moment, _("D j F Y, H:i")))
