"""Genuine requests: check that a provider signed one recently. A signature itself never expires; its time does."""

import json
from datetime import UTC, datetime, timedelta

from django.http import HttpRequest
from django.utils import timezone

OLDEST = timedelta(days=1)
"""Providers retry for some hours if we do not accept a request, and some sign it only once."""
MOST_AHEAD = timedelta(hours=1)


def is_fresh(request: HttpRequest) -> bool:
    """Whether the time that a provider signed is near now; a request without one relies on its secret and is fresh."""
    told = _time_signed(request)
    if told is None:
        return True
    try:
        signed_at = datetime.fromtimestamp(float(str(told)), UTC)
    except (TypeError, ValueError, OverflowError, OSError):
        return False
    return -MOST_AHEAD <= timezone.now() - signed_at <= OLDEST


def _time_signed(request: HttpRequest) -> object:
    if request.content_type != "application/json":
        return request.POST.get("timestamp")
    told = json.loads(request.body)
    signature = told.get("signature") if isinstance(told, dict) else None
    return signature.get("timestamp") if isinstance(signature, dict) else None
