"""The whole service as a person meets it: web, worker, beat and post office as processes on PostgreSQL and Redis."""

import atexit
import mailbox
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
import uuid
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from email import message_from_bytes, policy
from email.message import EmailMessage
from functools import cache
from pathlib import Path
from typing import TypeVar
from urllib.error import URLError

import psycopg

from tests.machine import POSTGRES_URL, REDIS_URL

T = TypeVar("T")

_ROOT = Path(__file__).resolve().parents[2]
_START_SECONDS = 60


@dataclass(frozen=True)
class ReadyMade:
    """A migrated database without rows, and a folder with the static files, to be copied by every service."""

    database: str
    folder: Path


@cache
def ready_made() -> ReadyMade:
    """Migrate and collect once for all services of this process; both go when it ends."""
    ready = ReadyMade(f"letters_{uuid.uuid4().hex[:10]}", Path(tempfile.mkdtemp(prefix="letters-ready-")))
    with psycopg.connect(_server_url(), autocommit=True) as server:
        server.execute(f'CREATE DATABASE "{ready.database}"')
    atexit.register(_clear_away, ready)
    environment = {**os.environ, "DATABASE_URL": _url_of(ready.database), "VAR_DIR": str(ready.folder)}
    _manage(environment, "migrate", "--verbosity", "0")
    _manage(environment, "collectstatic", "--noinput", "--verbosity", "0")
    return ready


class Service:
    """The processes, the folder they share, and the mailboxes that the post office fills."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.web_port, self.smtp_port = free_port(), free_port()
        self.url = f"http://127.0.0.1:{self.web_port}"
        self._database = f"letters_{uuid.uuid4().hex[:10]}"
        self._processes: dict[str, subprocess.Popen[bytes]] = {}

    def start(self) -> None:
        """Make the database and start every process; returns when the web answers and the post office listens."""
        ready = ready_made()
        with psycopg.connect(_server_url(), autocommit=True) as server:
            server.execute(f'CREATE DATABASE "{self._database}" TEMPLATE "{ready.database}"')
        shutil.copytree(ready.folder / "static", self.folder / "static")
        for name in ("post_office", "web", "worker", "beat"):
            self.start_again(name)
        wait_for(self._is_up, _START_SECONDS, "the service to start")

    def start_worker(self) -> None:
        """Start the Celery worker."""
        self.start_again("worker")

    def kill_worker(self) -> None:
        """Kill the worker and its children at once, in whatever it is doing."""
        self.kill("worker")

    def start_again(self, name: str) -> None:
        """Start one of the processes."""
        self._launch(name, sys.executable, *self._commands()[name])

    def kill(self, name: str) -> None:
        """Kill one of the processes and its children at once, in whatever they are doing."""
        self._end(name, signal.SIGKILL)

    def _commands(self) -> dict[str, tuple[str, ...]]:
        celery = ("-m", "celery", "-A", "config")
        web = ("--bind", f"127.0.0.1:{self.web_port}", "--threads", "4", "--log-level", "warning")
        return {
            "post_office": ("manage.py", "post_office"),
            "web": ("-m", "gunicorn", "config.wsgi", *web),
            "worker": (*celery, "worker", "--pool", "prefork", "--concurrency", "1", "--loglevel", "WARNING"),
            "beat": (*celery, "beat", "--pidfile", "", "--loglevel", "WARNING"),
        }

    def stop(self) -> None:
        """End every process and drop the database."""
        for name in list(self._processes):
            self._end(name, signal.SIGKILL)
        with psycopg.connect(_server_url(), autocommit=True) as server:
            server.execute(f'DROP DATABASE IF EXISTS "{self._database}" WITH (FORCE)')

    def manage(self, *words: str) -> str:
        """Run a management command on the service's database and return what it printed."""
        return _manage(self.environment(), *words)

    def rows(self, sql: str, *values: object) -> list[tuple[object, ...]]:
        """Read rows of the service's database."""
        with psycopg.connect(self._database_url()) as connection:
            return connection.execute(sql, values).fetchall()

    def do(self, sql: str) -> None:
        """Change rows of the service's database."""
        with psycopg.connect(self._database_url()) as connection:
            connection.execute(sql)

    def letters_to(self, address: str) -> list[EmailMessage]:
        """Return every mail that the post office has delivered to `address`, oldest first."""
        folder = self.folder / "post" / address
        if not folder.exists():
            return []
        box = mailbox.Maildir(folder, create=False)
        parsed = [message_from_bytes(box.get_bytes(key), policy=policy.default) for key, _ in box.iteritems()]
        return sorted(parsed, key=_moment_of)

    def log_of(self, name: str) -> str:
        """Return what a process has printed."""
        return (self.folder / f"{name}.log").read_text(errors="replace")

    def environment(self) -> dict[str, str]:
        """Return the environment of every process."""
        return {
            **os.environ,
            "DATABASE_URL": self._database_url(),
            "BROKER_URL": REDIS_URL.rsplit("/", 1)[0] + "/10",
            "EMAIL_URL": f"smtp://127.0.0.1:{self.smtp_port}",
            "POST_OFFICE": "1",
            "POST_OFFICE_PORT": str(self.smtp_port),
            "SECRET_KEY": "only-for-this-run",
            "SITE_URL": self.url,
            "SWEEP_SECONDS": "2",
            "VAR_DIR": str(self.folder),
            "WAKE_UPS": "1",
        }

    def _database_url(self) -> str:
        return _url_of(self._database)

    def _launch(self, name: str, *command: str) -> None:
        with (self.folder / f"{name}.log").open("ab") as log:
            self._processes[name] = subprocess.Popen(
                command, cwd=_ROOT, env=self.environment(), stdout=log, stderr=log, start_new_session=True
            )

    def _end(self, name: str, how: signal.Signals) -> None:
        process = self._processes.pop(name)
        os.killpg(process.pid, how)
        process.wait(timeout=30)

    def _is_up(self) -> bool:
        return _answers(self.url + "/healthz") and not _is_free(self.smtp_port)


def _moment_of(letter: EmailMessage) -> datetime:
    """Return when a letter was written; a date without a zone of its own is in UTC (RFC 5322, 3.3)."""
    moment: datetime = letter["Date"].datetime
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


def free_port() -> int:
    """Return a port of this machine that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def wait_for(found: Callable[[], T | None], seconds: float, what: str) -> T:
    """Return the first truthy answer of `found`; fails after `seconds`."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        answer = found()
        if answer:
            return answer
        time.sleep(0.2)
    raise AssertionError(f"waited {seconds} s for {what}")


def _clear_away(ready: ReadyMade) -> None:
    shutil.rmtree(ready.folder, ignore_errors=True)
    with psycopg.connect(_server_url(), autocommit=True) as server:
        server.execute(f'DROP DATABASE IF EXISTS "{ready.database}" WITH (FORCE)')


def _manage(environment: dict[str, str], *words: str) -> str:
    command = [sys.executable, "manage.py", *words]
    done = subprocess.run(command, cwd=_ROOT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{words}: {done.stdout}{done.stderr}"
    return done.stdout


def _server_url() -> str:
    return _url_of("postgres")


def _url_of(database: str) -> str:
    return POSTGRES_URL.rsplit("/", 1)[0] + "/" + database


def _answers(url: str) -> bool:
    try:
        with urllib.request.urlopen(url, timeout=2) as answer:
            return bool(answer.status == 200)
    except (URLError, OSError):
        return False


def _is_free(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) != 0
