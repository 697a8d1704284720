"""Haggling: what a bot does before it seals, as long as people can trade with it.

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
"""How many offers of its own a bot makes in a round, to all others together."""
_LEAST_GAIN = 0.15
"""Below this a swap is not worth the trouble."""
_LEAST_HOPE = 0.6
"""What a bot must gain by an offer of its own."""
_MOST_PAID = 0.8
"""How much more than it asks for a bot gives."""


def partners(view: View) -> tuple[Seat, ...]:
    """Return the seats that the viewer can still trade with before it seals."""
    return view.partners


def haggle(view: View, people: Sequence[Seat], dice: Dice) -> Move | None:
    """Return an answer to an offer, or an offer to one of `people`, or None: nothing is to be said now."""
    if view.viewer is None:
        return None
    for offer in view.offers:
        if offer.to == view.viewer:
            kind = AcceptOffer if is_welcome(view, offer) else RefuseOffer
            return kind(view.viewer, offer.maker, offer.number)
    return _offer(view, view.viewer, [seat for seat in people if seat in view.offerable], dice)


def is_welcome(view: View, offer: Offer) -> bool:
    """Tell whether the viewer can give what an offer asks for, and is better off with what it brings."""
    return holds(view.free or (), offer.want) and gain_by(view, offer.want, offer.give) >= _LEAST_GAIN


def gain_by(view: View, given: Cards, gained: Cards) -> float:
    """Return how much more the viewer's hand would be worth after a swap."""
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
    """Return the kinds that would let the viewer do more for a pirate it can point at, were one of them given to it."""
    hand = view.hand or ()
    open_to_viewer = (each for each in view.pirates if BRIBE_CARDS[each.position - 1] in hand)
    kinds = dict.fromkeys(need.card for each in open_to_viewer for need in each.needs if need.card is not Card.MAP)
    return [kind for kind in kinds if gain_by(view, (), (kind,)) - worth_of((kind,)) >= _LEAST_HOPE]


def _prices(view: View, wish: Card) -> Iterator[Cards]:
    """Yield what the viewer could give: one card or two, worth as much as its wish to anybody, and not much more."""
    stock = [card for card in resources_in(view.free or ()) if card is not wish]
    pairs = {sorted_cards((one, other)) for at, one in enumerate(stock) for other in stock[at + 1 :]}
    for given in sorted({*((card,) for card in stock), *pairs}):
        if 0 <= worth_of(given) - worth_of((wish,)) <= _MOST_PAID:
            yield given
