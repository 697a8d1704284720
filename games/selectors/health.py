"""Health: how long the oldest thing that should have been done has waited, and whether database and broker answer.

A worker that idles while looking healthy shows here within minutes (field case F83).
"""

from dataclasses import dataclass
from datetime import datetime, timedelta

import structlog
from celery import current_app
from django.db import DatabaseError, connection
from django.db.models import Exists, Min, OuterRef, Q, QuerySet
from django.utils import timezone

from games.models import Deadline, InboundMail, Match, OutboxMail
from games.selectors.mailboxes import mail_known_until, oldest_unfetched

log = structlog.get_logger(__name__)

OVERDUE_LIMITS = {
    "overdue_deadline": timedelta(minutes=5),
    "overdue_last_day": timedelta(minutes=15),
    "unsent_mail": timedelta(minutes=10),
    "unread_mail": timedelta(minutes=10),
    "unfetched_mail": timedelta(minutes=10),
    "unread_mailbox": timedelta(minutes=10),
}
"""A last day waits for the mail of before it, so its limit is longer."""
BROKER_SECONDS = 2


@dataclass(frozen=True, slots=True)
class Waiting:
    """How long the oldest of each kind has waited, by the names of `OVERDUE_LIMITS`; and deadlines that failed."""

    ages: dict[str, timedelta]
    failing_deadlines: int


def measure_waiting(now: datetime | None = None) -> Waiting:
    """Return how long each of the oldest has waited; zero where nothing waits.

    An overdue deadline, a last day, mail to send, mail to read, mail in a mailbox that was tried in vain, and a mailbox
    that was not read.

    A match in which a deadline failed is counted apart: one bad match must not make the whole service look down.
    """
    moment = now or timezone.now()
    overdue = Deadline.objects.filter(due_at__lte=moment)
    unsent = OutboxMail.objects.filter(
        Q(state=OutboxMail.State.WAITING) | Q(state=OutboxMail.State.SENDING), not_before__lte=moment
    )
    unread = InboundMail.objects.filter(state=InboundMail.State.WAITING, not_before__lte=moment)
    oldest = {
        "overdue_deadline": overdue.filter(failures=0).aggregate(oldest=Min("due_at"))["oldest"],
        "overdue_last_day": past_last_day(moment).aggregate(oldest=Min("ends_by"))["oldest"],
        "unsent_mail": unsent.aggregate(oldest=Min("not_before"))["oldest"],
        "unread_mail": unread.aggregate(oldest=Min("not_before"))["oldest"],
        "unfetched_mail": oldest_unfetched(),
        "unread_mailbox": mail_known_until(),
    }
    ages = {name: moment - since if since else timedelta(0) for name, since in oldest.items()}
    return Waiting(ages, Deadline.objects.filter(failures__gt=0).count())


def past_last_day(moment: datetime) -> QuerySet[Match]:
    """Return the matches that still run though their last day has passed, but those in which a deadline failed."""
    failed = Deadline.objects.filter(match=OuterRef("pk"), failures__gt=0)
    return Match.objects.filter(~Exists(failed), ends_by__lte=moment)


def database_answers() -> bool:
    """Whether the database answers a query."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError as error:
        log.warning("database_silent", error=type(error).__name__)
        return False
    return True


def broker_answers() -> bool:
    """Whether the broker takes a connection within two seconds."""
    try:
        with current_app.connection_for_write(connect_timeout=BROKER_SECONDS) as broker:
            broker.ensure_connection(max_retries=1, interval_start=0, timeout=BROKER_SECONDS)
    except Exception as error:  # noqa: BLE001 - every transport has errors of its own
        log.warning("broker_silent", error=type(error).__name__)
        return False
    return True
