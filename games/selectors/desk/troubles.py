"""Troubles that wait for a human, in a number of queries that does not grow with matches and entries."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Count, Min, Q, QuerySet
from django.db.models.functions import Coalesce
from django.utils import timezone

from accounts.models import User
from games.models import Deadline, Dispute, Heartbeat, InboundMail, LogCheck, Match, OutboxMail
from games.selectors.desk.desk import with_own_tables
from games.selectors.desk.health import OVERDUE_LIMITS, Waiting, measure_waiting, past_last_day
from games.selectors.desk.held_open import held_open

MOST_SHOWN = 20
MOST_ON_PAGE = 50

GRACE = timedelta(minutes=5)
"""A deadline that is overdue for longer than this is a trouble; the sweep runs much more often."""


@dataclass(frozen=True, slots=True)
class LateMatch:
    """A match in which something has been due `since` then, and the number of failed attempts at it."""

    match: Match
    since: datetime
    failures: int = 0


@dataclass(frozen=True, slots=True)
class Troubles:
    """The troubles of each kind; `silence` is the time since a clock last swept, None if none ever has."""

    waiting: Waiting
    silence: timedelta | None
    overdue: Sequence[LateMatch]
    held_open: Sequence[LateMatch]
    past_last_day: Sequence[LateMatch]
    stuck: Sequence[LateMatch]
    broken: Sequence[LogCheck]
    undelivered: Sequence[OutboxMail]
    disputed: Sequence[Dispute]
    odd: Sequence[InboundMail]


def find_troubles(reader: User, now: datetime | None = None) -> Troubles:
    """Return the troubles that wait for a human now, as `reader` may read them."""
    moment = now or timezone.now()
    beat = Heartbeat.objects.first()
    passed, held = Deadline.objects.filter(due_at__lte=moment - GRACE, failures=0), held_open(moment)
    unended = past_last_day(moment - OVERDUE_LIMITS["overdue_last_day"])
    return Troubles(
        waiting=measure_waiting(moment),
        silence=moment - beat.beaten_at if beat else None,
        overdue=_late(passed.exclude(held)),
        held_open=_late(passed.filter(held)),
        past_last_day=[
            LateMatch(match, since)
            for match in unended.order_by("ends_by", "pk")[:MOST_SHOWN]
            if (since := match.ends_by)
        ],
        stuck=_late(Deadline.objects.filter(failures__gt=0)),
        broken=list(LogCheck.objects.exclude(fault="").select_related("match").order_by("checked_at")[:MOST_SHOWN]),
        undelivered=list(parked_mails(reader)[:MOST_SHOWN]),
        disputed=list(waiting_disputes()[:MOST_SHOWN]),
        odd=list(odd_mails()[:MOST_SHOWN]),
    )


def _late(deadlines: QuerySet[Deadline]) -> list[LateMatch]:
    oldest = deadlines.select_related("match").order_by("due_at", "pk")[:MOST_SHOWN]
    return [LateMatch(each.match, each.due_at, each.failures) for each in oldest]


def waiting_disputes(after: int | None = None) -> QuerySet[Dispute]:
    """Return the disputes that wait for a ruling, oldest first, after the one with the number `after`."""
    waiting = Dispute.objects.filter(status__in=(Dispute.Status.OPEN, Dispute.Status.APPEALED))
    last = None if after is None else Dispute.objects.filter(pk=after).first()
    if last is not None:
        behind = Q(opened_at__gt=last.opened_at) | Q(pk__gt=last.pk)
        waiting = waiting.filter(behind, opened_at__gte=last.opened_at)
    return waiting.select_related("match").order_by("opened_at", "pk")


def parked_mails(reader: User, before: int | None = None) -> QuerySet[OutboxMail]:
    """Return the mails that were given up, newest first, from just before the number `before`.

    `is_of_own_table` marks mails of the reader's own tables, where even the kind of a mail gives away a secret.
    """
    parked = OutboxMail.objects.filter(state=OutboxMail.State.PARKED)
    if before is not None:
        parked = parked.filter(pk__lt=before)
    return with_own_tables(parked, reader).select_related("match", "recipient").order_by("-pk")


@dataclass(frozen=True, slots=True)
class MailTrouble:
    """The letters that wait or were given up for one cause at one provider (either may be unknown).

    `since` is when the oldest was due.
    """

    trouble: str
    provider: str
    waiting: int
    given_up: int
    since: datetime | None

    @property
    def words(self) -> str:
        """The cause in words."""
        return str(OutboxMail.Trouble(self.trouble).label) if self.trouble else ""


def mail_troubles() -> list[MailTrouble]:
    """Return the troubles that keep letters from leaving, by cause and provider, most letters first."""
    unsettled = (OutboxMail.State.WAITING, OutboxMail.State.SENDING)
    parked = Q(state=OutboxMail.State.PARKED)
    groups = (
        OutboxMail.objects.filter(parked | ~Q(trouble="") & Q(state__in=unsettled))
        .values("trouble", "provider")
        .annotate(
            waiting=Count("pk", filter=~parked),
            given_up=Count("pk", filter=parked),
            since=Min(Coalesce("due_at", "created_at")),
        )
        .order_by("-waiting", "-given_up", "trouble", "provider")
    )
    return [MailTrouble(**group) for group in groups[:MOST_ON_PAGE]]


def odd_mails(before: int | None = None) -> QuerySet[InboundMail]:
    """Return the mails that were put aside, without text, newest first, from just before the number `before`."""
    aside = InboundMail.objects.filter(state=InboundMail.State.ASIDE)
    if before is not None:
        aside = aside.filter(pk__lt=before)
    return aside.defer("raw", "answer").order_by("-pk")
