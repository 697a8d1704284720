"""Throttles: how often one person, or one address, may ask. Counted per minute in the cache, never in the database."""

import time
from typing import TYPE_CHECKING, ClassVar

from django.core.cache import cache
from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request
from rest_framework.settings import api_settings
from rest_framework.throttling import BaseThrottle

if TYPE_CHECKING:
    from rest_framework.views import APIView

_PERIODS = {"s": 1, "m": 60, "h": 3600, "d": 86400}


def rate_of(scope: str) -> tuple[int, int]:
    """Return how many requests a scope allows in how many seconds, as in `120/min`."""
    most, _, period = str(api_settings.DEFAULT_THROTTLE_RATES[scope]).partition("/")
    return int(most), _PERIODS[period[0]]


class WindowThrottle(BaseThrottle):
    """Counts requests in fixed windows of time; one counter, so that asking costs one step in the cache."""

    scope: ClassVar[str]
    wait_seconds = 0.0

    def counts(self, request: Request) -> bool:
        """Whether this throttle is about such requests."""
        raise NotImplementedError

    def allow_request(self, request: Request, view: "APIView") -> bool:  # noqa: ARG002
        """Count the request and return whether it is still within the rate."""
        if not self.counts(request):
            return True
        most, period = rate_of(self.scope)
        now = time.time()
        self.wait_seconds = period - now % period
        return self._count(f"throttle/{self.scope}/{int(now // period)}/{_asker(request)}", period) <= most

    def wait(self) -> float:
        """Return the seconds until the next window."""
        return self.wait_seconds

    @staticmethod
    def _count(key: str, period: int) -> int:
        try:
            return cache.incr(key)
        except ValueError:
            cache.add(key, 0, timeout=2 * period)
            return cache.incr(key)


class ReadThrottle(WindowThrottle):
    """Limits what changes nothing."""

    scope = "read"

    def counts(self, request: Request) -> bool:
        """Whether the request only reads."""
        return request.method in SAFE_METHODS


class WriteThrottle(WindowThrottle):
    """Limits what changes something."""

    scope = "write"

    def counts(self, request: Request) -> bool:
        """Whether the request may change something."""
        return request.method not in SAFE_METHODS


def _asker(request: Request) -> str:
    return f"user/{request.user.pk}" if request.user.pk else f"address/{request.META.get('REMOTE_ADDR', '')}"
