"""The cards: faces, the treasures they show, how many there are of each, and the numbers of the game."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Literal, TypeAlias

import msgspec

from pirates.seats import Seat
from pirates.wording import gettext, gettext_noop


class Treasure(StrEnum):
    """The six kinds of treasure."""

    CHEST = "chest"
    DIAMOND = "diamond"
    PIGGY = "piggy"
    GOLD = "gold"
    BARREL = "barrel"
    SACK = "sack"


class Card(StrEnum):
    """A card is its face: two cards with the same face are interchangeable. The value is its word in the notation."""

    SHOVEL = "shovel"
    BOARDING = "boarding"
    FISHING_ROD = "rod"
    MIRROR = "mirror"
    SPYGLASS = "spyglass"
    MAP = "map"
    DROP_BALLAST = "ballast"
    SWITCHEROO = "switcheroo"
    CHEST = "chest"
    DIAMOND = "diamond"
    PIGGY = "piggy"
    GOLD = "gold"
    BARREL = "barrel"
    SACK = "sack"
    CHEST_PIGGY = "chest+piggy"
    CHEST_BARREL = "chest+barrel"
    DIAMOND_GOLD = "diamond+gold"
    DIAMOND_SACK = "diamond+sack"
    PIGGY_BARREL = "piggy+barrel"
    PIGGY_SACK = "piggy+sack"
    GOLD_BARREL = "gold+barrel"
    GOLD_SACK = "gold+sack"

    @property
    def label(self) -> str:
        """Return the card's displayed name in the current language."""
        return gettext(CARD_NAMES[self])


Hand: TypeAlias = tuple[Card, ...]
"""Cards in canonical order, so that equal hands are equal values."""

ACTION_COPIES: Mapping[Card, int] = {
    Card.SHOVEL: 15,
    Card.BOARDING: 11,
    Card.FISHING_ROD: 9,
    Card.MIRROR: 3,
    Card.SPYGLASS: 4,
    Card.MAP: 4,
    Card.DROP_BALLAST: 1,
    Card.SWITCHEROO: 1,
}
PIRATE_DECK: Mapping[Card, int] = {
    **ACTION_COPIES,
    Card.PIGGY: 1,
    Card.GOLD: 1,
    Card.BARREL: 3,
    Card.SACK: 3,
}
GALLEON: Mapping[Card, int] = {
    Card.CHEST: 1,
    Card.DIAMOND: 1,
    Card.PIGGY: 1,
    Card.GOLD: 1,
    Card.BARREL: 2,
    Card.SACK: 2,
    Card.CHEST_PIGGY: 1,
    Card.CHEST_BARREL: 1,
    Card.DIAMOND_GOLD: 1,
    Card.DIAMOND_SACK: 1,
    Card.PIGGY_BARREL: 1,
    Card.PIGGY_SACK: 1,
    Card.GOLD_BARREL: 1,
    Card.GOLD_SACK: 1,
}
NEEDED: Mapping[Treasure, int] = {
    Treasure.CHEST: 3,
    Treasure.DIAMOND: 3,
    Treasure.PIGGY: 4,
    Treasure.GOLD: 4,
    Treasure.BARREL: 5,
    Treasure.SACK: 5,
}
TREASURES_ON: Mapping[Card, tuple[Treasure, ...]] = {
    card: () if card in ACTION_COPIES else tuple(Treasure(kind) for kind in card.split("+")) for card in Card
}
PLAYABLE: tuple[Card, ...] = tuple(card for card in ACTION_COPIES if card is not Card.MIRROR)
"""The action cards that a player can play on its own turn (Ruling B3)."""

Attack: TypeAlias = Literal["rod", "spyglass", "ballast"]
ATTACKS: tuple[Attack, ...] = ("rod", "spyglass", "ballast")
"""The cards that a Mirror answers, by their values."""

SEATS = range(2, 7)
HAND_LIMIT = 5
EXPRESS_HAND_LIMIT = 6
ISLANDS_LAID = 8
MOST_LOOKS = 3

