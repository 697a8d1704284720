"""Mail preferences: when a person wants each kind of mail, and the hours in which only what cannot wait may come.

`User.mail_timings` maps a kind of mail to one of the four timings; a kind that it leaves out comes at once. It may also
hold `bundled` or `digest` themselves: `never` there ends whatever would come in that way, until it is turned on again.
"""

from collections.abc import Mapping
from datetime import UTC, datetime, time, timedelta

from django.core.exceptions import ValidationError
from django.db import models, transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.mending import note_mended
from accounts.models import User
from accounts.zones import zone_of

SHORTEST_BUNDLE, LONGEST_BUNDLE = 5, 24 * 60
HOURS = 24


class Timing(models.TextChoices):
    """When a kind of mail is sent."""

    AT_ONCE = "at_once", gettext_lazy("at once")
    BUNDLED = "bundled", gettext_lazy("bundled")
    DIGEST = "digest", gettext_lazy("once a day")
    NEVER = "never", gettext_lazy("never")


GATHERED = (Timing.BUNDLED, Timing.DIGEST)
"""The timings that gather several mails into one."""


def timing_of(person: User, kind: str) -> Timing:
    """Return this person's timing for mail of `kind`; NEVER if that timing itself is turned off."""
    timing = Timing(person.mail_timings.get(kind, Timing.AT_ONCE))
    return Timing.NEVER if person.mail_timings.get(timing.value) == Timing.NEVER else timing


def change_mail_preferences(
    *,
    user: User,
    timings: Mapping[str, str] | None = None,
    bundle_minutes: int | None = None,
    digest_hour: int | None = None,
    quiet: tuple[int, int] | tuple[()] | None = None,
) -> User:
    """Save what is given and return the account; `quiet` is two hours of the own day, or empty for no quiet hours.

    A kind that is set to `at_once` is forgotten, as that is what is done anyway. Raises ValidationError.
    """
    with transaction.atomic():
        locked = User.objects.select_for_update().get(pk=user.pk)
        merged = {**locked.mail_timings, **{key: Timing(value).value for key, value in (timings or {}).items()}}
        user.mail_timings = {key: value for key, value in sorted(merged.items()) if value != Timing.AT_ONCE}
        if any(value == Timing.NEVER != user.mail_timings.get(key) for key, value in locked.mail_timings.items()):
            note_mended(user.pk)
        user.bundle_minutes = locked.bundle_minutes if bundle_minutes is None else bundle_minutes
        user.digest_hour = locked.digest_hour if digest_hour is None else digest_hour
        if quiet is not None:
            user.quiet_from, user.quiet_until = quiet or (None, None)
        _check(user)
        user.save(update_fields=["mail_timings", "bundle_minutes", "digest_hour", "quiet_from", "quiet_until"])
    return user


def next_digest(person: User, after: datetime) -> datetime:
    """Return the first instant after `after` at which it is the digest's hour in this person's zone."""
    return _next_hour(person, after, person.digest_hour)


def end_of_quiet(person: User, moment: datetime) -> datetime | None:
    """Return the end of the quiet hours that include `moment`, or None if none do."""
    if person.quiet_from is None or person.quiet_until is None:
        return None
    hour = moment.astimezone(zone_of(person.time_zone)).hour
    length = (person.quiet_until - person.quiet_from) % HOURS
    if (hour - person.quiet_from) % HOURS >= length:
        return None
    return _next_hour(person, moment, person.quiet_until)


def _next_hour(person: User, after: datetime, hour: int) -> datetime:
    zone = zone_of(person.time_zone)
    day = after.astimezone(zone).date()
    found = (datetime.combine(day + timedelta(days=ahead), time(hour), zone).astimezone(UTC) for ahead in range(3))
    return next(moment for moment in found if moment > after)


def _check(user: User) -> None:
    if not SHORTEST_BUNDLE <= user.bundle_minutes <= LONGEST_BUNDLE:
        raise ValidationError(_("A bundle may wait from 5 minutes to 24 hours."), code="bundle_minutes")
    hours = (user.digest_hour, user.quiet_from or 0, user.quiet_until or 0)
    if not all(0 <= hour < HOURS for hour in hours):
        raise ValidationError(_("An hour of the day is a number from 0 to 23."), code="hour")
