"""Look-ups: the database queries that every outgoing letter makes, in raw SQL.

An ORM query takes 0.42 ms of CPU here, a raw one 0.10, and a letter makes up to eight.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

from django.db import connection

from accounts.addresses import mark_of
from accounts.models import User
from games.models import OutboxMail

_PERSON = "SELECT * FROM accounts_user WHERE ref = %s"
_STOP = "SELECT 1 FROM accounts_troubledaddress WHERE mark = %s AND stopped_at IS NOT NULL"
_LATELY = "SELECT COUNT(*) FROM games_outboxmail WHERE recipient_id = %s AND settled_at > %s AND state = %s"

_DROPPED = (
    "SELECT notation, why FROM games_queuedmove"
    " WHERE match_id = %s AND seat = %s AND player_id = %s AND decision = %s AND dropped_at IS NOT NULL"
)
_OTHERS = "SELECT 1 FROM games_outboxmail WHERE match_id = %s AND seat = %s AND id <> %s"
_TOLD = (
    f"{_OTHERS} AND decision = %s AND recipient_id = %s AND state = %s AND settled_at > %s AND kind IN ({{}}) LIMIT 1"
)
_TO_BE_TOLD = f"{_OTHERS} AND kind = %s AND state IN (%s, %s) AND created_at > %s LIMIT 1"


def find_person(ref: str) -> User | None:
    """Return the account with this reference, or None."""
    return next(iter(User.objects.raw(_PERSON, [ref])), None)


def is_stopped(address: str) -> bool:
    """Whether mail to this address is stopped; `accounts.addresses.stop_of` returns the reason."""
    return _row(_STOP, [mark_of(address)]) is not None


def count_sent(person_id: int, since: datetime) -> int:
    """Return how many rows were sent to a person since then; rows that shared a letter count one each."""
    moment = connection.ops.adapt_datetimefield_value(since)
    row = _row(_LATELY, [person_id, moment, OutboxMail.State.SENT.value])
    return row[0] if row else 0


def is_asked_already(mail: OutboxMail, person_id: int, kinds: Iterable[str]) -> bool:
    """Whether a letter of one of these kinds has asked this person the same question since `mail` was written."""
    since, asking = connection.ops.adapt_datetimefield_value(mail.created_at), [str(kind) for kind in kinds]
    known = [mail.match_id, mail.seat, mail.pk, mail.decision, person_id, OutboxMail.State.SENT.value, since]
    return _row(_TOLD.format(", ".join(["%s"] * len(asking))), known + asking) is not None


def is_told_later(mail: OutboxMail) -> bool:
    """Whether a newer letter of the same kind as `mail`, to the same seat, is still to be sent."""
    since, unsettled = connection.ops.adapt_datetimefield_value(mail.created_at), OutboxMail.State
    known = [mail.match_id, mail.seat, mail.pk, mail.kind, unsettled.WAITING.value, unsettled.SENDING.value, since]
    return _row(_TO_BE_TOLD, known) is not None


def find_dropped(mail: OutboxMail, person_id: int) -> tuple[str, str] | None:
    """Return the queued Move that this person had for the decision in `mail` and why it was dropped, or None."""
    row = _row(_DROPPED, [mail.match_id, mail.seat, person_id, mail.decision])
    return None if row is None else (row[0], row[1])


def _row(sql: str, values: Sequence[Any]) -> tuple[Any, ...] | None:
    with connection.cursor() as cursor:
        cursor.execute(sql, values)
        row: tuple[Any, ...] | None = cursor.fetchone()
    return row
