"""Moves: everything a seat can choose to do.

`end_turn` on a Move that completes a card's effect ends the player's turn after it, without asking for another
identical card. This saves a round of mail.
"""

from typing import TypeAlias

import msgspec

from pirates.capitan_bacon.pieces import Card, StandingOrder
from pirates.commands import Move
from pirates.seats import Seat


class Pass(Move, frozen=True):
    """Do nothing this turn."""


class BuryCards(Move, frozen=True):
    """Bury cards from one's own hand; they become Islands in a random order, and the seat knows which is which."""

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
    """Play a Fishing Rod: steal a random card."""

    victim: Seat
    end_turn: bool = False


class UseSpyglass(Move, frozen=True):
    """Play a Spyglass: look at a hand and steal one of its cards."""

    victim: Seat


class ReadMap(Move, frozen=True):
    """Play a Map and look at a first Island."""

    island: int


class DropBallast(Move, frozen=True):
    """Play the Drop Ballast: the victim shows and buries the whole hand and draws a new one."""

    victim: Seat


class Switcheroo(Move, frozen=True):
    """Play the Switcheroo: exchange whole hands."""

    victim: Seat


class StealCard(Move, frozen=True):
    """Take a card from the hand seen through the Spyglass; None chooses at random."""

    card: Card | None = None
    end_turn: bool = False


class KeepIsland(Move, frozen=True):
    """Keep the Island just looked at with the Map."""

    end_turn: bool = False


class LookAtIsland(Move, frozen=True):
    """Leave the Island just looked at and look at another.

    The player must keep the Island of the last look, and only that look can end the turn.
    """

    island: int
    end_turn: bool = False


class BuryShownHand(Move, frozen=True):
    """Bury one's shown hand as new Islands in this order, which stays secret; None chooses at random."""

    order: tuple[Card, ...] | None = None


class PlayMirror(Move, frozen=True):
    """Turn the attack against the attacker."""


class DeclineMirror(Move, frozen=True):
    """Let the attack happen."""


class EndTurn(Move, frozen=True):
    """Play no further identical card."""


class SetStandingOrder(Move, frozen=True):
    """Change how one's Mirror answers windows, both later ones and one that is open now."""

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
