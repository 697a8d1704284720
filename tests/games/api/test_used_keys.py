"""An Idempotency-Key is for one request: another one under it is refused, and has done nothing."""

import json
from typing import Any

import pytest
from django.db import connection
from django.urls import get_resolver
from rest_framework.test import APIClient

from games.models import DisputeWord, KeyedRequest, Match, Message
from tests.conftest import BeginMatch, MakePeople
from tests.games.api.callers import API, asked_client, clients_of, question_of, read, send

pytestmark = pytest.mark.django_db

PLAN = {"game": "capitan-bacon", "seats": 2, "pace_seconds": 86400}


def call(client: APIClient, method: str, address: str, body: object, key: str = "used") -> Any:
    return client.generic(
        method,
        f"{API}{address}",
        body if isinstance(body, str) else json.dumps(body),
        content_type="application/json",
        headers={"Idempotency-Key": key},
    )


def refused(answer: Any) -> bool:
    return bool(answer.status_code == 422 and answer.json()["code"] == "idempotency_key_used")


def test_another_body_under_a_used_key_is_refused_by_every_call_and_does_nothing(
    people: MakePeople, begin_match: BeginMatch
) -> None:
    players = people("Anna", "Ben")
    match = begin_match(players)
    clients = clients_of(players)
    mover = asked_client(clients, match.pk)
    at = f"matches/{match.pk}/"
    move = {"decision": question_of(mover, match.pk), "notation": "pass"}
    calls: list[tuple[str, dict[str, Any], list[object]]] = [
        (f"{at}moves/", move, [{**move, "notation": "shovel 7"}, {}, {"garbage": 1}, [], None]),
        (f"{at}messages/", {"text": "Ahoy"}, [{"text": "Ahoy!"}, {}, 7]),
        (f"{at}disputes/", {"position": match.position, "text": "Unfair"}, [{"position": 1, "text": "Unfair"}, {}]),
        ("matches/", PLAN, [{**PLAN, "seats": 3}, {**PLAN, "game": "guns-or-treasure"}, {}]),
    ]
    for address, body, others in calls:
        first = call(mover, "POST", address, body)
        assert first.status_code == 201, first.content
        before = _counts()
        assert all(refused(call(mover, "POST", address, other)) for other in others), address
        assert refused(call(mover, "POST", f"{address}?with=1", body)), address
        again = call(mover, "POST", address, dict(reversed(body.items())))
        assert again.status_code in (200, 201)
        assert _counts() == before
    assert call(mover, "POST", f"{at}moves/", "{not json").status_code == 400


def test_a_key_means_one_call_at_one_address_of_one_person(people: MakePeople, begin_match: BeginMatch) -> None:
    players = people("Anna", "Ben")
    anna, ben = clients_of(players)
    for match in (begin_match(players), begin_match(players)):
        at = f"matches/{match.pk}/"
        for client in (anna, ben):
            said = call(client, "POST", f"{at}messages/", {"text": f"Ahoy {match.pk}"})
            assert (said.status_code, said.json()["text"]) == (201, f"Ahoy {match.pk}")
        opened = call(anna, "POST", f"{at}disputes/", {"position": match.position, "text": f"Unfair {match.pk}"})
        assert opened.status_code == 201
        assert [word["text"] for word in opened.json()["disputes"][0]["words"]] == [f"Unfair {match.pk}"]
        assert call(anna, "DELETE", f"{at}disputes/1/", "").status_code == 204
        assert read(anna, f"{at}disputes/")["disputes"][0]["status"] == "withdrawn"
    assert DisputeWord.objects.count() == 2


def test_a_refusal_uses_no_key_up(people: MakePeople, begin_match: BeginMatch) -> None:
    players = people("Anna", "Ben")
    match = begin_match(players)
    mover = asked_client(clients_of(players), match.pk)
    address = f"matches/{match.pk}/moves/"
    question = question_of(mover, match.pk)
    for body, code in (({"decision": "gone", "notation": "pass"}, 409), ({"decision": question, "notation": "x"}, 400)):
        assert call(mover, "POST", address, body).status_code == code
    assert not KeyedRequest.objects.exists()
    assert call(mover, "POST", address, {"decision": question, "notation": "pass"}).status_code == 201
    assert KeyedRequest.objects.count() == 1


def test_a_form_that_is_changed_and_sent_again_is_another_one(
    client: Any, people: MakePeople, begin_match: BeginMatch
) -> None:
    anna, ben = people("Anna", "Ben")
    match = begin_match([anna, ben])
    client.force_login(anna)
    for text in ("Ahoy", "Ahoy", "Avast", "Ahoy"):
        client.post(f"/m/{match.pk}/talk/", {"key": "form", "text": text})
    assert sorted(Message.objects.values_list("text", flat=True)) == ["Ahoy", "Avast"]


def test_every_call_that_says_it_may_be_repeated_refuses_another_under_its_key() -> None:
    schema = read(APIClient(), "schema/?format=json")
    keyed = [
        (path, method)
        for path, methods in schema["paths"].items()
        for method, operation in methods.items()
        if any(each["name"] == "Idempotency-Key" for each in operation.get("parameters", []))
    ]
    assert len(keyed) >= 12
    for path, method in keyed:
        match = get_resolver().resolve(path.replace("{match_id}", "a" * 32).replace("{number}", "1"))
        handler = getattr(vars(match.func)["view_class"], method)
        assert handler.__wrapped__.__name__ == method, path


def _counts() -> list[object]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM games_logentry")
        entries = cursor.fetchone()[0]
    return [entries, Message.objects.count(), DisputeWord.objects.count(), Match.objects.count()]


def test_the_same_words_under_no_key_are_said_twice(people: MakePeople, begin_match: BeginMatch) -> None:
    players = people("Anna", "Ben")
    match = begin_match(players)
    anna = clients_of(players)[0]
    for _ in range(2):
        send(anna, f"matches/{match.pk}/messages/", {"text": "Ahoy"})
    assert Message.objects.count() == 2
