"""Fixtures of the API's tests."""

import pytest
from rest_framework.settings import api_settings


@pytest.fixture
def no_throttle(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let tests ask as often as they like."""
    monkeypatch.setattr(api_settings, "DEFAULT_THROTTLE_RATES", {"read": "1000000/min", "write": "1000000/min"})
