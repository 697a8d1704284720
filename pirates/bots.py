"""Bots: choose the legal Move that a game's own bot values most."""

from collections.abc import Sequence

from pirates.commands import Move
from pirates.dice import Dice, pick


def best_of(moves: Sequence[Move], values: Sequence[float], dice: Dice) -> Move:
    """Return the Move with the highest value; the dice choose between equals. `values` has one value for each Move."""
    best = max(values)
    return pick(dice, [move for move, value in zip(moves, values, strict=True) if value == best])
