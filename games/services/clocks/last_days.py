"""Last days: the clock ends every match that is still running after its agreed last day."""

from datetime import datetime

from django.db import transaction
from django.utils import timezone

from games.book.last_day import last_day_of
from games.logbook import store
from games.models import Deadline, InboundMail, Match, ReplyAddress
from games.selectors.desk.held_open import MAIL_GRACE
from games.selectors.desk.mailboxes import mail_known_until
from games.services.clocks.deadlines import put_off
from games.services.play.submitting import Act, Submission, submission_key, submit
from games.sweeps.loop import claim, try_each
from games.table.commands.clocks import EndOnLastDay

MOST_PER_SWEEP = 200


def end_matches_on_last_day(now: datetime | None = None) -> int:
    """End every running match whose last day has passed, without a winner; return how many.

    A paused match stays open until its clocks run again, and a locked one until the next sweep. A match also stays open
    for a few minutes if mail that arrived for it in time may still be unread. If ending a match fails, its deadlines
    count as failed.
    """
    moment = now or timezone.now()
    due = Match.objects.filter(ends_by__lte=moment).order_by("ends_by")
    return try_each(
        due.values_list("pk")[:MOST_PER_SWEEP],
        lambda match_id: _end(match_id, moment),
        fault="last_day_failed",
        names=("match",),
        on_fault=lambda _, match_id: put_off(Deadline.objects.filter(match=match_id), moment),
    )


@transaction.atomic
def _end(match_id: str, now: datetime) -> bool:
    if not claim(Match.objects.filter(pk=match_id, ends_by__lte=now)):
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
