"""How a log entry's values are written to the database and read back, where that is done without the ORM."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from django.db import connection

from pirates.fingerprints import SealedEntry

_TOLD = (
    "SELECT position, recorded_at, actor, channel, command, events, hash FROM games_logentry"
    " WHERE match_id = %s AND position > %s AND position <= %s ORDER BY position"
)

_FIRST = "SELECT match_id, events FROM games_logentry WHERE position = 1 AND match_id IN ({})"


def row_of(sealed: SealedEntry, recorded_at: datetime, digest: str) -> list[Any]:
    """Return the values of an entry's columns, in the order in which they are inserted."""
    return [
        sealed.match,
        sealed.position,
        connection.ops.adapt_datetimefield_value(recorded_at),
        sealed.actor,
        sealed.channel,
        sealed.key,
        bytes(sealed.command).decode(),
        bytes(sealed.events).decode(),
        sealed.salt,
        digest,
    ]


def rows_between(match_id: str, after: int, upto: int) -> list[tuple[Any, ...]]:
    """Return what is told of the entries behind position `after` up to `upto`, oldest first, in the order of _TOLD."""
    with connection.cursor() as cursor:
        cursor.execute(_TOLD, [match_id, after, upto])
        return list(cursor.fetchall())


def first_events(match_ids: Sequence[str]) -> dict[str, str]:
    """Return the Events, as JSON, of the entry that opened each of these matches, in one query."""
    if not match_ids:
        return {}
    with connection.cursor() as cursor:
        cursor.execute(_FIRST.format(", ".join(["%s"] * len(match_ids))), list(match_ids))
        return dict(cursor.fetchall())


def written_instant(moment: datetime) -> str:
    """Return an instant as hashes are taken of it: in UTC, to the microsecond."""
    return moment.astimezone(UTC).isoformat(timespec="microseconds")


def read_moment(stored: datetime | str) -> datetime:
    """Return a stored instant as the database's own cursor gives it: SQLite has text without a zone, in UTC."""
    return (
        stored.astimezone(UTC) if isinstance(stored, datetime) else datetime.fromisoformat(stored).replace(tzinfo=UTC)
    )
