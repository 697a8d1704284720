"""The leash: ends what a crew has started once the crew itself is gone, however it went.

A process of its own. It is told process groups on its input, `+7` for one that began and `-7` for one that has ended;
when the input ends, so has the crew, and whatever is left of them is ended.
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
    """Return the groups that were begun and have not ended when nothing more is said."""
    groups: set[int] = set()
    for line in lines:
        (groups.add if line.startswith("+") else groups.discard)(int(line[1:]))
    return groups


def end(groups: set[int]) -> None:
    """Ask these groups to stop, and kill what does not within a while."""
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