CARD_NAMES: Mapping[Card, str] = {
    Card.SHOVEL: gettext_noop("Shovel"),
    Card.BOARDING: gettext_noop("Boarding"),
    Card.FISHING_ROD: gettext_noop("Fishing Rod"),
    Card.MIRROR: gettext_noop("Mirror"),
    Card.SPYGLASS: gettext_noop("Spyglass"),
    Card.MAP: gettext_noop("Map"),
    Card.DROP_BALLAST: gettext_noop("Drop Ballast"),
    Card.SWITCHEROO: gettext_noop("Switcheroo"),
    Card.CHEST: gettext_noop("Treasure chest"),
    Card.DIAMOND: gettext_noop("Diamond"),
    Card.PIGGY: gettext_noop("Piggy bank"),
    Card.GOLD: gettext_noop("Gold bar"),
    Card.BARREL: gettext_noop("Barrel"),
    Card.SACK: gettext_noop("Sack"),
    Card.CHEST_PIGGY: gettext_noop("Treasure chest + Piggy bank"),
    Card.CHEST_BARREL: gettext_noop("Treasure chest + Barrel"),
    Card.DIAMOND_GOLD: gettext_noop("Diamond + Gold bar"),
    Card.DIAMOND_SACK: gettext_noop("Diamond + Sack"),
    Card.PIGGY_BARREL: gettext_noop("Piggy bank + Barrel"),
    Card.PIGGY_SACK: gettext_noop("Piggy bank + Sack"),
    Card.GOLD_BARREL: gettext_noop("Gold bar + Barrel"),
    Card.GOLD_SACK: gettext_noop("Gold bar + Sack"),
}
"""The English names, which the notation reads too; `Card.label` returns them in the current language."""
TREASURE_PLURALS: Mapping[Treasure, str] = {
    Treasure.CHEST: gettext_noop("Treasure chests"),
    Treasure.DIAMOND: gettext_noop("Diamonds"),
    Treasure.PIGGY: gettext_noop("Piggy banks"),
    Treasure.GOLD: gettext_noop("Gold bars"),
    Treasure.BARREL: gettext_noop("Barrels"),
    Treasure.SACK: gettext_noop("Sacks"),
}


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The options: Express Buccaneer, what the page remembers, and the starter (None: at random, Ruling B28)."""

    express: bool = False
    memory: Literal["kept", "by-the-book"] = "kept"
    starter: Seat | None = None

    @property
    def hand_limit(self) -> int:
        """Return how many cards a seat is dealt, and draws up to at the end of its turn (Ruling B30)."""
        return EXPRESS_HAND_LIMIT if self.express else HAND_LIMIT


class StandingOrder(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a seat's Mirror answers: after asking, always, never, or only `against` the cards named."""

    answer: Literal["ask", "always", "never", "against"] = "ask"
    against: tuple[Attack, ...] = ()

    def __post_init__(self) -> None:
        msgspec.structs.force_setattr(self, "against", tuple(sorted(set(self.against))))

    def plays_mirror(self, attack: Card) -> bool | None:
        """Return whether a held Mirror answers `attack`; None if the seat wants to be asked."""
        if self.answer == "ask":
            return None
        return self.answer == "always" or attack in self.against


def sorted_hand(cards: tuple[Card, ...]) -> Hand:
    """Return `cards` in canonical order."""
    return tuple(sorted(cards))


def with_card(hand: Hand, card: Card) -> Hand:
    """Return `hand` with one more card."""
    return tuple(sorted((*hand, card)))


def without_card(hand: Hand, card: Card) -> Hand:
    """Return `hand` without one `card`, which it must hold."""
    place = hand.index(card)
    return hand[:place] + hand[place + 1 :]


def pile_of(copies: Mapping[Card, int]) -> tuple[Card, ...]:
    """Return every card of a deck, in the order of `copies`."""
    return tuple(card for card, count in copies.items() for _ in range(count))
