"""Outages: the database is gone, held up or busy. That is nobody's fault who was in hand, and no refusal.

What was in hand is left as it was and tried again; only what the rules say counts against anybody.
"""

import structlog
from django.db import InterfaceError, OperationalError, connection

log = structlog.get_logger(__name__)

AWAY = (OperationalError, InterfaceError)
_BUSY = frozenset({"40001", "40P01", "55P03", "57014"})
"""PostgreSQL's words for: somebody else was first, two waited for each other, a lock or a statement took too long."""


def let_pass(error: Exception, **about: object) -> bool:
    """Return whether `error` is the database's alone, so that what was in hand waits and counts nothing.

    Raises it where the database is gone: whoever sweeps need not ask for the next row, but comes again.
    """
    if not isinstance(error, AWAY):
        return False
    log.warning("database_held_up", error=type(error).__name__, **about)
    if connection.vendor == "postgresql" and getattr(error.__cause__, "sqlstate", None) not in _BUSY:
        raise error
    return True
