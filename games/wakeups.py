"""Wake-ups: tell the workers, after the commit, that there may be work. Losing one costs a moment, never the work."""

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
    """Ask for these tasks of `games.tasks` once the present transaction is committed; nothing if it is rolled back."""
    if tasks and settings.WAKE_UPS:
        transaction.on_commit(partial(_publisher.publish, tasks), robust=True)


class Publisher:
    """Publishes wake-ups from one thread of this process, so that no request waits for a broker, slow or down.

    What is published while a message is under way is sent as one.
    """

    def __init__(self) -> None:
        self._pending: set[str] = set()
        self._wanted = threading.Condition()
        self._owner = 0

    def publish(self, tasks: tuple[str, ...]) -> None:
        """Have `tasks` published soon; returns at once."""
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
    """Send one wake-up to the broker; a broker that is down is logged, and the sweep finds the work."""
    try:
        current_app.send_task(f"games.tasks.{name}", expires=60, retry=False, ignore_result=True)
    except (OperationalError, OSError) as error:
        log.warning("wake_up_lost", task=name, error=type(error).__name__)
    except Exception as error:
        log.exception("wake_up_lost", task=name, error=type(error).__name__)


_publisher = Publisher()
