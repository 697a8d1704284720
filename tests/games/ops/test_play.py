"""With nothing configured, one command brings up the whole service, and Ctrl-C ends it."""

import os
import signal
import socket
import sqlite3
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from urllib.error import URLError

import pytest

from tests.games.ops.processes import ROOT, free_port, wait_until

pytestmark = pytest.mark.slow

CONFIGURED = {"DATABASE_URL", "BROKER_URL", "EMAIL_URL", "WAKE_UPS", "SECRET_KEY", "SITE_URL", "DEBUG"}
BOTS_TO_MOVE = """
    SELECT count(*) FROM games_seat JOIN games_match ON games_match.id = games_seat.match_id
    WHERE is_awaited AND is_played_by_bot AND waits_at IS NOT position
"""
"""Bots that are asked and do not let people answer first."""


class House:
    """`manage.py play` in a folder of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port, self.smtp_port = free_port(), free_port()
        bare = {name: value for name, value in os.environ.items() if name not in CONFIGURED}
        self.log = (folder / "play.log").open("w+")
        self.process = subprocess.Popen(
            [sys.executable, "manage.py", "play", "--port", str(self.port)],
            cwd=ROOT,
            env=bare | {"VAR_DIR": str(folder), "POST_OFFICE_PORT": str(self.smtp_port)},
            stdin=subprocess.PIPE,
            stdout=self.log,
            stderr=self.log,
            start_new_session=True,
        )

    def press_enter(self) -> None:
        """Ask for the banner again."""
        assert self.process.stdin is not None
        self.process.stdin.write(b"\n")
        self.process.stdin.flush()

    def said(self) -> str:
        """Return what it has printed."""
        return (self.folder / "play.log").read_text(errors="replace")

    def get(self, path: str) -> int:
        """Return the status of a page, 0 if nothing answers."""
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self.port}{path}", timeout=5) as answer:
                return int(answer.status)
        except (URLError, OSError):
            return 0

    def count(self, sql: str) -> int:
        """Return a number from its database."""
        with closing(sqlite3.connect(f"file:{self.folder}/letters.sqlite3?mode=ro", uri=True)) as database:
            return int(database.execute(sql).fetchone()[0])

    def stop(self) -> int:
        """Press Ctrl-C and return the exit code."""
        self.process.send_signal(signal.SIGINT)
        return self.process.wait(60)


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    house = House(tmp_path)
    yield house
    if house.process.poll() is None:
        house.stop()
    if house.process.stdin is not None:
        house.process.stdin.close()
    house.log.close()


def test_one_command_opens_the_house_and_ctrl_c_closes_it(house: House) -> None:
    assert wait_until(lambda: "Letters of Marque is open" in house.said(), 120), house.said()
    assert (house.get("/"), house.get("/healthz")) == (200, 200)
    assert wait_until(lambda: house.get("/readyz") == 200, 60), "ready once the scheduler has ticked"
    assert wait_until(lambda: house.count("SELECT count(*) FROM games_outboxmail WHERE state = 'sent'") >= 5, 60)
    assert list((house.folder / "post").glob("demo.anna@*/new/*"))
    assert wait_until(lambda: house.count(BOTS_TO_MOVE) == 0, 60), house.said()

    before = house.said().count("Letters of Marque is open")
    house.press_enter()
    assert wait_until(lambda: house.said().count("Letters of Marque is open") > before, 10)
    assert "| 2" not in house.said().partition("Letters of Marque is open")[0], "no worker's line before the banner"
    assert (house.folder / "logs" / "mailer.log").exists()
    assert house.stop() == 0
    assert house.get("/healthz") == 0
    assert wait_until(lambda: _nobody_listens(house.smtp_port), 10)


def test_a_port_that_is_taken_is_said_to_be_so(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        done = subprocess.run(
            [sys.executable, "manage.py", "play", "--port", port],
            cwd=ROOT,
            env=os.environ | {"VAR_DIR": str(tmp_path)},
            capture_output=True,
            text=True,
            check=False,
        )
    assert done.returncode != 0
    assert f"Port {port} is taken" in done.stderr


def _nobody_listens(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) != 0
