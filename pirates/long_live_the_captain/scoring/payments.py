"""Payments: the cards of a stock that would pay a pirate."""

from pirates.long_live_the_captain.pieces import Card, Cards, EventCard, Needs, by_worth
from pirates.long_live_the_captain.scoring.judging import bid_of, total_wanted
from pirates.piles import sorted_cards, without

MOST_EXTRA = 2


def payments(needs: Needs, event: EventCard, stock: Cards) -> list[Cards]:
    """Return the cards of `stock` that pay a pirate: just enough, and a little more; nothing if it cannot be paid."""
    least = _least_payment(needs, event, stock)
    if least is None:
        return []
    welcome = [card for card in reversed(by_worth(without(stock, least))) if _counts(needs, event, card)]
    extras = range(min(MOST_EXTRA, len(welcome)) + 1)
    return [sorted_cards((*least, *welcome[:extra])) for extra in extras]


def _least_payment(needs: Needs, event: EventCard, stock: Cards) -> Cards | None:
    """Return the cheapest cards that pay in full, with wild ones only where necessary; None if nothing pays."""
    paid: list[Card] = []
    if not event.all_are_maps:
        for need in needs:
            paid += [need.card] * min(need.count, stock.count(need.card))
    left = [card for card in reversed(by_worth(without(stock, tuple(paid)))) if _counts(needs, event, card)]
    while not bid_of(needs, event, 0, tuple(paid), 0).pays:
        if not left or len(paid) > total_wanted(needs):
            return None
        paid.append(_next_best(needs, event, tuple(paid), left))
    return tuple(paid)


def _next_best(needs: Needs, event: EventCard, paid: Cards, left: list[Card]) -> Card:
    """Take the cheapest card that completes the payment, or else the cheapest wild one."""
    completing = (card for card in left if bid_of(needs, event, 0, (*paid, card), 0).pays)
    wild = (card for card in left if bid_of(needs, event, 0, (card,), 0).finest[0])
    found = next(completing, None) or next(wild, left[0])
    left.remove(found)
    return found


def _counts(needs: Needs, event: EventCard, card: Card) -> bool:
    return card is not Card.APPLE and bid_of(needs, event, 0, (card,), 0).total == 1
