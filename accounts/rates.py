"""Rates: how often something happened in the present minute, hour or day, counted in the cache of all processes.

Counted in fixed windows of time, so that it costs one step. What the cache forgets is counted anew.
"""

import time
from collections.abc import Mapping

from django.core.cache import cache

MINUTE = 60
HOUR = 60 * MINUTE
DAY = 24 * HOUR


def count(what: str, period: int) -> int:
    """Count once more in the present window of `period` seconds, and return how often it was by now."""
    key = f"count/{what}/{period}/{int(time.time() // period)}"
    try:
        return cache.incr(key)
    except ValueError:
        cache.add(key, 0, timeout=2 * period)
    try:
        return cache.incr(key)
    except ValueError:  # the cache was emptied meanwhile
        return 1


def seconds_left(period: int) -> float:
    """Return the seconds until the next window."""
    return period - time.time() % period


def is_within(what: str, limits: Mapping[int, int]) -> bool:
    """Count once more, and return whether all limits hold, given as the most that may be in a period of seconds."""
    counted = [count(what, period) <= most for period, most in limits.items()]
    return all(counted)
