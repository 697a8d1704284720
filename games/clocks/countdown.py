"""Countdowns: the clock of one open Decision. Pure; a countdown knows nothing of the present, only what it is told.

Own time runs while the seat's calendar has nothing against it, and anyway once the table's limit on stretching is used
up. So the time spent never falls and never runs faster than time does, whatever the calendar says.
"""

from datetime import datetime, timedelta

import msgspec
from msgspec.structs import replace

from games.clocks.calendars import Calendar, Spell

NONE = timedelta(0)


class Countdown(msgspec.Struct, frozen=True):
    """A Decision's clock: `allowed` own time and then the `bank`, of which `spent` was used up to `since`.

    `seat` is None for the clock's own Decisions, due at once. `stretch` is the most that the calendar may still add.
    `given` are the spells of which the time was given back. `phase` is what it shares with the other clocks of a sealed
    phase, which have one deadline; "" for a clock alone. `is_answered`: kept only for the sake of that deadline.
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
        """The own time, with the bank, that is left at `since`; never negative."""
        return max(NONE, self.allowed + self.bank - self.spent)


def run_to(countdown: Countdown, at: datetime) -> Countdown:
    """Return the countdown as it stands after running until `at`; unchanged for a time before `since`."""
    if at <= countdown.since:
        return countdown
    off = min(countdown.stretch, countdown.calendar.time_off(countdown.since, at))
    spent = countdown.spent + (at - countdown.since) - off
    return replace(countdown, since=at, spent=spent, stretch=countdown.stretch - off)


def due_of(countdown: Countdown) -> datetime:
    """Return the first instant at which a countdown that keeps running has nothing left."""
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
    """Return how much of the bank was used up to `since`."""
    return min(countdown.bank, max(NONE, countdown.spent - countdown.allowed))
