"""State: everything about one Match, secrets included."""

from enum import StrEnum
from typing import cast

import msgspec

from pirates.capitan_bacon.pieces import Card, Hand, Options, StandingOrder
from pirates.outcomes import Outcome
from pirates.seats import Seat


class Phase(StrEnum):
    """The stage of a Match. The first six wait for a seat's answer; of the others, a Match stays only in OVER."""

    TURN = "turn"
    MORE = "more"
    MIRROR = "mirror"
    STEAL = "steal"
    MAP = "map"
    BALLAST = "ballast"
    PLAYED = "played"
    DONE = "done"
    ENDING = "ending"
    OVER = "over"


class Island(msgspec.Struct, frozen=True):
    """A face-down card on the table. All of it is public except its face, which the seats in `known_to` have seen."""

    number: int
    face: Card
    buried_by: Seat | None
    turn: int
    known_to: tuple[Seat, ...] = ()


class Play(msgspec.Struct, frozen=True):
    """The card on the table that is being resolved: `doer` has its effect, on `target` if there is one."""

    card: Card
    doer: Seat
    target: Seat | None = None
    looked: tuple[int, ...] = ()

    @property
    def victim(self) -> Seat:
        """Return the target of a card that has one."""
        return cast("Seat", self.target)


class State(msgspec.Struct, frozen=True):
    """Decks are drawn from their end. `step` counts the questions of a turn, so that no Decision key repeats.

    `face` is the card being played this turn. `ends` is true if the player wants the turn to end with the card in
    `play`.
    """

    options: Options
    starter: Seat
    hands: tuple[Hand, ...]
    deck: tuple[Card, ...]
    galleon: tuple[Card, ...]
    islands: tuple[Island, ...]
    islands_made: int
    orders: tuple[StandingOrder, ...]
    order_changes: tuple[int, ...]
    current: Seat
    discard: tuple[Card, ...] = ()
    turn: int = 0
    step: int = 0
    phase: Phase = Phase.ENDING
    face: Card | None = None
    ends: bool = False
    play: Play | None = None
    outcome: Outcome | None = None

    @property
    def seats(self) -> int:
        """Return how many seats play."""
        return len(self.hands)


def face_of(state: State, number: int) -> Card:
    """Return the face of the Island with that number, which must lie there."""
    return next(island.face for island in state.islands if island.number == number)


def play_of(state: State) -> Play:
    """Return the card on the table; there must be one."""
    return cast("Play", state.play)
