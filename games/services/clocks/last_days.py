"""Last days: the clock ends every match that still runs when the last day it agreed on has passed."""

from datetime import datetime

import structlog
from django.db import transaction
from django.utils import timezone

from games.book.last_day import last_day_of
from games.logbook import store
from games.models import Deadline, InboundMail, Match, ReplyAddress
from games.outages import let_pass
from games.selectors.desk.held_open import MAIL_GRACE
from games.selectors.desk.mailboxes import mail_known_until
from games.services.clocks.deadlines import put_off
from games.services.play.submitting import Act, Submission, submission_key, submit
from games.table.commands.clocks import EndOnLastDay

log = structlog.get_logger(__name__)

MOST_PER_SWEEP = 200


def end_matches_on_last_day(now: datetime | None = None) -> int:
    """End every running match whose last day has passed, without a winner; return how many.

    A paused match waits for its clocks to go on, one where somebody acts this moment for the next sweep, and for a few
    minutes one that a mail of before is still to be read for.
    Where that fails, the deadlines of the match count as failed.
    """
    moment, ended = now or timezone.now(), 0
    due = Match.objects.filter(ends_by__lte=moment).order_by("ends_by")
    for match_id in list(due.values_list("pk", flat=True)[:MOST_PER_SWEEP]):
        try:
            with transaction.atomic():
                ended += _end(match_id, moment)
        except Exception as error:
            if let_pass(error, match=match_id):
                continue
            log.exception("last_day_failed", match=match_id, error=type(error).__name__)
            put_off(Deadline.objects.filter(match=match_id), moment)
    return ended


def _end(match_id: str, now: datetime) -> bool:
    if not Match.objects.select_for_update(skip_locked=True).filter(pk=match_id, ends_by__lte=now).exists():
        return False
    book = store.open_book(match_id)
    last_day = last_day_of(book)
    if last_day is None or book.clocks.pause is not None or _is_mail_under_way(match_id, last_day, now):
        return False
    key = submission_key("last day", last_day)
    submit(Submission(match_id=match_id, channel="timer", key=key, prepare=lambda _: Act("clock", EndOnLastDay())))
    return True


def _is_mail_under_way(match_id: str, last_day: datetime, now: datetime) -> bool:
    if now >= last_day + MAIL_GRACE:
        return False
    addresses = ReplyAddress.objects.filter(match=match_id).values("digest")
    known_until = mail_known_until()
    if known_until is not None and known_until < last_day and addresses.exists():
        return True
    unread = InboundMail.objects.filter(state=InboundMail.State.WAITING, received_at__lte=last_day)
    return unread.filter(token_digest__in=addresses).exists()
