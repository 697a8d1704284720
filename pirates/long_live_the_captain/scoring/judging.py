"""Judging: a pirate's choice among the piles that it is offered."""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple, cast

from pirates.long_live_the_captain.pieces import RESOURCES, Bid, Card, Cards, EventCard, Needs, Pile, Verdict
from pirates.long_live_the_captain.scoring.wants import is_wanted
from pirates.seats import Seat

_PLACE: Mapping[Card, int] = {card: place for place, card in enumerate(RESOURCES)}


class Judgement(NamedTuple):
    """A pirate's decision; `left` lists the seats that remained after each comparison."""

    verdict: Verdict
    winner: Seat | None
    bids: tuple[Bid, ...]
    left: tuple[tuple[Seat, ...], ...] = ()
    killers: tuple[Seat, ...] = ()


def judge(needs: Needs, event: EventCard, piles: Mapping[Seat, Pile], crews: Sequence[int]) -> Judgement:
    """Return the seat that a pirate with `needs` follows, given each seat's pile and the points of its crew.

    Poison where it is not wanted comes before all else (Ruling L16). A pile without a resource is no bribe (L4).
    """
    bids = tuple(bid_of(needs, event, seat, piles[seat].resources, crews[seat]) for seat in sorted(piles))
    bids = tuple(bid for bid in bids if bid.cards)
    if not bids:
        return Judgement(Verdict.UNBRIBED, None, ())
    killers = tuple(bid.seat for bid in bids if is_deadly(needs, event, piles[bid.seat]))
    if killers:
        return Judgement(Verdict.POISONED, None, bids, killers=killers)
    paying = [bid for bid in bids if bid.pays]
    if not paying:
        return Judgement(Verdict.UNPAID, None, bids)
    if len(paying) == 1:
        return Judgement(Verdict.ALONE, paying[0].seat, bids)
    return _compare(paying, bids)


def is_deadly(needs: Needs, event: EventCard, pile: Pile) -> bool:
    """Whether a pile kills: Poison does, unless it is wanted (L15, L16), and Gunpowder in event 16 (L27-L29)."""
    if event.all_are_maps or is_wanted(needs, Card.POISON):
        return False
    if Card.POISON in pile.cards:
        return True
    if not event.gunpowder_kills or Card.GUNPOWDER not in pile.cards:
        return False
    return pile.as_poison or not is_wanted(needs, Card.GUNPOWDER)


def bid_of(needs: Needs, event: EventCard, seat: Seat, cards: Cards, crew: int) -> Bid:
    """Return the worth of the real resources `cards` to a pirate."""
    wild, welcome = _wild_kinds(event), _welcome_kinds(needs, event)
    finest = [0] * len(RESOURCES)
    for card in cards:
        if card in welcome:
            finest[0 if card in wild else _PLACE[card]] += 1
    total = sum(finest)
    pays = total >= total_wanted(needs) and _missing(needs, event, cards, wild) <= finest[0]
    return Bid(seat, cards, pays, total, cast("tuple[int, int, int, int, int, int]", tuple(finest)), crew)


def total_wanted(needs: Needs) -> int:
    """Return the number of cards that a pirate wants, at least one (Ruling L17)."""
    return max(1, sum(need.count for need in needs))


def _missing(needs: Needs, event: EventCard, cards: Cards, wild: Cards) -> int:
    """Return the number of wanted cards that only wild ones can replace (Rulings L11, L24)."""
    if event.all_are_maps:
        return total_wanted(needs)
    lacking = {need.card: need.count - (0 if need.card in wild else cards.count(need.card)) for need in needs}
    if event.gunpowder_kills and lacking.get(Card.POISON, 0) > 0:
        spare = max(0, -lacking.get(Card.GUNPOWDER, -cards.count(Card.GUNPOWDER)))
        lacking[Card.POISON] -= min(spare, lacking[Card.POISON])
    return sum(max(0, count) for count in lacking.values())


def _wild_kinds(event: EventCard) -> Cards:
    """Return the kinds that count as Maps: Maps, in event 13 also Fish (L24), in event 18 all kinds (L31)."""
    if event.all_are_maps:
        return RESOURCES
    return (Card.MAP, Card.FISH) if event.fish_are_maps else (Card.MAP,)


def _welcome_kinds(needs: Needs, event: EventCard) -> Cards:
    """Return the kinds that count: the desired and the wild ones, and Gunpowder if Poison is wanted (L29)."""
    kinds = (*_wild_kinds(event), *(need.card for need in needs))
    as_poison = event.gunpowder_kills and is_wanted(needs, Card.POISON)
    return (*kinds, Card.GUNPOWDER) if as_poison else kinds


def _compare(paying: list[Bid], bids: tuple[Bid, ...]) -> Judgement:
    """Let each comparison drop the seats that are behind (L14), until one remains or no comparison is left (L13)."""
    left: list[tuple[Seat, ...]] = []
    for verdict, merit in _COMPARISONS:
        best = max(merit(bid) for bid in paying)
        paying = [bid for bid in paying if merit(bid) == best]
        left.append(tuple(bid.seat for bid in paying))
        if len(paying) == 1:
            return Judgement(verdict, paying[0].seat, bids, tuple(left))
    return Judgement(Verdict.TIED, None, bids, tuple(left))


_COMPARISONS: tuple[tuple[Verdict, Callable[[Bid], tuple[int, ...]]], ...] = (
    (Verdict.MOST, lambda bid: (bid.total,)),
    (Verdict.FINEST, lambda bid: bid.finest),
    (Verdict.SMALLEST_CREW, lambda bid: (-bid.crew,)),
)
