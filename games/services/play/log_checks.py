"""Checking logs: check every match's hash chain in turn; a broken one blocks its match and is reported to the desk."""

import time
from datetime import datetime
from itertools import takewhile

import structlog
from django.db import transaction
from django.utils import timezone

from games.logbook import store
from games.logbook.folding import BrokenLog
from games.models import LogCheck, Match
from games.sweeps.loop import try_each

log = structlog.get_logger(__name__)

MOST_PER_SLICE = 100
LONGEST_SLICE_SECONDS = 30.0


def verify_some_logs(most: int = MOST_PER_SLICE) -> int:
    """Check the logs whose last check is longest ago, never-checked ones first; return how many were broken."""
    ends, unreadable = time.monotonic() + LONGEST_SLICE_SECONDS, []

    def note_fault(error: Exception, match_id: str) -> None:
        note_check(match_id, f"cannot be checked: {type(error).__name__}")
        unreadable.append(match_id)

    broken = try_each(
        takewhile(lambda _: time.monotonic() <= ends, ((match_id,) for match_id in _in_turn(most))),
        lambda match_id: bool(check_log(match_id)),
        fault="log_check_failed",
        names=("match",),
        on_fault=note_fault,
    )
    return broken + len(unreadable)


def check_log(match_id: str) -> list[str]:
    """Check a match's chain; record and return its faults. If it seems broken, check it once more under lock."""
    if store.find_faults(match_id):
        with transaction.atomic():
            Match.objects.select_for_update().filter(pk=match_id).exists()
            faults = store.find_faults(match_id)
    else:
        faults = []
    note_check(match_id, "; ".join(faults))
    return faults


def note_check(match_id: str, fault: str, now: datetime | None = None) -> None:
    """Record that a log was checked; a fault blocks its match until a later check finds none."""
    values = {"checked_at": now or timezone.now(), "fault": fault[:200]}
    LogCheck.objects.update_or_create(match_id=match_id, defaults=values)
    if fault:
        log.error("log_broken", match=match_id, fault=fault)


def tell_desk_if_broken(error: Exception) -> None:
    """Report a broken log to the desk; call this outside the transaction that found it."""
    if isinstance(error, BrokenLog):
        note_check(error.match_id, str(error))


def _in_turn(most: int) -> list[str]:
    fresh = list(Match.objects.filter(log_check=None).order_by("pk").values_list("pk", flat=True)[:most])
    known = LogCheck.objects.order_by("checked_at", "pk").values_list("match_id", flat=True)
    return fresh + list(known[: most - len(fresh)])
