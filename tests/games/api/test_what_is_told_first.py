"""Refusals that come first: whose right it is before how things stand, and a missing body before "changed"."""

from collections.abc import Callable
from typing import TypeAlias

import pytest
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError

from accounts.models import User
from games.models import Match
from games.services.people.shut_addresses import shut_address
from games.services.tables.seats import give_up_seat
from tests.conftest import BeginMatch, MakePeople
from tests.games.api.callers import API, client_of

pytestmark = pytest.mark.django_db
Stage: TypeAlias = Callable[[list[User], BeginMatch, BeginMatch], Match]


def test_who_may_not_invite_learns_nothing_of_an_address_or_of_the_match(
    people: MakePeople, open_table: BeginMatch, begin_match: BeginMatch
) -> None:
    anna, ben, cleo = people("Anna", "Ben", "Cleo")
    shut_address("shut@letters.localhost")
    for match in (open_table([anna, ben], bots=1), begin_match([anna, ben], bots=1)):
        for body in ({}, *({"address": each} for each in ("shut@letters.localhost", "new@letters.localhost", "none"))):
            for person in (ben, cleo):
                answer = client_of(person).post(f"{API}matches/{match.pk}/invitations/", body, format="json")
                assert answer.status_code == 403, (body, answer.content)


def _full(people: list[User], open_table: BeginMatch, begin_match: BeginMatch) -> Match:
    return open_table(people, bots=1)


def _running(people: list[User], open_table: BeginMatch, begin_match: BeginMatch) -> Match:
    return begin_match(people, bots=1)


def _over(people: list[User], open_table: BeginMatch, begin_match: BeginMatch) -> Match:
    match = begin_match(people)
    give_up_seat(match_id=match.pk, player=people[0], key="over")
    match.refresh_from_db()
    assert match.status == "over"
    return match


@pytest.mark.parametrize("stage", [_full, _running, _over])
@pytest.mark.parametrize(
    ("address", "body"),
    [
        ("seats/", {"bot": True}),
        ("start/", {}),
        ("invitations/", {}),
    ],
)
def test_what_only_the_host_may_is_refused_to_others_as_no_right_of_theirs(
    stage: Stage, address: str, body: object, people: MakePeople, open_table: BeginMatch, begin_match: BeginMatch
) -> None:
    players = people("Anna", "Ben")
    match = stage(players, open_table, begin_match)
    for person in (players[1], people("Cleo")[0]):
        answer = client_of(person).post(f"{API}matches/{match.pk}/{address}", body, format="json")
        assert answer.status_code == 403, answer.content


@pytest.mark.parametrize("stage", [_full, _running, _over])
@pytest.mark.parametrize(
    ("method", "address", "body"),
    [
        ("post", "moves/", {"decision": "seat0.1", "notation": "pass"}),
        ("post", "moves/takeback/", {"position": 1}),
        ("put", "queued/", {"notation": "pass"}),
        ("post", "proposals/", {"proposed": "pause", "seconds": 86400}),
        ("post", "messages/", {"text": "Ahoy"}),
        ("post", "disputes/", {"position": 1, "text": "That was not right."}),
        ("post", "seats/1/offer/", {}),
        ("delete", "seats/me/", {}),
    ],
)
def test_who_has_no_seat_is_told_so_however_the_match_stands(
    stage: Stage,
    method: str,
    address: str,
    body: object,
    people: MakePeople,
    open_table: BeginMatch,
    begin_match: BeginMatch,
) -> None:
    match = stage(people("Anna", "Ben"), open_table, begin_match)
    answer = getattr(client_of(people("Cleo")[0]), method)(f"{API}matches/{match.pk}/{address}", body, format="json")
    assert (answer.status_code, answer.json()["code"]) == (403, "not_your_seat")


@pytest.mark.parametrize("method", ["put", "patch"])
@pytest.mark.parametrize("address", ["me/", "me/hours/"])
def test_nothing_sent_is_never_said_to_be_changed(method: str, address: str, people: MakePeople) -> None:
    client = client_of(people("Anna")[0])
    answer = getattr(client, method)(f"{API}{address}")
    assert answer.status_code in (400, 405), answer.content
    assert answer.json()["code"] in ("body_missing", "method_not_allowed")


@pytest.mark.parametrize("method", ["post", "put", "patch"])
def test_a_body_that_the_server_cannot_measure_is_refused_and_never_taken_for_none(
    method: str, people: MakePeople
) -> None:
    client = client_of(people("Anna")[0])
    address = f"{API}matches/" if method == "post" else f"{API}me/"
    answer = getattr(client, method)(address, HTTP_TRANSFER_ENCODING="chunked")
    assert (answer.status_code, answer.json().get("code")) in {(411, "length_required"), (405, "method_not_allowed")}
    assert not Match.objects.exists()


@pytest.mark.parametrize("word", ["bartholomew", "Bartholomew1", "bartholomewroberts", "roberts.black"])
def test_a_password_that_is_like_the_name_or_the_address_is_refused(word: str) -> None:
    person = User(name="Bartholomew Roberts", email="roberts.black@letters.localhost")
    with pytest.raises(ValidationError, match="too similar"):
        validate_password(word, person)
