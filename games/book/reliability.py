"""Reliability: how many questions with a deadline each person answered in time, folded from the log. Pure.

It belongs to the person, not to the seat: a person who takes over a seat starts there with nothing,
and the person who left keeps their counts. Three things do not count: the acts of a caretaker, entries that a rewind
left behind, and tables where one person plays against bots. A deadline whose time was given back has not been missed.
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
    """How many questions with a deadline a person answered in time, and how many they missed."""

    answered: int = 0
    missed: int = 0

    @property
    def asked(self) -> int:
        """The number of questions, answered or missed."""
        return self.answered + self.missed


def count_reliability(
    known: Mapping[str, Reliability], table: Table, answered: Iterable[Seat], events: Iterable[Event]
) -> Mapping[str, Reliability]:
    """Return each person's reliability, by reference, after an entry with these Events; `table` is the one before it.

    `answered` are the seats whose players answered a question with a deadline in person.
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
    """Return `seat` if one of its clocks stopped between `was` and `now`; nothing if no player acted (None)."""
    own = (key for key, each in was.items() if each.seat == seat and not each.is_answered)
    stopped = any(key not in now or now[key].is_answered for key in own)
    return (seat,) if seat is not None and stopped else ()
