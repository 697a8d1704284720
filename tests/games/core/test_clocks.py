"""Clocks: when answers are due, what paces are allowed, and that no zone of any machine has a say in it."""

import os
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.clocks.countdown import Countdown, due_of
from games.clocks.pace import LONGEST_PACE, SHORTEST_PACE, default_window, is_allowed_pace, remind_at
from games.models import Deadline, Match
from games.services.clocks.deadlines import expire_due_deadlines
from games.services.tables.matches import MatchPlan, open_match
from pirates.errors import IllegalMove, MalformedMove
from tests.conftest import BeginMatch, MakePeople

ZONES = ("UTC", "America/New_York", "Europe/Berlin", "Australia/Lord_Howe", "Pacific/Apia")
CHANGE_NIGHTS = (
    datetime(2026, 3, 8, 6, 30, tzinfo=UTC),
    datetime(2026, 11, 1, 5, 30, tzinfo=UTC),
    datetime(2026, 3, 29, 0, 30, tzinfo=UTC),
    datetime(2026, 10, 25, 0, 30, tzinfo=UTC),
    datetime(2026, 4, 4, 14, 45, tzinfo=UTC),
    datetime(2026, 10, 3, 15, 15, tzinfo=UTC),
)
instants = st.timedeltas(timedelta(0), timedelta(days=40 * 365)).map(datetime(2020, 1, 1, tzinfo=UTC).__add__)
paces = st.timedeltas(SHORTEST_PACE, LONGEST_PACE)


@pytest.fixture(params=ZONES)
def _in_the_zone(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Run as on a machine in this zone."""
    monkeypatch.setitem(os.environ, "TZ", request.param)
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


@given(instants, paces)
def test_a_reminder_comes_while_there_is_time_left_and_not_at_once(opened: datetime, given_time: timedelta) -> None:
    due = opened + given_time
    remind = remind_at(opened, due)
    if remind is None:
        assert given_time < timedelta(minutes=30)
        return
    assert opened < remind < due
    assert due - remind <= timedelta(days=1)
    assert remind.utcoffset() == timedelta(0)


@given(instants, paces, paces)
def test_more_time_never_means_an_earlier_reminder(opened: datetime, one: timedelta, other: timedelta) -> None:
    short, long = sorted((one, other))
    first, second = remind_at(opened, opened + short), remind_at(opened, opened + long)
    assert first is None or (second is not None and first <= second)


@given(paces)
def test_the_usual_window_is_allowed_at_every_pace(pace: timedelta) -> None:
    window = default_window(pace)
    assert SHORTEST_PACE <= window <= pace
    if pace >= timedelta(days=1):
        assert window >= timedelta(hours=1)


@given(paces, paces)
def test_a_slower_pace_never_has_a_shorter_window(one: timedelta, other: timedelta) -> None:
    fast, slow = sorted((one, other))
    assert default_window(fast) <= default_window(slow)


@pytest.mark.usefixtures("_in_the_zone")
@pytest.mark.parametrize("opened", CHANGE_NIGHTS)
def test_no_clock_change_anywhere_adds_or_loses_time(opened: datetime) -> None:
    hours = [opened + timedelta(hours=hour) for hour in range(-6, 30)]
    dues = [due_of(Countdown("1", "turn", 0, False, hour, timedelta(days=1), hour)) for hour in hours]
    assert [due.timestamp() - hour.timestamp() for due, hour in zip(dues, hours, strict=True)] == [86400] * 36
    assert all(later - due == timedelta(hours=1) for due, later in pairwise(dues))
    reminders = [remind_at(hour, due) for hour, due in zip(hours, dues, strict=True)]
    assert [due - remind for due, remind in zip(dues, reminders, strict=True) if remind] == [timedelta(hours=8)] * 36


@pytest.mark.parametrize(
    ("pace", "is_allowed"),
    [
        (timedelta(0), False),
        (timedelta(days=-1), False),
        (timedelta(minutes=1), False),
        (timedelta(minutes=5) - timedelta(microseconds=1), False),
        (timedelta(minutes=5), True),
        (timedelta(days=14), True),
        (timedelta(days=14, microseconds=1), False),
        (timedelta(days=30), False),
        (timedelta(days=100), False),
        (timedelta(days=10_000), False),
        (timedelta.max, False),
        (timedelta.min, False),
    ],
)
@pytest.mark.django_db
def test_a_pace_is_refused_or_accepted_when_the_match_is_opened(
    people: MakePeople, pace: timedelta, is_allowed: bool
) -> None:
    (anna,) = people("Anna")
    plan = MatchPlan(game="capitan-bacon", title="Demo", seats=2, pace=pace)
    assert is_allowed_pace(pace) is is_allowed
    if is_allowed:
        assert open_match(host=anna, plan=plan).pace_seconds == pace.total_seconds()
        return
    with pytest.raises(MalformedMove) as refusal:
        open_match(host=anna, plan=plan)
    assert refusal.value.code == "pace_out_of_range"
    assert not Match.objects.exists()


@pytest.mark.parametrize(
    "window", [timedelta(0), timedelta(minutes=-5), timedelta(minutes=4), timedelta(days=1, seconds=1), timedelta.max]
)
@pytest.mark.django_db
def test_a_window_that_is_too_short_or_longer_than_the_pace_is_refused(people: MakePeople, window: timedelta) -> None:
    (anna,) = people("Anna")
    plan = MatchPlan(game="capitan-bacon", title="Demo", seats=2, pace=timedelta(days=1), window=window)
    with pytest.raises(MalformedMove) as refusal:
        open_match(host=anna, plan=plan)
    assert refusal.value.code == "pace_out_of_range"


@pytest.mark.django_db
def test_options_that_could_never_start_are_refused_when_the_match_is_opened(people: MakePeople) -> None:
    (anna,) = people("Anna")
    plan = MatchPlan(game="capitan-bacon", title="Demo", seats=2, pace=timedelta(days=1), options=b'{"starter": 5}')
    with pytest.raises(IllegalMove):
        open_match(host=anna, plan=plan)
    assert not Match.objects.exists()


@pytest.mark.parametrize("pace", [SHORTEST_PACE, LONGEST_PACE])
@pytest.mark.django_db
def test_a_pace_that_is_accepted_works_through_to_its_expiry(
    people: MakePeople, begin_match: BeginMatch, pace: timedelta
) -> None:
    match = begin_match(people("Anna", "Ben"), pace=pace)
    deadline = Deadline.objects.get(match=match)
    assert deadline.due_at - deadline.opened_at == pace
    assert expire_due_deadlines(deadline.due_at - timedelta(microseconds=1)) == 0
    assert expire_due_deadlines(deadline.due_at) == 1
    match.refresh_from_db()
    assert match.position == 5
