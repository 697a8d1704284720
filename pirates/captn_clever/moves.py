"""Moves: everything that a Seat can ask the rules for. A field that is None is left to chance."""

from typing import Annotated, Literal, TypeAlias

import msgspec

from pirates.captn_clever.pieces import STAYS, Bay, Island, Treasure
from pirates.commands import Move

Berth: TypeAlias = Annotated[str, msgspec.Meta(pattern="^(stays|[1-9]-[1-9])$")]
Landing: TypeAlias = Island | Literal["stays"]


class Place(Move, frozen=True):
    """Place one's captain on an island and one's ship in a bay, before the first turn."""

    captain: Island | None = None
    ship: Bay | None = None


class GiveTask(Move, frozen=True):
    """Choose a treasure for the left-hand neighbour to find; a first task is sealed."""

    treasure: Treasure | None = None


class Sail(Move, frozen=True):
    """Take a turn: move one's ship or leave it, then one's captain.

    The captain stays only where no island can be reached. Lots choose its island if the ship is left.
    """

    ship: Berth = STAYS
    captain: Landing | None = None


class AnswerDraw(Move, frozen=True):
    """Say whether one agrees to end the Match as a draw (Ruling C22)."""

    agrees: bool


CleverMove: TypeAlias = Place | GiveTask | Sail | AnswerDraw
