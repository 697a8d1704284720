"""A seat that was resigned is offered nothing by any exit, and the bot that plays on for it is."""

import pytest
from django.test import Client

from games.logbook import store
from games.projections.write import open_decisions
from games.services.tables.seats import give_up_seat
from pirates.decisions import open_to
from pirates.registry import GAMES
from tests.conftest import BeginMatch, MakePeople

pytestmark = pytest.mark.django_db

API = "/api/v1/"


@pytest.mark.parametrize("game", sorted(GAMES))
def test_whoever_has_resigned_is_offered_no_move_and_asked_nothing(
    game: str, people: MakePeople, begin_match: BeginMatch, client: Client
) -> None:
    players = people("Anna", "Ben", "Cleo")
    match = begin_match(players, game=game)
    asked = [seat for seat in range(3) if open_to(open_decisions(store.open_book(match.pk)), seat)]
    seat = asked[0]
    client.force_login(players[seat])
    assert client.get(f"{API}matches/{match.pk}/moves/").json()["moves"]
    give_up_seat(match_id=match.pk, player=players[seat], key="resign")
    book = store.open_book(match.pk)
    assert book.table.chairs[seat].has_left
    told = client.get(f"{API}matches/{match.pk}/moves/").json()
    assert (told["moves"], told["decisions"]) == ([], [])
    assert client.get(f"{API}matches/{match.pk}/").json()["decisions"] == []
    assert client.get(f"/m/{match.pk}/").status_code == 200
