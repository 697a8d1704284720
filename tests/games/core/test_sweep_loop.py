"""The loop of a sweep: what fails stops nothing else, is logged by its names, and a busy database is nobody's fault."""

from django.db import OperationalError
from structlog.testing import capture_logs

from games.sweeps.loop import try_each
from tests.games.core.test_outages import LockNotAvailable


def work(number: int, kind: str) -> int:
    if kind == "busy":
        raise OperationalError from LockNotAvailable()
    return 10 // number


def test_every_row_is_tried_and_what_fails_is_named_and_noted() -> None:
    failed: list[tuple[str, int]] = []
    waiting: list[int] = []
    with capture_logs() as logs:
        done = try_each(
            [(5, ""), (0, ""), (1, "busy"), (2, "")],
            work,
            fault="division_failed",
            names=("number",),
            on_fault=lambda error, number, _: failed.append((type(error).__name__, number)),
            on_outage=lambda number, _: waiting.append(number),
        )
    assert done == 7
    assert failed == [("ZeroDivisionError", 0)]
    assert waiting == [1]
    told = [(each["event"], each["number"], each["error"]) for each in logs]
    assert told == [("division_failed", 0, "ZeroDivisionError"), ("database_held_up", 1, "OperationalError")]


def test_a_sweep_need_note_nothing() -> None:
    with capture_logs() as logs:
        assert try_each([(0, ""), (1, "busy"), (1, "")], work, fault="division_failed", names=()) == 10
    assert [each["event"] for each in logs] == ["division_failed", "database_held_up"]
