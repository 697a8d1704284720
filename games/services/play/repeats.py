"""Repeats: the same request again is no second one, and another one under its key is refused."""

from django.db import connection
from django.utils import timezone

from games.models import KeyedRequest
from games.refusals import KeyUsed
from games.sql import insert_into

_HEAR = (  # one statement, which waits for whoever holds the key: between the two of the ORM another could come
    f"{insert_into(KeyedRequest, 'key', 'body', 'heard_at')} VALUES (%s, %s, %s)"
    " ON CONFLICT (key) DO UPDATE SET key = excluded.key RETURNING body"
)


def hear(key: str, body: str) -> None:
    """Note, within the transaction of its effect, that a request was heard; both are digests. Raises KeyUsed.

    Whoever sends the same key at the same time waits until the first is done.
    """
    with connection.cursor() as cursor:
        cursor.execute(_HEAR, [key, body, connection.ops.adapt_datetimefield_value(timezone.now())])
        first = cursor.fetchone()[0]
    if first != body:
        raise KeyUsed
