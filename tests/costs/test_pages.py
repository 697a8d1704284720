"""What a page costs: statements and Python calls, for each game's match page and for the lists."""

from functools import partial

import pytest
from django.test import Client

from games.models import Match
from pirates.registry import GAMES
from tests.conftest import BeginMatch, MakePeople
from tests.costs.counting import calls, statements

pytestmark = pytest.mark.django_db

MOST_STATEMENTS, MOST_FOR_A_LIST = 18, 6
"""A list of tables looks up first who is kept apart: in one query with the tables, every seat of the site was read."""
MOST_CALLS = 56_000


def look(client: Client, address: str) -> None:
    assert client.get(address).status_code == 200


@pytest.mark.parametrize("slug", sorted(GAMES))
def test_a_match_page_costs_few_statements_and_calls(slug: str, people: MakePeople, begin_match: BeginMatch) -> None:
    players = people("Anna", "Ben", "Cleo")
    match = begin_match(players, game=slug)
    client = Client()
    client.force_login(players[0])
    looking = partial(look, client, f"/m/{match.pk}/")
    looking()
    assert len(statements(looking)) <= MOST_STATEMENTS
    assert calls(looking) <= MOST_CALLS


@pytest.mark.parametrize(("address", "most"), [("/", 18_000), ("/matches/", 26_500), ("/tables/", 20_500)])
def test_a_list_costs_few_statements_and_calls(
    address: str, most: int, people: MakePeople, begin_match: BeginMatch
) -> None:
    players = people("Anna", "Ben")
    for _ in range(5):
        begin_match(players)
    client = Client()
    client.force_login(players[0])
    looking = partial(look, client, address)
    looking()
    assert len(statements(looking)) <= MOST_FOR_A_LIST
    assert calls(looking) <= most


def test_a_statement_too_many_is_found(people: MakePeople, begin_match: BeginMatch) -> None:
    players = people("Anna", "Ben")
    begin_match(players)
    client = Client()
    client.force_login(players[0])

    def one_by_one() -> None:
        look(client, "/matches/")
        for _ in range(MOST_FOR_A_LIST):
            Match.objects.count()

    assert len(statements(one_by_one)) > MOST_FOR_A_LIST
