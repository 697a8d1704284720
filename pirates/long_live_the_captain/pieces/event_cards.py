"""The twenty event cards. The kinds and signs of 01-08, and 19 and 20, are a house list (RULES.md, section 2)."""

from collections.abc import Mapping

import msgspec

from pirates.long_live_the_captain.pieces.cards import Card
from pirates.wording import gettext_noop


class EventCard(msgspec.Struct, frozen=True):
    """The effect of one event card; each field besides its words is one rule that it changes. Most cards change one.

    `title` and `rule` are English, to be translated where they are read.
    """

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


_CARDS = (
    EventCard(
        1,
        gettext_noop("Silk dear"),
        gettext_noop("Pirates who want Silk want one more of it."),
        changed=Card.SILK,
        by=1,
    ),
    EventCard(
        2,
        gettext_noop("Silk cheap"),
        gettext_noop("Pirates who want Silk want one less of it."),
        changed=Card.SILK,
        by=-1,
    ),
    EventCard(
        3,
        gettext_noop("Gold dear"),
        gettext_noop("Pirates who want Gold want one more of it."),
        changed=Card.GOLD,
        by=1,
    ),
    EventCard(
        4,
        gettext_noop("Gold cheap"),
        gettext_noop("Pirates who want Gold want one less of it."),
        changed=Card.GOLD,
        by=-1,
    ),
    EventCard(
        5,
        gettext_noop("Gunpowder dear"),
        gettext_noop("Pirates who want Gunpowder want one more of it."),
        changed=Card.GUNPOWDER,
        by=1,
    ),
    EventCard(
        6,
        gettext_noop("Gunpowder cheap"),
        gettext_noop("Pirates who want Gunpowder want one less of it."),
        changed=Card.GUNPOWDER,
        by=-1,
    ),
    EventCard(
        7,
        gettext_noop("Salty Fish dear"),
        gettext_noop("Pirates who want Salty Fish want one more of it."),
        changed=Card.FISH,
        by=1,
    ),
    EventCard(
        8,
        gettext_noop("Salty Fish cheap"),
        gettext_noop("Pirates who want Salty Fish want one less of it."),
        changed=Card.FISH,
        by=-1,
    ),
    EventCard(
        9,
        gettext_noop("Light fingers"),
        gettext_noop("Everybody takes two cards by lots from the neighbour to the right."),
        takes_from_neighbour=True,
    ),
    EventCard(
        10,
        gettext_noop("Airs and graces"),
        gettext_noop("Every pirate wants one more card, drawn from the deck."),
        adds_wants=True,
    ),
    EventCard(
        11,
        gettext_noop("Musical hammocks"),
        gettext_noop("After the reveal the pirates change places by lots; losing bribes go back to their owners."),
        shuffles_pirates=True,
    ),
    EventCard(
        12,
        gettext_noop("Lean times"),
        gettext_noop("Everybody is dealt two resources instead of five."),
        small_batches=True,
    ),
    EventCard(
        13, gettext_noop("Fish and charts"), gettext_noop("Salty Fish count as Treasure Maps."), fish_are_maps=True
    ),
    EventCard(
        14,
        gettext_noop("Honest purser"),
        gettext_noop("A pirate bribed by one player only gives the bribe back."),
        lone_bribe_returns=True,
    ),
    EventCard(15, gettext_noop("Watchful mate"), gettext_noop("Everybody may bribe one pirate only."), one_pile=True),
    EventCard(16, gettext_noop("Loose powder"), gettext_noop("Gunpowder can be used as Poison."), gunpowder_kills=True),
    EventCard(17, gettext_noop("Shore leave"), gettext_noop("Only two pirates are shown."), few_pirates=True),
    EventCard(
        18,
        gettext_noop("All that glitters"),
        gettext_noop("Every resource counts as a Treasure Map."),
        all_are_maps=True,
    ),
    EventCard(19, gettext_noop("Calm seas"), gettext_noop("Nothing changes.")),
    EventCard(20, gettext_noop("Calm seas"), gettext_noop("Nothing changes.")),
)
EVENT_CARDS: Mapping[int, EventCard] = {card.number: card for card in _CARDS}
