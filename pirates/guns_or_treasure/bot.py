"""Bot: plays sensibly from a View and the Moves it is offered."""

from collections.abc import Sequence

from pirates.commands import Move
from pirates.dice import Dice, pick
from pirates.guns_or_treasure.view import View


def bot(view: View, moves: Sequence[Move], dice: Dice) -> Move:
    """Return one of `moves`."""
    return pick(dice, moves)
