"""A repeat of a request is not a second request, and of two that exclude each other one is told why."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import pytest
from django.db import connection
from rest_framework.test import APIClient

from games.logbook import store
from games.models import Match
from tests.conftest import BeginMatch, MakePeople
from tests.games.api.callers import API, asked_client, clients_of, question_of, read, send

PLAN = {"game": "capitan-bacon", "seats": 2, "pace_seconds": 86400}


def post(client: APIClient, address: str, body: object, key: str = "") -> Any:
    headers = {"Idempotency-Key": key} if key else {}
    return client.post(f"{API}{address}", body, format="json", headers=headers)


def at_once(acts: Sequence[Callable[[], Any]]) -> list[Any]:
    """Do all of `acts` in threads that start together."""
    gate = Barrier(len(acts))

    def do(act: Callable[[], Any]) -> Any:
        gate.wait()
        try:
            return act()
        finally:
            connection.close()

    with ThreadPoolExecutor(len(acts)) as pool:
        return list(pool.map(do, acts))


def codes(answers: Sequence[Any]) -> list[int]:
    return sorted(answer.status_code for answer in answers)


@pytest.mark.django_db(transaction=True)
def test_a_double_click_has_one_effect_and_both_get_its_success(people: MakePeople, begin_match: BeginMatch) -> None:
    players = people("Anna", "Ben")
    match = begin_match(players)
    mover = asked_client(clients_of(players), match.pk)
    body = {"decision": question_of(mover, match.pk), "notation": "pass"}
    answers = at_once([lambda: post(mover, f"matches/{match.pk}/moves/", body, "click")] * 4)
    assert codes(answers) == [200, 200, 200, 201]
    assert len({answer.content for answer in answers}) == 1
    assert store.open_book(match.pk).position == match.position + 1


@pytest.mark.django_db(transaction=True)
def test_of_two_tabs_one_moves_and_the_other_learns_what_happened(people: MakePeople, begin_match: BeginMatch) -> None:
    players = people("Anna", "Ben")
    match = begin_match(players)
    mover = asked_client(clients_of(players), match.pk)
    body = {"decision": question_of(mover, match.pk), "notation": "pass"}
    answers = at_once([lambda: post(mover, f"matches/{match.pk}/moves/", body)] * 2)
    assert codes(answers) == [201, 409]
    refusal = max(answers, key=lambda answer: answer.status_code).json()
    assert refusal["code"] == "stale_decision"
    assert refusal["decision"] == body["decision"]
    assert "since" in refusal
    assert store.open_book(match.pk).position == match.position + 1


@pytest.mark.django_db(transaction=True)
def test_a_match_opened_twice_at_once_is_opened_once(people: MakePeople) -> None:
    host = clients_of(people("Anna"))[0]
    answers = at_once([lambda: post(host, "matches/", PLAN, "open")] * 4)
    assert codes(answers) == [201] * 4
    assert len({answer.json()["id"] for answer in answers}) == Match.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_three_who_sit_down_at_once_never_share_the_last_seat(people: MakePeople) -> None:
    host, *guests = clients_of(people("Anna", "Ben", "Cleo", "Dario"))
    match_id = send(host, "matches/", PLAN)["id"]
    acts = [lambda guest=guest: post(guest, f"matches/{match_id}/seats/", {}) for guest in guests]
    answers = at_once(acts)
    assert codes(answers) == [201, 409, 409]
    assert read(host, f"matches/{match_id}/")["seats"][1]["name"] is not None


@pytest.mark.django_db
def test_a_repeat_gets_the_first_position_after_the_match_went_on(people: MakePeople, begin_match: BeginMatch) -> None:
    players = people("Anna", "Ben")
    match = begin_match(players)
    clients = clients_of(players)
    address, moves = f"matches/{match.pk}/moves/", []
    for key in ("first", "second"):
        mover = asked_client(clients, match.pk)
        moves.append((mover, {"decision": question_of(mover, match.pk), "notation": "pass"}, key))
        send(*_call(address, moves[-1]), key=key)
    first = post(moves[0][0], address, moves[0][1], "first")
    assert (first.status_code, first.json()["position"]) == (200, match.position + 1)
    assert set(first.json()) == set(post(moves[1][0], address, moves[1][1], "second").json())
    assert store.open_book(match.pk).position == match.position + 2


def _call(address: str, move: tuple[APIClient, object, str]) -> tuple[APIClient, str, object]:
    return move[0], address, move[1]


@pytest.mark.django_db
def test_a_key_of_one_player_means_nothing_for_another(people: MakePeople) -> None:
    host, guest = clients_of(people("Anna", "Ben"))
    opened = [send(client, "matches/", PLAN, key="same")["id"] for client in (host, guest)]
    assert opened[0] != opened[1]


@pytest.mark.django_db
def test_a_stale_answer_is_told_what_happened_since(people: MakePeople, begin_match: BeginMatch) -> None:
    players = people("Anna", "Ben")
    match = begin_match(players)
    clients = clients_of(players)
    mover = asked_client(clients, match.pk)
    body = {"decision": question_of(mover, match.pk), "notation": "pass"}
    send(mover, f"matches/{match.pk}/moves/", body)
    other = asked_client(clients, match.pk)
    send(other, f"matches/{match.pk}/moves/", {"decision": question_of(other, match.pk), "notation": "pass"})
    refusal = send(mover, f"matches/{match.pk}/moves/", body, code=409)
    told = read(mover, f"matches/{match.pk}/log/?after={match.position + 1}")["lines"]
    assert refusal["since"] == [sentence for line in told for sentence in line["sentences"]]
    assert refusal["since"]


@pytest.mark.django_db
def test_every_other_write_may_be_repeated(people: MakePeople) -> None:
    host, guest = clients_of(people("Anna", "Ben"))
    match_id = send(host, "matches/", PLAN)["id"]
    for code in (201, 200):
        send(guest, f"matches/{match_id}/seats/", code=code, key="sit")
    for _ in range(2):
        send(host, f"matches/{match_id}/start/", code=200, key="start")
    for _ in range(2):
        answer = guest.delete(f"{API}matches/{match_id}/seats/me/", headers={"Idempotency-Key": "resign"})
        assert answer.status_code == 204
    assert send(host, f"matches/{match_id}/start/", code=409)["code"] in ("already_begun", "match_over")
