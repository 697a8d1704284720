"""Preconditions of `manage.py play`: free ports, an unused folder, disk space. Each failure has a clear message."""

import errno
import fcntl
import os
import re
import shutil
import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from django.conf import settings
from django.core.management import CommandError
from django.db import DatabaseError

HOST = "127.0.0.1"
MOST_PORTS = 50
LEAST_ROOM = 20 * 1024 * 1024

_FULL = re.compile(r"is full|no space left", re.IGNORECASE)


def require_free(port: int, advice: str, host: str = HOST) -> None:
    """Raise CommandError with this advice unless the port is free."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            raise CommandError(f"Port {port} is taken ({error.strerror}); {advice}.") from error


def post_office_port() -> int:
    """Return the port of the post office: the configured one, or the first free one from there. Raises CommandError.

    Another installation on this machine keeps its own port, so that their letters do not mix.
    """
    wanted, host = settings.POST_OFFICE_PORT, settings.POST_OFFICE_HOST
    if not settings.POST_OFFICE:
        return int(wanted)
    if os.environ.get("POST_OFFICE_PORT"):
        require_free(wanted, "name another in POST_OFFICE_PORT", host)
        return int(wanted)
    for port in range(wanted, wanted + MOST_PORTS):
        with suppress(CommandError):
            require_free(port, "", host)
            return int(port)
    raise CommandError(f"No port from {wanted} on is free for the post office; name one in POST_OFFICE_PORT.")


@contextmanager
def only_one_house(folder: Path) -> Iterator[None]:
    """Hold the lock of this folder inside the `with` block; raises CommandError if another installation holds it."""
    with (folder / "play.lock").open("a") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            raise CommandError(f"A house is open in {folder} already; name another folder in VAR_DIR.") from error
        yield


@contextmanager
def room_on_disk(folder: Path) -> Iterator[None]:
    """Raise CommandError with a clear message if the disk is full before or inside the `with` block."""
    words = f"The disk that holds {folder} is full; make room, or name another folder in VAR_DIR."
    if shutil.disk_usage(folder).free < LEAST_ROOM:
        raise CommandError(words)
    try:
        yield
    except (OSError, DatabaseError) as error:
        if getattr(error, "errno", None) in (errno.ENOSPC, errno.EDQUOT) or _FULL.search(str(error)):
            raise CommandError(words) from error
        raise
