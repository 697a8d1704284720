"""Run the whole service on this machine: web, worker, beat and post office, with demo players at demo tables."""

import logging
import os
import shutil
import signal
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from argparse import ArgumentParser
from typing import Any, NoReturn

from django.conf import settings
from django.core.management import CommandError, call_command
from django.core.management.base import BaseCommand

from games.management.crew import CrewFailed, ProcessCrew
from games.management.demo import PASSWORD, lay_out_demo
from games.management.ground import HOST, only_one_house, post_office_port, require_free, room_on_disk

PATIENCE = 60.0
GLANCE = 0.5


class Command(BaseCommand):
    """Sets up and starts everything, keeps it running, and stops everything on Ctrl-C."""

    help = "Run the whole service at http://127.0.0.1:8000 with demo players."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add `--port` and `--no-demo`."""
        parser.add_argument("--port", type=int, default=8000)
        parser.add_argument("--no-demo", action="store_true", help="make no demo players and matches")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Run until stopped; raises CommandError if something cannot start."""
        port: int = options["port"]
        with only_one_house(settings.VAR_DIR), room_on_disk(settings.VAR_DIR):
            require_free(port, "choose another with --port")
            mail_port = post_office_port()
            self._set_up(with_demo=not options["no_demo"])
            signal.signal(signal.SIGTERM, _stop)
            crew = ProcessCrew(settings.BASE_DIR, _environment(port, mail_port), self._say, settings.VAR_DIR / "logs")
            try:
                self._run(crew, port, self._welcome(port, with_demo=not options["no_demo"]))
            except KeyboardInterrupt:
                self._say("Stopping.")
            except CrewFailed as failure:
                raise CommandError(str(failure)) from failure
            finally:
                crew.dismiss()

    def _run(self, crew: ProcessCrew, port: int, welcome: str) -> None:
        """Start everything, print the welcome text (again on each Enter), and watch the processes until stopped."""
        self._sign_on(crew, port)
        self._wait_for_web(crew, port)
        self._say(welcome)
        threading.Thread(target=self._say_again, args=(welcome,), daemon=True).start()
        while True:
            time.sleep(GLANCE)
            crew.watch()

    def _say_again(self, welcome: str) -> None:
        for _ in sys.stdin:
            self._say(welcome)

    def _set_up(self, *, with_demo: bool) -> None:
        self._say("Setting up: database, static files, demo tables …")
        call_command("migrate", interactive=False, verbosity=0)
        if not settings.DEBUG:
            _collect_static()
        _empty_the_broker()
        if with_demo:
            logging.getLogger("games").setLevel(logging.WARNING)
            lay_out_demo()

    def _sign_on(self, crew: ProcessCrew, port: int) -> None:
        if settings.POST_OFFICE:
            crew.sign_on("post", "manage.py", "post_office")
        workers = ("--workers", "2", "--threads", "4", "--worker-class", "gthread", "--no-control-socket")
        crew.sign_on("web", "-m", "gunicorn", "config.wsgi", "--bind", f"{HOST}:{port}", *workers)
        quiet = ("--without-gossip", "--without-mingle", "--without-heartbeat", "--loglevel", "WARNING")
        for name, queues, children in (("worker", "letters", "2"), ("mailer", "mail,mailbox", "1")):
            share = ("--queues", queues, "--concurrency", children, "--hostname", f"{name}@%h")
            crew.sign_on(name, "-m", "celery", "-A", "config", "worker", *share, *quiet)
        crew.sign_on("beat", "-m", "celery", "-A", "config", "beat", "--pidfile", "", "--loglevel", "WARNING")

    def _wait_for_web(self, crew: ProcessCrew, port: int) -> None:
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until and crew.is_running("web"):
            if _answers(f"http://{HOST}:{port}/healthz"):
                return
            time.sleep(GLANCE)
        raise CommandError(f"The web did not start. Its last words:\n{crew.last_words('web')}")

    def _welcome(self, port: int, *, with_demo: bool) -> str:
        lines = ["", f"Letters of Marque is open at http://{HOST}:{port}"]
        if with_demo:
            who = ", ".join(f"demo.{name}@{settings.MAIL_DOMAIN}" for name in ("anna", "ben", "cleo"))
            lines.append(
                f"  Sign in as {who} (or demo.rita, who may enter /admin/ and /desk/) with the password {PASSWORD},"
            )
            lines.append("  or with a mailed code, to be read in the post office.")
        if settings.POST_OFFICE:
            lines.append(f"  Every mail stays on this machine: read it at http://{HOST}:{port}/post/")
        lines.append(f"  What the workers say is in {settings.VAR_DIR / 'logs'}; here stand warnings only.")
        return "\n".join([*lines, "  Enter shows this again, Ctrl-C stops everything.", ""])

    def _say(self, text: str) -> None:
        self.stdout.write(text)
        self.stdout.flush()


def _environment(port: int, mail_port: int) -> dict[str, str]:
    """Return the environment of the services; on a local machine staff need no second factor unless configured."""
    second_factor = os.environ.get("STAFF_SECOND_FACTOR", "off")
    return {
        "POST_OFFICE_PORT": str(mail_port),
        "SITE_URL": _site_url(port),
        "LOG_JSON": "0",
        "STAFF_SECOND_FACTOR": second_factor,
    }


def _site_url(port: int) -> str:
    """Return the site address for letters: the configured one, or the local address."""
    return os.environ.get("SITE_URL") or f"http://{HOST}:{port}"


def _collect_static() -> None:
    """Collect static files in a separate process, because settings for collecting differ. Raises CommandError."""
    command = [sys.executable, "manage.py", "collectstatic", "--no-input", "--verbosity", "0"]
    if subprocess.run(command, check=False, cwd=settings.BASE_DIR).returncode:  # noqa: S603 - our own command
        raise CommandError("The static files could not be collected.")


def _empty_the_broker() -> None:
    """Delete wake-ups that an earlier run left in files; the sweeps find all work without them."""
    folder = settings.CELERY_BROKER_TRANSPORT_OPTIONS.get("data_folder_in")
    if settings.BROKER_URL.startswith("filesystem://") and folder:
        shutil.rmtree(str(folder), ignore_errors=True)
        settings.VAR_DIR.joinpath("broker", "messages").mkdir(parents=True, exist_ok=True)


def _answers(url: str) -> bool:
    try:
        with urllib.request.urlopen(url, timeout=2) as answer:  # noqa: S310 - our own address
            return bool(answer.status == 200)
    except (urllib.error.URLError, OSError):
        return False


def _stop(*_: object) -> NoReturn:
    raise KeyboardInterrupt
