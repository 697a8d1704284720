"""Queued moves over the API: one address of one's own, and nothing in any answer to others."""

import pytest

from accounts.models import User
from games.models import Match
from games.services.play.queue_trying import play_queued_moves
from games.services.play.queued_moves import queue_move
from tests.conftest import BeginMatch, MakePeople
from tests.games.api.callers import API, client_of, read
from tests.games.core.playing import write_move

pytestmark = pytest.mark.django_db

Trio = tuple[Match, list[User]]


@pytest.fixture
def trio(people: MakePeople, begin_match: BeginMatch) -> Trio:
    """A match of Anna, who is asked, and of Ben and Cleo, who are not."""
    players = people("Anna", "Ben", "Cleo")
    return begin_match(players, options=b'{"starter":0}'), players


def test_a_move_is_queued_read_replaced_and_withdrawn(trio: Trio) -> None:
    match, (_, ben, _cleo) = trio
    client, address = client_of(ben), f"{API}matches/{match.pk}/queued/"
    nothing = {"can_queue": True, "queued": None, "dropped": None}
    assert client.get(address).json() == nothing
    assert client.put(address, {"notation": "shovel 7"}, format="json").json()["queued"]["notation"] == "shovel 7"
    told = client.put(address, {"move": {"type": "Pass"}}, format="json")
    assert (told.status_code, told.json()["queued"]["notation"]) == (200, "pass")
    assert client.get(address).json() == told.json()
    assert client.delete(address).status_code == client.delete(address).status_code == 204
    assert client.get(address).json() == nothing


def test_what_was_dropped_is_told_with_its_reason_and_the_question_that_is_open(trio: Trio) -> None:
    match, players = trio
    queue_move(match_id=match.pk, player=players[1], move="shovel 99")
    write_move(match, players, "pass")
    assert play_queued_moves() == 0
    told = read(client_of(players[1]), f"matches/{match.pk}/queued/")
    assert (told["can_queue"], told["queued"], told["dropped"]["notation"]) == (False, None, "shovel 99")
    question = read(client_of(players[1]), f"matches/{match.pk}/")["decisions"]
    assert told["dropped"]["decision"] in {each["key"] for each in question if each["is_required"]}
    assert told["dropped"]["why"]


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({}, "one_way_only"),
        ({"notation": "pass", "move": {"type": "Pass"}}, "one_way_only"),
        ({"notation": "swim"}, "unknown_word"),
        ({"notation": "pass " * 100}, "notation_too_long"),
        ({"move": {"type": "Swim"}}, "unreadable_move"),
        ({"move": {"type": "Pass", "seat": 0}}, "not_your_seat"),
        ({"notation": "pass", "seat": 1}, "unreadable_body"),
    ],
)
def test_what_can_never_be_played_is_refused_at_once(trio: Trio, body: dict[str, object], code: str) -> None:
    match, (_, ben, _cleo) = trio
    answer = client_of(ben).put(f"{API}matches/{match.pk}/queued/", body, format="json")
    assert answer.headers["Content-Type"] == "application/problem+json"
    assert answer.json()["code"] == code


@pytest.mark.parametrize("part", ["", "moves/", "log/", "at/5/", "export/", "messages/", "queued/"])
def test_answers_to_others_are_the_same_to_the_byte_whether_somebody_has_queued_or_not(trio: Trio, part: str) -> None:
    match, (anna, ben, cleo) = trio

    def seen() -> list[tuple[bytes, str]]:
        answers = [client_of(each).get(f"{API}matches/{match.pk}/{part}") for each in (anna, cleo)]
        return [(each.content, each.headers["ETag"]) for each in answers]

    before = seen()
    queue_move(match_id=match.pk, player=ben, move="pass")
    assert seen() == before
