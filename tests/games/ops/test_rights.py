"""What the role that serves the site can do to the database, and what it cannot."""

from collections.abc import Iterator
from typing import Any

import psycopg
import pytest
from django.core.management import CommandError, call_command
from django.db import DatabaseError, connection, transaction

from games.models import LogEntry
from tests.conftest import BeginMatch, MakePeople

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]

REFUSED = (
    "CREATE TABLE more (id int)",
    "DROP TABLE games_logentry",
    "ALTER TABLE games_logentry ADD COLUMN more int",
    "ALTER TABLE games_logentry DISABLE TRIGGER ALL",
    "DROP TRIGGER logbook_is_append_only ON games_logentry",
    "CREATE TRIGGER mine BEFORE INSERT ON games_logentry FOR EACH ROW EXECUTE FUNCTION refuse_to_rewrite_the_logbook()",
    "SET session_replication_role = replica",
    "TRUNCATE games_logentry CASCADE",
    "TRUNCATE games_outboxmail CASCADE",
    "UPDATE games_logentry SET hash = ''",
    "DELETE FROM games_logentry",
    "UPDATE games_deskrecord SET act = ''",
    "DELETE FROM django_migrations",
    "CREATE ROLE another",
)
ALLOWED = (
    "SELECT count(*) FROM games_logentry",
    "SELECT id FROM games_match FOR UPDATE",
    "UPDATE games_match SET title = title",
    "DELETE FROM games_outboxmail",
    "INSERT INTO games_logentry (match_id, position, recorded_at, actor, channel, key, command, events, salt, hash)"
    " SELECT match_id, position + 1000, recorded_at, actor, channel, left(key, 60) || '!', command, events, salt, hash"
    " FROM games_logentry LIMIT 1",
)


@pytest.fixture
def serving(monkeypatch: pytest.MonkeyPatch) -> Iterator[psycopg.Connection[Any]]:
    """A connection as a role that serves, which is made for it and taken away again."""
    place = connection.settings_dict
    role = f"serves_{place['NAME']}"
    monkeypatch.setenv("SERVING_PASSWORD", "only-for-tests")
    call_command("grant_rights", role, verbosity=0)
    call_command("grant_rights", role, verbosity=0)
    told = {"host": place["HOST"], "port": place["PORT"], "dbname": place["NAME"]}
    with psycopg.connect(user=role, password="only-for-tests", autocommit=True, **told) as link:
        yield link
    with connection.cursor() as cursor:
        cursor.execute(f'DROP OWNED BY "{role}"')
        cursor.execute(f'DROP ROLE "{role}"')


def test_the_role_that_serves_adds_to_the_log_and_can_neither_change_nor_empty_nor_unlock_it(
    serving: psycopg.Connection[Any], people: MakePeople, begin_match: BeginMatch
) -> None:
    begin_match(people("Anna", "Ben"))
    before = LogEntry.objects.count()
    for statement in REFUSED:
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            serving.execute(statement)
    assert LogEntry.objects.count() == before
    for statement in ALLOWED:
        serving.execute(statement)
    assert LogEntry.objects.count() == before + 1


@pytest.mark.parametrize("table", ["games_logentry", "games_deskrecord"])
def test_not_even_the_owner_empties_what_is_append_only(table: str) -> None:
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(f"TRUNCATE {table} CASCADE")


def test_the_owner_of_the_tables_is_not_let_serve() -> None:
    with pytest.raises(CommandError, match="owner"):
        call_command("grant_rights", connection.settings_dict["USER"])
