"""A connection that is lost while something is done drops nothing and counts against nobody: it is done again."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import InterfaceError, OperationalError, connection
from django.utils import timezone

from games.logbook import store
from games.models import Deadline, Match, OpenProposal, QueuedMove
from games.services.clocks import deadlines, last_days
from games.services.clocks.deadlines import expire_due_deadlines
from games.services.clocks.last_days import end_matches_on_last_day
from games.services.consent import consents
from games.services.play import queue_trying, submitting
from games.services.play.queue_trying import play_queued_moves
from games.services.tables import bots, ready_checks
from games.services.tables.bots import play_waiting_bots
from games.services.tables.ready_checks import free_unconfirmed_seats
from games.sweeps.outages import let_pass
from tests.conftest import BeginMatch, MakePeople
from tests.games.core.playing import write_move
from tests.games.core.queuing import ANNA_STARTS, played, queue, shown

pytestmark = pytest.mark.django_db

LOST = [OperationalError("server closed the connection"), InterfaceError("connection already closed")]


class LockNotAvailable(Exception):
    """What PostgreSQL's own error says of itself."""

    sqlstate = "55P03"


def _busy() -> OperationalError:
    error = OperationalError("canceling statement due to lock timeout")
    error.__cause__ = LockNotAvailable()
    return error


def _failing(error: Exception) -> Callable[..., Any]:
    def fail(*_: object, **__: object) -> Any:
        raise error

    return fail


@pytest.mark.parametrize("step", ["submit_move", "tell_played"])
@pytest.mark.parametrize("error", [*LOST, _busy()], ids=["lost", "closed", "busy"])
def test_a_queued_move_waits_for_the_database_and_is_played_then(
    error: Exception, step: str, people: MakePeople, begin_match: BeginMatch, monkeypatch: pytest.MonkeyPatch
) -> None:
    players = people("Anna", "Ben")
    match = begin_match(players, options=ANNA_STARTS)
    queue(match, players[1], "pass")
    write_move(match, players, "pass")
    with monkeypatch.context() as patch:
        patch.setattr(queue_trying, step, _failing(error))
        assert _swept(play_queued_moves) in (0, None)
    row = QueuedMove.objects.get()
    assert (row.dropped_at, row.failures, row.retry_at) == (None, 0, None)
    assert shown(match, players[1]) == ("pass", "")
    assert play_queued_moves() == 1
    assert played(match) == ("seat:1", "queued")


@pytest.mark.parametrize("error", [*LOST, _busy()], ids=["lost", "closed", "busy"])
def test_no_sweep_counts_it_as_a_failure_of_what_it_had_in_hand(
    error: Exception, people: MakePeople, begin_match: BeginMatch, monkeypatch: pytest.MonkeyPatch
) -> None:
    human, robot = begin_match(people("Anna", "Ben")), begin_match(people("Cleo"), bots=3)
    Deadline.objects.update(due_at=timezone.now() - timedelta(days=1))
    Match.objects.update(ends_by=timezone.now() - timedelta(days=1))
    positions = dict(Match.objects.values_list("pk", "position"))
    with monkeypatch.context() as patch:
        for room in (deadlines, bots, last_days, ready_checks, consents, submitting):
            for door in ("submit", "submit_within", "submit_all"):
                patch.setattr(room, door, _failing(error), raising=False)
        for sweep in (expire_due_deadlines, play_waiting_bots, end_matches_on_last_day, free_unconfirmed_seats):
            assert _swept(sweep) in (0, None)
    assert dict(Match.objects.values_list("pk", "position")) == positions
    assert not Deadline.objects.exclude(failures=0, retry_at=None).exists()
    assert not OpenProposal.objects.exists()
    expire_due_deadlines()
    assert store.open_book(human.pk).position > positions[human.pk]
    assert robot.pk in positions


@pytest.mark.postgres
def test_a_database_that_is_gone_ends_the_sweep_and_one_that_is_busy_does_not() -> None:
    assert connection.vendor == "postgresql"
    assert let_pass(_busy())
    assert not let_pass(ZeroDivisionError())
    for error in LOST:
        with pytest.raises(type(error)):
            let_pass(error)


def _swept(sweep: Callable[[], object]) -> object:
    """Return what a sweep did, or None if it ended because the database is gone."""
    try:
        return sweep()
    except (OperationalError, InterfaceError):
        return None
