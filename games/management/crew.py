"""The crew: the processes of the whole service, started together, restarted when they die, stopped together.

Each process writes its output to a log file; the terminal shows only warnings, errors and tracebacks.
"""

import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from games.management import leash

FIRST_WAIT = 1.0
LONGEST_WAIT = 30.0
STEADY_AFTER = 60.0
PATIENCE = 15.0
MOST_EARLY_DEATHS = 5
LAST_WORDS = 15

_LEVEL = re.compile(r"\[(?:[^\]]*: )?(debug|info|warning|error|critical)\s*(?:/[^\]]*)?\]", re.IGNORECASE)
_FAILURE = re.compile(r"^(?:Traceback \(|\w*(?:Error|Exception)\b)")
_QUIET = ("debug", "info")


class CrewFailed(Exception):
    """A process ended repeatedly soon after its start; the text contains its last lines."""


@dataclass(slots=True)
class Hand:
    """One process of the crew: its name, command and state, and when it may be restarted."""

    name: str
    command: Sequence[str]
    process: subprocess.Popen[str] | None = None
    started_at: float = 0.0
    wait: float = FIRST_WAIT
    early_deaths: int = 0
    start_again_at: float = field(default=0.0)
    last_words: deque[str] = field(default_factory=lambda: deque(maxlen=LAST_WORDS))


class ProcessCrew:
    """Keeps processes running, each in its own process group so that a group can be killed with all its children.

    If the crew itself is killed, its leash ends them all.
    """

    def __init__(self, folder: Path, environment: Mapping[str, str], say: Callable[[str], object], logs: Path) -> None:
        self._folder, self._logs = folder, logs
        self._environment = {**os.environ, **environment, "PYTHONUNBUFFERED": "1"}
        self._say = say
        self._hands: list[Hand] = []
        self._width = 0
        logs.mkdir(parents=True, exist_ok=True)
        self._leash = subprocess.Popen(  # noqa: S603 - our own file
            [sys.executable, leash.__file__], stdin=subprocess.PIPE, text=True, start_new_session=True
        )

    def sign_on(self, name: str, *command: str) -> None:
        """Start a process and keep it running from now on."""
        hand = Hand(name, command)
        self._hands.append(hand)
        self._width = max(self._width, len(name))
        with suppress(OSError):
            self._log_of(hand).write_text("")
        self._start(hand)

    def watch(self) -> None:
        """Restart processes that have died; the wait before it grows with each early death. Raises CrewFailed."""
        now = time.monotonic()
        for hand in self._hands:
            if hand.process is not None and hand.process.poll() is not None:
                self._note_end(hand, now)
            elif hand.process is None and now >= hand.start_again_at:
                self._start(hand)

    def is_running(self, name: str) -> bool:
        """Whether the process of this name is alive now."""
        return any(
            hand.name == name and hand.process is not None and hand.process.poll() is None for hand in self._hands
        )

    def last_words(self, name: str) -> str:
        """Return the last output lines of the process of this name."""
        return "\n".join(line for hand in self._hands if hand.name == name for line in hand.last_words)

    def dismiss(self) -> None:
        """Stop all processes, newest first, and kill those that do not end in time; on another Ctrl-C kill at once."""
        try:
            self._dismiss(PATIENCE)
        except KeyboardInterrupt:
            self._dismiss(0)

    def _dismiss(self, patience: float) -> None:
        for hand in reversed(self._hands):
            self._signal(hand, signal.SIGTERM)
        until = time.monotonic() + patience
        for hand in self._hands:
            if hand.process is None:
                continue
            try:
                hand.process.wait(max(0.1, until - time.monotonic()))
            except subprocess.TimeoutExpired:
                self._signal(hand, signal.SIGKILL, whole_group=True)
                hand.process.wait()
            self._tell_leash(f"-{hand.process.pid}")
        if self._leash.stdin is not None:
            self._leash.stdin.close()
        self._leash.wait()

    def _note_end(self, hand: Hand, now: float) -> None:
        if hand.process is None:
            return
        self._tell_leash(f"-{hand.process.pid}")
        is_steady = now - hand.started_at > STEADY_AFTER
        hand.early_deaths = 0 if is_steady else hand.early_deaths + 1
        if hand.early_deaths >= MOST_EARLY_DEATHS:
            words = "\n".join(hand.last_words)
            raise CrewFailed(
                f"{hand.name} ended {hand.early_deaths} times soon after its start. Its last words:\n{words}"
            )
        hand.wait = FIRST_WAIT if is_steady else min(2 * hand.wait, LONGEST_WAIT)
        self._tell(hand, f"ended with {hand.process.returncode}; starts again in {hand.wait:.0f} s")
        hand.process, hand.start_again_at = None, now + hand.wait

    def _start(self, hand: Hand) -> None:
        hand.started_at = time.monotonic()
        hand.process = subprocess.Popen(  # noqa: S603 - our own commands only
            [sys.executable, *hand.command],
            cwd=self._folder,
            env=self._environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            start_new_session=True,
        )
        self._tell_leash(f"+{hand.process.pid}")
        threading.Thread(target=self._pass_on, args=(hand, hand.process), daemon=True).start()

    def _pass_on(self, hand: Hand, process: subprocess.Popen[str]) -> None:
        is_shown = False
        if process.stdout is None:
            return
        with process.stdout as words:
            for line in words:
                self._write_down(hand, line)
                is_shown = _is_for_people(line, otherwise=is_shown)
                if is_shown:
                    self._tell(hand, line.rstrip())

    def _write_down(self, hand: Hand, line: str) -> None:
        hand.last_words.append(line.rstrip())
        with suppress(OSError), self._log_of(hand).open("a") as log:
            log.write(line)

    def _log_of(self, hand: Hand) -> Path:
        return self._logs / f"{hand.name}.log"

    def _tell(self, hand: Hand, line: str) -> None:
        self._say(f"{hand.name:>{self._width}} | {line}")

    def _tell_leash(self, line: str) -> None:
        if self._leash.stdin is not None:
            with suppress(OSError):
                self._leash.stdin.write(f"{line}\n")
                self._leash.stdin.flush()

    @staticmethod
    def _signal(hand: Hand, number: signal.Signals, *, whole_group: bool = False) -> None:
        if hand.process is not None and hand.process.poll() is None:
            (os.killpg if whole_group else os.kill)(hand.process.pid, number)


def _is_for_people(line: str, *, otherwise: bool) -> bool:
    """Whether to show a line on the terminal; a line without a level follows the line before (`otherwise`)."""
    level = _LEVEL.search(line)
    if level is not None:
        return level[1].lower() not in _QUIET
    return otherwise or _FAILURE.search(line) is not None
