"""Resource cards, Rotten Apples and Bribe cards."""

from collections.abc import Callable, Iterable, Mapping
from enum import StrEnum
from typing import TypeAlias

from pirates.piles import sorted_cards
from pirates.wording import gettext, gettext_noop, ngettext


class Card(StrEnum):
    """A card's face; cards with the same face are interchangeable. The value is its word in the notation.

    The colours of Bribe and Apple cards are not kept: whoever holds one may use it, and they all go home together.
    """

    MAP = "map"
    POISON = "poison"
    SILK = "silk"
    GOLD = "gold"
    GUNPOWDER = "gunpowder"
    FISH = "fish"
    APPLE = "apple"
    BRIBE_1 = "bribe1"
    BRIBE_2 = "bribe2"
    BRIBE_3 = "bribe3"
    BRIBE_4 = "bribe4"
    BRIBE_5 = "bribe5"

    @property
    def label(self) -> str:
        """Return the displayed name, in the active language."""
        if self in _LABELS:
            return gettext(_LABELS[self])
        return gettext("Bribe card {number}").format(number=BRIBE_CARDS.index(self) + 1)

    def counted(self, count: int) -> str:
        """Return a number of cards of this kind as text, in the active language."""
        if self in _COUNTED:
            return _COUNTED[self](count).format(count=count)
        return self.label if count == 1 else gettext("{count} times {card}").format(count=count, card=self.label)


Cards: TypeAlias = tuple[Card, ...]
"""Cards in canonical order, so that equal hands are equal values; `by_worth` is the order for people."""

RESOURCE_COPIES: Mapping[Card, int] = {
    Card.MAP: 8,
    Card.POISON: 9,
    Card.SILK: 25,
    Card.GOLD: 23,
    Card.GUNPOWDER: 30,
    Card.FISH: 35,
}
RESOURCES: Cards = tuple(RESOURCE_COPIES)
"""The six kinds of resource, from the most valuable to the least."""
BRIBE_CARDS: Cards = (Card.BRIBE_1, Card.BRIBE_2, Card.BRIBE_3, Card.BRIBE_4, Card.BRIBE_5)
"""The Bribe card that points at pirate n is BRIBE_CARDS[n - 1]."""
BY_WORTH: Cards = (*RESOURCES, Card.APPLE, *BRIBE_CARDS)
KINDS: Cards = BY_WORTH
APPLES = 5

_LABELS: Mapping[Card, str] = {
    Card.MAP: gettext_noop("Treasure Map"),
    Card.POISON: gettext_noop("Poison"),
    Card.SILK: gettext_noop("Silk"),
    Card.GOLD: gettext_noop("Gold"),
    Card.GUNPOWDER: gettext_noop("Gunpowder"),
    Card.FISH: gettext_noop("Salty Fish"),
    Card.APPLE: gettext_noop("Rotten Apple"),
}

_COUNTED: Mapping[Card, Callable[[int], str]] = {
    Card.MAP: lambda count: ngettext("{count} Treasure Map", "{count} Treasure Maps", count),
    Card.POISON: lambda count: ngettext("{count} Poison", "{count} Poison", count),
    Card.SILK: lambda count: ngettext("{count} Silk", "{count} Silk", count),
    Card.GOLD: lambda count: ngettext("{count} Gold", "{count} Gold", count),
    Card.GUNPOWDER: lambda count: ngettext("{count} Gunpowder", "{count} Gunpowder", count),
    Card.FISH: lambda count: ngettext("{count} Salty Fish", "{count} Salty Fish", count),
    Card.APPLE: lambda count: ngettext("{count} Rotten Apple", "{count} Rotten Apples", count),
}


def by_worth(cards: Iterable[Card]) -> Cards:
    """Return `cards` from the most valuable to the least, Apples and Bribe cards last."""
    held = tuple(cards)
    return tuple(card for card in BY_WORTH for _ in range(held.count(card)))


def resources_in(cards: Cards) -> Cards:
    """Return the real resources among `cards`."""
    return tuple([card for card in cards if card in RESOURCES])


HOME_CARDS: Cards = sorted_cards((*(Card.APPLE,) * APPLES, *BRIBE_CARDS))
"""The cards that every player has again at the start of each round, whatever was traded (Ruling L33)."""
STARTING_HAND: Cards = sorted_cards((*RESOURCES, *HOME_CARDS))
