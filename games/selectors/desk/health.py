"""Health: how long the oldest overdue task has waited, and whether database and broker answer.

A worker that idles while it looks healthy is noticed here within minutes.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta

import structlog
from celery import current_app
from django.db import DatabaseError, connection
from django.db.models import BigIntegerField, Count, Exists, Min, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.utils import timezone

from games.models import Deadline, InboundMail, Match, OutboxMail, RestingProvider, Seat
from games.selectors.desk.crew import WorkerCrew, hear_crew, mail_left_at
from games.selectors.desk.held_open import UNSETTLED, held_open
from games.selectors.desk.mailboxes import mail_known_until, oldest_unfetched

log = structlog.get_logger(__name__)

OVERDUE_LIMITS = {
    "overdue_deadline": timedelta(minutes=5),
    "overdue_last_day": timedelta(minutes=15),
    "unsent_mail": timedelta(minutes=10),
    "unread_mail": timedelta(minutes=10),
    "unfetched_mail": timedelta(minutes=10),
    "unread_mailbox": timedelta(minutes=10),
}
"""A last day waits for mail that came before it, so its limit is longer."""
LONGEST_TICK = timedelta(minutes=2)
"""The longest silence of the scheduler that is no outage."""
_SEVERAL = 2
"""From this many on, failures are no single reader's or mail's own matter."""
BROKER_SECONDS = 2

_OF_THE_READER = (
    OutboxMail.Trouble.ADDRESS,
    OutboxMail.Trouble.PROVIDER,
    OutboxMail.Trouble.LETTER,
    OutboxMail.Trouble.FAULT,
)


@dataclass(frozen=True, slots=True)
class Waiting:
    """How long the oldest task of each kind in `OVERDUE_LIMITS` has waited, the number of troubles, and the crew.

    `counts` are of single troubles that do not make the service unready: deadlines that failed, those held open on
    purpose, letters that wait for more than their turn or were given up, and providers that refuse us.
    """

    ages: dict[str, timedelta]
    counts: dict[str, int]
    crew: WorkerCrew

    @property
    def is_too_long(self) -> bool:
        """Whether a task has waited, or the crew been silent, for longer than in a service that works."""
        is_ticking = self.crew.clock is not None and self.crew.clock <= LONGEST_TICK
        is_late = any(age > OVERDUE_LIMITS[name] for name, age in self.ages.items())
        return is_late or not is_ticking or bool(self.crew.late_sweeps)


def measure_waiting(now: datetime | None = None) -> Waiting:
    """Return how long the oldest task of each kind has waited; zero where nothing waits.

    The kinds are an overdue deadline, a last day, mail to send, mail to read, mail in a mailbox that was tried in vain,
    and a mailbox that was not read.

    Tasks that wait for a cause of their own are counted apart: one bad match, one full mailbox or one provider must not
    make the whole service look down.
    """
    moment = now or timezone.now()
    overdue = Deadline.objects.filter(due_at__lte=moment)
    held = held_open(moment)
    oldest = {
        "overdue_deadline": overdue.filter(failures=0).exclude(held).aggregate(oldest=Min("due_at"))["oldest"],
        "overdue_last_day": past_last_day(moment).aggregate(oldest=Min("ends_by"))["oldest"],
        "unsent_mail": oldest_unsent(moment),
        "unread_mail": _oldest_unread(),
        "unfetched_mail": oldest_unfetched(),
        "unread_mailbox": mail_known_until(),
    }
    ages = {name: moment - since if since else timedelta(0) for name, since in oldest.items()}
    counts = {
        "failing_deadlines": Deadline.objects.filter(failures__gt=0).count(),
        "held_open_deadlines": overdue.filter(held).count(),
        "letters_in_trouble": in_trouble().exclude(state=OutboxMail.State.PARKED).count(),
        "letters_given_up": OutboxMail.objects.filter(state=OutboxMail.State.PARKED).count(),
        "resting_providers": RestingProvider.objects.count(),
    }
    return Waiting(ages, counts, hear_crew())


def _oldest_unread() -> datetime | None:
    """Return when the oldest unread mail came. Ignore a single failed mail: it is retried and stops no other."""
    waiting = InboundMail.objects.filter(state=InboundMail.State.WAITING)
    failing, oldest = waiting.filter(attempts__gt=0), Min("received_at")
    found = waiting if failing.count() >= _SEVERAL else waiting.filter(attempts=0)
    since: datetime | None = found.aggregate(oldest=oldest)["oldest"]
    return since


def in_trouble() -> QuerySet[OutboxMail]:
    """Return the letters that wait for more than their turn, or were given up, for a known cause."""
    states = (OutboxMail.State.WAITING, OutboxMail.State.SENDING, OutboxMail.State.PARKED)
    return OutboxMail.objects.filter(state__in=states).exclude(trouble="")


def oldest_unsent(now: datetime) -> datetime | None:
    """Return when the oldest mail that should have left by now was first due, or None.

    A letter that was never tried counts. A letter that failed or was given up counts if no letter at all has left since
    it was due. If it failed because of its reader alone, it counts only together with a letter to another reader.
    """
    left_at, due = mail_left_at(), Coalesce("due_at", "not_before")
    letters = OutboxMail.objects.annotate(due=due).filter(due__lte=now)
    untried = letters.filter(trouble="", state__in=UNSETTLED)
    stalled = letters.filter(pk__in=in_trouble().values("pk"))
    if left_at is not None:
        stalled = stalled.filter(due__gt=left_at)
    own = Q(trouble__in=_OF_THE_READER)
    found = [
        untried.aggregate(oldest=Min("due"))["oldest"],
        stalled.exclude(own).aggregate(oldest=Min("due"))["oldest"],
    ]
    holder = Seat.objects.filter(match=OuterRef("match"), number=OuterRef("seat")).values("player")[:1]
    of_readers = (
        stalled.filter(own)
        .annotate(reader=Coalesce("recipient", Subquery(holder), output_field=BigIntegerField()))
        .aggregate(oldest=Min("due"), readers=Count("reader", distinct=True))
    )
    if of_readers["readers"] >= _SEVERAL:
        found.append(of_readers["oldest"])
    return min((each for each in found if each is not None), default=None)


def past_last_day(moment: datetime) -> QuerySet[Match]:
    """Return the matches that still run after their last day, except those in which a deadline failed."""
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
    """Whether the broker takes a connection; decided within two seconds, even if it listens but never answers."""
    hurried = dict.fromkeys(("socket_connect_timeout", "socket_timeout"), BROKER_SECONDS)
    options = {**current_app.conf.broker_transport_options, **hurried, "max_retries": 0, "retry_on_timeout": False}
    try:
        with current_app.connection_for_write(connect_timeout=BROKER_SECONDS, transport_options=options) as broker:
            broker.ensure_connection(max_retries=1, interval_start=0, timeout=BROKER_SECONDS)
    except Exception as error:  # noqa: BLE001 - every transport has errors of its own
        log.warning("broker_silent", error=type(error).__name__)
        return False
    return True
