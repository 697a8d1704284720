"""Choosing: the best of the Moves that a bot is offered.

It builds ships with enough guns for the treasure aboard. Chance decides whether a bomb goes aboard too, so that rivals
cannot predict its ships. It attacks if it can expect to win more than it risks; otherwise it brings its richest ship
home.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from pirates.bots import best_of
from pirates.commands import Move
from pirates.dice import Dice
from pirates.guns_or_treasure.bot.building import add, bombs_aboard, bombs_wished, build, forgo, lay, shift, take
from pirates.guns_or_treasure.bot.marauding import attack, look, retreat, spy
from pirates.guns_or_treasure.moves import (
    AddLeftover,
    AttackByLots,
    AttackShip,
    BuildShips,
    ChooseSide,
    ForgoPower,
    LayBluff,
    LookAtCard,
    ManArmada,
    RetreatShip,
    ShiftCard,
    SpyShip,
    TakeCard,
)
from pirates.guns_or_treasure.pieces import Captain
from pirates.guns_or_treasure.view import View

OFF_PLAN = 50.0
"""The penalty on a plan for each bomb above or below the number drawn for this round."""


def bot(view: View, moves: Sequence[Move], dice: Dice) -> Move:
    """Return the best of `moves`; choose between equals at random."""
    if len(moves) == 1:
        return moves[0]
    values = [_VALUES[type(move)](view, move) for move in moves]
    if isinstance(moves[0], BuildShips):
        values = _with_bluff(view, moves, values, dice)
    return best_of(moves, values, dice)


def _with_bluff(view: View, moves: Sequence[Move], values: Sequence[float], dice: Dice) -> list[float]:
    """Draw how many bombs to load this round, and return the values of plans, less a penalty for any other number."""
    wished = bombs_wished(view, dice)
    pairs = zip(moves, values, strict=True)
    return [value - OFF_PLAN * abs(bombs_aboard(move) - wished) for move, value in pairs]


def _side(view: View, move: ChooseSide) -> float:
    liked = {Captain.OSRIC: "b", Captain.CROOK: "b", Captain.WILMA: "a", Captain.SAL: "a"}
    if view.viewer is None or move.side is None:
        return -1.0
    return 1.0 if liked.get(view.captains[view.viewer].captain, move.side) == move.side else 0.0


def _crew(_: View, move: ManArmada) -> float:
    return -100.0 if move.cards is None else 0.0


_VALUES: Mapping[type[Move], Callable[[View, Any], float]] = {
    ChooseSide: _side,
    BuildShips: build,
    LayBluff: lay,
    TakeCard: take,
    ManArmada: _crew,
    AddLeftover: add,
    ShiftCard: shift,
    SpyShip: spy,
    LookAtCard: look,
    ForgoPower: forgo,
    AttackShip: attack,
    AttackByLots: lambda _, __: -100.0,
    RetreatShip: retreat,
}
