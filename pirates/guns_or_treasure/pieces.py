"""The cards and captains: what they show, how many there are, and the numbers of the game."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Literal, TypeAlias

import msgspec

from pirates.seats import Seat
from pirates.wording import gettext, gettext_noop


class Card(StrEnum):
    """A card is its face: two cards with the same face are interchangeable. The value is its word in the notation."""

    BOMB = "b"
    GUN_1 = "g1"
    GUN_2 = "g2"
    GUN_3 = "g3"
    GUN_4 = "g4"
    GUN_5 = "g5"
    TREASURE_1 = "t1"
    TREASURE_2 = "t2"
    TREASURE_3 = "t3"
    TREASURE_4 = "t4"
    TREASURE_5 = "t5"

    @property
    def guns(self) -> int:
        """Return the guns printed on the card."""
        return GUNS[self]

    @property
    def treasure(self) -> int:
        """Return the treasure printed on the card."""
        return TREASURE[self]

    @property
    def label(self) -> str:
        """Return the name that people read, in the language spoken."""
        if GUNS[self]:
            return gettext("Gun {number}").format(number=GUNS[self])
        if TREASURE[self]:
            return gettext("Treasure {number}").format(number=TREASURE[self])
        return gettext("Bomb")


Cards: TypeAlias = tuple[Card, ...]

COPIES: Mapping[Card, int] = {
    Card.BOMB: 6,
    Card.GUN_1: 9,
    Card.GUN_2: 9,
    Card.GUN_3: 8,
    Card.GUN_4: 8,
    Card.GUN_5: 8,
    Card.TREASURE_1: 9,
    Card.TREASURE_2: 9,
    Card.TREASURE_3: 8,
    Card.TREASURE_4: 8,
    Card.TREASURE_5: 8,
}
GUNS: Mapping[Card, int] = {card: int(card[1:]) if card.startswith("g") else 0 for card in Card}
TREASURE: Mapping[Card, int] = {card: int(card[1:]) if card.startswith("t") else 0 for card in Card}
SHIP_CARDS: Cards = tuple(card for card, count in COPIES.items() for _ in range(count))

SEATS = range(2, 7)
ARMADA_SEATS = range(2, 6)
HAND = 6
PLACED_A_ROUND = 3
ROUNDS = 4
DRAWN_A_ROUND = 3
DRAWN_AFTER_BLUFF = 4
ARMADA_SHIPS = 3
WINS_NEEDED = 2


class Captain(StrEnum):
    """The eight house captains."""

    HETTY = "hetty"
    OSRIC = "osric"
    WILMA = "wilma"
    LOU = "lou"
    CROOK = "crook"
    SAL = "sal"
    PIM = "pim"
    GUNNAR = "gunnar"

    @property
    def label(self) -> str:
        """Return the name that people read, in the language spoken."""
        return gettext(CAPTAIN_NAMES[self])


Side: TypeAlias = Literal["a", "b"]
SIDES: tuple[Side, ...] = ("a", "b")
Choice: TypeAlias = Literal["open", "closed"]
CHOICES: tuple[Choice, ...] = ("open", "closed")

CAPTAIN_NAMES: Mapping[Captain, str] = {
    Captain.HETTY: gettext_noop("Hard-a-Lee Hetty"),
    Captain.OSRIC: gettext_noop("Quiet Osric"),
    Captain.WILMA: gettext_noop("Wet-Fuse Wilma"),
    Captain.LOU: gettext_noop("Lantern Lou"),
    Captain.CROOK: gettext_noop("Carpenter Crook"),
    Captain.SAL: gettext_noop("Skittish Sal"),
    Captain.PIM: gettext_noop("Small-Shot Pim"),
    Captain.GUNNAR: gettext_noop("Grudge Gunnar"),
}
POWERS: Mapping[Captain, Mapping[Side, str]] = {
    Captain.HETTY: {"a": gettext_noop("+2 guns when attacking"), "b": gettext_noop("+2 guns when defending")},
    Captain.OSRIC: {
        "a": gettext_noop("wins ties when defending"),
        "b": gettext_noop("a ship that loses a battle without a bomb saves its lowest Treasure card"),
    },
    Captain.WILMA: {
        "a": gettext_noop("the first battle that would explode does not: bombs are discarded and guns decide"),
        "b": gettext_noop("a ship that explodes saves its lowest Treasure card"),
    },
    Captain.LOU: {
        "a": gettext_noop("looks at one face-down card at the start of each marauding turn"),
        "b": gettext_noop("looks at all face-down cards of one rival ship after the clean-up"),
    },
    Captain.CROOK: {
        "a": gettext_noop("may add one leftover card to a ship at the clean-up"),
        "b": gettext_noop("may move one face-down card to another ship at the clean-up"),
    },
    Captain.SAL: {
        "a": gettext_noop("may retreat on the first marauding turn"),
        "b": gettext_noop("one-card ships count as complete"),
    },
    Captain.PIM: {"a": gettext_noop("Guns of 1 count 3"), "b": gettext_noop("Treasures of 1 count 2 at scoring")},
    Captain.GUNNAR: {
        "a": gettext_noop("+3 guns for a ship of fewer cards than the other"),
        "b": gettext_noop("+3 guns for a ship of 6 or more cards"),
    },
}
"""House captains (Decided by the project owner): one power on each side, translated only when it is shown."""


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The options of a Match; all variants can be combined. `leader` leads first (None: at random, Ruling G18)."""

    captains: bool = False
    longer: bool = False
    bluff: bool = False
    captured_treasure: bool = False
    armada: bool = False
    leader: Seat | None = None

    @property
    def chooses_sides(self) -> bool:
        """Return whether sides are chosen at set-up; in the longer game all begin with side A (Ruling G19)."""
        return self.captains and not self.longer


