"""Bargains: the offers that a seat can make, listed lazily from small to large without promises, or one at random."""

from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement

from pirates.dice import Dice, pick
from pirates.long_live_the_captain.moves import CounterOffer, MakeOffer
from pirates.long_live_the_captain.pieces import KINDS, MOST_ASKED, Card, Cards, Offer
from pirates.long_live_the_captain.rules.plans import counted, sample_cards
from pirates.long_live_the_captain.state import State, free_cards, may_offer_more, offerable
from pirates.piles import sorted_cards
from pirates.seats import Seat

_ALL_KINDS: Cards = sorted_cards(KINDS)


def new_offers(state: State, seat: Seat) -> Iterator[MakeOffer]:
    """Yield each offer, without a promise, that the seat can make to anyone; smaller ones come first."""
    partners = offerable(state, seat)
    for give, want in _terms(free_cards(state, seat)) if partners else ():
        yield from (MakeOffer(seat, give, want, to=to) for to in partners)


def counter_offers(state: State, seat: Seat, offers: Sequence[Offer]) -> Iterator[CounterOffer]:
    """Yield each counter, without a promise, to the offers put to the seat."""
    answerable = [offer for offer in offers if may_offer_more(state, seat, offer.maker)]
    for give, want in _terms(free_cards(state, seat)) if answerable else ():
        yield from (CounterOffer(seat, give, want, maker=each.maker, number=each.number) for each in answerable)


def sample_terms(state: State, seat: Seat, dice: Dice) -> tuple[Cards, Cards]:
    """Return two random sides of an offer; all are possible, small ones more likely."""
    free = free_cards(state, seat)
    if dice.below(8) == 0:
        give = sample_cards(free, dice)
    else:
        give = (pick(dice, free),) if free and dice.below(3) else ()
    kinds = [card for card in _ALL_KINDS if card not in give]
    count = dice.below(MOST_ASKED + 1) if dice.below(8) == 0 else dice.below(2)
    want = sorted_cards(pick(dice, kinds) for _ in range(count)) if kinds else ()
    if give or want:
        return give, want
    return (), (pick(dice, kinds),)


def _terms(free: Cards) -> Iterator[tuple[Cards, Cards]]:
    """Yield each valid pair of sides, the fewest cards first."""
    kinds = counted(free)
    for size in range(1, len(free) + MOST_ASKED + 1):
        for asked in range(min(size, MOST_ASKED) + 1):
            for give in _choices(kinds, size - asked):
                others = [card for card in _ALL_KINDS if card not in give]
                yield from ((give, want) for want in combinations_with_replacement(others, asked))


def _choices(kinds: Sequence[tuple[Card, int]], size: int) -> Iterator[Cards]:
    """Yield each choice of `size` cards from so many of each kind."""
    if size == 0:
        yield ()
        return
    if sum(count for _, count in kinds) < size:
        return
    (card, count), *rest = kinds
    for taken in range(min(count, size), -1, -1):
        yield from ((card,) * taken + others for others in _choices(rest, size - taken))
