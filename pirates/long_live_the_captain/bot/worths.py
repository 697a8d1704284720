"""Worths: the worth of cards in points, as bribes in this round or kept for later ones."""

from collections.abc import Iterator, Mapping
from itertools import combinations

from pirates.long_live_the_captain.pieces import BRIBE_CARDS, EVENT_CARDS, Card, Cards, EventCard, Pile, resources_in
from pirates.long_live_the_captain.scoring import bid_of, is_deadly, payments, total_wanted
from pirates.long_live_the_captain.state import NO_EVENT
from pirates.long_live_the_captain.view import PirateView, View
from pirates.piles import sorted_cards, without

_WORTH: Mapping[Card, float] = {
    Card.MAP: 1.1,
    Card.POISON: 0.7,
    Card.SILK: 0.75,
    Card.GOLD: 0.75,
    Card.GUNPOWDER: 0.55,
    Card.FISH: 0.5,
}
"""Resources alone: Apples and Bribe cards go home at the end of the round (Ruling L33)."""
MIDDLING = (_WORTH[Card.GUNPOWDER] + _WORTH[Card.GOLD]) / 2
_CHANCES = (0.6, 0.75, 0.85)
"""The chance that a full payment wins, by the number of cards beyond what is wanted."""
_HARM = 0.15
"""The worth of keeping a pirate from the others, per point of the pirate."""
_LEAST_THRIFT = 0.35
"""The worth of a resource in the last round: given away, it helps others to bribe."""
_BRIBE_CARD = 0.3
"""The worth of each Bribe card that can still point at a pirate of this round."""
_LAST_BRIBE_CARDS = 1.5
"""The additional worth of each of the last two Bribe cards, without which no pile can be made."""
_PILES_WISHED = 2


def worth_of(cards: Cards) -> float:
    """Return the worth of cards beyond this round."""
    return sum(_WORTH.get(card, 0.0) for card in cards)


def thrift(view: View) -> float:
    """Return how much a card in hand still matters; less and less towards the last round."""
    return min(1.0, (view.rounds - view.round) / 3)


def event_of(view: View) -> EventCard:
    """Return the event card of the round."""
    return NO_EVENT if view.event is None else EVENT_CARDS[view.event.number]


def gain_of(pirate: PirateView, event: EventCard, pile: Pile) -> float:
    """Return the expected points of a pile."""
    if is_deadly(pirate.needs, event, pile):
        return _HARM * pirate.points
    bid = bid_of(pirate.needs, event, 0, pile.resources, 0)
    if not bid.pays:
        return 0.0
    extra = min(bid.total - total_wanted(pirate.needs), len(_CHANCES) - 1)
    return _CHANCES[extra] * pirate.points


def hand_worth(view: View, hand: Cards) -> float:
    """Return the worth of a hand before bribes are sealed: its best bribes now, and the cards it keeps.

    Apples, and Bribe cards beyond one for each pirate, add nothing.
    """
    saved = max(thrift(view), _LEAST_THRIFT)
    targets = [each for each in view.pirates if BRIBE_CARDS[each.position - 1] in hand]
    stock = resources_in(hand)
    missing = max(0, _PILES_WISHED - len(targets))
    pointing = _BRIBE_CARD * len(targets) - _LAST_BRIBE_CARDS * missing
    return _best_bribes(targets, event_of(view), stock, saved) + saved * worth_of(stock) + pointing


def after_swap(hand: Cards, given: Cards, gained: Cards) -> Cards:
    """Return the hand that a swap would leave."""
    return sorted_cards((*without(hand, given), *gained))


def _best_bribes(targets: list[PirateView], event: EventCard, stock: Cards, saved: float) -> float:
    """Return the gain of the best one or two piles, less their cost."""
    best = 0.0
    for pirate in targets:
        best = max([best, *(value for value, _ in _bribes(pirate, event, stock, saved))])
    if event.one_pile:
        return best
    for one, other in combinations(targets, 2):
        for value, spent in _bribes(one, event, stock, saved):
            rest = without(stock, spent)
            best = max([best, *(value + second for second, _ in _bribes(other, event, rest, saved))])
    return best


def _bribes(pirate: PirateView, event: EventCard, stock: Cards, saved: float) -> Iterator[tuple[float, Cards]]:
    for cards in payments(pirate.needs, event, stock):
        yield gain_of(pirate, event, Pile(pirate.position, cards)) - saved * worth_of(cards), cards
