"""Held open: passed deadlines that are deliberately not enforced, because an answer or the question is under way.

The desk shows them; a service that waits for them still counts as working.
"""

from datetime import datetime, timedelta

from django.db.models import Exists, OuterRef, Q

from games.models import InboundMail, OutboxMail, ReplyAddress, Seat
from games.selectors.desk.mailboxes import mail_known_until

NOTICES = (OutboxMail.Kind.YOUR_MOVE, OutboxMail.Kind.WINDOW, OutboxMail.Kind.HANDED_OVER)
"""The mails without which a player does not know of a question to answer."""
NOTICE_GRACE = timedelta(days=1)
BOT_GRACE = timedelta(minutes=1)
"""The time for the answer of a bot that let people go first, once their own time is up."""
MAIL_GRACE = timedelta(minutes=10)
MAILBOX_GRACE = timedelta(days=1)
"""How long a deadline waits for a mailbox that cannot be read; once it can, the time is given back."""

STILL_TRIED = Q(Q(attempts__gt=0) | (Q(held="") & ~Q(reason="")))
"""Selects letters that were tried but did not get through, or that could not even be tried."""
UNSETTLED = (OutboxMail.State.WAITING, OutboxMail.State.SENDING)


def held_open(now: datetime) -> Q:
    """Select the deadlines that are held open at `now` although they have passed."""
    return Q(_mail_under_way(now) | _notice_under_way(now) | _bot_under_way(now) | _mail_unknown(now))


def answerable_by_mail() -> Exists:
    """Select deadlines whose question was asked in a letter that can be replied to."""
    return Exists(ReplyAddress.objects.filter(match=OuterRef("match"), decision=OuterRef("decision")))


def _mail_under_way(now: datetime) -> Q:
    """Select deadlines whose answer came by mail in time and is not read yet, for at most `MAIL_GRACE`."""
    unread = InboundMail.objects.filter(
        state=InboundMail.State.WAITING,
        received_at__lte=OuterRef(OuterRef("due_at")),
        token_digest=OuterRef("digest"),
    )
    answers = ReplyAddress.objects.filter(match=OuterRef("match"), decision=OuterRef("decision"))
    return Q(Exists(answers.filter(Exists(unread)))) & Q(due_at__gt=now - MAIL_GRACE)


def _mail_unknown(now: datetime) -> Q:
    """Select deadlines whose answer may lie in a mailbox that has not been read since they came due."""
    known_until = mail_known_until()
    if known_until is None or known_until >= now:
        return Q(pk__in=())
    return Q(answerable_by_mail()) & Q(due_at__gt=max(known_until, now - MAILBOX_GRACE))


def _notice_under_way(now: datetime) -> Q:
    """Select deadlines whose notice was tried and has not got through yet; once it does, the time is given back.

    If the reader's own address refuses the notice, wait for one day after it was written, whatever the pace.
    """
    is_ours = ~Q(trouble=OutboxMail.Trouble.ADDRESS) | Q(created_at__gt=now - NOTICE_GRACE)
    notices = OutboxMail.objects.filter(
        STILL_TRIED,
        is_ours,
        match=OuterRef("match"),
        seat=OuterRef("seat"),
        decision=OuterRef("decision"),
        kind__in=NOTICES,
        state__in=UNSETTLED,
    )
    return Q(Exists(notices)) & Q(due_at__gt=now - NOTICE_GRACE)


def _bot_under_way(now: datetime) -> Q:
    """Select deadlines of bots while people are asked too, and for a moment afterwards if the bot let people go first.

    Such a bot answers as soon as nobody keeps it waiting, and better than the clock would. Its seat is awaited, as the
    deadline is open; that condition is the one of a small index, without which every seat of the site is read.
    """
    seats = Seat.objects.filter(match=OuterRef("match"))
    people = seats.filter(is_awaited=True, is_played_by_bot=False)
    bots = seats.filter(number=OuterRef("seat"), is_awaited=True, is_played_by_bot=True)
    has_waited = Exists(bots.filter(waits_at__isnull=False))
    return Q(Exists(bots) & Exists(people)) | Q(has_waited, due_at__gt=now - BOT_GRACE)
