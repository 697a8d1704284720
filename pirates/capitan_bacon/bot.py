"""Bot: plays sensibly from a View and the Moves it is offered."""

from collections.abc import Sequence

from pirates.capitan_bacon.view import View
from pirates.commands import Move
from pirates.dice import Dice, pick


def bot(_view: View, moves: Sequence[Move], dice: Dice) -> Move:
    """Return one of `moves`."""
    return pick(dice, moves)
