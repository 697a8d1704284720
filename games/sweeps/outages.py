"""Outages: the database is gone, held up or busy. This is neither a refusal nor the fault of the row being worked on.

The row is left as it was and tried again. Only what the rules decide counts against a player.
"""

import structlog
from django.db import InterfaceError, OperationalError, connection

log = structlog.get_logger(__name__)

AWAY = (OperationalError, InterfaceError)
_BUSY = frozenset({"40001", "40P01", "55P03", "57014"})
"""PostgreSQL's codes for a serialization failure, a deadlock, a lock timeout and a canceled (too slow) statement."""


def let_pass(error: Exception, **about: object) -> bool:
    """Return whether the database alone caused `error`, so that the row waits and the failure is not counted.

    Raises `error` again if the database is gone: the sweep then stops at once and runs again later.
    """
    if not isinstance(error, AWAY):
        return False
    log.warning("database_held_up", error=type(error).__name__, **about)
    if connection.vendor == "postgresql" and getattr(error.__cause__, "sqlstate", None) not in _BUSY:
        raise error
    return True
