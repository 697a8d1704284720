"""Reliability: how many questions with a deadline each person answered in time, folded from the log. Pure.

It belongs to the person, not to the seat (product section 4): whoever takes a seat over begins with nothing there, and
whoever left it keeps what was counted. What a caretaker does counts for nobody, nor does what a rewind left behind, nor
a table where one person plays against bots. A deadline whose time was given back has not been missed.
"""

from collections.abc import Iterable, Mapping

import msgspec
from msgspec.structs import replace

from games.clocks.countdown import Countdown
from games.table.events.core import DeadlineMissed
from games.table.state import Table
from pirates.events import Event
from pirates.seats import Seat

LEAST_PEOPLE = 2


class Reliability(msgspec.Struct, frozen=True):
    """How many questions with a deadline somebody answered in time, and how many not."""

    answered: int = 0
    missed: int = 0

    @property
    def asked(self) -> int:
        """All of them."""
        return self.answered + self.missed


def attend(
    known: Mapping[str, Reliability], table: Table, answered: Iterable[Seat], events: Iterable[Event]
) -> Mapping[str, Reliability]:
    """Return what is known of each person, by reference, after an entry with these Events; `table` is that before it.

    `answered` are the seats whose players answered in person what had a deadline.
    """
    missed = [event.seat for event in events if isinstance(event, DeadlineMissed)]
    counted = [(seat, 1, 0) for seat in answered] + [(seat, 0, 1) for seat in missed]
    if not counted or len(table.playing_people()) < LEAST_PEOPLE:
        return known
    counts = dict(known)
    for seat, more_answered, more_missed in counted:
        player = table.chairs[seat].player
        if player is not None:
            before = counts.get(player, Reliability())
            counts[player] = replace(
                before, answered=before.answered + more_answered, missed=before.missed + more_missed
            )
    return counts


def answers_of(seat: Seat | None, was: Mapping[str, Countdown], now: Mapping[str, Countdown]) -> tuple[Seat, ...]:
    """Return `seat` if a clock of its own stopped between `was` and `now`; nothing for an act of nobody (None)."""
    own = (key for key, each in was.items() if each.seat == seat and not each.is_answered)
    stopped = any(key not in now or now[key].is_answered for key in own)
    return (seat,) if seat is not None and stopped else ()
