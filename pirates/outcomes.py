"""Outcomes: how a Match ended."""

from collections.abc import Iterable, Sequence
from typing import Any, TypeVar

import msgspec

from pirates.seats import Seat

M = TypeVar("M", bound=Any)


class Outcome(msgspec.Struct, frozen=True):
    """How the rules ended a Match.

    `ranking` groups all seats from first to last, with tied seats together; `winners` is its first group. `scores` are
    in seat order, in the game's own points. `reason` is a stable code for the way the Match ended.
    """

    winners: tuple[Seat, ...]
    ranking: tuple[tuple[Seat, ...], ...]
    scores: tuple[int, ...]
    reason: str


def ranked(seats: Iterable[Seat], merits: Sequence[M]) -> tuple[tuple[Seat, ...], ...]:
    """Return `seats` grouped from the highest merit to the lowest, ties together; `merits` are in seat order."""
    among = tuple(seats)
    levels = sorted({merits[seat] for seat in among}, reverse=True)
    return tuple(tuple(seat for seat in among if merits[seat] == level) for level in levels)
