"""The board: nine islands, twenty bays, and the piers of each fleet. The layout is ours (RULES.md, section 2)."""

from collections.abc import Collection, Iterable, Mapping
from enum import StrEnum
from typing import Annotated, TypeAlias

import msgspec

from pirates.places import Place
from pirates.wording import gettext, gettext_noop

Island: TypeAlias = Annotated[int, msgspec.Meta(ge=1, le=9), Place("island")]
"""Islands are numbered row by row, three to a row."""
Bay: TypeAlias = Annotated[str, msgspec.Meta(pattern="^[1-9]-[1-9]$"), Place("bay")]
"""The water between two islands, named by both, the lower number first."""


class Colour(StrEnum):
    """The four fleets."""

    RED = "red"
    BLUE = "blue"
    YELLOW = "yellow"
    GREEN = "green"

    @property
    def label(self) -> str:
        """Return the displayed name, in the active language."""
        return gettext(_LABELS[self])


_LABELS: Mapping[Colour, str] = {
    Colour.RED: gettext_noop("Red"),
    Colour.BLUE: gettext_noop("Blue"),
    Colour.YELLOW: gettext_noop("Yellow"),
    Colour.GREEN: gettext_noop("Green"),
}
COLOUR_WORDS: Mapping[Colour, str] = {
    Colour.RED: gettext_noop("red"),
    Colour.BLUE: gettext_noop("blue"),
    Colour.YELLOW: gettext_noop("yellow"),
    Colour.GREEN: gettext_noop("green"),
}
"""The colours in mid-sentence, translated when they are shown."""
ISLANDS = range(1, 10)
FLEETS: Mapping[Colour, tuple[Bay, ...]] = {
    Colour.RED: ("1-2", "1-5", "2-5", "3-5", "3-6", "4-5", "4-8", "6-8", "6-9", "7-8"),
    Colour.BLUE: ("1-4", "2-4", "2-5", "3-5", "3-6", "4-8", "5-6", "5-9", "7-8", "8-9"),
    Colour.YELLOW: ("1-4", "2-3", "2-4", "2-6", "4-7", "5-6", "5-7", "5-8", "5-9", "8-9"),
    Colour.GREEN: ("1-2", "1-5", "2-3", "2-6", "4-5", "4-7", "5-7", "5-8", "6-8", "6-9"),
}
"""The bays that lie between two piers of one colour."""
_CROSSING: tuple[tuple[Bay, Bay], ...] = (("1-5", "2-4"), ("2-6", "3-5"), ("4-8", "5-7"), ("5-9", "6-8"))

BAYS: tuple[Bay, ...] = tuple(sorted({bay for bays in FLEETS.values() for bay in bays}))
ENDS: Mapping[Bay, tuple[Island, Island]] = {bay: (int(bay[0]), int(bay[2])) for bay in BAYS}
PIERS: Mapping[Bay, tuple[Colour, ...]] = {bay: tuple(c for c in Colour if bay in FLEETS[c]) for bay in BAYS}
CROSSED_BY: Mapping[Bay, Bay] = {here: there for pair in _CROSSING for here, there in (pair, pair[::-1])}
"""Two bays that cross hold one ship at most (Ruling C6)."""


def connected(start: Island, bays: Collection[Bay]) -> tuple[Island, ...]:
    """Return the islands that ships in `bays` connect to `start`, directly or not, without `start` itself."""
    reached = {start}
    bridges = [ENDS[bay] for bay in bays]
    grown = True
    while grown:
        grown = False
        for here, there in bridges:
            if (here in reached) != (there in reached):
                reached |= {here, there}
                grown = True
    reached.remove(start)
    return tuple(sorted(reached))


def free_bays(colour: Colour, ships: Iterable[Bay], *, any_piers: bool = False) -> tuple[Bay, ...]:
    """Return the bays where a ship of `colour` may dock, given the bays of the other `ships` (Rulings C6, C7)."""
    barred = set(ships)
    barred |= {CROSSED_BY[bay] for bay in barred if bay in CROSSED_BY}
    return tuple(bay for bay in (BAYS if any_piers else FLEETS[colour]) if bay not in barred)
