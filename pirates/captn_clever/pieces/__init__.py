"""The pieces: the board with its piers, the treasures, the fleets, and the options of a Match."""

from pirates.captn_clever.pieces.board import (
    BAYS,
    COLOUR_WORDS,
    CROSSED_BY,
    ENDS,
    FLEETS,
    ISLANDS,
    PIERS,
    Bay,
    Colour,
    Island,
    connected,
    free_bays,
)
from pirates.captn_clever.pieces.options import SEATS, STAYS, Options
from pirates.captn_clever.pieces.treasures import ISLAND_OF, TREASURE_AT, Sealed, Treasure, island_name

__all__ = [
    "BAYS",
    "COLOUR_WORDS",
    "CROSSED_BY",
    "ENDS",
    "FLEETS",
    "ISLANDS",
    "ISLAND_OF",
    "PIERS",
    "SEATS",
    "STAYS",
    "TREASURE_AT",
    "Bay",
    "Colour",
    "Island",
    "Options",
    "Sealed",
    "Treasure",
    "connected",
    "free_bays",
    "island_name",
]
