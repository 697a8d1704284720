"""Kept mail: delete old incoming mail, in small steps, so that no other work ever waits for it.

If a mail arrives again after that, it changes nothing: its Move is in the log, and its question has long been closed.
"""

from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from games.models import DeliveryEvent, InboundMail, ReplyAddress

MOST_PER_STEP = 200
MOST_STEPS = 10


def clear_away_mail(now: datetime | None = None) -> int:
    """Delete mail and delivery events older than the settings allow, oldest first; return the number of deleted rows.

    Mail that is not settled stays, however old it is. The next run deletes what this one leaves.
    """
    moment = now or timezone.now()
    old = moment - timedelta(days=settings.KEEP_MAIL_DAYS)
    stray = moment - timedelta(days=settings.KEEP_STRAY_MAIL_DAYS)
    settled = InboundMail.objects.exclude(state=InboundMail.State.WAITING)
    return sum(
        _delete(rows)
        for rows in (
            settled.filter(settled_at__lt=old).order_by("settled_at"),
            settled.filter(_is_stray(), settled_at__lt=stray).order_by("settled_at"),
            DeliveryEvent.objects.filter(told_at__lt=old).order_by("pk"),
        )
    )


def _is_stray() -> Q:
    """Select mails that answered no question: they were not sent to a reply address, or only to an unknown one."""
    known = ReplyAddress.objects.filter(digest=OuterRef("token_digest"))
    return Q(token_digest="") | ~Q(Exists(known))


def _delete(rows: QuerySet[Any]) -> int:
    """Delete these rows in small steps, each in its own transaction; return how many were deleted."""
    gone = 0
    for _ in range(MOST_STEPS):
        keys = list(rows.values_list("pk", flat=True)[:MOST_PER_STEP])
        gone += rows.model._default_manager.filter(pk__in=keys).delete()[0]  # noqa: SLF001 - the model's public name for it
        if len(keys) < MOST_PER_STEP:
            break
    return gone
