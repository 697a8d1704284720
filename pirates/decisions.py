"""Decisions: the open questions of a Match, and the only source of "whose turn"."""

from collections.abc import Iterable

import msgspec

from pirates.commands import Move
from pirates.seats import Seat


class Decision(msgspec.Struct, frozen=True):
    """One open question to one Seat, or to the clock.

    `seat` is None for the clock, which answers with `Resolve(key)`; a Seat answers with a Move, or its time runs out
    and `Expire(seat, key)` plays `default`. `key` never repeats in a Match. The Match waits for `required` ones only.
    A `window` interrupts: it is open because somebody may, not must, have an answer.
    """

    seat: Seat | None
    kind: str
    key: str
    default: Move | None
    required: bool = True
    window: bool = False


def awaited_seats(decisions: Iterable[Decision]) -> tuple[Seat, ...]:
    """Return the seats the Match waits for, lowest first, each once."""
    return tuple(sorted({each.seat for each in decisions if each.required and each.seat is not None}))


def open_to(decisions: Iterable[Decision], seat: Seat | None) -> tuple[Decision, ...]:
    """Return the Decisions put to `seat`; None asks for the clock's."""
    return tuple(each for each in decisions if each.seat == seat)


def find_decision(decisions: Iterable[Decision], key: str) -> Decision | None:
    """Return the open Decision named `key`, or None if it is not open (any more)."""
    return next((each for each in decisions if each.key == key), None)
