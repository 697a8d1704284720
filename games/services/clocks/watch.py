"""The watch: record when the service swept, find the outages between sweeps, and give back the time they cost."""

from datetime import datetime, timedelta

import structlog
from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.utils import timezone

from games.models import Deadline, Heartbeat, Outage
from games.selectors.desk.held_open import answerable_by_mail
from games.services.clocks.time_back import Loss, give_time_back
from games.sweeps.loop import try_each
from games.table.events.clocks import MoveCause

log = structlog.get_logger(__name__)

LONGEST_SILENCE = timedelta(minutes=2)
"""A longer time without a sweep counts as an outage; the shortest pace is five minutes."""
URGENT = timedelta(days=2)
"""A deadline due within this time after an outage is moved at once. Later ones are moved when they come due."""

_ONLY_ROW = 1


def beat(now: datetime | None = None) -> Outage | None:
    """Record that the clock sweeps now; return the outage that has just ended, if there was one.

    Several schedulers at once, or one that fires too often, only make the silence shorter.
    """
    moment = now or timezone.now()
    with transaction.atomic():
        last = Heartbeat.objects.select_for_update().filter(pk=_ONLY_ROW).first()
        if last is None:
            Heartbeat.objects.bulk_create([Heartbeat(pk=_ONLY_ROW, beaten_at=moment)], ignore_conflicts=True)
            return None
        began = last.beaten_at
        if moment <= began:
            return None
        Heartbeat.objects.filter(pk=_ONLY_ROW).update(beaten_at=moment)
        return _record(began, moment) if moment - began > LONGEST_SILENCE else None


def make_good_outages(now: datetime | None = None) -> int:
    """Give back the time that outages took from the most urgent deadlines; return how many were moved."""
    moment, moved = now or timezone.now(), 0
    for outage in Outage.objects.filter(settled_at=None):
        moved += _give_back(_urgent(outage), loss_of(outage))
        Outage.objects.filter(pk=outage.pk).update(settled_at=moment)
    return moved


def outages_since(moment: datetime) -> QuerySet[Outage]:
    """Return the outages that ended after `moment`."""
    return Outage.objects.filter(ended_at__gt=moment)


def loss_of(outage: Outage) -> Loss:
    """Return the Loss of an outage: of the clock for all seats, of the mailbox for seats that can answer by mail."""
    cause: MoveCause = "unread" if outage.of == Outage.Of.MAILBOX else "outage"
    return Loss(cause, f"outage:{outage.pk}", outage.began_at, outage.ended_at)


def _give_back(urgent: QuerySet[Deadline], loss: Loss) -> int:
    return try_each(
        [(match_id, loss.source, decision) for match_id, decision in urgent.values_list("match_id", "decision")],
        lambda match_id, _, decision: bool(give_time_back(match_id=match_id, decision=decision, loss=loss)),
        fault="time_not_given",
        names=("match", "source"),
    )


def _record(began: datetime, ended: datetime) -> Outage | None:
    try:
        with transaction.atomic():
            outage = Outage.objects.create(began_at=began, ended_at=ended)
    except IntegrityError:
        return None
    log.warning("outage", began=began.isoformat(), seconds=round((ended - began).total_seconds()))
    return outage


def _urgent(outage: Outage) -> QuerySet[Deadline]:
    due = {"due_at__gt": outage.began_at, "due_at__lte": outage.ended_at + URGENT}
    urgent = Deadline.objects.filter(seat__isnull=False, opened_at__lt=outage.ended_at, **due)
    if outage.of == Outage.Of.MAILBOX:
        urgent = urgent.filter(answerable_by_mail())
    return urgent.order_by("due_at", "pk")
