"""The loop of a sweep: try each row, log each failure, and go on to the next."""

from collections.abc import Callable, Iterable
from typing import Any, TypeVarTuple, cast

import structlog
from django.db.models import QuerySet

from games.sweeps.outages import let_pass

log = structlog.get_logger(__name__)

Row = TypeVarTuple("Row")


def try_each(
    rows: Iterable[tuple[*Row]],
    work: Callable[[*Row], int],
    *,
    fault: str,
    names: tuple[str, ...],
    on_fault: Callable[[Exception, *Row], object] | None = None,
    on_outage: Callable[[*Row], object] | None = None,
) -> int:
    """Call `work` for each row and return the sum of its results; a row that fails adds nothing and stops no other row.

    A failure is logged as `fault`, with the row's first columns under these `names`, and passed to `on_fault`. A row
    that failed because the database was too busy is passed to `on_outage` instead. Raises OperationalError or
    InterfaceError if the database is gone.
    """
    done = 0
    for row in rows:
        about = dict(zip(names, cast("Iterable[object]", row), strict=False))
        try:
            done += work(*row)
        except Exception as error:
            if let_pass(error, **about):
                if on_outage is not None:
                    on_outage(*row)
                continue
            log.exception(fault, **about, error=type(error).__name__)
            if on_fault is not None:
                on_fault(error, *row)
    return done


def claim(rows: QuerySet[Any]) -> bool:
    """Lock these rows for this transaction; return False if there are none or another transaction holds them."""
    return rows.select_for_update(skip_locked=True).exists()
