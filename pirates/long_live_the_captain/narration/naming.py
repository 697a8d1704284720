"""Naming: cards, points and wants in words."""

from collections.abc import Callable, Mapping

from pirates.long_live_the_captain.pieces import Card, Cards, Needs, by_worth
from pirates.wording import gettext as _
from pirates.wording import listed, ngettext

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


def cards_named(cards: Cards) -> str:
    """Say what the cards are, the most valuable first."""
    kinds = dict.fromkeys(by_worth(cards))
    return listed([counted(card, cards.count(card)) for card in kinds]) if cards else _("nothing")


def points(count: int) -> str:
    """Say how many points."""
    return ngettext("{count} point", "{count} points", count).format(count=count)


def needs_named(needs: Needs) -> str:
    """Say what a pirate wants, and what counts as wanted though none of it is needed (Ruling L17)."""
    needed = listed([counted(need.card, need.count) for need in needs if need.count])
    welcome = [need.card.label for need in needs if not need.count]
    if not welcome:
        return needed
    return _("{needs} ({cards} counts as well)").format(needs=needed, cards=listed(welcome))
