"""Plans: the bribes that a seat can seal, listed lazily with the sensible ones first, or one at random."""

from collections.abc import Iterator, Sequence
from itertools import combinations, product

from pirates.dice import Dice, shuffle
from pirates.long_live_the_captain.pieces import BRIBE_CARDS, Card, Cards, Pile, Plan
from pirates.long_live_the_captain.rules.sealing import may_mean_poison, most_piles, targets
from pirates.long_live_the_captain.scoring import is_deadly, needs_at, payments
from pirates.long_live_the_captain.state import State
from pirates.piles import without
from pirates.seats import Seat


def sensible_plans(state: State, seat: Seat) -> Iterator[Plan]:
    """Yield no bribe at all, and each plan that pays or poisons one or two pirates without waste, once."""
    yield ()
    stock = usable(state.hands[seat])
    open_to_seat = targets(state, seat)
    for pirate in open_to_seat:
        yield from ((pile,) for pile in _sensible_piles(state, pirate, stock))
    if most_piles(state) < 2:
        return
    for one, other in combinations(open_to_seat, 2):
        for first in _sensible_piles(state, one, stock):
            yield from ((first, second) for second in _sensible_piles(state, other, without(stock, first.cards)))


def all_plans(state: State, seat: Seat) -> Iterator[Plan]:
    """Yield every plan once, in the order of their targets."""
    yield ()
    stock = usable(state.hands[seat])
    open_to_seat = targets(state, seat)
    for pirate in open_to_seat:
        yield from ((pile,) for pile, _ in _piles(state, pirate, stock))
    if most_piles(state) < 2:
        return
    for one, other in combinations(open_to_seat, 2):
        for first, left in _piles(state, one, stock):
            yield from ((first, second) for second, _ in _piles(state, other, left))


def sample_plan(state: State, seat: Seat, dice: Dice) -> Plan:
    """Return a random plan; all are possible."""
    open_to_seat = targets(state, seat)
    chosen = shuffle(dice, open_to_seat)[: dice.below(min(most_piles(state), len(open_to_seat)) + 1)]
    left = usable(state.hands[seat])
    piles = []
    for pirate in sorted(chosen):
        cards = sample_cards(left, dice)
        left = without(left, cards)
        meant = Card.GUNPOWDER in cards and may_mean_poison(state, pirate) and dice.below(2) == 0
        piles.append(Pile(pirate, cards, as_poison=meant))
    return tuple(piles)


def sample_cards(stock: Cards, dice: Dice) -> Cards:
    """Return random cards of `stock`: any number of each kind."""
    taken: list[Card] = []
    for card, count in counted(stock):
        taken += [card] * dice.below(count + 1)
    return tuple(taken)


def usable(hand: Cards) -> Cards:
    """Return the cards that may go under a Bribe card: resources and Apples."""
    return tuple([card for card in hand if card not in BRIBE_CARDS])


def counted(cards: Cards) -> list[tuple[Card, int]]:
    """Return each kind with its number, in canonical order."""
    return [(card, cards.count(card)) for card in dict.fromkeys(cards)]


def _piles(state: State, pirate: int, stock: Cards) -> Iterator[tuple[Pile, Cards]]:
    """Yield each pile that can be made of `stock` for a pirate, with the remaining cards."""
    says = may_mean_poison(state, pirate)
    kinds = counted(stock)
    for chosen in product(*(range(count + 1) for _, count in kinds)):
        cards = _laid_out(kinds, chosen)
        left = _laid_out(kinds, [count - taken for (_, count), taken in zip(kinds, chosen, strict=True)])
        yield Pile(pirate, cards), left
        if says and Card.GUNPOWDER in cards:
            yield Pile(pirate, cards, as_poison=True), left


def _laid_out(kinds: Sequence[tuple[Card, int]], counts: Sequence[int]) -> Cards:
    return tuple(card for (card, _), count in zip(kinds, counts, strict=True) for _ in range(count))


def _sensible_piles(state: State, pirate: int, stock: Cards) -> list[Pile]:
    """Return piles that pay just enough, a little more, or everything, and one that kills."""
    needs, event = needs_at(state, pirate), state.event_card
    piles = [Pile(pirate, cards) for cards in payments(needs, event, stock)]
    deadly = Pile(pirate, (Card.POISON,))
    if Card.POISON in stock and is_deadly(needs, event, deadly):
        piles.append(deadly)
    return piles
