"""The crew: the processes of the whole service, started together, restarted when they die, stopped together."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

FIRST_WAIT = 1.0
LONGEST_WAIT = 30.0
STEADY_AFTER = 60.0
PATIENCE = 15.0


@dataclass(slots=True)
class Hand:
    """One process of the crew: what it is called and run with, and when it may be started again."""

    name: str
    command: Sequence[str]
    process: subprocess.Popen[str] | None = None
    started_at: float = 0.0
    wait: float = FIRST_WAIT
    start_again_at: float = field(default=0.0)


class Crew:
    """Keeps processes running, each in a group of its own so that stopping one stops all it started."""

    def __init__(self, folder: Path, environment: Mapping[str, str], say: Callable[[str], object]) -> None:
        self._folder = folder
        self._environment = {**os.environ, **environment, "PYTHONUNBUFFERED": "1"}
        self._say = say
        self._hands: list[Hand] = []
        self._width = 0

    def sign_on(self, name: str, *command: str) -> None:
        """Start a process and keep it running from now on."""
        hand = Hand(name, command)
        self._hands.append(hand)
        self._width = max(self._width, len(name))
        self._start(hand)

    def watch(self) -> None:
        """Start again whoever has died; the wait before it grows with each early death."""
        now = time.monotonic()
        for hand in self._hands:
            if hand.process is not None and hand.process.poll() is not None:
                steady = now - hand.started_at > STEADY_AFTER
                hand.wait = FIRST_WAIT if steady else min(2 * hand.wait, LONGEST_WAIT)
                self._tell(hand, f"ended with {hand.process.returncode}; starts again in {hand.wait:.0f} s")
                hand.process, hand.start_again_at = None, now + hand.wait
            elif hand.process is None and now >= hand.start_again_at:
                self._start(hand)

    def is_running(self, name: str) -> bool:
        """Whether the process of this name is alive now."""
        return any(
            hand.name == name and hand.process is not None and hand.process.poll() is None for hand in self._hands
        )

    def dismiss(self) -> None:
        """Ask all to stop, last come first, and kill whoever does not within a while."""
        for hand in reversed(self._hands):
            self._signal(hand, signal.SIGTERM)
        until = time.monotonic() + PATIENCE
        for hand in self._hands:
            if hand.process is None:
                continue
            try:
                hand.process.wait(max(0.1, until - time.monotonic()))
            except subprocess.TimeoutExpired:
                self._signal(hand, signal.SIGKILL, whole_group=True)
                hand.process.wait()

    def _start(self, hand: Hand) -> None:
        hand.started_at = time.monotonic()
        hand.process = subprocess.Popen(  # noqa: S603 - our own commands only
            [sys.executable, *hand.command],
            cwd=self._folder,
            env=self._environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            start_new_session=True,
        )
        threading.Thread(target=self._pass_on, args=(hand, hand.process), daemon=True).start()

    def _pass_on(self, hand: Hand, process: subprocess.Popen[str]) -> None:
        for line in process.stdout or ():
            self._tell(hand, line.rstrip())

    def _tell(self, hand: Hand, line: str) -> None:
        self._say(f"{hand.name:>{self._width}} | {line}")

    @staticmethod
    def _signal(hand: Hand, number: signal.Signals, *, whole_group: bool = False) -> None:
        if hand.process is not None and hand.process.poll() is None:
            (os.killpg if whole_group else os.kill)(hand.process.pid, number)
