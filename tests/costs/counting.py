"""Counting what an act costs: the same number on every machine, however busy it is."""

import gc
import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from django.db import connection
from django.test.utils import CaptureQueriesContext

BOUNDS = ("BEGIN", "COMMIT", "SAVEPOINT", "RELEASE", "ROLLBACK")


def statements(act: Callable[[], object]) -> list[str]:
    """Return the statements that `act` makes, without those that begin and end a transaction."""
    with CaptureQueriesContext(connection) as captured:
        act()
    return [each["sql"] for each in captured.captured_queries if not each["sql"].startswith(BOUNDS)]


def calls(act: Callable[[], object]) -> int:
    """Return how many Python functions the second run of `act` calls; the first one fills the caches."""
    act()
    gc.collect()
    gc.disable()
    count = 0

    def note(_frame: object, event: str, _argument: object) -> None:
        nonlocal count
        count += event == "call"

    sys.setprofile(note)
    try:
        act()
    finally:
        sys.setprofile(None)
        gc.enable()
    return count


def rows_read(act: Callable[[], object]) -> int:
    """Return how many rows PostgreSQL reads for the queries of `act`, from tables and indexes, kept or not."""
    selects = [sql for sql in statements(act) if sql.startswith(("SELECT", "WITH"))]
    return sum(_rows(_plan(sql)) for sql in selects)


@contextmanager
def planned_as_if_large() -> Iterator[None]:
    """Let PostgreSQL plan as it does for large tables, of which a test has only a few pages."""
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
        cursor.execute("SET enable_seqscan = off")
        yield
        cursor.execute("RESET enable_seqscan")


def _plan(sql: str) -> dict[str, Any]:
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) {sql.replace('%', '%%')}", [])
        (found,) = cursor.fetchone()
    plans = found if isinstance(found, list) else json.loads(found)
    plan: dict[str, Any] = plans[0]["Plan"]
    return plan


def _rows(plan: dict[str, Any]) -> int:
    """Return the rows that this node and those below it read."""
    own = 0
    if "Relation Name" in plan or "Index Name" in plan:
        removed = plan.get("Rows Removed by Filter", 0) + plan.get("Rows Removed by Index Recheck", 0)
        own = (plan["Actual Rows"] + removed) * plan["Actual Loops"]
    return int(own) + sum(_rows(below) for below in plan.get("Plans", ()))
