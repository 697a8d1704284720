"""Moves: everything a seat can choose to do. A sealed Move may be replaced until the clock closes the phase."""

from typing import TypeAlias

import msgspec

from pirates.commands import Move
from pirates.guns_or_treasure.pieces import Card, Cards, Choice, Load, Side, merged
from pirates.seats import Seat


class ChooseSide(Move, frozen=True):
    """Seal the side of one's captain; None chooses at random."""

    side: Side | None = None


class BuildShips(Move, frozen=True):
    """Seal three cards of one's hand for one's ships; None chooses at random.

    Only the order on each ship matters (Ruling G2): loads are sorted by ship number, then new ships by their cards.
    """

    loads: tuple[Load, ...] | None = None

    def __post_init__(self) -> None:
        if self.loads:
            msgspec.structs.force_setattr(self, "loads", merged(self.loads))


class LayBluff(Move, frozen=True):
    """Seal the cards to discard, to lay open and to lay closed; all None chooses at random."""

    discard: Card | None = None
    open: Card | None = None
    closed: Card | None = None


class TakeCard(Move, frozen=True):
    """Seal which of the left neighbour's two cards to take; None chooses at random."""

    which: Choice | None = None


class ManArmada(Move, frozen=True):
    """Seal one card for each Armada ship, in their order; None chooses at random."""

    cards: Cards | None = None


class AddLeftover(Move, frozen=True):
    """Carpenter Crook, side A: add a leftover card face down to a ship of one's own."""

    card: Card
    ship: int


class ShiftCard(Move, frozen=True):
    """Carpenter Crook, side B: move a face-down card from one of one's ships to another."""

    card: Card
    ship: int
    to: int


class SpyShip(Move, frozen=True):
    """Lantern Lou, side B: look at all face-down cards of a rival's ship."""

    rival: Seat
    ship: int


class LookAtCard(Move, frozen=True):
    """Lantern Lou, side A: look at a face-down card by its place on a ship (1: the bow); `rival` None is the Armada."""

    rival: Seat | None
    ship: int
    card: int


class ForgoPower(Move, frozen=True):
    """Do not use the captain's power this time."""


class AttackShip(Move, frozen=True):
    """Attack with a ship of one's own; `rival` None means a ship of the Armada."""

    ship: int
    rival: Seat | None
    target: int


class AttackByLots(Move, frozen=True):
    """Attack, and choose both ships at random."""


class RetreatShip(Move, frozen=True):
    """Bring the treasure of a ship into one's stash."""

    ship: int


GunsMove: TypeAlias = (
    ChooseSide
    | BuildShips
    | LayBluff
    | TakeCard
    | ManArmada
    | AddLeftover
    | ShiftCard
    | SpyShip
    | LookAtCard
    | ForgoPower
    | AttackShip
    | AttackByLots
    | RetreatShip
)
