"""Choosing: pick the best of the legal Moves.

It pays pirates in full where it can, a little more where others may pay too, values what it gives away, keeps good
batches, and takes an offer that is worth more than it costs.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from pirates.bots import best_of
from pirates.commands import Move
from pirates.dice import Dice
from pirates.long_live_the_captain.bot.haggling import is_welcome
from pirates.long_live_the_captain.bot.worths import MIDDLING, event_of, gain_of, thrift, worth_of
from pirates.long_live_the_captain.moves import (
    AcceptOffer,
    CounterOffer,
    DealBatch,
    DealByLots,
    MakeOffer,
    RefuseOffer,
    SealBribes,
    ShowBatch,
    ShowBatchTo,
    WithdrawOffer,
)
from pirates.long_live_the_captain.pieces import Pile
from pirates.long_live_the_captain.view import View


def bot(view: View, moves: Sequence[Move], dice: Dice) -> Move:
    """Return the best of `moves`; the dice choose between equals."""
    if len(moves) == 1:
        return moves[0]
    return best_of(moves, [_VALUES[type(move)](view, move) for move in moves], dice)


def _bribe(view: View, move: SealBribes) -> float:
    return 10.0 + sum(_pile(view, pile) for pile in move.piles)


def _pile(view: View, pile: Pile) -> float:
    pirate = view.pirates[pile.pirate - 1]
    return gain_of(pirate, event_of(view), pile) - thrift(view) * worth_of(pile.resources) - 0.01


def _deal(view: View, move: DealBatch) -> float:
    """Return the worth of giving the batch to a seat: high for keeping a good one, or for helping the last player."""
    batch = view.batch or ()
    good = worth_of(batch) / max(1, len(batch)) > MIDDLING
    if move.to == view.viewer:
        return 20.0 if good else 1.0
    return 10.0 - view.crews[move.to].points / 100


def _accept(view: View, move: AcceptOffer) -> float:
    offer = next(
        each for each in view.offers if (each.maker, each.number, each.to) == (move.maker, move.number, move.seat)
    )
    return 100.0 if is_welcome(view, offer) else -100.0


def _refuse(_: View, __: RefuseOffer) -> float:
    return 50.0


_VALUES: Mapping[type[Move], Callable[[View, Any], float]] = {
    DealBatch: _deal,
    DealByLots: lambda _, __: 0.0,
    ShowBatch: lambda _, __: -10.0,
    ShowBatchTo: lambda _, __: -10.0,
    SealBribes: _bribe,
    AcceptOffer: _accept,
    RefuseOffer: _refuse,
    CounterOffer: lambda _, __: -60.0,
    MakeOffer: lambda _, __: -50.0,
    WithdrawOffer: lambda _, __: -40.0,
}
