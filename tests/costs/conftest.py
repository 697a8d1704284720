"""Fixtures of the costs: nobody is throttled, which is counted elsewhere."""

from tests.games.api.conftest import no_throttle

__all__ = ["no_throttle"]
