"""Narrate the Events of the clocks, in sentences a player would say. Everybody may read all of it."""

from collections.abc import Sequence
from typing import assert_never

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.table.events.clocks import (
    AbsenceDeclared,
    AbsenceEnded,
    AnyClockEvent,
    DeadlineMoved,
    HoursKept,
    MatchPaused,
    MatchResumed,
)
from pirates.seats import Seat

_DAY = 24 * 3600


def narrate_clocks(event: AnyClockEvent, names: Sequence[str], viewer: Seat | None) -> str:
    """Return one sentence for `event`, worded for `viewer`; `names` are in seat order."""
    match event:
        case MatchPaused():
            return _tell_pause(event)
        case MatchResumed(reason):
            if reason == "over":
                return _("The pause is over; the clocks go on with the time that was left.")
            return _("The match is resumed; the clocks go on with the time that was left.")
        case HoursKept(seat):
            if seat == viewer:
                return _("Your own hours count at this table now.")
            return _("The own hours of {player} count at this table now.").format(player=names[seat])
        case AbsenceDeclared(seat) | AbsenceEnded(seat):
            return _tell_absence(event, names[seat], is_own=seat == viewer)
        case DeadlineMoved():
            return _tell_moved(event)
        case _:
            assert_never(event)


def _tell_pause(event: MatchPaused) -> str:
    days, rest = divmod(event.seconds, _DAY)
    if rest:
        return _("The match is paused; its clocks stand still.")
    return ngettext(
        "The match is paused for {days} day at most; its clocks stand still.",
        "The match is paused for {days} days at most; its clocks stand still.",
        days,
    ).format(days=days)


def _tell_absence(event: AbsenceDeclared | AbsenceEnded, name: str, *, is_own: bool) -> str:
    if isinstance(event, AbsenceEnded):
        return _("You are away no longer.") if is_own else _("{player} is away no longer.").format(player=name)
    begins, ends = event.absence.begins, event.absence.ends
    told = (
        _("You will be away from {begins} to {ends} UTC.")
        if is_own
        else _("{player} will be away from {begins} to {ends} UTC.")
    )
    return told.format(player=name, begins=f"{begins:%Y-%m-%d %H:%M}", ends=f"{ends:%Y-%m-%d %H:%M}")


def _tell_moved(event: DeadlineMoved) -> str:
    minutes = max(1, round(event.seconds / 60))
    told = {
        "outage": ngettext(
            "The site was down; {minutes} minute is given back to a deadline.",
            "The site was down; {minutes} minutes are given back to a deadline.",
            minutes,
        ),
        "unread": ngettext(
            "Incoming mail could not be read for a while; {minutes} minute is given back to a deadline.",
            "Incoming mail could not be read for a while; {minutes} minutes are given back to a deadline.",
            minutes,
        ),
        "undelivered": ngettext(
            "A notice could not be delivered; {minutes} minute is given back to its deadline.",
            "A notice could not be delivered; {minutes} minutes are given back to its deadline.",
            minutes,
        ),
        "ruled": ngettext(
            "A referee moved a deadline by {minutes} minute.",
            "A referee moved a deadline by {minutes} minutes.",
            minutes,
        ),
    }
    return told[event.cause].format(minutes=minutes)
