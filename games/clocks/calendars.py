"""Calendars: when a player is asleep, off for the weekend or away. Pure; local times in, instants in UTC out.

A local time that a clock change skips is moved forward by the gap; for a local time that occurs twice, the first counts
(PEP 495, `fold=0`). So a clock change neither loses nor repeats a night.
"""

import heapq
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta, tzinfo
from typing import TypeAlias
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import msgspec

Spell: TypeAlias = tuple[datetime, datetime]

_DAY = timedelta(days=1)
_SATURDAY = 5
MINUTES_A_DAY = 24 * 60


class Hours(msgspec.Struct, frozen=True):
    """A player's own hours in an IANA zone: asleep for `asleep_minutes` from `asleep_from` (minutes after midnight)."""

    zone: str = "UTC"
    asleep_from: int = 0
    asleep_minutes: int = 0
    weekends_off: bool = False


class AwayTime(msgspec.Struct, frozen=True):
    """An absence from one instant to another."""

    begins: datetime
    ends: datetime


class Calendar(msgspec.Struct, frozen=True):
    """All the time off that does not count against a player."""

    hours: Hours = Hours()
    absences: tuple[AwayTime, ...] = ()

    def spells_off(self, since: datetime, until: datetime) -> Iterator[Spell]:
        """Yield the spells off that overlap the time from `since` to `until`, in order; touching spells are merged."""
        streams = [_nights(self.hours, since, until), _weekends(self.hours, since, until)]
        streams.append((each.begins, each.ends) for each in sorted(self.absences, key=lambda each: each.begins))
        return _merged(heapq.merge(*streams), since, until)

    def time_off(self, since: datetime, until: datetime) -> timedelta:
        """Return how much of the time from `since` to `until` is time off."""
        spells = self.spells_off(since, until)
        return sum((min(ends, until) - max(begins, since) for begins, ends in spells), timedelta(0))


def at_local(day: date, minutes: int, zone: str) -> datetime:
    """Return the instant at which clocks in `zone` show this number of minutes after midnight of `day`."""
    wall = datetime(day.year, day.month, day.day, tzinfo=_zone(zone)) + timedelta(minutes=minutes)
    return wall.astimezone(UTC)


def _nights(hours: Hours, since: datetime, until: datetime) -> Iterator[Spell]:
    if hours.asleep_minutes:
        for day in _days(hours, since, until):
            ends = at_local(day, hours.asleep_from + hours.asleep_minutes, hours.zone)
            yield at_local(day, hours.asleep_from, hours.zone), ends


def _weekends(hours: Hours, since: datetime, until: datetime) -> Iterator[Spell]:
    if hours.weekends_off:
        for day in _days(hours, since - _DAY, until):
            if day.weekday() == _SATURDAY:
                yield at_local(day, 0, hours.zone), at_local(day, 2 * MINUTES_A_DAY, hours.zone)


def _days(hours: Hours, since: datetime, until: datetime) -> Iterator[date]:
    zone = _zone(hours.zone)
    day, last = since.astimezone(zone).date() - 2 * _DAY, until.astimezone(zone).date()
    while day <= last:
        yield day
        day += _DAY


def _merged(spells: Iterator[Spell], since: datetime, until: datetime) -> Iterator[Spell]:
    held: Spell | None = None
    for begins, ends in spells:
        if ends <= begins or ends <= since:
            continue
        if begins >= until:
            break
        if held and begins <= held[1]:
            held = (held[0], max(held[1], ends))
        else:
            if held:
                yield held
            held = (begins, ends)
    if held:
        yield held


def _zone(name: str) -> tzinfo:
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError):
        return UTC
