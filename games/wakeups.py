"""Wake-ups: notify the workers, after a commit, that there may be work. A lost one only delays the work."""

import os
import threading
from functools import partial

import structlog
from celery import current_app
from django.conf import settings
from django.db import transaction
from kombu.exceptions import OperationalError

log = structlog.get_logger(__name__)


def wake(*tasks: str) -> None:
    """Publish these tasks of `games.tasks` once the current transaction commits; a rollback publishes nothing."""
    if tasks and settings.WAKE_UPS:
        transaction.on_commit(partial(_publisher.publish, tasks), robust=True)


class Publisher:
    """Publishes wake-ups from one thread of this process, so that no request waits for a slow or dead broker.

    A task that is published several times while the thread is busy is sent once.
    """

    def __init__(self) -> None:
        self._pending: set[str] = set()
        self._wanted = threading.Condition()
        self._owner = 0

    def publish(self, tasks: tuple[str, ...]) -> None:
        """Leave `tasks` to the publishing thread; returns at once."""
        with self._wanted:
            self._pending.update(tasks)
            self._ensure_publisher()
            self._wanted.notify()

    def _ensure_publisher(self) -> None:
        if self._owner != os.getpid():
            self._owner = os.getpid()
            threading.Thread(target=self._publish_for_ever, name="wake-ups", daemon=True).start()

    def _publish_for_ever(self) -> None:
        while True:
            with self._wanted:
                self._wanted.wait_for(lambda: self._pending)
                names, self._pending = sorted(self._pending), set()
            for name in names:
                send(name)


def send(name: str) -> None:
    """Send one wake-up to the broker; log a failure and go on, as the next sweep finds the work."""
    try:
        current_app.send_task(f"games.tasks.{name}", expires=60, retry=False, ignore_result=True)
    except (OperationalError, OSError) as error:
        log.warning("wake_up_lost", task=name, error=type(error).__name__)
    except Exception as error:
        log.exception("wake_up_lost", task=name, error=type(error).__name__)


_publisher = Publisher()
