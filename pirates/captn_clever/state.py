"""State: everything about one Match, secrets included."""

from enum import StrEnum
from typing import cast

import msgspec

from pirates.captn_clever.pieces import Bay, Colour, Island, Options, Sealed, Treasure
from pirates.outcomes import Outcome
from pirates.seats import Seat


class Phase(StrEnum):
    """The phase of a Match."""

    PLACE = "place"
    SEAL = "first-task"
    TURN = "turn"
    OVER = "over"


class Crew(msgspec.Struct, frozen=True):
    """Everything that belongs to one seat.

    `cards` are its treasures that are neither its task nor won: the right-hand neighbour holds them, or, in the
    simplified variant, they are a face-down stack that is drawn from its end. `won` has its open card at the end.
    `sealed` is the first task that this seat chose for its left-hand neighbour, `seals` how often it chose.
    """

    colour: Colour
    cards: tuple[Treasure, ...]
    captain: Island | None = None
    ship: Bay | None = None
    task: Treasure | None = None
    won: tuple[Treasure, ...] = ()
    sealed: Sealed | None = None
    seals: int = 0
    draw: bool | None = None
    answers: int = 0


class State(msgspec.Struct, frozen=True):
    """`calm_since` is the turn of the last treasure; `draw_open`: the players can agree on a draw."""

    options: Options
    starter: Seat
    crews: tuple[Crew, ...]
    current: Seat
    phase: Phase = Phase.PLACE
    turn: int = 0
    calm_since: int = 0
    draw_open: bool = False
    outcome: Outcome | None = None

    @property
    def seats(self) -> int:
        """The number of seats in the Match."""
        return len(self.crews)

    @property
    def calm_turns(self) -> int:
        """The number of turns that have ended since the last treasure."""
        return max(0, self.turn - 1 - self.calm_since)

    @property
    def ships(self) -> tuple[Bay, ...]:
        """The bays in which ships are."""
        return tuple(crew.ship for crew in self.crews if crew.ship is not None)


def giver_to(state: State, seat: Seat) -> Seat:
    """Return the right-hand neighbour, who gives `seat` its tasks (Ruling C18)."""
    return (seat - 1) % state.seats


def receiver_from(state: State, seat: Seat) -> Seat:
    """Return the left-hand neighbour, to whom `seat` gives tasks."""
    return (seat + 1) % state.seats


def captain_at(state: State, seat: Seat) -> Island:
    """Return the island of `seat`'s captain, which must have been placed."""
    return cast("Island", state.crews[seat].captain)
