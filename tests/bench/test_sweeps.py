"""Sweeps: an idle poll among a million open deadlines, and many due ones worked off beside a plain loop."""

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
from django.db import connection
from django.utils import timezone

from games.services.clocks.deadlines import expire_due_deadlines, resolve_due_phases, send_due_reminders
from tests.bench.figures import seconds, side_by_side, tell
from tests.bench.plain_clock import expire_plainly
from tests.bench.test_lists import rows_of_matches
from tests.tables import begin_match, make_people

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]

OPEN = 1_000_000
POLLS = 200
POLL_MARK = 0.005
MATCHES, ROUNDS = 60, 3
DUE_MARK = 3
_FILL = """
    INSERT INTO games_deadline
        (match_id, decision, kind, seat, is_window, opened_at, due_at, remind_at, is_reminded, failures)
    SELECT (%s::text[])[1 + n %% 1000], n || ':turn', 'turn', 0, false, %s, %s + (n %% 20000 + 5) * interval '1 minute',
        %s + (n %% 20000 + 3) * interval '1 minute', false, 0
    FROM generate_series(1, %s) AS n
"""


def test_an_idle_poll_among_a_million_open_deadlines_reads_none_of_them() -> None:
    matches = [match.pk for match in rows_of_matches(make_people("Anna", "Ben"), 1_000)]
    now = timezone.now()
    with connection.cursor() as cursor:
        cursor.execute(_FILL, [matches, now, now, now, OPEN])
        cursor.execute("ANALYZE games_deadline")
    sweeps: tuple[Callable[[datetime], int], ...] = (expire_due_deadlines, resolve_due_phases, send_due_reminders)
    for sweep in sweeps:
        taken = sorted(seconds(lambda sweep=sweep: sweep(now)) for _ in range(POLLS))  # type: ignore[misc]
        late = taken[POLLS * 99 // 100]
        tell(f"{sweep.__name__}, idle among {OPEN:,}, median", f"{taken[POLLS // 2] * 1000:.2f} ms")
        tell(f"{sweep.__name__}, idle among {OPEN:,}, p99", f"{late * 1000:.2f} ms (mark {POLL_MARK * 1000:.0f})")


@pytest.mark.django_db(transaction=True)
def test_due_deadlines_are_worked_off_beside_a_plain_loop_of_one_transaction_each() -> None:
    """Every deadline is due again in each round, so that both act on the same matches in turns.

    The million of the idle polls was rolled back; without a vacuum its dead rows would be what this measures.
    """
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE games_deadline")
    people = make_people("Anna", "Ben")
    for _ in range(MATCHES):
        begin_match(people, options=b'{"starter":0}')
    late, done = timezone.now() + timedelta(days=30), list[int]()
    ours, theirs = side_by_side(
        lambda: done.append(expire_due_deadlines(late)), lambda: done.append(expire_plainly(late)), ROUNDS
    )
    assert done == [MATCHES] * 2 * ROUNDS
    tell("due deadlines worked off a second", f"{MATCHES / ours:.0f}")
    tell("the same by a plain loop of one transaction each", f"{MATCHES / theirs:.0f}")
    tell("times as fast as the plain loop", f"{theirs / ours:.1f} (mark {DUE_MARK})")
