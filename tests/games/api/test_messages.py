"""Talk and notes over the API: said once, read in order, refused in plain words, and cheap."""

from datetime import timedelta
from functools import partial
from typing import Any

import pytest
import time_machine
from django.utils import timezone
from rest_framework.test import APIClient

from accounts.models import User
from games.models import Match, Message, Notes
from games.selectors.people.messages import TALK_OUTLASTS_MATCH
from games.services.people.messages import MOST_IN_TALK, set_muted
from games.services.tables.seats import give_up_seat
from tests.conftest import BeginMatch, MakePeople
from tests.costs.counting import statements
from tests.games.api.callers import API, client_of, clients_of, read, send

pytestmark = pytest.mark.django_db


@pytest.fixture
def players(people: MakePeople) -> list[User]:
    return people("Anna", "Ben", "Cleo")


@pytest.fixture
def match(begin_match: BeginMatch, players: list[User]) -> Match:
    return begin_match(players, bots=1)


def said(client: APIClient, match: Match, query: str = "") -> list[str]:
    """Return the texts of a talk."""
    return [each["text"] for each in read(client, f"matches/{match.pk}/messages/{query}")["messages"]]


def speak(client: APIClient, match: Match, text: str = "Ahoy", query: str = "", **more: Any) -> Any:
    """Say something, and return the answer."""
    return send(client, f"matches/{match.pk}/messages/{query}", {"text": text}, **more)


def test_what_is_said_has_its_author_its_seat_and_its_lines(match: Match, players: list[User]) -> None:
    anna, ben, _ = clients_of(players)
    answer = speak(ben, match, "Ahoy,\r\n  all <b>hands</b>\u202e")
    assert (answer["number"], answer["seat"], answer["name"], answer["is_own"]) == (1, 1, "Demo Ben", True)
    assert answer["text"] == "Ahoy,\nall <b>hands</b>"
    talk = read(anna, f"matches/{match.pk}/messages/")
    assert talk["messages"] == [{**answer, "is_own": False}]
    assert {name: talk[name] for name in ("next_after", "unread", "is_muted", "is_open")} == {
        "next_after": None,
        "unread": 1,
        "is_muted": False,
        "is_open": True,
    }


def test_private_talk_is_read_with_its_seat_by_these_two_alone(
    match: Match, players: list[User], people: MakePeople
) -> None:
    anna, ben, cleo = clients_of(players)
    speak(anna, match, "Rob Cleo next", "?with=1")
    assert said(anna, match, "?with=1") == said(ben, match, "?with=0") == ["Rob Cleo next"]
    for client in (anna, ben, cleo, client_of(people("Dario")[0])):
        assert said(client, match) == []
    assert said(cleo, match, "?with=0") == said(cleo, match, "?with=1") == []
    assert read(client_of(people("Edda")[0]), f"matches/{match.pk}/messages/?with=1", 403)["code"] == "not_your_seat"


def test_the_same_request_is_heard_once(match: Match, players: list[User]) -> None:
    anna, ben, _ = clients_of(players)
    first = speak(anna, match, key="one")
    assert speak(anna, match, key="one", code=200) == first
    speak(ben, match, key="one")
    speak(anna, match)
    assert Message.objects.count() == 3


def test_a_talk_is_read_on_with_the_number_that_it_gives(match: Match, players: list[User]) -> None:
    anna, ben, _ = clients_of(players)
    for number in range(7):
        speak(anna, match, f"{number}")
    found: list[list[str]] = []
    after: int | None = 0
    while after is not None:
        page = read(ben, f"matches/{match.pk}/messages/?limit=3&after={after}")
        found.append([each["text"] for each in page["messages"]])
        after = page["next_after"]
    assert found == [["0", "1", "2"], ["3", "4", "5"], ["6"]]
    assert said(ben, match, "?after=7") == []


@pytest.mark.parametrize(
    ("query", "body", "status", "code"),
    [
        ("", {"text": ""}, 400, "unreadable_body"),
        ("", {"text": "x" * 1001}, 400, "unreadable_body"),
        ("", {"text": " \u200b"}, 400, "message_empty"),
        ("", {}, 400, "unreadable_body"),
        ("", {"text": 7}, 400, "unreadable_body"),
        ("", {"text": "Psst", "with": 1}, 400, "unreadable_body"),
        ("?seat=1", {"text": "Psst"}, 400, "unreadable_query"),
        ("?with=anna", {"text": "Psst"}, 400, "unreadable_query"),
        ("?with=1&with=2", {"text": "Psst"}, 400, "unreadable_query"),
        ("?with=-1", {"text": "Psst"}, 400, "unreadable_query"),
        ("?with=9", {"text": "Psst"}, 400, "no_such_seat"),
        ("?with=3", {"text": "Psst"}, 409, "nobody_there"),
        ("?with=0", {"text": "Psst"}, 409, "own_seat"),
    ],
)
def test_what_is_meant_for_one_ear_is_never_said_to_the_table_by_mistake(
    match: Match, players: list[User], query: str, body: dict[str, object], status: int, code: str
) -> None:
    refusal = send(client_of(players[0]), f"matches/{match.pk}/messages/{query}", body, code=status)
    assert refusal["code"] == code
    assert not Message.objects.exists()


