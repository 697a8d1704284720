"""The move endpoint, everything included, beside a bare DRF view: in turns, in one process, on one database.

Both are called through Django's WSGI handler with all middleware, from the environ to the last byte of the answer.
"""

import io
import time
from collections.abc import Iterator
from itertools import count
from statistics import median
from typing import Any

import msgspec
import pytest
from django.core.handlers.wsgi import WSGIHandler
from django.db import connection

from accounts.api_keys import issue_api_key
from accounts.models import User
from games.logbook import store
from games.models import Match
from games.projections.write import open_decisions
from pirates.decisions import answered_by, open_to
from pirates.dice import SeededDice
from pirates.fingerprints import canonical_json
from tests.bench.bare_service import EVENT_BYTES, TABLES, BareMatch, BareToken
from tests.bench.figures import tell
from tests.tables import begin_match, make_people

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]

MARK = 1.0
REQUESTS, WARM_UP = 400, 40
_numbers = count()


@pytest.fixture
def _bare_tables(db: None, settings: Any) -> Iterator[None]:
    """Lay the bare service's tables, open its address, and let no throttle of ours come in between."""
    settings.ROOT_URLCONF = "tests.bench.bare_service"
    rates = {"read": "1000000/min", "write": "1000000/min"}
    settings.REST_FRAMEWORK = {**settings.REST_FRAMEWORK, "DEFAULT_THROTTLE_RATES": rates}
    with connection.schema_editor() as editor:
        for table in TABLES:
            editor.create_model(table)
    yield
    with connection.schema_editor() as editor:
        for table in reversed(TABLES):
            editor.delete_model(table)


def post(handler: WSGIHandler, address: str, authorization: str, body: bytes, key: str = "") -> tuple[int, float]:
    """Call the service as a WSGI server does; return the status and the seconds taken."""
    environ = {
        "REQUEST_METHOD": "POST",
        "PATH_INFO": address,
        "QUERY_STRING": "",
        "SERVER_NAME": "localhost",
        "SERVER_PORT": "8000",
        "SERVER_PROTOCOL": "HTTP/1.1",
        "REMOTE_ADDR": "127.0.0.1",
        "HTTP_HOST": "localhost",
        "HTTP_ACCEPT": "application/json",
        "HTTP_AUTHORIZATION": authorization,
        "HTTP_IDEMPOTENCY_KEY": key,
        "CONTENT_TYPE": "application/json",
        "CONTENT_LENGTH": str(len(body)),
        "wsgi.input": io.BytesIO(body),
        "wsgi.errors": io.StringIO(),
        "wsgi.url_scheme": "http",
    }
    statuses: list[str] = []

    def note(status: str, *_: object) -> Any:
        statuses.append(status)

    began = time.perf_counter()
    response: Any = handler(environ, note)
    b"".join(response)
    response.close()
    return int(statuses[0][:3]), time.perf_counter() - began


def play_one(handler: WSGIHandler, match: Match, players: list[User], keys: list[str]) -> float:
    """Make one move drawn by lots at the endpoint; return the seconds it took."""
    book = store.open_book(match.pk)
    question = next(each for each in open_decisions(book) if each.required)
    assert question.seat is not None
    move = book.game.sample_move(book.state, question.seat, SeededDice(b"bench", next(_numbers)))
    answered = answered_by(move, open_to(open_decisions(book), question.seat))
    body = canonical_json({"decision": answered.key, "move": msgspec.to_builtins(move)})
    address = f"/api/v1/matches/{match.pk}/moves/"
    status, spent = post(handler, address, f"Bearer {keys[question.seat]}", body, f"bench-{next(_numbers)}")
    assert status == 201
    return spent


@pytest.mark.usefixtures("_bare_tables")
def test_the_move_endpoint_beside_a_bare_view() -> None:
    handler = WSGIHandler()
    players = make_people("Anna", "Ben", "Cleo")
    keys = [issue_api_key(user=player, name="bench")[1] for player in players]
    bare, token = BareMatch._default_manager.create(), BareToken._default_manager.create(key="b" * 40, user=players[0])
    event = canonical_json({"body": "x" * EVENT_BYTES})
    match = begin_match(players)
    times = []
    for number in range(WARM_UP + REQUESTS):
        if store.open_book(match.pk).is_over:
            match = begin_match(players)
        spent = play_one(handler, match, players, keys)
        status, bare_spent = post(handler, f"/bare/{bare.pk}/moves/", f"Token {token.key}", event)
        assert status == 201
        if number >= WARM_UP:
            times.append((spent, bare_spent))
    ours, theirs = median(one for one, _ in times), median(other for _, other in times)
    tell("requests a second (median): the move endpoint, everything included", f"{1 / ours:.0f}")
    tell("requests a second (median): a bare DRF view through the ORM", f"{1 / theirs:.0f}")
    tell("ours / theirs", f"{theirs / ours:.2f} (mark {MARK})")
    assert theirs / ours >= MARK
