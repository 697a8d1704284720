"""Naming: cards, points and wants as text."""

from pirates.long_live_the_captain.pieces import Cards, Needs, by_worth
from pirates.wording import gettext as _
from pirates.wording import listed, ngettext


def cards_named(cards: Cards) -> str:
    """Return the cards as text, the most valuable first."""
    kinds = dict.fromkeys(by_worth(cards))
    return listed([card.counted(cards.count(card)) for card in kinds]) if cards else _("nothing")


def points(count: int) -> str:
    """Return a number of points as text."""
    return ngettext("{count} point", "{count} points", count).format(count=count)


def needs_named(needs: Needs) -> str:
    """Return a pirate's wants as text, including kinds that count as wanted but need no card (Ruling L17)."""
    needed = listed([need.card.counted(need.count) for need in needs if need.count])
    welcome = [need.card.label for need in needs if not need.count]
    if not welcome:
        return needed
    return _("{needs} ({cards} counts as well)").format(needs=needed, cards=listed(welcome))
