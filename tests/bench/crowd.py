"""A crowd of matches, written by plain SQL: the same tables twice, few rows in one schema and very many in another.

Which of the two a request reads is a matter of the search path, so that both can be measured in turns.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from typing import Any

from django.db import connection
from django.db.backends.utils import CursorWrapper

FIRST_ID = 1_000_000
"""The crowd's rows count from here, behind whatever else a test has made."""

CROWDED = (
    "accounts_user", "games_match", "games_seat", "games_logentry", "games_deadline", "games_dispute",
    "games_disputeword", "games_outboxmail", "games_inboundmail",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Size:
    """How many rows of each kind are written; `entries` of the log are spread evenly over the matches."""

    people: int
    matches: int
    entries: int
    deadlines: int
    overdue: int
    stuck: int
    disputes: int
    mails: int
    parked: int
    odd: int


_FILL = (
    """
    INSERT INTO accounts_user
        (id, password, is_superuser, ref, email, name, name_key, time_zone, language, mail_timings, bundle_minutes,
         digest_hour, is_staff, is_active, date_joined)
    SELECT %(first)s + n, '!', false, gen_random_uuid(), 'demo.crowd' || n || '@letters.localhost', 'Demo Crowd ' || n,
        'democrowd' || n, 'UTC', 'en', '{}', 60, 8, false, true, now()
    FROM generate_series(0, %(people)s - 1) AS n
    """,
    """
    INSERT INTO games_match
        (id, game, rules_version, title, options, host_id, is_private, seat_count, pace_seconds, window_seconds, status,
         commitment, position, head, opened_at, outcome, is_abandoned, needs_players)
    SELECT 'd' || lpad(n::text, 9, '0'), 'capitan-bacon', 1, 'Demo match ' || n, '{}', %(first)s + n %% %(people)s,
        n %% 3 = 0, 2, 86400, 28800,
        CASE WHEN n %% 50 = 4 THEN 'waiting' WHEN n %% 5 = 0 THEN 'running' ELSE 'over' END, md5(n::text),
        %(entries)s / %(matches)s, md5(n::text), now() - n * interval '10 minutes', '', false, n %% 50 = 4
    FROM generate_series(0, %(matches)s - 1) AS n
    """,
    """
    INSERT INTO games_seat
        (id, match_id, number, player_id, is_taken, is_played_by_bot, is_offered, is_awaited)
    SELECT %(first)s + 2 * n + s, 'd' || lpad(n::text, 9, '0'), s,
        CASE WHEN n %% 50 = 4 AND s = 1 THEN NULL ELSE %(first)s + (n + s) %% %(people)s END,
        n %% 50 <> 4 OR s = 0, false, false, s = 0
    FROM generate_series(0, %(matches)s - 1) AS n, generate_series(0, 1) AS s
    """,
    """
    INSERT INTO games_logentry
        (id, match_id, position, recorded_at, actor, channel, key, command, events, salt, hash)
    SELECT %(first)s + n, 'd' || lpad((n / (%(entries)s / %(matches)s))::text, 9, '0'),
        n %% (%(entries)s / %(matches)s) + 1, now() - interval '1 day', 'seat:' || n %% 2, 'web', 'key ' || n,
        '{"move":{"type":"Pass"},"seat":0,"type":"MakeMove"}', '[{"seat":0,"type":"Passed.1"}]',
        md5(n::text), md5(n::text) || md5((n + 1)::text)
    FROM generate_series(0, %(entries)s::bigint - 1) AS n
    """,
    """
    INSERT INTO games_deadline
        (id, match_id, decision, kind, seat, is_window, opened_at, due_at, remind_at, is_reminded, failures)
    SELECT %(first)s + n, 'd' || lpad((n %% %(matches)s)::text, 9, '0'), n || ':turn', 'turn', 0, false, now(),
        now() + CASE WHEN n < %(overdue)s + %(stuck)s THEN -n - 10 ELSE n %% 20000 + 5 END * interval '1 minute',
        now() + interval '1 day', false, CASE WHEN n < %(stuck)s THEN 3 ELSE 0 END
    FROM generate_series(0, %(deadlines)s - 1) AS n
    """,
    """
    INSERT INTO games_dispute (id, match_id, number, seat, position, status, opened_at)
    SELECT %(first)s + n, 'd' || lpad((n %% %(matches)s)::text, 9, '0'), n / %(matches)s + 1, 0, 1,
        (ARRAY['open', 'appealed', 'settled'])[1 + n %% 3], now() - n * interval '1 minute'
    FROM generate_series(0, %(disputes)s - 1) AS n
    """,
    """
    INSERT INTO games_outboxmail
        (id, match_id, seat, recipient_id, address, kind, decision, position, subject_id, once, state, created_at,
         not_before, attempts, settled_at, held, sent_to, fate, reason)
    SELECT %(first)s + n, 'd' || lpad((n %% %(matches)s)::text, 9, '0'), 0, %(first)s + n %% %(people)s, '',
        'your_move', '1:turn', 1, '', 'crowd ' || n, CASE WHEN n < %(parked)s THEN 'parked' ELSE 'sent' END, now(),
        now(), 8, now(), '', '', '', 'refused'
    FROM generate_series(0, %(mails)s - 1) AS n
    """,
    """
    INSERT INTO games_inboundmail
        (id, digest, door, sender, recipient, token_digest, raw, state, reason, answer, received_at, not_before,
         attempts)
    SELECT %(first)s + n, md5(n::text), 'smtp', '', 'r@letters.localhost', '',
        convert_to('Subject: Ahoy' || chr(10) || chr(10) || repeat('shovel 7 ', 200), 'UTF8'),
        CASE WHEN n %% 5 = 0 THEN 'aside' ELSE 'handled' END, 'no reply address of ours', '', now(), now(), 1
    FROM generate_series(0, 5 * %(odd)s - 1) AS n
    """,
)


def look_into(schema: str) -> None:
    """Let what follows read and write the tables of `schema` where it has them."""
    with connection.cursor() as cursor:
        cursor.execute(f"SET search_path = {schema}, public")


def copy_tables(schema: str) -> None:
    """Lay the tables that a crowd fills a second time, with their rows; `fill` lays the indexes."""
    with connection.cursor() as cursor:
        cursor.execute(f"CREATE SCHEMA {schema}")
        for table in CROWDED:
            cursor.execute(
                f"CREATE UNLOGGED TABLE {schema}.{table} (LIKE public.{table} INCLUDING ALL EXCLUDING INDEXES)"
            )
            cursor.execute(f"INSERT INTO {schema}.{table} SELECT * FROM public.{table}")  # noqa: S608 - our own names


def fill(schema: str, size: Size) -> None:
    """Write a crowd of this size, then the indexes that its tables lack, which is quicker than the other way round."""
    look_into(schema)
    with connection.cursor() as cursor, _without_limits(cursor):
        for statement in _FILL:
            cursor.execute(statement, {**asdict(size), "first": FIRST_ID})
        _lay_indexes(cursor, schema)
        for table in CROWDED:
            cursor.execute(f"ANALYZE {table}")


@contextmanager
def _without_limits(cursor: CursorWrapper) -> Iterator[None]:
    """Let statements take as long as they need, by the server's limit and by ours."""
    link: Any = connection.connection
    cursor.execute("SET statement_timeout = 0")
    patience, link._patience = link._patience, 3600.0
    yield
    link._patience = patience
    cursor.execute("RESET statement_timeout")


def _lay_indexes(cursor: CursorWrapper, schema: str) -> None:
    if schema == "public":
        return
    cursor.execute("SET LOCAL maintenance_work_mem = '512MB'")
    cursor.execute("SELECT indexdef FROM pg_indexes WHERE schemaname = 'public' AND tablename = ANY(%s)", [[*CROWDED]])
    for (index,) in cursor.fetchall():
        cursor.execute(index.replace(" ON public.", f" ON {schema}."))
