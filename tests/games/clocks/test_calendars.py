"""Calendars: nights, weekends and absences in zones whose clocks change, counted against a slow and simple count."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from games.clocks.calendars import AwayTime, Calendar, Hours
from games.clocks.countdown import Countdown, due_of, run_to
from tests.games.clocks.sea import utc

MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)
NEW_YORK, BERLIN, LORD_HOWE = "America/New_York", "Europe/Berlin", "Australia/Lord_Howe"
LATE = (22 * 60, 9 * 60)
CHANGE_NIGHTS = [
    (NEW_YORK, utc(2026, 3, 7, 20), -HOUR),
    (NEW_YORK, utc(2026, 10, 31, 20), HOUR),
    (BERLIN, utc(2026, 3, 28, 12), -HOUR),
    (BERLIN, utc(2026, 10, 24, 12), HOUR),
    (LORD_HOWE, utc(2026, 10, 3, 4), -HOUR / 2),
    (LORD_HOWE, utc(2026, 4, 4, 4), HOUR / 2),
]


def clock(calendar: Calendar, opened: datetime, allowed: timedelta, stretch: timedelta = 30 * DAY) -> Countdown:
    return Countdown("1", "turn", 0, False, opened, allowed, opened, stretch=stretch, calendar=calendar)


def is_off(moment: datetime, hours: Hours) -> bool:
    """Whether the wall clock says that the player sleeps or has the weekend off, the night not ending by day."""
    wall = moment.astimezone(ZoneInfo(hours.zone))
    minutes, ends = wall.hour * 60 + wall.minute, (hours.asleep_from + hours.asleep_minutes) % 1440
    sleeps = bool(hours.asleep_minutes) and (minutes >= hours.asleep_from or minutes < ends)
    return sleeps or (hours.weekends_off and wall.weekday() >= 5)


@settings(max_examples=12, deadline=None)
@given(
    st.sampled_from(CHANGE_NIGHTS),
    st.integers(0, 3 * 24 * 60),
    st.integers(60, 3 * 24 * 60),
    st.booleans(),
)
def test_the_time_that_counts_is_what_the_wall_clock_shows_minute_by_minute(
    night: tuple[str, datetime, timedelta], before: int, minutes: int, weekends_off: bool
) -> None:
    hours = Hours(night[0], *LATE, weekends_off)
    opened = night[1] - before * MINUTE
    moment, left = opened, minutes
    while left:
        left -= not is_off(moment, hours)
        moment += MINUTE
    assert due_of(clock(Calendar(hours), opened, minutes * MINUTE)) == moment


@pytest.mark.parametrize(("zone", "afternoon", "longer"), CHANGE_NIGHTS)
def test_a_night_is_as_long_as_the_clocks_make_it_and_the_day_after_as_ever(
    zone: str, afternoon: datetime, longer: timedelta
) -> None:
    calendar = Calendar(Hours(zone, *LATE))
    nights = list(calendar.spells_off(afternoon, afternoon + 3 * DAY))
    assert [ends - begins for begins, ends in nights[:2]] == [9 * HOUR + longer, 9 * HOUR]
    assert [ends.astimezone(ZoneInfo(zone)).hour for _, ends in nights] == [7] * len(nights)


def test_a_night_at_a_local_time_that_does_not_exist_is_moved_on_by_the_gap() -> None:
    begins_in_the_gap = Calendar(Hours(NEW_YORK, 2 * 60 + 30, 5 * 60))
    [night] = begins_in_the_gap.spells_off(utc(2026, 3, 8, 5), utc(2026, 3, 8, 20))
    assert night == (utc(2026, 3, 8, 7, 30), utc(2026, 3, 8, 11, 30))
    all_in_the_gap = Calendar(Hours(NEW_YORK, 2 * 60 + 10, 30))
    [nap] = all_in_the_gap.spells_off(utc(2026, 3, 8, 5), utc(2026, 3, 8, 20))
    assert nap == (utc(2026, 3, 8, 7, 10), utc(2026, 3, 8, 7, 40))


def test_a_night_that_would_end_before_it_begins_for_the_gap_is_no_night() -> None:
    calendar = Calendar(Hours(NEW_YORK, 2 * 60 + 50, 20))
    assert list(calendar.spells_off(utc(2026, 3, 8, 5), utc(2026, 3, 8, 20))) == []


def test_a_night_at_a_local_time_that_comes_twice_is_had_once() -> None:
    calendar = Calendar(Hours(NEW_YORK, 60 + 30, 10))
    nights = list(calendar.spells_off(utc(2026, 11, 1, 4), utc(2026, 11, 1, 12)))
    assert nights == [(utc(2026, 11, 1, 5, 30), utc(2026, 11, 1, 5, 40))]


def test_nothing_off_means_that_time_is_just_time() -> None:
    assert due_of(clock(Calendar(), utc(2026, 3, 8, 5), 3 * DAY)) == utc(2026, 3, 11, 5)


def test_a_stretch_ends_where_the_table_said_it_would() -> None:
    away = Calendar(absences=(AwayTime(utc(2026, 1, 2), utc(2026, 1, 30)),))
    running = clock(away, utc(2026, 1, 1), 2 * DAY, stretch=5 * DAY)
    assert due_of(running) == utc(2026, 1, 8)
    assert run_to(running, utc(2026, 1, 7)).left == DAY


@settings(max_examples=30, deadline=None)
@given(
    st.sampled_from((NEW_YORK, BERLIN, LORD_HOWE)),
    st.integers(0, 365 * 24),
    st.lists(st.integers(0, 72), max_size=5),
    st.integers(0, 200),
)
def test_however_often_a_clock_is_looked_at_its_deadline_stays(
    zone: str, opened: int, looks: list[int], stretch: int
) -> None:
    running = clock(Calendar(Hours(zone, 60, 120, weekends_off=True)), utc(2026, 1, 1) + opened * HOUR, 4 * DAY)
    looked = running = replace(running, stretch=stretch * HOUR)
    for hours in looks:
        looked = run_to(looked, min(due_of(running), looked.since + hours * HOUR))
        assert due_of(looked) == due_of(running)
    assert due_of(running).tzinfo in (UTC, running.opened_at.tzinfo)
