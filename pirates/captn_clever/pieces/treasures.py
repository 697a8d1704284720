"""The treasures: one on each island, the same for everybody. Names and places are ours."""

from collections.abc import Mapping
from enum import StrEnum

import msgspec

from pirates.captn_clever.pieces.board import Island
from pirates.wording import gettext, gettext_noop


class Treasure(StrEnum):
    """The nine treasures, in the order of their islands. The value is the word in the notation."""

    ANCHOR = "anchor"
    PEARL = "pearl"
    CROWN = "crown"
    SPYGLASS = "spyglass"
    CHEST = "chest"
    GOBLET = "goblet"
    RUBY = "ruby"
    COMPASS = "compass"
    SABRE = "sabre"

    @property
    def label(self) -> str:
        """Return the displayed name, in the active language."""
        return gettext(_LABELS[self])

    @property
    def island(self) -> Island:
        """Return the number of its island."""
        return ISLAND_OF[self]


_LABELS: Mapping[Treasure, str] = {
    Treasure.ANCHOR: gettext_noop("Anchor"),
    Treasure.PEARL: gettext_noop("Pearl"),
    Treasure.CROWN: gettext_noop("Crown"),
    Treasure.SPYGLASS: gettext_noop("Spyglass"),
    Treasure.CHEST: gettext_noop("Chest"),
    Treasure.GOBLET: gettext_noop("Goblet"),
    Treasure.RUBY: gettext_noop("Ruby"),
    Treasure.COMPASS: gettext_noop("Compass"),
    Treasure.SABRE: gettext_noop("Sabre"),
}


class Sealed(msgspec.Struct, frozen=True):
    """A sealed first task, kept until all are chosen; None leaves it to chance."""

    treasure: Treasure | None


TREASURE_AT: Mapping[Island, Treasure] = dict(enumerate(Treasure, 1))
ISLAND_OF: Mapping[Treasure, Island] = {treasure: island for island, treasure in TREASURE_AT.items()}


def island_name(island: Island) -> str:
    """Return the displayed name of an island, in the active language."""
    return gettext("{treasure} Island ({number})").format(treasure=TREASURE_AT[island].label, number=island)
