"""The database connection and its time limits.

Whoever serves people waits for nothing without an end: not for a server that is gone or stands still, not for a
statement, not for a row that another holds. Commands that an operator types may take their time.
"""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import environ
import psycopg
from django.core.exceptions import ImproperlyConfigured
from psycopg import OperationalError
from psycopg_pool import ConnectionPool

CONNECT_SECONDS = 3
POOL_SECONDS = 5.0
"""How long a request waits for a connection before it is answered with 503."""
LOCK_SECONDS = 5.0
STATEMENT_SECONDS = 15.0
IDLE_SECONDS = 60.0
"""How long a transaction may be idle; after that the server ends it and releases its locks."""
CHECK_SECONDS = 2.0
ANSWER_SECONDS = STATEMENT_SECONDS + 3.0
"""How long the server may be silent. It ends every statement itself long before that."""

KEEPALIVES = {
    "connect_timeout": CONNECT_SECONDS,
    "keepalives": 1,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 10_000,
}
_SERVING = frozenset({"post_office", "runserver"})


class PatientConnection(psycopg.Connection[Any]):
    """A connection that gives up on a server which accepts a statement and then stays silent, such as a stopped one.

    TCP sees nothing wrong there: the machine, or a proxy, still acknowledges what it is sent.
    """

    _patience = ANSWER_SECONDS

    def execute(self, query: Any, *args: Any, **kwargs: Any) -> Any:
        """Run a statement. The pool tests a connection with an empty one, which must be answered at once.

        Where it is not, all connections that lie in the pool are closed, as what befell one has befallen them.
        """
        if query:
            return super().execute(query, *args, **kwargs)
        try:
            with self._in_a_hurry():
                return super().execute(query, *args, **kwargs)
        except psycopg.Error:
            if isinstance(self._pool, ConnectionPool):
                self._pool.drain()
            raise

    def wait(self, gen: Any, interval: float = 0.1, timeout: float | None = None) -> Any:
        """Wait for the server; raises OperationalError and closes the connection if it does not answer in time."""
        try:
            return super().wait(gen, interval, timeout or self._patience)
        except psycopg.errors._WaitTimeout:  # noqa: SLF001 - psycopg raises it to whoever names a time
            self.pgconn.finish()
            raise OperationalError("the database said nothing in time") from None

    @contextmanager
    def _in_a_hurry(self) -> Iterator[None]:
        self._patience = CHECK_SECONDS
        try:
            yield
        finally:
            self._patience = ANSWER_SECONDS


def database(url: str | None, folder: Path, most_connections: int) -> dict[str, Any]:
    """Return Django's settings for the database that `url` names, or for SQLite in `folder` if it is None."""
    if url is not None and not url.strip():
        raise ImproperlyConfigured("DATABASE_URL is empty: name a database, or leave it out for SQLite in VAR_DIR.")
    config: dict[str, Any] = _read(url or f"sqlite:///{folder / 'letters.sqlite3'}")
    options = config.setdefault("OPTIONS", {})
    if config["ENGINE"].endswith("sqlite3"):
        options |= {
            "transaction_mode": "IMMEDIATE",
            "timeout": 20,
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;",
        }
        return config
    for name, value in KEEPALIVES.items():
        options.setdefault(name, value)
    if is_serving():
        options["options"] = " ".join([options.get("options") or os.environ.get("PGOPTIONS", ""), *_limits()]).strip()
        options["pool"] = _pool(most_connections)
        config["CONN_HEALTH_CHECKS"] = True
    return config


def is_serving() -> bool:
    """Whether this process serves people, and is not a command that an operator waits for."""
    return Path(sys.argv[0]).name != "manage.py" or not _SERVING.isdisjoint(sys.argv)


def place_of(config: dict[str, Any]) -> str:
    """Return the location of a database for people to read, without its password."""
    if config["ENGINE"].endswith("sqlite3"):
        return str(config["NAME"])
    return f"{config['NAME']} at {config.get('HOST') or 'this machine'}:{config.get('PORT') or 5432}"


def _read(url: str) -> dict[str, Any]:
    try:
        config: dict[str, Any] = environ.Env.db_url_config(url)
    except (ImproperlyConfigured, ValueError, KeyError):
        config = {}
    if not config.get("ENGINE", "").endswith((".sqlite3", ".postgresql")) or not config.get("NAME"):
        raise ImproperlyConfigured(
            "DATABASE_URL is not understood: write postgres://user:password@host:5432/name or sqlite:///path."
        )
    return config


def _limits() -> Iterator[str]:
    limits = {
        "statement_timeout": STATEMENT_SECONDS,
        "lock_timeout": LOCK_SECONDS,
        "idle_in_transaction_session_timeout": IDLE_SECONDS,
    }
    yield from (f"-c {name}={int(seconds * 1000)}" for name, seconds in limits.items())


def _pool(most: int) -> dict[str, Any]:
    """Return the pool's options: an attempt to connect is given up soon, because the next one starts at once."""
    return {
        "min_size": 1,
        "max_size": most,
        "timeout": POOL_SECONDS,
        "reconnect_timeout": POOL_SECONDS,
        "connection_class": PatientConnection,
    }
