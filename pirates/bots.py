"""Bots: the best of what may be played, by the worth that a title gives each Move."""

from collections.abc import Sequence

from pirates.commands import Move
from pirates.dice import Dice, pick


def best_of(moves: Sequence[Move], values: Sequence[float], dice: Dice) -> Move:
    """Return the Move of the highest value, of which there is one for each; lots choose between equals."""
    best = max(values)
    return pick(dice, [move for move, value in zip(moves, values, strict=True) if value == best])
