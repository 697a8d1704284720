"""Look-ups: what the database is asked for every letter that leaves, without the cost of the ORM."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.db import connection

from accounts.addresses import mark_of
from games.models import OutboxMail

_WISH = "SELECT timing FROM games_matchwish WHERE match_id = %s AND person_id = %s"
_STOP = "SELECT 1 FROM accounts_troubledaddress WHERE mark = %s AND stopped_at IS NOT NULL"
_LATELY = "SELECT COUNT(*) FROM games_outboxmail WHERE recipient_id = %s AND settled_at > %s AND state = %s"


def find_wish(match_id: str, person_id: int) -> str | None:
    """Return the timing that a person chose for the mail of a match, or None."""
    row = _row(_WISH, [match_id, person_id])
    return row[0] if row else None


def is_stopped(address: str) -> bool:
    """Whether nothing may be sent to this address; `accounts.addresses.stop_of` says why."""
    return _row(_STOP, [mark_of(address)]) is not None


def count_sent(person_id: int, since: datetime) -> int:
    """Return how many rows were sent to a person since then, each counted, though several may have gone in a letter."""
    moment = connection.ops.adapt_datetimefield_value(since)
    row = _row(_LATELY, [person_id, moment, OutboxMail.State.SENT.value])
    return row[0] if row else 0


def _row(sql: str, values: Sequence[Any]) -> tuple[Any, ...] | None:
    with connection.cursor() as cursor:
        cursor.execute(sql, values)
        row: tuple[Any, ...] | None = cursor.fetchone()
    return row
