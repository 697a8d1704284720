"""Bounds: the longest time that a match can take, by its rules and clocks or by an agreed last day. Pure."""

from datetime import timedelta
from typing import Any

from django.utils.translation import gettext as _
from msgspec.structs import replace

from games.clocks.terms import ClockTerms
from pirates.errors import MalformedMove
from pirates.game import AnyGame

SOONEST_SHARE = 10
LATEST_MULTIPLE = 2
"""A last day may be chosen from a tenth to twice the usual time, in whole days, and at least one."""
_DAY = timedelta(days=1)


def longest_match(*, waits: int, seats: int, pace: timedelta, terms: ClockTerms) -> timedelta:
    """Return the longest time from start to end of a match that waits for answers at most `waits` times.

    Each wait takes at most the pace and the stretch that the terms allow for nights, weekends and absences. The banks
    can give no more than their initial time and one refill for each answer. Pauses, rewinds, rulings and time given
    back come on top.
    """
    banks = seats * timedelta(seconds=terms.bank_seconds) + waits * timedelta(seconds=terms.refill_seconds)
    return waits * (pace + terms.stretch) + (banks if terms.has_bank else timedelta(0))


def with_last_day(terms: ClockTerms, *, game: AnyGame, options: Any, seats: int, pace: timedelta) -> ClockTerms:
    """Return the terms with a last day if the rules promise no end: the host's choice, or the usual one.

    Raises MalformedMove for a last day out of range (`last_day_out_of_range`), or for one in a match that the rules
    bound already (`last_day_not_needed`).
    """
    waits = game.waits(options, seats)
    if waits.usual is None or waits.most is not None:
        if terms.last_day_seconds:
            raise MalformedMove("last_day_not_needed", _("This game ends by its rules; it needs no last day."))
        return terms
    usual = usual_last_day(waits=waits.usual, seats=seats, pace=pace, terms=terms)
    chosen = timedelta(seconds=terms.last_day_seconds)
    if not chosen:
        return replace(terms, last_day_seconds=int(usual.total_seconds()))
    least, most = max(1, -(-usual // (SOONEST_SHARE * _DAY))), max(1, LATEST_MULTIPLE * usual // _DAY)
    if chosen != usual and not least * _DAY <= chosen <= most * _DAY:
        sentence = _("The last day of such a match is {least} to {most} days after its start.")
        raise MalformedMove("last_day_out_of_range", sentence.format(least=least, most=most), least=least, most=most)
    return terms


def usual_last_day(*, waits: int, seats: int, pace: timedelta, terms: ClockTerms) -> timedelta:
    """Return the usual time from start to last day for this number of waits: pace and banks, but no nights off."""
    return longest_match(waits=waits, seats=seats, pace=pace, terms=replace(terms, stretch_hours=0))
