"""Two referees, three players, and a running match that is nobody's but the players'."""

import pytest
from django.test import Client

from accounts.models import User
from games.models import Match
from games.services.desk.disputes import open_dispute
from tests.conftest import BeginMatch, MakePeople
from tests.games.core.playing import write_move


@pytest.fixture
def players(people: MakePeople) -> list[User]:
    return people("Anna", "Ben", "Cleo")


@pytest.fixture
def match(players: list[User], begin_match: BeginMatch) -> Match:
    """Return a running, private match, two moves old."""
    match = begin_match(players, is_private=True)
    write_move(match, players, "pass")
    write_move(match, players, "pass")
    match.refresh_from_db()
    return match


@pytest.fixture
def disputed(match: Match, players: list[User]) -> Match:
    """Return the match with its newest move disputed."""
    claim = "The third card was <script>alert(1)</script> not his."
    open_dispute(match_id=match.pk, player=players[2], position=match.position, claim=claim, key="claim")
    match.refresh_from_db()
    return match


@pytest.fixture
def desk(client: Client, referees: list[User]) -> Client:
    """Return the first referee's browser."""
    client.force_login(referees[0])
    return client
