"""Countdowns: the clock of one open Decision. Pure; callers pass in every time, including the present.

A player's time runs whenever the seat's calendar has no time off, and always once the table's limit on stretching is
used up. So the time spent never falls and never grows faster than real time, whatever the calendar says.
"""

from datetime import datetime, timedelta

import msgspec
from msgspec.structs import replace

from games.clocks.calendars import Calendar, Spell

NONE = timedelta(0)


class Countdown(msgspec.Struct, frozen=True):
    """A Decision's clock: the time `allowed`, then the `bank`; `spent` of it was used up to `since`.

    `seat` is None for the clock's own Decisions, due at once. `stretch` is the most that the calendar may still add.
    `given` are the spells whose time was given back. `phase` is the same for all clocks of a sealed phase, which share
    one deadline, and "" for any other clock. `is_answered`: the clock is kept only for that shared deadline.
    """

    decision: str
    kind: str
    seat: int | None
    is_window: bool
    opened_at: datetime
    allowed: timedelta
    since: datetime
    bank: timedelta = NONE
    stretch: timedelta = NONE
    spent: timedelta = NONE
    calendar: Calendar = Calendar()
    phase: str = ""
    given: tuple[Spell, ...] = ()
    is_answered: bool = False

    @property
    def left(self) -> timedelta:
        """The time left at `since`, including the bank; never negative."""
        return max(NONE, self.allowed + self.bank - self.spent)


def run_to(countdown: Countdown, at: datetime) -> Countdown:
    """Return the countdown after it has run until `at`; unchanged if `at` is not after `since`."""
    if at <= countdown.since:
        return countdown
    off = min(countdown.stretch, countdown.calendar.time_off(countdown.since, at))
    spent = countdown.spent + (at - countdown.since) - off
    return replace(countdown, since=at, spent=spent, stretch=countdown.stretch - off)


def due_of(countdown: Countdown) -> datetime:
    """Return the instant at which the countdown runs out if it keeps running."""
    now, left, stretch = countdown.since, countdown.left, countdown.stretch
    for begins, ends in countdown.calendar.spells_off(now, now + left + stretch):
        awake = max(NONE, begins - now)
        if awake >= left:
            break
        now, left = now + awake, left - awake
        off = min(stretch, ends - now)
        now, stretch = now + off, stretch - off
    return now + left


def overrun(countdown: Countdown) -> timedelta:
    """Return how much of the bank has been used up to `since`."""
    return min(countdown.bank, max(NONE, countdown.spent - countdown.allowed))
