"""Doing to the logbook what its triggers refuse, so that tests can show that it is found out."""

from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module

from django.db import connection

_triggers = import_module("games.migrations.0002_logbook_is_append_only")


@contextmanager
def triggers_lifted() -> Iterator[None]:
    """Let entries be changed and deleted meanwhile."""
    lift, lay = (_triggers.SQLITE_UNDO, _triggers.SQLITE)
    if connection.vendor == "postgresql":
        lift = ("SET CONSTRAINTS ALL IMMEDIATE", "ALTER TABLE games_logentry DISABLE TRIGGER USER")
        lay = ("ALTER TABLE games_logentry ENABLE TRIGGER USER",)
    with connection.cursor() as cursor:
        for statement in lift:
            cursor.execute(statement)
        yield
        for statement in lay:
            cursor.execute(statement)


def rewrite(match_id: str, position: int, old: str, new: str) -> None:
    """Replace `old` by `new` in the Events of one entry, which must hold it."""
    with triggers_lifted(), connection.cursor() as cursor:
        cursor.execute(
            "UPDATE games_logentry SET events = replace(events, %s, %s)"
            " WHERE match_id = %s AND position = %s AND events LIKE %s",
            [old, new, match_id, position, f"%{old}%"],
        )
        assert cursor.rowcount == 1


def delete_match(match_id: str) -> None:
    """Delete a match as if it had never been here."""
    tables = ("deadline", "outboxmail", "replyaddress", "seat", "reliabilitycount", "matchsecret", "snapshot")
    with triggers_lifted(), connection.cursor() as cursor:
        for table in (*tables, "logentry"):
            cursor.execute(f"DELETE FROM games_{table} WHERE match_id = %s", [match_id])  # noqa: S608 - names of ours
        cursor.execute("DELETE FROM games_match WHERE id = %s", [match_id])
