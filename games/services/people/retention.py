"""Retention: delete rows that are no longer needed, after the number of days in the settings, in small steps.

The rows that make up a match stay for ever. Letters and addresses of a match stay at least as long as it runs.
"""

from datetime import datetime, timedelta
from typing import Any

import structlog
from django.conf import settings
from django.contrib.sessions.models import Session
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from games.models import KeyedRequest, Match, OutboxMail, ReplyAddress

log = structlog.get_logger(__name__)

STEP = 500
MOST_STEPS = 20


def clear_away_old_rows(now: datetime | None = None) -> dict[str, int]:
    """Delete rows that are too old, up to a limit for each kind; return how many of each kind were deleted."""
    moment = now or timezone.now()
    gone = {name: _delete(rows) for name, rows in _old(moment).items()}
    if any(gone.values()):
        log.info("old_rows_cleared", **gone)
    return gone


def _old(now: datetime) -> dict[str, QuerySet[Any]]:
    letters, addresses, requests = (
        now - timedelta(days=days)
        for days in (settings.KEEP_LETTERS_DAYS, settings.KEEP_ADDRESSES_DAYS, settings.KEEP_KEYS_DAYS)
    )
    carried = OutboxMail.objects.filter(carrier=OuterRef("pk"))
    is_past = Q(match=None) | Q(match__status=Match.Status.OVER)
    settled = OutboxMail.objects.filter(is_past, settled_at__lt=letters)
    return {
        "letters": settled.exclude(Exists(carried)).order_by("pk"),
        "reply_addresses": ReplyAddress.objects.filter(
            match__status=Match.Status.OVER, match__ended_at__lt=addresses
        ).order_by("pk"),
        "sessions": Session.objects.filter(expire_date__lt=now).order_by("pk"),
        "keys": KeyedRequest.objects.filter(heard_at__lt=requests).order_by("heard_at"),
    }


def _delete(rows: QuerySet[Any]) -> int:
    """Delete these rows in steps, each in its own transaction, so that no other work waits for all of them."""
    gone = 0
    for _ in range(MOST_STEPS):
        step = list(rows.values_list("pk", flat=True)[:STEP])
        if not step:
            break
        rows.model._default_manager.filter(pk__in=step).delete()  # noqa: SLF001 - Django's name for the usual manager
        gone += len(step)
    return gone
