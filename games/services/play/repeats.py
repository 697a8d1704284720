"""Repeats: a request sent again has no second effect, and a different request under the same key is refused."""

from django.db import connection
from django.utils import timezone

from games.models import KeyedRequest
from games.refusals import KeyUsed
from games.sql import insert_into

_HEAR = (  # one statement, which waits for the request that holds the key; between the ORM's two, another could come
    f"{insert_into(KeyedRequest, 'key', 'body', 'heard_at')} VALUES (%s, %s, %s)"
    " ON CONFLICT (key) DO UPDATE SET key = excluded.key RETURNING body"
)


def hear(key: str, body: str) -> None:
    """Record, in the transaction of its effect, that a request was received; `key` and `body` are digests.

    A request with the same key at the same time waits until the first is done. Raises KeyUsed if the key was received
    with another body before.
    """
    with connection.cursor() as cursor:
        cursor.execute(_HEAR, [key, body, connection.ops.adapt_datetimefield_value(timezone.now())])
        first = cursor.fetchone()[0]
    if first != body:
        raise KeyUsed