class Load(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Cards for one ship, in placing order (Ruling G2); `ship` None begins a ship, with the first card as its bow."""

    ship: int | None
    cards: Cards


class ShipRef(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A ship on the table: its `owner`, and its `number` among the owner's ships. Owner None is the Spanish Armada."""

    owner: Seat | None
    number: int


class Power(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The guns that a seat's captain adds to the printed guns of its ship; 0 if the captain wins a tie instead."""

    seat: Seat
    captain: Captain
    guns: int


class Placed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The public facts of cards placed on one ship: its `bow` if it is new, and how many went face down."""

    ship: int
    bow: Card | None
    hidden: int


class SidePlan(msgspec.Struct, frozen=True, tag="side", forbid_unknown_fields=True):
    """A side of the captain; None chooses at random."""

    side: Side | None


class BuildPlan(msgspec.Struct, frozen=True, tag="build", forbid_unknown_fields=True):
    """Three cards on ships; None chooses at random."""

    loads: tuple[Load, ...] | None

    @property
    def cards(self) -> Cards:
        """Return the cards that are placed, in the order of `placements`."""
        return tuple(card for card, _ in self.placements)

    @property
    def placements(self) -> tuple[tuple[Card, str], ...]:
        """Return each card with its ship: the number of an existing ship, or the letter of one that the plan begins."""
        letters, placed = iter("abc"), list[tuple[Card, str]]()
        for load in self.loads or ():
            goal = next(letters) if load.ship is None else str(load.ship)
            placed += [(card, goal) for card in load.cards]
        return tuple(placed)


class LayPlan(msgspec.Struct, frozen=True, tag="lay", forbid_unknown_fields=True):
    """One card to discard, one to lay open, one to lay closed; all None chooses at random."""

    discard: Card | None
    open: Card | None
    closed: Card | None

    @property
    def cards(self) -> Cards:
        """Return the cards to discard, to lay open and to lay closed; empty if they are chosen at random."""
        return tuple(card for card in (self.discard, self.open, self.closed) if card is not None)


class TakePlan(msgspec.Struct, frozen=True, tag="take", forbid_unknown_fields=True):
    """Which card of the left neighbour to take; None chooses at random."""

    which: Choice | None


class ArmadaPlan(msgspec.Struct, frozen=True, tag="armada", forbid_unknown_fields=True):
    """One card for each ship of the Armada, in their order; None chooses at random."""

    cards: Cards | None


Plan: TypeAlias = SidePlan | BuildPlan | LayPlan | TakePlan | ArmadaPlan
"""A plan that a seat seals; all plans of a phase are shown together."""


def merged(loads: tuple[Load, ...]) -> tuple[Load, ...]:
    """Return `loads` in canonical form: one for each ship, sorted by number, then new ships sorted by their cards."""
    if len(loads) == 1:
        return loads
    old: dict[int, Cards] = {}
    new: list[Cards] = []
    for load in loads:
        if load.ship is None:
            new.append(load.cards)
        else:
            old[load.ship] = old.get(load.ship, ()) + load.cards
    new.sort()
    return (*[Load(ship, old[ship]) for ship in sorted(old)], *[Load(None, cards) for cards in new])
