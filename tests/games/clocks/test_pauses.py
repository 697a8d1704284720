"""Pauses: clocks stand still, and go on with what was left, at the latest when the longest time is over."""

from datetime import UTC, datetime, timedelta

import pytest
import time_machine

from games.logbook import store
from games.models import Deadline, Match
from games.projections.rebuild import find_drift
from games.refusals import NotNow
from games.services.clocks.deadlines import expire_due_deadlines, resolve_due_phases, send_due_reminders
from games.services.play.submitting import Act, Submission, submission_key, submit
from games.services.tables.matches import rewind_match
from games.table.commands.clocks import Pause, Resume
from games.table.commands.core import AnyTableCommand
from tests.conftest import BeginMatch, MakePeople
from tests.games.core.playing import fresh_key, write_move

pytestmark = pytest.mark.django_db
NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
DAY = timedelta(days=1)
WEEK = 7 * DAY


def agree(match: Match, command: AnyTableCommand) -> None:
    """Do what a table agreed on."""
    key = submission_key(fresh_key())
    submit(Submission(match_id=match.pk, channel="page", key=key, prepare=lambda _: Act("host", command)))


def pause(match: Match, length: timedelta = WEEK) -> None:
    agree(match, Pause(int(length.total_seconds())))


def due(match: Match) -> datetime:
    return Deadline.objects.get(match=match, seat__isnull=False).due_at


def test_ten_pauses_leave_exactly_the_time_that_was_left(people: MakePeople, begin_match: BeginMatch) -> None:
    with time_machine.travel(NOON, tick=False) as clock:
        match = begin_match(people("Anna", "Ben"), pace=DAY)
        for number in range(10):
            clock.shift(timedelta(hours=2))
            left = due(match) - datetime.now(UTC)
            agree(match, Pause(int(WEEK.total_seconds()), "ruled"))
            assert not Deadline.objects.filter(match=match, seat__isnull=False).exists()
            clock.shift(timedelta(days=number % 3, minutes=number))
            agree(match, Resume())
            assert due(match) - datetime.now(UTC) == left
            assert find_drift(match.pk) == []
        assert due(match) - datetime.now(UTC) == timedelta(hours=4)


def test_nothing_expires_and_nobody_is_reminded_while_the_clocks_stand_still(
    people: MakePeople, begin_match: BeginMatch
) -> None:
    with time_machine.travel(NOON, tick=False) as clock:
        match = begin_match(people("Anna", "Ben"), pace=DAY)
        clock.shift(timedelta(hours=23))
        pause(match)
        clock.shift(6 * DAY)
        assert (expire_due_deadlines(), send_due_reminders(), resolve_due_phases()) == (0, 0, 0)


def test_a_pause_ends_by_itself_after_its_longest_time(people: MakePeople, begin_match: BeginMatch) -> None:
    with time_machine.travel(NOON, tick=False) as clock:
        match = begin_match(people("Anna", "Ben"), pace=DAY)
        clock.shift(timedelta(hours=23))
        pause(match)
        clock.shift(WEEK)
        assert resolve_due_phases() == 1
        assert due(match) - datetime.now(UTC) == timedelta(hours=1)
        assert resolve_due_phases() == 0
        assert find_drift(match.pk) == []


def test_who_wishes_may_move_in_a_pause_and_the_next_has_all_their_time(
    people: MakePeople, begin_match: BeginMatch
) -> None:
    with time_machine.travel(NOON, tick=False) as clock:
        players = people("Anna", "Ben")
        match = begin_match(players, pace=DAY)
        pause(match)
        clock.shift(2 * DAY)
        write_move(match, players, "pass")
        clock.shift(2 * DAY)
        agree(match, Resume())
        assert due(match) - datetime.now(UTC) == DAY


def test_a_table_pauses_no_more_and_no_longer_than_it_agreed(people: MakePeople, begin_match: BeginMatch) -> None:
    match = begin_match(people("Anna", "Ben"), pace=DAY)
    with pytest.raises(NotNow, match="14 days"):
        pause(match, 15 * DAY)
    for _ in range(3):
        pause(match)
        agree(match, Resume())
    with pytest.raises(NotNow, match="no pause left"):
        pause(match)
    with pytest.raises(NotNow, match="not paused"):
        agree(match, Resume())


def test_a_match_wound_back_in_a_pause_stays_paused_and_then_gives_all_the_time_anew(
    people: MakePeople, begin_match: BeginMatch
) -> None:
    with time_machine.travel(NOON, tick=False) as clock:
        players = people("Anna", "Ben")
        match = begin_match(players, pace=DAY)
        clock.shift(timedelta(hours=20))
        write_move(match, players, "pass")
        clock.shift(timedelta(hours=20))
        pause(match)
        rewind_match(match_id=match.pk, to=store.open_book(match.pk).position - 2, key="back")
        assert not Deadline.objects.filter(match=match, seat__isnull=False).exists()
        clock.shift(DAY)
        agree(match, Resume())
        assert due(match) - datetime.now(UTC) == DAY
        assert find_drift(match.pk) == []
