"""Mending: when a person wants letters again, or their address works again, send the letters that they missed.

These are the letters given up only because of the address, and one for each open question that no letter has brought
them or is about to bring. Both are checked for relevance again before they leave.
"""

from collections.abc import Iterator
from datetime import datetime

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from accounts.addresses import stop_of
from accounts.models import User
from games.models import Deadline, Match, OutboxMail, Seat
from games.notifications.timing import ASKING
from games.outbox import letters as outbox
from games.outbox.claims import renew
from games.sweeps.loop import try_each
from games.wakeups import wake

MOST_PER_SWEEP = 200

Fate, Kind, State = OutboxMail.Fate, OutboxMail.Kind, OutboxMail.State

MENDABLE = Q(state=State.PARKED, fate=Fate.BOUNCED)
"""Rows that were given up only because of their address."""
_TELLING = (*ASKING, Kind.HANDED_OVER, Kind.QUEUED)


def mend_mail(now: datetime | None = None) -> int:
    """Queue the missed letters of each person whose mail works or is wanted again; return how many there are."""
    moment = now or timezone.now()
    return try_each(
        _mended().values_list("pk")[:MOST_PER_SWEEP],
        lambda person_id: _mend_locked(person_id, moment),
        fault="not_mended",
        names=("person",),
    )


def mend(person: User, now: datetime | None = None) -> int:
    """Queue the letters that this person missed; return how many there are."""
    renewed = renew(OutboxMail.objects.filter(MENDABLE, recipient_id=person.pk))
    if renewed:
        wake("relay_outbox")
    return renewed + outbox.tell(_untold(person), now or timezone.now())


def _mended() -> QuerySet[User]:
    return User.objects.filter(mail_mended_at__isnull=False).order_by("mail_mended_at")


@transaction.atomic
def _mend_locked(person_id: int, now: datetime) -> int:
    person = _mended().select_for_update(skip_locked=True).filter(pk=person_id).first()
    if person is None:
        return 0
    User.objects.filter(pk=person_id).update(mail_mended_at=None)
    return 0 if stop_of(person.email) else mend(person, now)


def _untold(person: User) -> Iterator[outbox.Letter]:
    """Yield a letter for each open question to this person that no letter has brought or is about to bring."""
    own = Seat.objects.filter(player=person, match=OuterRef("match"), number=OuterRef("seat"), is_played_by_bot=False)
    about = OutboxMail.objects.filter(match=OuterRef("match"), seat=OuterRef("seat"), decision=OuterRef("decision"))
    is_with_them = Q(state=State.SENT, recipient=person) & ~Q(fate=Fate.BOUNCED)
    told = about.filter(Q(state__in=(State.WAITING, State.SENDING)) | is_with_them, kind__in=_TELLING)
    asked = Deadline.objects.filter(Exists(own), seat__isnull=False, match__status=Match.Status.RUNNING)
    for clock in asked.exclude(Exists(told)).select_related("match"):
        last = OutboxMail.objects.filter(match=clock.match, seat=clock.seat, decision=clock.decision).first()
        yield outbox.Letter(
            kind=Kind.WINDOW if clock.is_window else Kind.YOUR_MOVE,
            match_id=clock.match_id,
            once=f"{clock.match_id}/mended/{clock.seat}/{clock.decision}/{last.pk if last else 0}",
            seat=clock.seat,
            decision=clock.decision,
            position=clock.match.position,
        )
