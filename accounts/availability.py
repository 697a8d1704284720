"""Availability: the hours and absences in which a person's clocks do not run. `games` applies them to matches."""

from datetime import datetime, timedelta

from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import Absence, OwnHours, User

LONGEST_ABSENCE = timedelta(days=60)
FURTHEST_AHEAD = timedelta(days=366)
MOST_ABSENCES = 20


def set_own_hours(*, user: User, asleep_from: int, asleep_minutes: int, weekends_off: bool) -> OwnHours:
    """Save a person's night (minutes after midnight, and its length in minutes) and weekend; raises ValidationError."""
    hours = OwnHours.objects.filter(user=user).first() or OwnHours(user=user)
    hours.asleep_from, hours.asleep_minutes, hours.weekends_off = asleep_from, asleep_minutes, weekends_off
    hours.full_clean(validate_unique=False)
    hours.save()
    return hours


def coming_absences(user: User, now: datetime | None = None) -> QuerySet[Absence]:
    """Return a person's absences that have not ended, in order of time."""
    return Absence.objects.filter(user=user, ends_at__gt=now or timezone.now()).order_by("begins_at")


def add_absence(*, user: User, begins: datetime, ends: datetime) -> Absence:
    """Record a future absence of a person; raises ValidationError if it lies in the past."""
    now = timezone.now()
    begins = max(begins, now)
    if ends <= begins:
        raise ValidationError(_("An absence ends after it begins, and after now."), code="absence_empty")
    if ends - begins > LONGEST_ABSENCE:
        refusal = _("An absence lasts {days} days at most.").format(days=LONGEST_ABSENCE.days)
        raise ValidationError(refusal, code="absence_too_long")
    if begins > now + FURTHEST_AHEAD:
        raise ValidationError(_("An absence begins within a year from now."), code="absence_too_far")
    known = coming_absences(user, now)
    if known.filter(begins_at__lt=ends, ends_at__gt=begins).exists():
        raise ValidationError(_("You are away then already."), code="absence_overlaps")
    if known.count() >= MOST_ABSENCES:
        raise ValidationError(_("You have said enough absences for now."), code="too_many_absences")
    return Absence.objects.create(user=user, begins_at=begins, ends_at=ends)


def cut_absence(*, user: User, absence_id: int) -> Absence | None:
    """End an absence now, or delete it if it has not begun; return it as it was, or None if it does not exist."""
    now = timezone.now()
    absence = coming_absences(user, now).filter(pk=absence_id).first()
    if absence is None:
        return None
    if absence.begins_at >= now:
        Absence.objects.filter(pk=absence.pk).delete()
    else:
        Absence.objects.filter(pk=absence.pk).update(ends_at=now)
    return absence
