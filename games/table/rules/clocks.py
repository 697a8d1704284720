"""Rules for the clocks, and how their Events change the Table. Refusals raise NotNow, which says why."""

from collections.abc import Iterable
from datetime import timedelta
from typing import assert_never

from django.utils.translation import gettext as _
from msgspec.structs import replace

from games.clocks.calendars import AwayTime, Hours
from games.clocks.terms import ClockTerms
from games.refusals import require
from games.table.commands.clocks import (
    AnyClockCommand,
    DeclareAbsence,
    EndAbsence,
    EndOnLastDay,
    GiveTime,
    KeepHours,
    Pause,
    Resume,
)
from games.table.events.clocks import (
    AbsenceDeclared,
    AbsenceEnded,
    AnyClockEvent,
    DeadlineMoved,
    HoursKept,
    MatchPaused,
    MatchResumed,
)
from games.table.events.core import MatchAdjudicated
from games.table.state import Chair, Table
from pirates.seats import Seat

_DAY_SECONDS = 24 * 3600


def decide_clocks(
    table: Table, command: AnyClockCommand, *, has_begun: bool
) -> tuple[AnyClockEvent | MatchAdjudicated, ...]:
    """Return the Events that `command` causes at a table that is not closed."""
    match command:
        case Pause():
            return (_pause(table, command, has_begun=has_begun),)
        case Resume(reason):
            require(table.is_paused, "not_paused", _("The match is not paused."))
            return (MatchResumed(reason),)
        case KeepHours(seat, hours):
            return keep_hours(table.terms, seat, hours)
        case DeclareAbsence(seat, absence):
            return (_declare(table, seat, absence),)
        case EndAbsence(seat, begins, ends):
            known = any(each.begins == begins and ends < each.ends for each in table.chairs[seat].absences)
            require(known, "no_such_absence", _("There is no such absence at this table, or it has ended."))
            return (AbsenceEnded(seat, begins, max(begins, ends)),)
        case GiveTime():
            return _give_time(command, has_begun=has_begun)
        case EndOnLastDay():
            require(has_begun and table.terms.last_day_seconds, "no_last_day", _("This match has no last day."))
            return (MatchAdjudicated("time_up", None),)
        case _:
            assert_never(command)


def keep_hours(terms: ClockTerms, seat: Seat, hours: Hours) -> tuple[HoursKept, ...]:
    """Return the Event that `seat` keeps these hours, cut to the terms; nothing if the terms allow none."""
    minutes = min(hours.asleep_minutes, terms.asleep_hours * 60)
    kept = replace(hours, asleep_minutes=minutes, weekends_off=hours.weekends_off and terms.weekends_off)
    return (HoursKept(seat, kept),) if terms.asleep_hours or terms.weekends_off else ()


def sit_with(
    terms: ClockTerms, seat: Seat, hours: Hours | None, absences: Iterable[AwayTime]
) -> tuple[HoursKept | AbsenceDeclared, ...]:
    """Return the Events of a player who sits down: their hours and future absences, cut to the terms."""
    left = timedelta(days=terms.away_days)
    events: list[HoursKept | AbsenceDeclared] = list(keep_hours(terms, seat, hours) if hours else ())
    for absence in absences:
        ends = min(absence.ends, absence.begins + left)
        if absence.begins < ends:
            events.append(AbsenceDeclared(seat, replace(absence, ends=ends)))
            left -= ends - absence.begins
    return tuple(events)


def days_away(chair: Chair) -> timedelta:
    """Return the total length of the absences that the chair's player has declared at this table."""
    return sum((each.ends - each.begins for each in chair.absences), timedelta(0))


def note_clocks(table: Table, event: AnyClockEvent) -> Table:
    """Return the Table after `event`. Total: it never refuses."""
    match event:
        case MatchPaused(_, reason):
            return replace(table, is_paused=True, pauses=table.pauses + (reason == "agreed"))
        case MatchResumed():
            return replace(table, is_paused=False)
        case DeadlineMoved():
            return table
        case HoursKept(seat, hours):
            return _set_chair(table, seat, replace(table.chairs[seat], hours=hours))
        case AbsenceDeclared(seat, absence):
            chair = table.chairs[seat]
            return _set_chair(table, seat, replace(chair, absences=(*chair.absences, absence)))
        case AbsenceEnded(seat):
            chair = table.chairs[seat]
            return _set_chair(table, seat, replace(chair, absences=cut_absence(chair.absences, event)))
        case _:
            assert_never(event)


def cut_absence(absences: tuple[AwayTime, ...], event: AbsenceEnded) -> tuple[AwayTime, ...]:
    """Return the absences with one of them ended early; an absence that never began is dropped."""
    cut = (replace(each, ends=event.ends) if each.begins == event.begins else each for each in absences)
    return tuple(each for each in cut if each.begins < each.ends)


def _pause(table: Table, command: Pause, *, has_begun: bool) -> MatchPaused:
    terms = table.terms
    require(has_begun, "not_begun", _("The match has not begun yet."))
    require(not table.is_paused, "already_paused", _("The match is paused already."))
    if command.reason == "agreed":
        require(table.pauses < terms.pauses, "no_pause_left", _("This table has no pause left."))
        longest = terms.pause_days * _DAY_SECONDS
        too_long = _("A pause at this table lasts {days} days at most.").format(days=terms.pause_days)
        require(command.seconds <= longest, "pause_too_long", too_long)
    require(command.seconds > 0, "pause_too_short", _("A pause must last a while."))
    return MatchPaused(command.seconds, command.reason)


def _give_time(command: GiveTime, *, has_begun: bool) -> tuple[DeadlineMoved, ...]:
    require(has_begun and command.gifts, "nothing_to_move", _("There is no deadline to move."))
    require(all(each.seconds > 0 for each in command.gifts), "no_time", _("A deadline is only ever moved later."))
    cause, source, since, until = command.cause, command.source, command.since, command.until
    return tuple(DeadlineMoved(each.decision, each.seconds, cause, source, since, until) for each in command.gifts)


def _declare(table: Table, seat: Seat, absence: AwayTime) -> AbsenceDeclared:
    chair = table.chairs[seat]
    left = timedelta(days=table.terms.away_days) - days_away(chair)
    require(left > timedelta(0), "no_absence_left", _("This table grants you no more days away."))
    require(absence.begins < absence.ends, "absence_empty", _("An absence ends after it begins."))
    overlaps = any(each.begins < absence.ends and absence.begins < each.ends for each in chair.absences)
    require(not overlaps, "absence_overlaps", _("You are away then already."))
    return AbsenceDeclared(seat, replace(absence, ends=min(absence.ends, absence.begins + left)))


def _set_chair(table: Table, seat: Seat, chair: Chair) -> Table:
    return replace(table, chairs=(*table.chairs[:seat], chair, *table.chairs[seat + 1 :]))
