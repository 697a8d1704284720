"""Fixtures of the whole suite: a logbook that can be emptied, nothing kept between tests, demo people and matches."""

import os
import re
from collections.abc import Callable, Iterator
from hashlib import sha256
from importlib import import_module
from itertools import count
from typing import Any, TypeAlias

import pytest
from django.conf import settings
from django.core.cache import cache
from django.db import connection
from django.test import override_settings
from django.utils import timezone
from whitenoise.middleware import WhiteNoiseMiddleware

from accounts.models import User
from games import tasks
from games.logbook.store import clear_cache
from games.models import Match
from games.services.desk.referees import appoint_referee
from games.services.tables import matches
from tests import tables

MakePeople: TypeAlias = Callable[..., list[User]]
BeginMatch: TypeAlias = Callable[..., Match]

_triggers = import_module("games.migrations.0002_logbook_is_append_only")
_desk_triggers = import_module("games.migrations.0006_desk_records_are_append_only")
_LIFT = (*_triggers.SQLITE_UNDO, *_desk_triggers.SQLITE_UNDO)
_LAY = (*_triggers.SQLITE, *_desk_triggers.SQLITE)
_SET_ASIDE, _SET_BACK = ("SET session_replication_role = replica",), ("SET session_replication_role = origin",)


@pytest.fixture(scope="session")
def django_db_modify_db_settings(django_db_modify_db_settings_parallel_suffix: None) -> None:
    """Keep SQLite's test database in a file: the one in memory knows neither WAL nor other processes."""
    if connection.vendor == "sqlite":
        connection.settings_dict["TEST"]["NAME"] = str(settings.VAR_DIR / "test.sqlite3")


@pytest.fixture(scope="session", autouse=True)
def _flush_lifts_the_triggers() -> Iterator[None]:
    """Let the flush after transactional tests empty the logbook, which its triggers refuse.

    On PostgreSQL the rows are deleted: to truncate 48 tables takes 170 ms, to delete the few rows of a test 10.
    """
    flush = type(connection.ops).execute_sql_flush
    lift, lay = (_LIFT, _LAY) if connection.vendor == "sqlite" else (_SET_ASIDE, _SET_BACK)

    def lift_flush_lay(self: Any, statements: list[str]) -> None:
        tables = re.findall(r'"\w+"', " ".join(statements)) if connection.vendor == "postgresql" else []
        deletions = [f"DELETE FROM {table}" for table in tables]  # noqa: S608 - tables of ours
        flush(self, [*lift, *(deletions or statements), *lay])

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(type(connection.ops), "execute_sql_flush", lift_flush_lay)
        yield


@pytest.fixture(scope="session", autouse=True)
def _static_files_are_listed_once() -> Iterator[None]:
    """Let every client of a test know the static files that the first one found: they stay as they are."""
    found: dict[str, Any] = {}
    look = WhiteNoiseMiddleware.add_files_from_finders

    def look_once(self: Any) -> None:
        if not found:
            look(self)
            found.update(self.files)
        self.files.update(found)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(WhiteNoiseMiddleware, "add_files_from_finders", look_once)
        yield


@pytest.fixture(scope="session", autouse=True)
def _the_cache_is_our_own() -> Iterator[None]:
    """Keep the cache in memory: what one test counts must not meet what another process counts."""
    own = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "LOCATION": "tests"}}
    with override_settings(CACHES=own):
        yield


@pytest.fixture(autouse=True)
def _one_factor_is_enough(settings: Any) -> None:
    """Let staff in by one factor, but where a test is about the second."""
    settings.STAFF_SECOND_FACTOR = False


@pytest.fixture(autouse=True)
def _the_same_cards_in_every_run(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Deal each test the same cards in every run, so that none fails once in a hundred; DEALS=2 deals it others."""
    numbers, deals = count(), os.environ.get("DEALS", "1")
    monkeypatch.setattr(
        matches, "draw_secret", lambda: sha256(f"{deals} {request.node.nodeid} {next(numbers)}".encode()).digest()
    )


@pytest.fixture(autouse=True)
def _the_database_travels_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let tasks go by the test's own time, in which the clock of the database has no part."""
    monkeypatch.setattr(tasks, "database_now", timezone.now)


@pytest.fixture(autouse=True)
def _nothing_is_kept() -> Iterator[None]:
    """Clear what a process keeps between requests: the folded Books and the cache."""
    clear_cache()
    cache.clear()
    yield
    clear_cache()
    cache.clear()


@pytest.fixture
def referees(people: MakePeople) -> list[User]:
    """Return two referees who have nothing to do with any match."""
    return [appoint_referee(each) for each in people("Rex", "Rita")]


@pytest.fixture
def referee(people: MakePeople) -> User:
    """Return a referee who has nothing to do with any match."""
    return appoint_referee(people("Rex")[0])


@pytest.fixture
def people(db: None) -> MakePeople:
    """Make accounts of obvious demo players: `anna, ben = people("Anna", "Ben")`."""
    return tables.make_people


@pytest.fixture
def open_table(db: None) -> BeginMatch:
    """Open a match where everybody has sat down: `open_table([anna, ben], bots=1)`."""
    return tables.open_table


@pytest.fixture
def begin_match(db: None) -> BeginMatch:
    """Open and start a match, players in seat order and bots last: `begin_match([anna], bots=2)`."""
    return tables.begin_match
