"""Mailbox visits: record how far a mailbox on an IMAP server was read, and the outages of reading it.

A mail is recorded as tried before it is fetched. So a mail that breaks the connection, or kills the process, does not
block the mails behind it: the next visit begins with those that were never tried.
"""

from collections.abc import Iterable
from datetime import datetime, timedelta

import structlog
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from games.models import Mailbox, Outage, UnfetchedMail
from games.selectors.desk.mailboxes import MOST_ATTEMPTS, longest_silence, mailbox_name

log = structlog.get_logger(__name__)

LONGEST_RETRY = timedelta(hours=1)


def open_mailbox() -> Mailbox:
    """Return the row of the configured mailbox. A new row counts as read up to the time of its creation."""
    return Mailbox.objects.get_or_create(name=mailbox_name(), defaults={"visited_at": timezone.now()})[0]


def follow_numbering(mailbox: Mailbox, numbering: int) -> None:
    """Forget all mail numbers if the server has renumbered its mails."""
    if mailbox.numbering == numbering:
        return
    with transaction.atomic():
        mailbox.numbering, mailbox.next_number = numbering, 0
        mailbox.save(update_fields=["numbering", "next_number"])
        mailbox.unfetched.all().delete()


def meet_mail(mailbox: Mailbox, number: int) -> None:
    """Record that a mail is now tried for the first time."""
    mine, now = {"pk": mailbox.pk, "numbering": mailbox.numbering}, timezone.now()
    row = UnfetchedMail(mailbox=mailbox, number=number, met_at=now, not_before=now)
    with transaction.atomic():
        UnfetchedMail.objects.bulk_create([row], ignore_conflicts=True)
        Mailbox.objects.filter(next_number__lte=number, **mine).update(next_number=number + 1)


def mails_to_try(mailbox: Mailbox) -> QuerySet[UnfetchedMail]:
    """Return the mails whose fetching failed before and that are due again, those with the fewest tries first."""
    due = mailbox.unfetched.filter(attempts__lt=MOST_ATTEMPTS, not_before__lte=timezone.now())
    return due.order_by("attempts", "number")


def try_again(mail: UnfetchedMail) -> None:
    """Record that a mail is now tried once more, and when it may be tried next."""
    wait = min(timedelta(seconds=30 * 2**mail.attempts), LONGEST_RETRY)
    UnfetchedMail.objects.filter(pk=mail.pk).update(attempts=mail.attempts + 1, not_before=timezone.now() + wait)
    if mail.attempts + 1 >= MOST_ATTEMPTS:
        log.error("mail_not_fetched", number=mail.number, attempts=MOST_ATTEMPTS)


def settle_mails(mailbox: Mailbox, numbers: Iterable[int]) -> None:
    """Record that these mails are stored, or gone from the server."""
    mailbox.unfetched.filter(number__in=list(numbers)).delete()


def complete_visit(mailbox: Mailbox, began: datetime) -> Outage | None:
    """Record that a visit begun at `began` met all mail there was; return the outage that it ended, if any."""
    with transaction.atomic():
        last = Mailbox.objects.select_for_update().get(pk=mailbox.pk).visited_at
        if began <= last:
            return None
        Mailbox.objects.filter(pk=mailbox.pk).update(visited_at=began, fault="")
        if began - last <= longest_silence():
            return None
        log.warning("mailbox_outage", began=last.isoformat(), seconds=round((began - last).total_seconds()))
        return Outage.objects.create(of=Outage.Of.MAILBOX, began_at=last, ended_at=began)


def note_fault(mailbox: Mailbox, fault: str) -> None:
    """Record why a visit ended before it met all the mail there was."""
    Mailbox.objects.filter(pk=mailbox.pk).update(fault=fault[:100])
