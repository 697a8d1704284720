"""The leash: ends the processes of a crew once the crew itself is gone, however it ended.

It runs as a separate process and reads process groups from its input: `+7` for a group that began, `-7` for one that
has ended. When the input ends, the crew has ended too, and the leash ends the groups that are left.
"""

import os
import signal
import sys
import time
from collections.abc import Iterable
from contextlib import suppress

PATIENCE = 10.0
_GLANCE = 0.1


def left_of(lines: Iterable[str]) -> set[int]:
    """Return the groups that have begun but not ended by the last line."""
    groups: set[int] = set()
    for line in lines:
        (groups.add if line.startswith("+") else groups.discard)(int(line[1:]))
    return groups


def end(groups: set[int]) -> None:
    """Ask these groups to stop, and kill those that do not within `PATIENCE` seconds."""
    for number in (signal.SIGTERM, signal.SIGKILL):
        for group in groups:
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(group, number)
        until = time.monotonic() + PATIENCE
        while any(_is_there(group) for group in groups) and time.monotonic() < until:
            time.sleep(_GLANCE)


def _is_there(group: int) -> bool:
    try:
        os.killpg(group, 0)
    except (ProcessLookupError, PermissionError):
        return False
    return True


if __name__ == "__main__":
    end(left_of(sys.stdin))
