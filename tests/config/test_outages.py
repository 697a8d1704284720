"""The database is away: whoever asks is told so at once and in the right form, and is served again once it is back."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import psycopg_pool
import pytest
from django.db import InterfaceError, OperationalError, connection
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.utils import ConnectionHandler
from django.test import Client

from config import database
from tests.conftest import BeginMatch, MakePeople
from tests.machine import POSTGRES_URL
from tests.wires import Wire

PAGES = ("/", "/matches/", "/games/capitan-bacon/", "/desk/", "/admin/", "/accounts/email/", "/no-such-page/{match}")
CALLS = ("/api/v1/matches/", "/api/v1/me/", "/api/v1/matches/{match}/", "/api/v1/matches/{match}/log/")
AT_MOST = 20.0
"""Seconds by which what takes one or two has come to an end, on however busy a machine; without limits it has none."""


@contextmanager
def _away(fault: type[Exception]) -> Iterator[None]:
    def fail(*_: object) -> None:
        raise fault("server closed the connection unexpectedly")

    with connection.execute_wrapper(fail):
        yield


@pytest.mark.django_db
@pytest.mark.parametrize("fault", [OperationalError, InterfaceError])
def test_every_exit_says_to_come_back_soon_and_changes_nothing(
    fault: type[Exception], people: MakePeople, begin_match: BeginMatch
) -> None:
    match = begin_match(people("Cleo", "Dora"))
    client = Client(raise_request_exception=False)
    client.force_login(people("Anna")[0])
    with _away(fault):
        pages = {page: client.get(page.format(match=match.pk)) for page in PAGES}
        calls = {call: client.get(call.format(match=match.pk)) for call in CALLS}
        calls["moves"] = client.post(f"/api/v1/matches/{match.pk}/moves/", {}, content_type="application/json")
    for asked, answer in {**pages, **calls}.items():
        assert (asked, answer.status_code, answer["Retry-After"]) == (asked, 503, "5")
        assert answer["Cache-Control"] == "private, no-store"
    assert {answer["Content-Type"] for answer in calls.values()} == {"application/problem+json"}
    assert {answer.json()["code"] for answer in calls.values()} == {"unavailable"}
    assert all(b"records" in answer.content for answer in pages.values())


@pytest.mark.django_db
def test_a_fault_of_ours_is_told_by_the_api_in_its_own_form(people: MakePeople) -> None:
    client = Client(raise_request_exception=False)
    client.force_login(people("Anna")[0])
    with _away(ZeroDivisionError):
        answer = client.get("/api/v1/me/")
    assert (answer.status_code, answer["Content-Type"]) == (500, "application/problem+json")
    assert answer.json()["code"] == "fault"


@pytest.mark.django_db
def test_a_living_process_says_so_to_somebody_signed_in_without_the_database(people: MakePeople) -> None:
    client = Client()
    client.force_login(people("Anna")[0])
    with _away(OperationalError):
        assert client.get("/healthz").json() == {"alive": True}


@pytest.fixture
def wire() -> Iterator[Wire]:
    wire = Wire(urlsplit(POSTGRES_URL).port or 5432)
    yield wire
    wire.remove()


@pytest.fixture
def served(wire: Wire, monkeypatch: pytest.MonkeyPatch, django_db_blocker: Any) -> Iterator[BaseDatabaseWrapper]:
    """Return a connection as a serving process has it, by the wire; its patience cut down to seconds."""
    monkeypatch.setattr(database, "POOL_SECONDS", 3.0)
    for name in ("LOCK_SECONDS", "STATEMENT_SECONDS", "CHECK_SECONDS"):
        monkeypatch.setattr(database, name, 1.0)
    monkeypatch.setattr(database.PatientConnection, "_patience", 2.0)
    monkeypatch.setattr(database, "ANSWER_SECONDS", 2.0)
    url = urlsplit(POSTGRES_URL)
    login = url.netloc.rpartition("@")[0]
    config = database.database(f"postgres://{login}@127.0.0.1:{wire.port}/postgres", Path(), most_connections=4)
    handler = ConnectionHandler({"default": {}, "by wire": config})
    served = handler["by wire"]
    with django_db_blocker.unblock():
        yield served
        served.close()
    served.close_pool()  # type: ignore[attr-defined]


def _ask(served: Any, statement: str = "SELECT 1") -> Any:
    """Ask as one request does, which takes a connection from the pool and gives it back."""
    try:
        with served.cursor() as cursor:
            cursor.execute(statement)
            return cursor.fetchone()[0]
    finally:
        served.close()


def _seconds(act: Callable[[], object]) -> float:
    began = time.monotonic()
    with pytest.raises((OperationalError, InterfaceError)):
        act()
    return time.monotonic() - began


@pytest.mark.postgres
def test_a_server_that_stands_still_is_given_up_and_served_by_again_once_it_moves(
    served: BaseDatabaseWrapper, wire: Wire
) -> None:
    assert _ask(served) == 1
    with closing(served), served.cursor() as cursor:
        cursor.execute("SELECT 1")
        wire.stall()
        assert _seconds(lambda: cursor.execute("SELECT 2")) < AT_MOST
    assert _seconds(lambda: _ask(served)) < AT_MOST
    wire.mend()
    assert _comes_back(served)


@pytest.mark.postgres
def test_connections_that_were_dropped_in_the_pool_cost_nobody_an_answer(
    served: BaseDatabaseWrapper, wire: Wire
) -> None:
    pool: psycopg_pool.ConnectionPool = served.pool  # type: ignore[attr-defined]
    for _ in range(2):
        assert _ask(served) == 1
        for each in [pool.getconn() for _ in range(4)]:
            pool.putconn(each)
        wire.cut()
        wire.mend()
        assert [_ask(served) for _ in range(4)] == [1] * 4


@pytest.mark.postgres
def test_a_server_that_refuses_is_told_soon_and_asked_again_by_the_next(
    served: BaseDatabaseWrapper, wire: Wire
) -> None:
    assert _ask(served) == 1
    wire.cut()
    for _ in range(3):
        assert _seconds(lambda: _ask(served)) < AT_MOST
    wire.mend()
    assert _comes_back(served)


@pytest.mark.postgres
def test_nobody_waits_for_a_lock_or_for_a_statement_without_an_end(served: BaseDatabaseWrapper) -> None:
    assert _seconds(lambda: _ask(served, "SELECT pg_sleep(300)")) < AT_MOST
    is_held, may_go = threading.Event(), threading.Event()

    def hold() -> None:
        with psycopg_pool.ConnectionPool(POSTGRES_URL_OF_ALL, min_size=1, open=True) as pool, pool.connection() as own:
            own.execute("SELECT pg_advisory_lock(727)")
            is_held.set()
            may_go.wait(AT_MOST)

    holder = threading.Thread(target=hold)
    holder.start()
    assert is_held.wait(AT_MOST)
    assert _seconds(lambda: _ask(served, "SELECT pg_advisory_lock(727)")) < AT_MOST
    may_go.set()
    holder.join()


POSTGRES_URL_OF_ALL = urlsplit(POSTGRES_URL)._replace(scheme="postgresql", path="/postgres").geturl()


def _comes_back(served: BaseDatabaseWrapper) -> bool:
    until = time.monotonic() + AT_MOST
    while time.monotonic() < until:
        try:
            return bool(_ask(served) == 1)
        except (OperationalError, InterfaceError):
            time.sleep(0.1)
    return False
