"""Notices: seats that, as far as known, no letter on their open question reached, and mail that was not read."""

from collections.abc import Iterable

from django.db.models import Exists, OuterRef

from games.models import Deadline, OutboxMail
from pirates.decisions import Decision
from pirates.seats import Seat

_TELLING = (OutboxMail.Kind.YOUR_MOVE, OutboxMail.Kind.WINDOW, OutboxMail.Kind.REMINDER)


def undelivered_seats(match_id: str) -> frozenset[Seat]:
    """Return the seats that no letter about their open question has reached, because one was given up or came back.

    An unwanted letter, or one still to come, does not count as a failure.
    """
    letters = OutboxMail.objects.filter(match_id=match_id, kind__in=_TELLING)
    about = letters.filter(decision=OuterRef("decision"), seat=OuterRef("seat"))
    lost = about.filter(state=OutboxMail.State.PARKED)
    told = about.filter(state=OutboxMail.State.SENT)
    open_ones = Deadline.objects.filter(match_id=match_id, seat__isnull=False)
    found = open_ones.filter(Exists(lost)).exclude(Exists(told)).values_list("seat", flat=True)
    return frozenset(seat for seat in found if seat is not None)


def has_unread_mail(match_id: str, seat: Seat | None, decisions: Iterable[Decision]) -> bool:
    """Whether a mail about one of these questions of a seat was put aside and its player was notified."""
    about = [] if seat is None else [each.key for each in decisions]
    receipts = OutboxMail.objects.filter(match_id=match_id, seat=seat, kind=OutboxMail.Kind.RECEIPT)
    return bool(about) and receipts.filter(decision__in=about).exists()
