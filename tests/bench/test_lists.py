"""Lists and sweeps over many rows: constant numbers of statements, no work per row that is not due."""

import tracemalloc
from datetime import timedelta
from functools import partial

import pytest
from django.db import connection
from django.db.models import QuerySet
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from games.models import Deadline, Match, Seat
from games.selectors.tables.lists import count_my_moves, my_matches
from games.services.clocks.deadlines import MOST_PER_SWEEP, due_deadlines
from pirates.fingerprints import GENESIS
from tests.bench.figures import seconds, tell
from tests.tables import make_people

pytestmark = pytest.mark.django_db

FEW, MANY = 5, 300
OPEN, DUE = 100_000, 100
SWEEP_MARK = 0.050
FLAT = 2_000_000
"""Bytes that a sweep may hold at most, however many deadlines are open."""


def rows_of_matches(players: list[User], count: int) -> list[Match]:
    """Write the rows of running matches between two players, as the projection leaves them behind."""
    now = timezone.now()
    matches = Match.objects.bulk_create(
        Match(
            game="capitan-bacon",
            rules_version=1,
            title=f"Demo match {number}",
            host=players[0],
            seat_count=2,
            pace_seconds=86_400,
            window_seconds=28_800,
            status=Match.Status.RUNNING,
            commitment=GENESIS,
            head=GENESIS,
            opened_at=now - timedelta(minutes=number),
        )
        for number in range(count)
    )
    Seat.objects.bulk_create(
        Seat(match=match, number=seat, player=player, is_taken=True, is_awaited=seat == number % 2)
        for number, match in enumerate(matches)
        for seat, player in enumerate(players)
    )
    return matches


def open_deadlines(matches: list[Match], per_match: int, due: int) -> None:
    """Write `per_match` deadlines a match, of which `due` in all are due."""
    now = timezone.now()
    total = len(matches) * per_match
    Deadline.objects.bulk_create(
        (
            Deadline(
                match=matches[number % len(matches)],
                decision=f"{number}:turn",
                kind="turn",
                seat=0,
                opened_at=now - timedelta(days=15),
                due_at=now - timedelta(minutes=number)
                if number < due
                else now + timedelta(minutes=number % 20_000 + 5),
                remind_at=now + timedelta(minutes=number % 20_000),
            )
            for number in range(total)
        ),
        batch_size=5_000,
    )


def read_my_page(player: User) -> tuple[list[Match], int]:
    """Read what the page of my matches shows."""
    return list(my_matches(player)), count_my_moves(player)


def test_the_list_of_my_matches_takes_as_many_queries_for_many_as_for_few() -> None:
    taken = {}
    for count, names in ((FEW, ("Anna", "Ben")), (MANY, ("Cleo", "Dario"))):
        players = make_people(*names)
        open_deadlines(rows_of_matches(players, count), 1, 0)
        with CaptureQueriesContext(
            connection,
        ) as queries:
            spent = seconds(partial(read_my_page, players[0]))
        taken[count] = len(queries)
        tell(f"my matches and the badge, {count} matches: {len(queries)} queries", f"{spent * 1000:.1f} ms")
    assert taken[FEW] == taken[MANY] == 2


@pytest.mark.postgres
def test_finding_what_is_due_among_very_many_open_deadlines_is_quick_and_light() -> None:
    matches = rows_of_matches(make_people("Anna", "Ben"), 1_000)
    open_deadlines(matches, OPEN // 1_000, DUE)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE games_deadline")
    now = timezone.now()
    due = due_deadlines(now).filter(seat__isnull=False)
    found, memory = found_and_held(due)
    spent = min(seconds(lambda: list(due.values_list("pk", flat=True)[:MOST_PER_SWEEP])) for _ in range(5))
    tell(f"finding {DUE} due among {OPEN:,} open deadlines", f"{spent * 1000:.1f} ms (mark {SWEEP_MARK * 1000:.0f})")
    tell("memory held while finding them", f"{memory / 1000:.0f} kB")
    assert len(found) == DUE
    assert "deadline_due" in due.explain()
    assert spent <= SWEEP_MARK
    assert memory <= FLAT


def found_and_held(due: QuerySet[Deadline]) -> tuple[list[int], int]:
    """Return what one sweep finds, and the most bytes it held meanwhile."""
    tracemalloc.start()
    found = list(due.values_list("pk", flat=True)[:MOST_PER_SWEEP])
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return found, most
