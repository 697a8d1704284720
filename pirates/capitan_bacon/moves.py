"""Moves: all that a Seat can ask.

`end_turn` on a Move that completes a card's effect says: end my turn after it, do not ask me for another identical
card. It spares a round of mail.
"""

from typing import TypeAlias

import msgspec

from pirates.capitan_bacon.pieces import Card, StandingOrder
from pirates.commands import Move
from pirates.seats import Seat


class Pass(Move, frozen=True):
    """Do nothing this turn."""


class BuryCards(Move, frozen=True):
    """Bury cards of one's own hand; they become Islands in an order drawn by lots, known to the one who buries."""

    cards: tuple[Card, ...]

    def __post_init__(self) -> None:
        if self.cards:
            msgspec.structs.force_setattr(self, "cards", tuple(sorted(self.cards)))


class DigIsland(Move, frozen=True):
    """Play a Shovel: take an Island unseen."""

    island: int
    end_turn: bool = False


class BoardGalleon(Move, frozen=True):
    """Play a Boarding: take the top card of the galleon."""

    end_turn: bool = False


class CastRod(Move, frozen=True):
    """Play a Fishing Rod: steal a card by lots."""

    victim: Seat
    end_turn: bool = False


class UseSpyglass(Move, frozen=True):
    """Play a Spyglass: look at a hand and steal one of its cards."""

    victim: Seat


class ReadMap(Move, frozen=True):
    """Play a Map and look at a first Island."""

    island: int


class DropBallast(Move, frozen=True):
    """Play the Drop Ballast: the victim shows and buries the whole hand and draws anew."""

    victim: Seat


class Switcheroo(Move, frozen=True):
    """Play the Switcheroo: exchange whole hands."""

    victim: Seat


class StealCard(Move, frozen=True):
    """Take a card of the hand seen through the Spyglass; None lets lots choose."""

    card: Card | None = None
    end_turn: bool = False


class KeepIsland(Move, frozen=True):
    """Keep the Island just looked at with the Map."""

    end_turn: bool = False


class LookAtIsland(Move, frozen=True):
    """Leave the Island just looked at and look at another; the last look must be kept, and only it can end the turn."""

    island: int
    end_turn: bool = False


class BuryShownHand(Move, frozen=True):
    """Bury one's shown hand as new Islands in this order, which stays secret; None lets lots choose."""

    order: tuple[Card, ...] | None = None


class PlayMirror(Move, frozen=True):
    """Turn the attack against the attacker."""


class DeclineMirror(Move, frozen=True):
    """Let the attack happen."""


class EndTurn(Move, frozen=True):
    """Play no further identical card."""


class SetStandingOrder(Move, frozen=True):
    """Change how one's Mirror answers windows that open from now on."""

    order: StandingOrder


BaconMove: TypeAlias = (
    Pass
    | BuryCards
    | DigIsland
    | BoardGalleon
    | CastRod
    | UseSpyglass
    | ReadMap
    | DropBallast
    | Switcheroo
    | StealCard
    | KeepIsland
    | LookAtIsland
    | BuryShownHand
    | PlayMirror
    | DeclineMirror
    | EndTurn
    | SetStandingOrder
)
