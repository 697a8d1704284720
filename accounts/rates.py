"""Rates: count how often something happens per minute, hour or day, in the cache that all processes share.

Counted in fixed windows of time, so that it costs one step. What the cache forgets is counted anew.
"""

import time
from collections.abc import Mapping

from django.core.cache import cache

MINUTE = 60
HOUR = 60 * MINUTE
DAY = 24 * HOUR


def count(what: str, period: int) -> int:
    """Add one to the count of the current window of `period` seconds and return the count."""
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
    """Return the number of seconds until the next window begins."""
    return period - time.time() % period


def is_within(what: str, limits: Mapping[int, int]) -> bool:
    """Add one to the count and return whether all limits hold; each limit is a maximum and a period in seconds."""
    counted = [count(what, period) <= most for period, most in limits.items()]
    return all(counted)
