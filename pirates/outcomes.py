"""Outcomes: how a Match ended."""

import msgspec

from pirates.seats import Seat


class Outcome(msgspec.Struct, frozen=True):
    """How the rules ended a Match.

    `ranking` groups all seats from first to last, level seats together; `winners` is its first group. `scores` are in
    seat order, in the game's own points. `reason` is a stable code for the way it ended.
    """

    winners: tuple[Seat, ...]
    ranking: tuple[tuple[Seat, ...], ...]
    scores: tuple[int, ...]
    reason: str
