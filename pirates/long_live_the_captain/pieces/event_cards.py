"""The twenty event cards. The kinds and signs of 01-08, and 19 and 20, are a house list (RULES.md, section 2)."""

from collections.abc import Mapping

import msgspec

from pirates.long_live_the_captain.pieces.cards import Card


class EventCard(msgspec.Struct, frozen=True):
    """What one event card does; each field beyond its words is one rule it changes, and most cards change one."""

    number: int
    title: str
    rule: str
    changed: Card | None = None
    by: int = 0
    takes_from_neighbour: bool = False
    adds_wants: bool = False
    shuffles_pirates: bool = False
    small_batches: bool = False
    fish_are_maps: bool = False
    lone_bribe_returns: bool = False
    one_pile: bool = False
    gunpowder_kills: bool = False
    few_pirates: bool = False
    all_are_maps: bool = False


def _change(number: int, card: Card, by: int) -> EventCard:
    more = "more" if by > 0 else "less"
    rule = f"Pirates who want {card.label} want one {more} of it."
    return EventCard(number, f"{card.label} {'dear' if by > 0 else 'cheap'}", rule, changed=card, by=by)


_CARDS = (
    _change(1, Card.SILK, 1),
    _change(2, Card.SILK, -1),
    _change(3, Card.GOLD, 1),
    _change(4, Card.GOLD, -1),
    _change(5, Card.GUNPOWDER, 1),
    _change(6, Card.GUNPOWDER, -1),
    _change(7, Card.FISH, 1),
    _change(8, Card.FISH, -1),
    EventCard(
        9,
        "Light fingers",
        "Everybody takes two cards by lots from the neighbour to the right.",
        takes_from_neighbour=True,
    ),
    EventCard(10, "Airs and graces", "Every pirate wants one more card, drawn from the deck.", adds_wants=True),
    EventCard(
        11,
        "Musical hammocks",
        "After the reveal the pirates change places by lots; losing bribes go back to their owners.",
        shuffles_pirates=True,
    ),
    EventCard(12, "Lean times", "Everybody is dealt two resources instead of five.", small_batches=True),
    EventCard(13, "Fish and charts", "Salty Fish count as Treasure Maps.", fish_are_maps=True),
    EventCard(14, "Honest purser", "A pirate bribed by one player only gives the bribe back.", lone_bribe_returns=True),
    EventCard(15, "Watchful mate", "Everybody may bribe one pirate only.", one_pile=True),
    EventCard(16, "Loose powder", "Gunpowder can be used as Poison.", gunpowder_kills=True),
    EventCard(17, "Shore leave", "Only two pirates are shown.", few_pirates=True),
    EventCard(18, "All that glitters", "Every resource counts as a Treasure Map.", all_are_maps=True),
    EventCard(19, "Calm seas", "Nothing changes."),
    EventCard(20, "Calm seas", "Nothing changes."),
)
EVENT_CARDS: Mapping[int, EventCard] = {card.number: card for card in _CARDS}
