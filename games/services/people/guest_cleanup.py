"""Guest cleanup: delete the accounts of guests, who receive no mail, once they no longer play in any match."""

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Exists, OuterRef, ProtectedError, QuerySet
from django.utils import timezone

from accounts.guests import GUEST_DOMAIN
from accounts.models import User
from games.models import Match, Seat

KEPT_FOR = timedelta(days=30)
MOST_PER_SWEEP = 500


def clear_away_guests(now: datetime | None = None) -> int:
    """Delete guests who joined and last signed in over 30 days ago and play in no unfinished match; return how many.

    The account of a guest whose matches still exist is closed instead, so that these stay whole and can be replayed.
    """
    gone = list(_gone((now or timezone.now()) - KEPT_FOR)[:MOST_PER_SWEEP])
    for guest in gone:
        _clear_away(guest)
    return len(gone)


def _gone(before: datetime) -> QuerySet[User]:
    in_person = Seat.objects.filter(player=OuterRef("pk"), is_played_by_bot=False).exclude(
        match__status=Match.Status.OVER
    )
    guests = User.objects.filter(email__endswith=f"@{GUEST_DOMAIN}", is_active=True, date_joined__lt=before)
    return guests.exclude(last_login__gte=before).exclude(Exists(in_person)).order_by("pk")


def _clear_away(guest: User) -> None:
    try:
        with transaction.atomic():
            guest.delete()
    except ProtectedError:
        User.objects.filter(pk=guest.pk).update(is_active=False)
