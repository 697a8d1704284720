"""Availability: apply a person's hours and absences to every match they play, as far as the match's terms allow."""

from collections.abc import Callable
from datetime import UTC, datetime

from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.availability import add_absence, coming_absences, cut_absence, set_own_hours
from accounts.models import Absence as StoredAbsence
from accounts.models import OwnHours, User
from games.book.book import Book
from games.clocks.calendars import AwayTime, Hours
from games.models import Match, Seat
from games.refusals import NotNow
from games.selectors.tables.own_seats import own_seat_not_resigned
from games.services.play.submitting import Act, Receipt, Submission, submission_key, submit
from games.table.commands.clocks import AnyClockCommand, DeclareAbsence, EndAbsence, KeepHours
from games.table.rules.clocks import keep_hours
from pirates.errors import RulesError


def hours_of(user: User) -> Hours:
    """Return a person's own hours in the time zone of their account; a person without own hours is never asleep."""
    own = OwnHours.objects.filter(user=user).first() or OwnHours()
    return Hours(user.time_zone, own.asleep_from, own.asleep_minutes, own.weekends_off)


def absences_of(user: User, now: datetime | None = None) -> tuple[AwayTime, ...]:
    """Return a person's present and coming absences, soonest first; one that has begun is cut to what is left of it."""
    moment = now or timezone.now()
    rows = coming_absences(user, moment)
    return tuple(AwayTime(max(each.begins_at, moment), each.ends_at) for each in rows)


def change_own_hours(*, user: User, asleep_from: int, asleep_minutes: int, weekends_off: bool) -> int:
    """Save a person's hours and apply them to their matches; return to how many. Raises ValidationError."""
    set_own_hours(user=user, asleep_from=asleep_from, asleep_minutes=asleep_minutes, weekends_off=weekends_off)
    return bring_hours(user)


def bring_hours(user: User) -> int:
    """Apply a person's present hours and zone to all matches they play, from the next Decision on.

    Returns how many matches changed.
    """
    hours = hours_of(user)

    def prepare(book: Book, seat: int) -> AnyClockCommand:
        kept = keep_hours(book.table.terms, seat, hours)
        if not kept or kept[0].hours == book.table.chairs[seat].hours:
            raise NotNow("same_hours", _("These hours count at this table already, or none do."))
        return KeepHours(seat, hours)

    return _everywhere(user, prepare, f"hours {timezone.now().isoformat()}")


def declare_absence(*, user: User, begins: datetime, ends: datetime) -> tuple[StoredAbsence, int]:
    """Save an absence and declare it at every table; return it, and at how many it counts. Raises ValidationError."""
    absence = add_absence(user=user, begins=begins, ends=ends)
    away = AwayTime(absence.begins_at.astimezone(UTC), absence.ends_at.astimezone(UTC))
    told = _everywhere(user, lambda _, seat: DeclareAbsence(seat, away), f"absence {absence.pk}")
    return absence, told


def end_absence(*, user: User, absence_id: int) -> bool:
    """End an absence now, at every table; return whether there was such an absence."""
    absence = cut_absence(user=user, absence_id=absence_id)
    if absence is None:
        return False
    now = timezone.now()

    def prepare(book: Book, seat: int) -> AnyClockCommand:
        own = [each for each in book.table.chairs[seat].absences if _is_part(each, absence)]
        if not own:
            raise NotNow("no_such_absence", _("This absence never counted at this table."))
        return EndAbsence(seat, own[0].begins, now)

    _everywhere(user, prepare, f"back {absence.pk}")
    return True


def _is_part(known: AwayTime, absence: StoredAbsence) -> bool:
    return absence.begins_at <= known.begins < absence.ends_at


def _everywhere(user: User, ask: Callable[[Book, int], AnyClockCommand], what: str) -> int:
    """Submit a Command to every unfinished match that the person plays; return how many accepted it.

    A match that refuses stays as it was.
    """
    seats = Seat.objects.filter(player=user).exclude(match__status=Match.Status.OVER)
    told = 0
    for match_id in list(seats.values_list("match_id", flat=True)):
        try:
            told += not _ask(user, match_id, ask, what).is_repeat
        except RulesError:
            continue
    return told


def _ask(user: User, match_id: str, ask: Callable[[Book, int], AnyClockCommand], what: str) -> Receipt:
    def prepare(book: Book) -> Act:
        seat = own_seat_not_resigned(book, user)
        return Act(f"seat:{seat}", ask(book, seat))

    key = submission_key("own time", user.ref, what)
    return submit(Submission(match_id=match_id, channel="table", key=key, prepare=prepare))
