"""What a move costs: round trips to the database and Python calls, the same in a long match as in a short one."""

from functools import partial

import pytest
from django.db import connection

from accounts.models import User
from games.models import Match
from tests.conftest import BeginMatch, MakePeople
from tests.costs.counting import calls, statements
from tests.games.core.playing import write_move

MOST_ROUND_TRIPS = 5
MOST_CALLS = 1_500

pytestmark = pytest.mark.django_db(transaction=True)


def passed(match: Match, players: list[User]) -> None:
    write_move(match, players, "pass")


def test_a_move_costs_few_round_trips(people: MakePeople, begin_match: BeginMatch) -> None:
    players = people("Anna", "Ben")
    match = begin_match(players)
    passed(match, players)
    made = statements(partial(passed, match, players))
    most = MOST_ROUND_TRIPS if connection.vendor == "postgresql" else 2 * MOST_ROUND_TRIPS
    assert len(made) <= most, made


def test_a_move_costs_few_calls_and_no_more_after_many(people: MakePeople, begin_match: BeginMatch) -> None:
    players = people("Anna", "Ben")
    match = begin_match(players)
    early = calls(partial(passed, match, players))
    for _ in range(60):
        passed(match, players)
    late = calls(partial(passed, match, players))
    assert early <= MOST_CALLS
    assert late <= early * 1.1
