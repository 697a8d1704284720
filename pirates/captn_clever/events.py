"""Events: the facts of a Match, each secret marked with its readers.

Where rivals must remember by themselves, a captain's landing and a treasure won are told to the `witnesses` at the
table (`glimpsed`), so that an older log can leave them out; else they are open to all.
"""

from typing import Annotated, TypeAlias

from pirates.captn_clever.pieces import Bay, Colour, Island, Options, Sealed, Treasure
from pirates.events import Event, Secret
from pirates.outcomes import Outcome
from pirates.seats import Seat


class Started(Event, frozen=True):
    """The board is ready; `stacks` are each seat's cards, shuffled if the seat draws from their end."""

    options: Options
    starter: Seat
    colours: tuple[Colour, ...]
    stacks: Annotated[tuple[tuple[Treasure, ...], ...] | None, Secret()]


class FleetPlaced(Event, frozen=True):
    """The seat placed its captain on an island and its ship in a bay."""

    seat: Seat
    captain: Island
    ship: Bay


class ChoosingBegan(Event, frozen=True):
    """All pieces are placed; every seat chooses a first task for its left-hand neighbour."""


class FirstTaskSealed(Event, frozen=True):
    """The seat chose a first task."""

    seat: Seat
    sealed: Annotated[Sealed | None, Secret("seat")]


class FirstTaskChanged(Event, frozen=True):
    """A seat chose another first task; only that seat learns which seat it was."""

    seat: Annotated[Seat | None, Secret("seat")]
    sealed: Annotated[Sealed | None, Secret("seat")]


class TaskGiven(Event, frozen=True):
    """The seat received a task from its right-hand neighbour."""

    seat: Seat
    giver: Seat
    treasure: Annotated[Treasure | None, Secret("seat", "giver")]


class TaskDrawn(Event, frozen=True):
    """The seat looked at the next card of its own stack, in the simplified variant."""

    seat: Seat
    treasure: Annotated[Treasure | None, Secret("seat")]


class TurnBegan(Event, frozen=True):
    """It is this seat's turn."""

    seat: Seat
    turn: int


class ShipMoved(Event, frozen=True):
    """The seat's ship sailed from one bay to another."""

    seat: Seat
    origin: Bay
    bay: Bay


class CaptainMoved(Event, frozen=True):
    """The seat's captain went ashore on another island."""

    seat: Seat
    witnesses: tuple[Seat, ...]
    island: Island | None
    glimpsed: Annotated[Island | None, Secret("witnesses")]


class CaptainStayed(Event, frozen=True):
    """The seat's captain could reach no free island."""

    seat: Seat


class TreasureWon(Event, frozen=True):
    """The seat found the treasure of its task, its `count`-th."""

    seat: Seat
    count: int
    witnesses: tuple[Seat, ...]
    treasure: Treasure | None
    glimpsed: Annotated[Treasure | None, Secret("witnesses")]


class DrawOpened(Event, frozen=True):
    """Nobody has found a treasure for so long that the players may agree on a draw."""

    rounds: int


class DrawAnswered(Event, frozen=True):
    """The seat said whether it agrees to a draw."""

    seat: Seat
    agrees: bool


class DrawLapsed(Event, frozen=True):
    """A treasure was found: there is no draw to agree on any more."""


class MatchEnded(Event, frozen=True):
    """The Match is over and all cards are open."""

    outcome: Outcome


CleverEvent: TypeAlias = (
    Started
    | FleetPlaced
    | ChoosingBegan
    | FirstTaskSealed
    | FirstTaskChanged
    | TaskGiven
    | TaskDrawn
    | TurnBegan
    | ShipMoved
    | CaptainMoved
    | CaptainStayed
    | TreasureWon
    | DrawOpened
    | DrawAnswered
    | DrawLapsed
    | MatchEnded
)
