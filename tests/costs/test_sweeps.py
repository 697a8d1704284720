"""What time costs: statements for each due deadline, and for a sweep that finds nothing to do."""

from datetime import timedelta
from functools import partial

import pytest
from django.utils import timezone

from games.models import Deadline
from games.services.clocks.deadlines import expire_due_deadlines, resolve_due_phases, send_due_reminders
from games.services.play.queue_trying import play_queued_moves
from games.services.tables.bots import play_waiting_bots
from tests.conftest import BeginMatch, MakePeople
from tests.costs.counting import calls, statements

pytestmark = pytest.mark.django_db

MATCHES = 20
MOST_STATEMENTS = 0.5
MOST_CALLS = 3_500


def test_a_due_deadline_costs_few_statements_and_calls(people: MakePeople, begin_match: BeginMatch) -> None:
    players = people("Anna", "Ben")
    for _ in range(MATCHES):
        begin_match(players)
    late = timezone.now() + timedelta(days=30)
    made = statements(partial(expire_due_deadlines, late))
    assert Deadline.objects.count() == MATCHES
    assert len(made) <= MOST_STATEMENTS * MATCHES
    assert calls(partial(expire_due_deadlines, late)) <= MOST_CALLS * MATCHES


@pytest.mark.parametrize(
    "sweep", [expire_due_deadlines, resolve_due_phases, send_due_reminders, play_waiting_bots, play_queued_moves]
)
def test_a_sweep_that_finds_nothing_costs_one_statement(
    sweep: object, people: MakePeople, begin_match: BeginMatch
) -> None:
    begin_match(people("Anna", "Ben"))
    assert callable(sweep)
    assert len(statements(sweep)) <= 1
