"""Plans: every way to place three cards of a hand on ships, each once, in an order that mixes them well.

The order of cards matters only within each ship, so plans fall into families: all cards on one ship, two and one, or
three ships. A caller that takes only the first plans of the list, as bots do, sees all families and all cards.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from math import gcd
from typing import TypeAlias

from pirates.guns_or_treasure.pieces import PLACED_A_ROUND, Card, Cards, Load

Loads: TypeAlias = tuple[Load, ...]
Family: TypeAlias = tuple[Sequence[Cards], Callable[[Cards], Loads]]
"""Orders of three cards, and a function that loads an order on one choice of ships."""


def build_plans(hand: Cards, ships: tuple[int, ...]) -> Iterator[Loads]:
    """Yield every different plan for placing three cards of `hand`; `ships` are the numbers of existing ships."""
    families = tuple(_families(_orders(Counter(hand), PLACED_A_ROUND), ships))
    starts = [0]
    for orders, _ in families:
        starts.append(starts[-1] + len(orders))
    owner = [family for family, (orders, _) in enumerate(families) for _ in orders]
    for index in _mixed(starts[-1]):
        orders, load = families[owner[index]]
        yield load(orders[index - starts[owner[index]]])


def orders_of(hand: Cards) -> list[Cards]:
    """Return every different order of all cards of `hand`."""
    return _orders(Counter(hand), len(hand))


def _orders(left: Counter[Card], count: int) -> list[Cards]:
    """Return every different order of `count` cards out of `left`."""
    if not count:
        return [()]
    return [
        (card, *rest) for card in sorted(left) if left[card] for rest in _orders(left - Counter((card,)), count - 1)
    ]


def _families(orders: Sequence[Cards], ships: tuple[int, ...]) -> Iterator[Family]:
    goals: tuple[int | None, ...] = (*ships, None)
    yield from ((orders, _on_one(goal)) for goal in goals)
    pairs = [(long, short) for long in goals for short in goals if long != short or long is None]
    yield from ((orders, _on_two(long, short)) for long, short in pairs)
    yield from ((orders, _on_three(three)) for three in combinations(ships, 3))
    yield from ((orders, _on_three((*two, None))) for two in combinations(ships, 2))
    rising = [cards for cards in orders if cards[1] <= cards[2]]
    yield from ((rising, _on_three((ship, None, None))) for ship in ships)
    yield [cards for cards in rising if cards[0] <= cards[1]], _on_three((None, None, None))


def _on_one(goal: int | None) -> Callable[[Cards], Loads]:
    return lambda cards: (Load(goal, cards),)


def _on_two(long: int | None, short: int | None) -> Callable[[Cards], Loads]:
    return lambda cards: (Load(long, cards[:2]), Load(short, cards[2:]))


def _on_three(goals: tuple[int | None, ...]) -> Callable[[Cards], Loads]:
    return lambda cards: tuple(Load(goal, (card,)) for goal, card in zip(goals, cards, strict=True))


def _mixed(count: int) -> Iterator[int]:
    """Yield the numbers below `count`, each once, in steps near the golden section of `count`."""
    step = max(1, round(count * 0.618))
    while gcd(step, count) != 1:
        step += 1
    return (index * step % count for index in range(count))
