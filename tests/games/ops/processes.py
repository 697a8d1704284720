"""Real Celery workers and beats on the test database, and a mail server that keeps what it is sent."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from email import message_from_bytes
from pathlib import Path
from typing import Any

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session
from django.db import connection

ROOT = Path(__file__).resolve().parents[3]
SWEEP_SECONDS = "1"


class Machines:
    """Workers and beats of one test, each a process group of its own; all are killed at the end."""

    def __init__(self, folder: Path, broker_url: str, smtp_port: int) -> None:
        self._folder = folder
        self._processes: list[subprocess.Popen[bytes]] = []
        self.environment = {
            **os.environ,
            "BROKER_URL": broker_url,
            "DATABASE_URL": database_url(),
            "EMAIL_URL": f"smtp://127.0.0.1:{smtp_port}",
            "SWEEP_SECONDS": SWEEP_SECONDS,
            "VAR_DIR": str(folder),
            "WAKE_UPS": "1",
        }

    def start_worker(self) -> "subprocess.Popen[bytes]":
        """Start a worker with two processes."""
        name = f"worker{len(self._processes)}"
        options = ("--concurrency", "2", "--loglevel", "INFO", "--hostname", f"{name}@%h")
        return self._start(name, "-m", "celery", "-A", "config", "worker", *options)

    def start_beat(self) -> "subprocess.Popen[bytes]":
        """Start a beat with a schedule of its own."""
        name = f"beat{len(self._processes)}"
        schedule = str(self._folder / name)
        return self._start(name, "-m", "celery", "-A", "config", "beat", "--pidfile", "", "--schedule", schedule)

    def run(self, *command: str, **environment: str) -> str:
        """Run a Python command to its end and return what it printed."""
        done = subprocess.run(
            [sys.executable, *command],
            cwd=ROOT,
            env=self.environment | environment,
            capture_output=True,
            text=True,
            check=False,
            timeout=60,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout + done.stderr

    def kill(self, process: "subprocess.Popen[bytes]") -> None:
        """Kill a process and its children at once, in whatever they are doing."""
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
        process.wait(10)

    def kill_all(self) -> None:
        """Leave nothing running."""
        for process in self._processes:
            self.kill(process)

    def logs(self) -> str:
        """Return what all of them have printed."""
        return "\n".join(file.read_text(errors="replace") for file in sorted(self._folder.glob("*.log")))

    def _start(self, name: str, *command: str) -> "subprocess.Popen[bytes]":
        with (self._folder / f"{name}.log").open("wb") as log:
            process = subprocess.Popen(
                [sys.executable, *command],
                cwd=ROOT,
                env=self.environment,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        self._processes.append(process)
        return process


class MailServer:
    """Takes every mail and keeps who it went to and its Message-ID."""

    def __init__(self) -> None:
        self.taken: list[tuple[str, str]] = []
        self._controller = Controller(self, hostname="127.0.0.1", port=free_port())

    @property
    def port(self) -> int:
        """The port it listens on."""
        return int(self._controller.port)

    def start(self) -> None:
        """Listen from now on."""
        self._controller.start()

    def stop(self) -> None:
        """Listen no more."""
        self._controller.stop()

    async def handle_DATA(self, _server: SMTP, _session: Session, envelope: Envelope) -> str:  # noqa: N802
        """Take a mail (aiosmtpd calls this)."""
        content: Any = envelope.content
        message = message_from_bytes(content)
        self.taken += [(recipient, str(message["Message-ID"])) for recipient in envelope.rcpt_tos]
        return "250 OK"


def database_url() -> str:
    """Return the address of this test's database for another process."""
    name = connection.settings_dict["NAME"]
    if connection.vendor == "sqlite":
        return f"sqlite:///{name}"
    return os.environ["DATABASE_URL"].rsplit("/", 1)[0] + f"/{name}"


def free_port() -> int:
    """Return a port of this machine that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def wait_until(holds: Callable[[], object], seconds: float) -> bool:
    """Wait until `holds` does; return whether it did in time."""
    until = time.monotonic() + seconds
    while not holds():
        if time.monotonic() > until:
            return False
        time.sleep(0.1)
    return True