def test_who_says_too_much_is_told_when_to_go_on(match: Match, players: list[User]) -> None:
    client = client_of(players[0])
    for _ in range(MOST_IN_TALK):
        speak(client, match)
    answer = client.post(f"{API}matches/{match.pk}/messages/", {"text": "More"}, format="json")
    assert (answer.status_code, answer.json()["code"]) == (429, "too_often")
    assert 0 < int(answer.headers["Retry-After"]) == answer.json()["retry_after"] <= 3601
    speak(client, match, query="?with=1")


def test_after_a_fortnight_talk_is_refused_and_can_be_read(players: list[User], begin_match: BeginMatch) -> None:
    match, client = begin_match(players[:2]), client_of(players[0])
    speak(client, match)
    give_up_seat(match_id=match.pk, player=players[1], key="resign")
    with time_machine.travel(timezone.now() + TALK_OUTLASTS_MATCH + timedelta(seconds=1)):
        assert speak(client, match, code=409)["code"] == "talk_closed"
        talk = read(client, f"matches/{match.pk}/messages/")
    assert (talk["is_open"], len(talk["messages"])) == (False, 1)


def test_a_mute_is_shown_to_whoever_muted_and_to_nobody_else(match: Match, players: list[User]) -> None:
    anna, ben, _ = clients_of(players)
    speak(ben, match, "Listen", "?with=0")
    before = anna.get(f"{API}matches/{match.pk}/messages/").content, ben.get(_pair(match, 0)).content
    set_muted(match_id=match.pk, person=players[0], seat=1, is_muted=True)
    assert before == (anna.get(f"{API}matches/{match.pk}/messages/").content, ben.get(_pair(match, 0)).content)
    talk = read(anna, f"matches/{match.pk}/messages/?with=1")
    assert (talk["is_muted"], talk["messages"], talk["unread"]) == (True, [], 0)
    assert speak(ben, match, "Still there?", "?with=0")["number"] == 2


def _pair(match: Match, seat: int) -> str:
    return f"{API}matches/{match.pk}/messages/?with={seat}"


def test_notes_are_put_whole_and_are_ones_own(match: Match, players: list[User], people: MakePeople) -> None:
    anna, ben, _ = clients_of(players)
    address = f"matches/{match.pk}/notes/"
    assert read(anna, address) == {"text": "", "version": 0, "changed_at": None}
    assert not Notes.objects.exists()
    kept = anna.put(API + address, {"text": "Ben took 3\r\n\r\nand 7", "version": 0}, format="json").json()
    assert (kept["text"], kept["version"]) == ("Ben took 3\n\nand 7", 1)
    assert read(anna, address) == kept
    assert read(ben, address)["text"] == ""
    stale = anna.put(API + address, {"text": "Cleo", "version": 0}, format="json")
    assert (stale.status_code, stale.json()["code"]) == (409, "notes_changed")
    assert anna.put(API + address, {"text": "Cleo"}, format="json").json()["version"] == 2
    assert anna.put(API + address, {"text": "x" * 10_001}, format="json").status_code == 400
    watching = client_of(people("Dario")[0])
    assert watching.put(API + address, {"text": "Anna wins"}, format="json").status_code == 200


def test_reading_talk_and_notes_changes_nothing_and_costs_the_same_however_much_was_said(
    match: Match, players: list[User]
) -> None:
    anna, ben, _ = clients_of(players)
    costs = []
    for count in (2, 15):
        for _ in range(count):
            speak(ben, match)
            speak(ben, match, query="?with=0")
        addresses = [f"matches/{match.pk}/{each}" for each in ("messages/", "messages/?with=1", "notes/")]
        made = [statements(partial(read, anna, address)) for address in addresses]
        assert all(sql.lstrip("(").startswith("SELECT") for each in made for sql in each)
        costs.append([len(each) for each in made])
    assert costs[0] == costs[1]
    assert max(costs[0]) <= 8
    talked = [len(statements(partial(speak, ben, match, query=query))) for query in ("", "?with=0")]
    assert max(talked) <= 14
