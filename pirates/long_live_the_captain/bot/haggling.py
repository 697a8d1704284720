"""Haggling: a bot's offers and answers before it seals, as long as people can trade with it.

It answers every offer at once, and makes one of its own in a round at most: for a card that lets it pay a pirate, and
for cards that are worth as much to anybody.
"""

from collections.abc import Iterator, Sequence

from pirates.commands import Move
from pirates.dice import Dice, pick
from pirates.long_live_the_captain.bot.worths import after_swap, hand_worth, worth_of
from pirates.long_live_the_captain.moves import AcceptOffer, MakeOffer, RefuseOffer
from pirates.long_live_the_captain.pieces import BRIBE_CARDS, Card, Cards, Offer, resources_in
from pirates.long_live_the_captain.view import View
from pirates.piles import holds, sorted_cards
from pirates.seats import Seat

MOST_OFFERS = 1
"""The most offers that a bot makes in a round, to all others together."""
_LEAST_GAIN = 0.15
"""The least gain for which a bot accepts a swap."""
_LEAST_HOPE = 0.6
"""The least gain for which a bot makes an offer."""
_MOST_PAID = 0.8
"""The most that a bot gives beyond the worth of what it asks for."""


def partners(view: View) -> tuple[Seat, ...]:
    """Return the seats that the viewer can still trade with before it seals."""
    return view.partners


def haggle(view: View, people: Sequence[Seat], dice: Dice) -> Move | None:
    """Return an answer to an offer, or an offer to one of `people`; None if there is nothing to say now."""
    if view.viewer is None:
        return None
    for offer in view.offers:
        if offer.to == view.viewer:
            kind = AcceptOffer if is_welcome(view, offer) else RefuseOffer
            return kind(view.viewer, offer.maker, offer.number)
    return _offer(view, view.viewer, [seat for seat in people if seat in view.offerable], dice)


def is_welcome(view: View, offer: Offer) -> bool:
    """Whether the viewer has the cards that an offer asks for, and gains by it."""
    return holds(view.free or (), offer.want) and gain_by(view, offer.want, offer.give) >= _LEAST_GAIN


def gain_by(view: View, given: Cards, gained: Cards) -> float:
    """Return how much a swap would add to the worth of the viewer's hand."""
    hand = view.hand or ()
    return hand_worth(view, after_swap(hand, given, gained)) - hand_worth(view, hand)


def _offer(view: View, seat: Seat, people: Sequence[Seat], dice: Dice) -> MakeOffer | None:
    if not people or sum(view.offers_made or ()) >= MOST_OFFERS:
        return None
    hopes = [(gain_by(view, given, (wish,)), given, wish) for wish in _wishes(view) for given in _prices(view, wish)]
    if not hopes:
        return None
    gain, given, wish = max(hopes)
    return MakeOffer(seat, given, (wish,), to=pick(dice, people)) if gain >= _LEAST_HOPE else None


def _wishes(view: View) -> list[Card]:
    """Return the kinds of which one more card would help the viewer to bribe a pirate it can point at."""
    hand = view.hand or ()
    open_to_viewer = (each for each in view.pirates if BRIBE_CARDS[each.position - 1] in hand)
    kinds = dict.fromkeys(need.card for each in open_to_viewer for need in each.needs if need.card is not Card.MAP)
    return [kind for kind in kinds if gain_by(view, (), (kind,)) - worth_of((kind,)) >= _LEAST_HOPE]


def _prices(view: View, wish: Card) -> Iterator[Cards]:
    """Yield one or two cards that the viewer could give, worth as much as the wanted card or a little more."""
    stock = [card for card in resources_in(view.free or ()) if card is not wish]
    pairs = {sorted_cards((one, other)) for at, one in enumerate(stock) for other in stock[at + 1 :]}
    for given in sorted({*((card,) for card in stock), *pairs}):
        if 0 <= worth_of(given) - worth_of((wish,)) <= _MOST_PAID:
            yield given
