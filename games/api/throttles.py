"""Throttles: request rates per person or network address. Counted per minute in the cache, never in the database."""

from typing import TYPE_CHECKING, ClassVar

from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request
from rest_framework.settings import api_settings
from rest_framework.throttling import BaseThrottle

from accounts.askers import asker_of
from accounts.rates import count, seconds_left

if TYPE_CHECKING:
    from rest_framework.views import APIView

_PERIODS = {"s": 1, "m": 60, "h": 3600, "d": 86400}


def rate_of(scope: str) -> tuple[int, int]:
    """Return the number of requests and the seconds of a scope's rate, as in `120/min`."""
    most, _, period = str(api_settings.DEFAULT_THROTTLE_RATES[scope]).partition("/")
    return int(most), _PERIODS[period[0]]


class WindowThrottle(BaseThrottle):
    """Counts requests in fixed time windows; one counter, so that a check costs one cache operation."""

    scope: ClassVar[str]
    wait_seconds = 0.0

    def counts(self, request: Request) -> bool:
        """Whether this throttle counts the request."""
        raise NotImplementedError

    def allow_request(self, request: Request, view: "APIView") -> bool:  # noqa: ARG002
        """Count the request and return whether it is still within the rate."""
        if not self.counts(request):
            return True
        most, period = rate_of(self.scope)
        self.wait_seconds = seconds_left(period)
        return count(f"throttle/{self.scope}/{asker_of(request)}", period) <= most

    def wait(self) -> float:
        """Return the seconds until the next window."""
        return self.wait_seconds


class ReadThrottle(WindowThrottle):
    """Limits requests that change nothing."""

    scope = "read"

    def counts(self, request: Request) -> bool:
        """Whether the request only reads."""
        return request.method in SAFE_METHODS


class WriteThrottle(WindowThrottle):
    """Limits requests that may change something."""

    scope = "write"

    def counts(self, request: Request) -> bool:
        """Whether the request may change something."""
        return request.method not in SAFE_METHODS
