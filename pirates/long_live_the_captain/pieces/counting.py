"""Counting: so many cards of a kind, in words."""

from collections.abc import Callable, Mapping

from pirates.long_live_the_captain.pieces.cards import Card
from pirates.wording import gettext as _
from pirates.wording import ngettext

_COUNTED: Mapping[Card, Callable[[int], str]] = {
    Card.MAP: lambda count: ngettext("{count} Treasure Map", "{count} Treasure Maps", count),
    Card.POISON: lambda count: ngettext("{count} Poison", "{count} Poison", count),
    Card.SILK: lambda count: ngettext("{count} Silk", "{count} Silk", count),
    Card.GOLD: lambda count: ngettext("{count} Gold", "{count} Gold", count),
    Card.GUNPOWDER: lambda count: ngettext("{count} Gunpowder", "{count} Gunpowder", count),
    Card.FISH: lambda count: ngettext("{count} Salty Fish", "{count} Salty Fish", count),
    Card.APPLE: lambda count: ngettext("{count} Rotten Apple", "{count} Rotten Apples", count),
}


def counted(card: Card, count: int) -> str:
    """Say how many of a kind."""
    if card in _COUNTED:
        return _COUNTED[card](count).format(count=count)
    return card.label if count == 1 else _("{count} times {card}").format(count=count, card=card.label)
