"""Time back: return time to a seat that could not use it, once for each loss, by a log entry with the cause.

A deadline counts only if it could have been met. A loss that began after the deadline had passed gives nothing back.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from math import ceil

from django.utils.translation import gettext as _

from games.book.book import Book
from games.clocks.countdown import NONE, Countdown, run_to
from games.refusals import NotNow
from games.services.play.submitting import Act, Receipt, Submission, submission_key, submit
from games.table.commands.clocks import Gift, GiveTime
from games.table.events.clocks import MoveCause
from pirates.errors import RulesError


@dataclass(frozen=True, slots=True)
class Loss:
    """A span of time that a player could not use. `source` identifies it permanently: `outage:7`, `mail:1234`."""

    cause: MoveCause
    source: str
    since: datetime
    until: datetime


def give_time_back(*, match_id: str, decision: str, loss: Loss) -> Receipt | None:
    """Move the deadline of an open Decision by the own time that ran during `loss`; once for each `loss.source`.

    Returns None if there is nothing to give: the Decision is no longer open, its clock did not run during the loss, its
    deadline had passed before, or the time or this loss was given back already.
    """

    def prepare(book: Book) -> Act:
        countdown = book.clocks.countdowns.get(decision)
        lost = NONE if countdown is None else time_lost(book, countdown, loss)
        if lost <= NONE:
            raise NotNow("nothing_to_give", _("No time was lost for this question."))
        gift = Gift(decision, ceil(lost.total_seconds()))
        return Act("clock", GiveTime((gift,), loss.cause, loss.source, loss.since, loss.until))

    key = submission_key("time back", loss.source, decision)
    try:
        receipt = submit(Submission(match_id=match_id, channel="timer", key=key, prepare=prepare))
    except RulesError:
        return None
    return None if receipt.is_repeat else receipt


def time_lost(book: Book, countdown: Countdown, loss: Loss) -> timedelta:
    """Return how much own time of an open Decision ran during `loss` and was not given back yet.

    Time before the countdown last changed its pace (by a resumption or an absence) is not counted.
    """
    if countdown.is_answered or countdown.seat is None or book.clocks.pause is not None:
        return NONE
    if book.clocks.due_of(countdown) <= loss.since:
        return NONE
    lost, since = NONE, max(loss.since, countdown.since)
    for begins, ends in sorted(countdown.given):
        lost += _ran(countdown, since, min(begins, loss.until))
        since = max(since, ends)
    return lost + _ran(countdown, since, loss.until)


def _ran(countdown: Countdown, since: datetime, until: datetime) -> timedelta:
    if until <= since:
        return NONE
    return run_to(countdown, until).spent - run_to(countdown, since).spent
