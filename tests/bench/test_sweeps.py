"""Sweeps with a million open deadlines: an idle poll reads nothing that is not due."""

from collections.abc import Callable
from datetime import datetime

import pytest
from django.db import connection
from django.utils import timezone

from games.services.deadlines import expire_due_deadlines, resolve_due_phases, send_due_reminders
from tests.bench.figures import seconds, tell
from tests.bench.test_lists import rows_of_matches
from tests.tables import make_people

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]

OPEN = 1_000_000
POLLS = 200
POLL_MARK = 0.005
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
        assert late <= POLL_MARK
