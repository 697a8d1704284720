"""Bounds: how long a match can take at most, by its clocks. Pure."""

from datetime import timedelta

from games.terms import ClockTerms


def longest_match(*, waits: int, seats: int, pace: timedelta, terms: ClockTerms) -> timedelta:
    """Return the longest time from the start to the end of a match that waits for answers `waits` times at most.

    Each wait ends with the latest of the deadlines it began with: the pace, and what the table lets people's lives add.
    Banks hold what they began with and one refill for each answer; no more can be taken from them. Pauses, rewinds,
    rulings and time given back come on top.
    """
    banks = seats * timedelta(seconds=terms.bank_seconds) + waits * timedelta(seconds=terms.refill_seconds)
    return waits * (pace + terms.stretch) + (banks if terms.has_bank else timedelta(0))
