"""Bounds: how long a match can take at most, by its rules and clocks or by a last day that is agreed. Pure."""

from datetime import timedelta
from typing import Any

from django.utils.translation import gettext as _
from msgspec.structs import replace

from games.clocks.terms import ClockTerms
from pirates.errors import MalformedMove
from pirates.game import AnyGame

SOONEST_SHARE = 10
LATEST_MULTIPLE = 2
"""A last day is chosen from a tenth to twice the time that is usual for it, in whole days, and one at least."""
_DAY = timedelta(days=1)


def longest_match(*, waits: int, seats: int, pace: timedelta, terms: ClockTerms) -> timedelta:
    """Return the longest time from the start to the end of a match that waits for answers `waits` times at most.

    Each wait ends with the latest of the deadlines it began with: the pace, and what the table lets people's lives add.
    Banks hold what they began with and one refill for each answer; no more can be taken from them. Pauses, rewinds,
    rulings and time given back come on top.
    """
    banks = seats * timedelta(seconds=terms.bank_seconds) + waits * timedelta(seconds=terms.refill_seconds)
    return waits * (pace + terms.stretch) + (banks if terms.has_bank else timedelta(0))


def with_last_day(terms: ClockTerms, *, game: AnyGame, options: Any, seats: int, pace: timedelta) -> ClockTerms:
    """Return the terms with a last day where the rules promise no end: the host's own choice, or the usual one.

    Raises MalformedMove for a last day out of range (`last_day_out_of_range`), or where the rules bound the match
    already (`last_day_not_needed`).
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
    """Return the time from the start that is set aside for a match of so many waits: pace and banks, no nights off."""
    return longest_match(waits=waits, seats=seats, pace=pace, terms=replace(terms, stretch_hours=0))
