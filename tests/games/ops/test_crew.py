"""The crew of `make play`: nothing outlives it, nothing restarts for ever, and its words are where they belong."""

import errno
import os
import signal
import socket
import subprocess
import sys
import textwrap
import threading
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import OperationalError
from pytest_django.fixtures import Settings

from games.management import crew as crews
from games.management import ground
from games.management.crew import CrewFailed, ProcessCrew
from games.management.leash import left_of
from tests.games.ops.processes import ROOT, wait_until

SLEEPER = (
    "import subprocess, sys, time;"
    " subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(99)']); time.sleep(99)"
)


def is_alive(process: int) -> bool:
    try:
        stat = Path(f"/proc/{process}/stat").read_text()
    except OSError:
        return False
    return stat.rpartition(")")[2].split()[0] != "Z"


def group_of(leader: int) -> list[int]:
    def group(process: int) -> int:
        try:
            return os.getpgid(process)
        except OSError:
            return 0

    return [
        int(each.name) for each in Path("/proc").iterdir() if each.name.isdecimal() and group(int(each.name)) == leader
    ]


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGHUP])
def test_nothing_that_a_crew_started_outlives_it_however_it_went(tmp_path: Path, number: signal.Signals) -> None:
    code = f"""
        import sys, time
        from pathlib import Path
        from games.management.crew import ProcessCrew
        crew = ProcessCrew(Path("."), {{}}, print, Path({str(tmp_path)!r}))
        for name in ("one", "two"):
            crew.sign_on(name, "-c", {SLEEPER!r})
        print(*[hand.process.pid for hand in crew._hands], crew._leash.pid, flush=True)
        time.sleep(99)
    """
    command = [sys.executable, "-c", textwrap.dedent(code)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, start_new_session=True) as parent:
        assert parent.stdout is not None
        *hands, leash = (int(word) for word in parent.stdout.readline().split())
        assert wait_until(lambda: all(len(group_of(hand)) == 2 for hand in hands), 20)
        everybody = [process for hand in hands for process in group_of(hand)]
        parent.send_signal(number)
        parent.wait(20)
    assert wait_until(lambda: not any(is_alive(each) for each in (*everybody, leash)), 30)


def test_being_told_twice_to_stop_ends_everything_at_once(tmp_path: Path, said: list[str]) -> None:
    crew = ProcessCrew(tmp_path, {}, said.append, tmp_path / "logs")
    deaf = (
        "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); print('ready', flush=True); time.sleep(99)"
    )
    crew.sign_on("deaf", "-c", deaf)
    assert wait_until(lambda: "ready" in crew.last_words("deaf"), 20)
    [hand] = crew._hands
    assert hand.process is not None
    again = threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT))
    again.start()
    crew.dismiss()
    assert hand.process.returncode == -signal.SIGKILL


def test_a_leash_knows_who_has_ended() -> None:
    assert left_of(["+7\n", "+8\n", "-7\n", "+9\n", "-5\n"]) == {8, 9}


def watch(crew: ProcessCrew) -> bool:
    crew.watch()
    return False


@pytest.fixture
def said(tmp_path: Path) -> list[str]:
    return []


def test_a_process_that_ends_at_once_again_and_again_is_given_up_with_its_last_words(
    tmp_path: Path, said: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(crews, "FIRST_WAIT", 0.0)
    monkeypatch.setattr(crews, "LONGEST_WAIT", 0.0)
    crew = ProcessCrew(tmp_path, {}, said.append, tmp_path / "logs")
    try:
        crew.sign_on("post", "-c", "raise SystemExit('The post office cannot open: port 1025 is taken')")
        with pytest.raises(CrewFailed, match=r"post ended 5 times soon after its start(.|\n)*port 1025 is taken"):
            wait_until(lambda: watch(crew), 60)
    finally:
        crew.dismiss()


def test_only_what_somebody_should_see_is_on_the_terminal_and_all_is_in_the_file(
    tmp_path: Path, said: list[str]
) -> None:
    lines = (
        ("banner", False),
        ("2026-03-02T12:00:00Z [info     ] recorded                       [games]", False),
        ("[2026-03-02 12:00:00 +0000] [7] [INFO] Booting worker", False),
        ("2026-03-02T12:00:00Z [warning  ] mail_put_off                   [games]", True),
        ("more of that", True),
        ("[2026-03-02 12:00:00,000: INFO/MainProcess] ready", False),
        ("[2026-03-02 12:00:00,000: ERROR/MainProcess] no broker", True),
        ("[2026-03-02 12:00:00 +0000] [7] [DEBUG] x", False),
        ("Traceback (most recent call last):", True),
        ("ValueError: x", True),
    )
    crew = ProcessCrew(tmp_path, {}, said.append, tmp_path / "logs")
    try:
        crew.sign_on("worker", "-c", f"print({chr(10).join(line for line, _ in lines)!r}); import time; time.sleep(99)")
        log = tmp_path / "logs" / "worker.log"
        assert wait_until(lambda: log.exists() and len(log.read_text().splitlines()) == len(lines), 20)
        assert wait_until(lambda: len(said) == sum(is_shown for _, is_shown in lines), 5)
    finally:
        crew.dismiss()
    assert said == [f"worker | {line}" for line, is_shown in lines if is_shown]


def test_a_second_house_takes_the_next_free_port_for_its_post_office_or_says_why_not(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.POST_OFFICE, settings.POST_OFFICE_HOST = True, "127.0.0.1"
    monkeypatch.delenv("POST_OFFICE_PORT", raising=False)
    with socket.create_server(("127.0.0.1", 0)) as first:
        settings.POST_OFFICE_PORT = first.getsockname()[1]
        assert ground.post_office_port() > settings.POST_OFFICE_PORT
        monkeypatch.setenv("POST_OFFICE_PORT", str(settings.POST_OFFICE_PORT))
        with pytest.raises(CommandError, match=r"is taken .* name another in POST_OFFICE_PORT"):
            ground.post_office_port()


def test_a_second_house_in_the_same_folder_is_refused_in_clear_words(settings: Settings, tmp_path: Path) -> None:
    settings.VAR_DIR = tmp_path
    with ground.only_one_house(tmp_path), pytest.raises(CommandError, match=r"A house is open in .* already"):
        call_command("play")


@pytest.mark.parametrize(
    "fault", [OSError(errno.ENOSPC, "No space left on device"), OperationalError("database or disk is full")]
)
def test_a_full_disk_is_said_to_be_so(fault: Exception, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(CommandError, match=r"The disk that holds .* is full"), ground.room_on_disk(tmp_path):
        raise fault
    monkeypatch.setattr(ground, "LEAST_ROOM", 2**80)
    with pytest.raises(CommandError, match="is full"), ground.room_on_disk(tmp_path):
        pytest.fail("nothing is begun")
    monkeypatch.setattr(ground, "LEAST_ROOM", 0)
    with pytest.raises(OSError, match="something else"), ground.room_on_disk(tmp_path):
        raise OSError("something else")
