"""The cards, moves and events of the toy game Robbers."""

from typing import Annotated, Literal, TypeAlias

import msgspec

from pirates.commands import Move
from pirates.events import Event, Secret
from pirates.outcomes import Outcome
from pirates.seats import Seat

SHIELD = 0
DECK = (SHIELD, SHIELD, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6)
Cards: TypeAlias = tuple[int, ...]


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A hand worth `goal` wins at once."""

    goal: int = 12


class State(msgspec.Struct, frozen=True):
    options: Options
    hands: tuple[Cards, ...]
    deck: Cards
    bids: tuple[int | None, ...]
    turn: int = 0
    active: Seat | None = None
    victim: Seat | None = None
    outcome: Outcome | None = None


class View(msgspec.Struct, frozen=True):
    hand: Cards
    hand_sizes: tuple[int, ...]
    deck_size: int
    bid: int | None
    active: Seat | None
    victim: Seat | None


class SealBid(Move, frozen=True):
    bid: Literal[0, 1, 2]


class DrawCard(Move, frozen=True):
    pass


class RobSeat(Move, frozen=True):
    victim: Seat


class BlockRobbery(Move, frozen=True):
    pass


class YieldCard(Move, frozen=True):
    pass


Moves: TypeAlias = SealBid | DrawCard | RobSeat | BlockRobbery | YieldCard


class ToyStarted(Event, frozen=True):
    options: Options
    hands: Annotated[tuple[Cards, ...] | None, Secret()]
    deck: Annotated[Cards | None, Secret()]


class BidSealed(Event, frozen=True):
    seat: Seat
    bid: Annotated[int | None, Secret("seat")]


class BidsOpened(Event, frozen=True):
    bids: tuple[int, ...]
    starter: Seat


class CardDrawn(Event, frozen=True):
    seat: Seat
    card: Annotated[int | None, Secret("seat")]


class RobberyTried(Event, frozen=True):
    robber: Seat
    victim: Seat


class RobberyBlocked(Event, frozen=True):
    victim: Seat


class CardStolen(Event, frozen=True):
    robber: Seat
    victim: Seat
    card: Annotated[int | None, Secret("robber", "victim")]


class ToyEnded(Event, frozen=True):
    outcome: Outcome


Events: TypeAlias = (
    ToyStarted | BidSealed | BidsOpened | CardDrawn | RobberyTried | RobberyBlocked | CardStolen | ToyEnded
)
