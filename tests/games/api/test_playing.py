"""Whole matches over the API."""

import json
from typing import Any

import pytest

from pirates.verify import verify
from tests.conftest import MakePeople
from tests.games.api.bot_client import BotClient, play_to_the_end
from tests.games.api.callers import API, clients_of, read, send

pytestmark = pytest.mark.django_db


def greedy(match: dict[str, Any], legal: list[dict[str, Any]]) -> dict[str, Any]:
    """Choose a move that takes something, a different one each time."""
    taking = [each for each in legal if each["notation"].split()[0] not in ("pass", "bury", "end")]
    choices = taking or legal
    number: int = match["position"] * 7 % len(choices)
    return choices[number]


def test_four_clients_play_a_match_from_its_opening_to_its_export(people: MakePeople, no_throttle: None) -> None:
    clients = clients_of(people("Anna", "Ben", "Cleo", "Dario"))
    plan = {"game": "capitan-bacon", "seats": 4, "pace_seconds": 86400, "title": "By machine"}
    match_id = send(clients[0], "matches/", plan, key="open")["id"]
    for client in clients[1:]:
        send(client, f"matches/{match_id}/seats/")
    begun = send(clients[0], f"matches/{match_id}/start/", code=200)
    assert begun["status"] == "running"
    over = play_to_the_end([BotClient(client, match_id, greedy) for client in clients])
    assert over["status"] == "over"
    assert over["outcome"]["winners"]
    assert over["waiting"] == over["decisions"] == over["deadlines"] == []
    for client in clients:
        document = client.get(f"{API}matches/{match_id}/export/").content
        assert verify(document).fault is None
        assert json.loads(document)["entries"][-1]["hash"] == over["fingerprint"]
    assert read(clients[0], f"matches/{match_id}/log/?after={over['position'] - 1}")["lines"][0]["sentences"]
