"""Bot: plays sensibly from a View and the Moves it is offered.

It pays pirates in full where it can, a little more where others may pay too, values what it gives away, keeps good
batches, and takes an offer that is worth more than it costs. It makes none itself.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from pirates.commands import Move
from pirates.dice import Dice, pick
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
from pirates.long_live_the_captain.pieces import EVENT_CARDS, Card, Cards, EventCard, Pile
from pirates.long_live_the_captain.scoring import bid_of, is_deadly, total_wanted
from pirates.long_live_the_captain.state import NO_EVENT
from pirates.long_live_the_captain.view import PirateView, View

_WORTH: Mapping[Card, float] = {
    Card.MAP: 1.1,
    Card.POISON: 0.7,
    Card.SILK: 0.75,
    Card.GOLD: 0.75,
    Card.GUNPOWDER: 0.55,
    Card.FISH: 0.5,
    Card.APPLE: 0.02,
}
_BRIBE_CARD = 0.3
_CHANCES = (0.6, 0.75, 0.85)
"""How likely a full payment is to win, by how many cards it is above what is wanted."""
_HARM = 0.15
"""What it is worth to keep a pirate from the others, for each of its points."""


def bot(view: View, moves: Sequence[Move], dice: Dice) -> Move:
    """Return the best of `moves`; lots choose between equals."""
    if len(moves) == 1:
        return moves[0]
    values = [_VALUES[type(move)](view, move) for move in moves]
    best = max(values)
    return pick(dice, [move for move, value in zip(moves, values, strict=True) if value == best])


def _worth(cards: Cards) -> float:
    return sum(_WORTH.get(card, _BRIBE_CARD) for card in cards)


def _thrift(view: View) -> float:
    """Return how much a card in hand still matters: less and less towards the last round."""
    return min(1.0, (view.rounds - view.round) / 3)


def _bribe(view: View, move: SealBribes) -> float:
    return 10.0 + sum(_pile(view, pile) for pile in move.piles)


def _pile(view: View, pile: Pile) -> float:
    event = NO_EVENT if view.event is None else EVENT_CARDS[view.event.number]
    pirate = view.pirates[pile.pirate - 1]
    return _gain(pirate, event, pile) - _thrift(view) * _worth(pile.resources) - 0.01


def _gain(pirate: PirateView, event: EventCard, pile: Pile) -> float:
    if is_deadly(pirate.needs, event, pile):
        return _HARM * pirate.points
    bid = bid_of(pirate.needs, event, 0, pile.resources, 0)
    if not bid.pays:
        return 0.0
    extra = min(bid.total - total_wanted(pirate.needs), len(_CHANCES) - 1)
    return _CHANCES[extra] * pirate.points


def _deal(view: View, move: DealBatch) -> float:
    """Keep a batch of more than middling worth; give a poor one to the one who is furthest behind."""
    batch = view.batch or ()
    good = _worth(batch) / max(1, len(batch)) > _middling()
    if move.to == view.viewer:
        return 20.0 if good else 1.0
    return 10.0 - view.crews[move.to].points / 100


def _middling() -> float:
    return (_WORTH[Card.GUNPOWDER] + _WORTH[Card.GOLD]) / 2


def _accept(view: View, move: AcceptOffer) -> float:
    offer = next(
        each for each in view.offers if (each.maker, each.number, each.to) == (move.maker, move.number, move.seat)
    )
    return 100.0 if _worth(offer.give) > _worth(offer.want) else -100.0


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
