"""Who may do what: every address and method, for everybody who may come by. A new address needs its row here."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

import pytest
from django.db import transaction
from rest_framework.test import APIClient

from accounts.api_keys import issue_api_key
from accounts.models import User
from games.api import urls
from games.models import Match
from games.services.tables.matches import MatchPlan, open_match
from games.services.tables.seats import seat_player
from tests.conftest import BeginMatch, MakePeople
from tests.games.api.callers import API, client_of
from tests.games.core.playing import asked, question_of, write_move

pytestmark = pytest.mark.django_db

WHO = ("signed out", "spectator", "outsider", "off turn", "on turn", "host", "staff")
"""A spectator watches a public match; an outsider and the staff member ask about a private one they do not sit at."""
METHODS = ("get", "post", "put", "patch", "delete")
PLAN = {"game": "capitan-bacon", "seats": 2, "pace_seconds": 3600}


@dataclass(frozen=True)
class Row:
    """What a method does at an address: in a match that is `phase`, with this body, one code for each of WHO."""

    route: str
    method: str
    codes: str
    phase: str = "running"
    body: Any = None

    def __str__(self) -> str:
        return f"{self.method} {self.route} {self.body or ''}"


M = "matches/<slug:match_id>/"
PAST = {"begins_at": "2020-01-01T00:00:00Z", "ends_at": "2020-01-02T00:00:00Z"}
READ = "401 200 404 200 200 200 404"
ROWS = (
    Row("games/", "get", "200 200 200 200 200 200 200"),
    Row("games/<slug:slug>/", "get", "200 200 200 200 200 200 200"),
    Row("matches/", "get", "401 200 200 200 200 200 200"),
    Row("matches/", "post", "401 201 201 201 201 201 201", body=PLAN),
    Row(M, "get", READ),
    Row(M, "delete", "401 403 404 403 403 204 404", phase="waiting"),
    Row(M, "delete", "401 403 404 403 403 409 404"),
    Row(M + "seats/", "post", "401 201 404 409 409 409 404", phase="waiting"),
    Row(M + "seats/", "post", "401 201 404 409 409 409 404", phase="waiting", body={"seat": 3}),
    Row(M + "seats/", "post", "401 403 404 403 403 201 404", phase="waiting", body={"bot": True}),
    Row(M + "seats/", "post", "401 400 404 400 400 400 404", phase="waiting", body={"invitation": "a" * 26}),
    Row(M + "seats/", "post", "401 409 404 409 409 409 404"),
    Row(M + "seats/me/", "delete", "401 403 404 204 204 204 404", phase="waiting"),
    Row(M + "seats/me/", "delete", "401 403 404 204 204 204 404"),
    Row(M + "seats/<int:number>/offer/", "post", "401 403 404 409 409 409 404"),
    Row(M + "start/", "post", "401 403 404 403 403 200 404", phase="full"),
    Row(M + "start/", "post", "401 403 404 403 403 409 404", phase="waiting"),
    Row(M + "invitations/", "post", "401 403 404 403 403 201 404", phase="waiting"),
    Row(M + "invitations/", "post", "401 403 404 403 403 201 404", phase="waiting", body={"address": "x@y.example"}),
    Row(M + "moves/", "get", READ),
    Row(M + "moves/", "post", "401 403 404 409 201 409 404", body={"decision": "{question}", "notation": "pass"}),
    Row(M + "moves/", "post", "401 403 404 409 201 409 404", body={"decision": "{question}", "move": {"type": "Pass"}}),
    Row(M + "moves/", "post", "401 403 404 409 422 409 404", body={"decision": "{question}", "notation": "shovel 99"}),
    Row(M + "moves/", "post", "401 403 404 409 409 409 404", body={"decision": "1.0:turn", "notation": "pass"}),
    Row(M + "moves/takeback/", "post", "401 403 404 409 409 409 404", body={"position": 1}),
    Row(M + "queued/", "get", "401 403 404 200 200 200 404"),
    Row(M + "queued/", "put", "401 403 404 200 409 200 404", body={"notation": "pass"}),
    Row(M + "queued/", "put", "401 403 404 200 409 200 404", body={"move": {"type": "Pass"}}),
    Row(M + "queued/", "put", "401 403 404 400 409 400 404", body={"notation": "swim"}),
    Row(M + "queued/", "put", "401 403 404 409 409 409 404", phase="waiting", body={"notation": "pass"}),
    Row(M + "queued/", "delete", "401 403 404 204 204 204 404"),
    Row(M + "proposals/", "get", READ),
    Row(M + "proposals/", "post", "401 403 404 201 201 201 404", body={"proposed": "abandon"}),
    Row(M + "proposals/", "post", "401 400 400 400 400 400 400", body={"proposed": "rewind"}),
    Row(M + "proposals/<int:number>/", "post", "401 403 404 409 409 409 404", body={"agrees": True}),
    Row(M + "proposals/<int:number>/", "delete", "401 403 404 409 409 409 404"),
    Row(M + "messages/", "get", READ),
    Row(M + "messages/", "post", "401 403 404 201 201 201 404", body={"text": "Ahoy"}),
    Row(M + "messages/", "post", "401 403 404 201 201 201 404", phase="waiting", body={"text": "Ahoy"}),
    Row(M + "messages/", "post", "401 400 404 400 400 400 404", body={"text": "Ahoy", "with": 1}),
    Row(M + "notes/", "get", READ),
    Row(M + "notes/", "put", "401 200 404 200 200 200 404", body={"text": "Ben has the map"}),
    Row(M + "disputes/", "get", READ),
    Row(M + "disputes/", "post", "401 403 404 201 201 201 404", body={"position": 3, "text": "Wrong"}),
    Row(M + "disputes/", "post", "401 403 404 409 409 409 404", body={"position": 9999, "text": "Wrong"}),
    Row(M + "disputes/<int:number>/", "delete", "401 403 404 409 409 409 404"),
    Row(M + "disputes/<int:number>/answers/", "post", "401 403 404 404 404 404 404", body={"text": "So?"}),
    Row(M + "disputes/<int:number>/appeal/", "post", "401 403 404 409 409 409 404", body={"text": "No"}),
    Row(M + "log/", "get", READ),
    Row(M + "at/<int:position>/", "get", READ),
    Row(M + "export/", "get", READ),
    Row("me/", "get", "401 200 200 200 200 200 200"),
    Row("me/", "patch", "401 200 200 200 200 200 200", body={"time_zone": "Europe/Berlin"}),
    Row("me/data/", "get", "401 200 200 200 200 200 200"),
    Row("me/goodbye/", "post", "401 403 403 403 403 403 403", body={"name": "Somebody"}),
    Row("me/keys/", "get", "401 200 200 200 200 200 200"),
    Row("me/keys/", "post", "401 403 403 403 403 403 403", body={"name": "bot"}),
    Row("me/keys/<int:key_id>/", "delete", "401 404 404 404 404 204 404"),
    Row("me/hours/", "get", "401 200 200 200 200 200 200"),
    Row("me/hours/", "put", "401 200 200 200 200 200 200", body={"asleep_from": 1380, "asleep_minutes": 480}),
    Row("me/absences/", "get", "401 200 200 200 200 200 200"),
    Row("me/absences/", "post", "401 400 400 400 400 400 400", body=PAST),
    Row("me/absences/<int:absence_id>/", "delete", "401 404 404 404 404 404 404"),
    Row("schema/", "get", "200 200 200 200 200 200 200"),
    Row("docs/", "get", "200 200 200 200 200 200 200"),
    *(Row("^", method, "404 404 404 404 404 404 404") for method in METHODS),
)


@dataclass(frozen=True)
class Port:
    """Everybody of WHO with a client, and a public and a private match of the same players."""

    clients: Mapping[str, APIClient]
    public: Match
    private: Match
    host_key: int


@pytest.fixture
def port(request: pytest.FixtureRequest, people: MakePeople, begin_match: BeginMatch, open_table: BeginMatch) -> Port:
    row: Row = request.node.callspec.params["row"]
    host, ben, cleo, stranger, outsider, staff = people("Anna", "Ben", "Cleo", "Dario", "Edda", "Finn")
    User.objects.filter(pk=staff.pk).update(is_staff=True, is_superuser=True)
    public, private = (
        _match(row.phase, [host, ben, cleo], begin_match, open_table, secret) for secret in (False, True)
    )
    seated = {"host": host, "on turn": ben, "off turn": cleo}
    passing = {"spectator": stranger, "outsider": outsider, "staff": staff}
    clients = {name: client_of(user) for name, user in (seated | passing).items()} | {"signed out": APIClient()}
    return Port(clients, public, private, issue_api_key(user=host, name="mine")[0].pk)


def _match(phase: str, players: list[User], begin: BeginMatch, lay: BeginMatch, is_private: bool) -> Match:
    if phase == "running":
        match = begin(players, is_private=is_private)
        while asked(match) != 1:
            write_move(match, players, "pass")
        return match
    return lay(players, is_private=is_private) if phase == "full" else _with_a_free_seat(players, is_private)


def _with_a_free_seat(players: list[User], is_private: bool) -> Match:
    host, *guests = players
    plan = MatchPlan(game="capitan-bacon", title="", seats=4, pace=timedelta(days=1), is_private=is_private)
    match = open_match(host=host, plan=plan)
    for guest in guests:
        seat_player(match_id=match.pk, player=guest, key="sit")
    return match


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_everybody_gets_the_answer_that_is_theirs(row: Row, port: Port) -> None:
    expected = dict(zip(WHO, map(int, row.codes.split()), strict=True))
    assert {who: _ask(row, who, port) for who in WHO} == expected


def _ask(row: Row, who: str, port: Port) -> int:
    match = port.private if who in ("outsider", "staff") else port.public
    address = row.route.replace("<slug:match_id>", match.pk).replace("<int:position>", "4")
    address = (
        address.replace("<slug:slug>", match.game)
        .replace("<int:key_id>", str(port.host_key))
        .replace("<int:number>", "1")
        .replace("<int:absence_id>", "1")
    )
    call = getattr(port.clients[who], row.method)
    body = row.body
    if body and "decision" in body:
        body = {**body, "decision": body["decision"].replace("{question}", question_of(match).key)}
    with transaction.atomic():
        answer = call(f"{API}{address.replace('^', 'nowhere')}", body, format="json" if row.method != "get" else None)
        transaction.set_rollback(True)
    assert answer.status_code < 400 or answer.headers["Content-Type"] == "application/problem+json"
    return int(answer.status_code)


def routes() -> Iterator[tuple[str, str]]:
    """Yield each address and method of the API."""
    for pattern in urls.urlpatterns:
        view = pattern.callback.cls  # type: ignore[attr-defined]
        methods = METHODS if str(pattern.pattern) == "^" else [name for name in METHODS if hasattr(view, name)]
        yield from ((str(pattern.pattern), method) for method in methods)


def test_no_address_is_without_a_row() -> None:
    assert set(routes()) == {(row.route, row.method) for row in ROWS}


@pytest.mark.parametrize("route", sorted({route for route, _ in routes()} - {"^"}))
def test_a_method_that_an_address_has_not_is_refused(route: str, people: MakePeople) -> None:
    client = client_of(people("Anna")[0])
    address = route.replace("<slug:match_id>", "nomatch").replace("<slug:slug>", "nogame").replace("<int:number>", "1")
    for method in set(METHODS) - {each for at, each in routes() if at == route}:
        answer = getattr(client, method)(API + re.sub(r"<int:\w+>", "1", address))
        assert (answer.status_code, answer.json()["code"]) == (405, "method_not_allowed")
