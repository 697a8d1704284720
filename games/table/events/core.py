"""Events of the table besides those of the game. They contain no names or addresses: people are references."""

from typing import Literal, TypeAlias

import msgspec

from games.clocks.terms import ClockTerms
from games.table.events.absence import CaretakerAnswered, SeatOffered
from games.table.events.clocks import AbsenceDeclared, AbsenceEnded, DeadlineMoved, HoursKept, MatchPaused, MatchResumed
from games.table.events.consent import (
    ConsentAsked,
    ConsentGiven,
    ConsentReached,
    ConsentRefused,
    MoveTakenBack,
    ProposalClosed,
)
from games.table.events.disputes import DisputeOpened, DisputeWithdrawn, RulingAppealed, RulingMade
from games.table.events.event import TableEvent
from pirates.outcomes import Outcome
from pirates.seats import Seat

Keeper: TypeAlias = Literal["player", "bot", "caretaker"]
SaltSource: TypeAlias = Literal["server", "secret", "browser", "client"]
"""The origin of a seat's salt: the player's own browser or program, or the match's sealed secret, from which it is
derived. `server` is the default of older logs, which did not record the origin: the server drew the salt after the
secret was sealed."""


class MatchOpened(TableEvent, frozen=True, rename={"has_ready_check": "is_mustered"}):
    """A match was opened: its game, its settings, and the commitment to its secret.

    `has_ready_check` keeps the name under which logs already store it.
    """

    game: str
    rules_version: int
    options: msgspec.Raw
    seats: int
    pace_seconds: int
    window_seconds: int
    host: str
    commitment: str
    terms: ClockTerms = ClockTerms()
    has_ready_check: bool = False


class SeatConfirmed(TableEvent, frozen=True):
    """The player of this seat confirmed, once every seat was taken, that the match may begin."""

    seat: Seat


class SeatTaken(TableEvent, frozen=True):
    """A player (by reference) or a bot (None) sat down and added a salt of 32 hexadecimal digits to the dice."""

    seat: Seat
    player: str | None
    salt: str
    salt_from: SaltSource = "server"


class SaltGiven(TableEvent, frozen=True):
    """The player of a seat replaced its salt before the start."""

    seat: Seat
    salt: str
    salt_from: SaltSource


class SeatVacated(TableEvent, frozen=True):
    """The player or bot in this seat left before the start, or the player did not confirm in time."""

    seat: Seat
    reason: Literal["left", "unconfirmed"] = "left"


class SeatHandedOver(TableEvent, frozen=True):
    """The seat is played by a different keeper from now on; `player`, by reference, if that is another person."""

    seat: Seat
    keeper: Keeper
    reason: Literal["missed", "returned", "resigned", "ruled", "agreed", "substituted"]
    player: str | None = None


class DeadlineMissed(TableEvent, frozen=True):
    """The seat's time ran out and the default Move was made for it."""

    seat: Seat
    decision: str


class MatchAdjudicated(TableEvent, frozen=True):
    """The table, not the rules, ended the match; `outcome` is None if nobody won."""

    reason: Literal["resigned", "called_off", "ruled", "closed", "abandoned", "time_up"]
    outcome: Outcome | None


class Rewound(TableEvent, frozen=True):
    """The State is again the one at position `to`; the entries after that stay in the log, but no longer count."""

    to: int


class SecretOpened(TableEvent, frozen=True):
    """The match is over and its secret is published."""

    secret: str


AnyTableEvent: TypeAlias = (
    MatchOpened
    | SeatTaken
    | SaltGiven
    | SeatVacated
    | SeatConfirmed
    | SeatHandedOver
    | DeadlineMissed
    | CaretakerAnswered
    | SeatOffered
    | MatchAdjudicated
    | MoveTakenBack
    | ConsentAsked
    | ConsentGiven
    | ConsentRefused
    | ConsentReached
    | ProposalClosed
    | Rewound
    | SecretOpened
    | DisputeOpened
    | DisputeWithdrawn
    | RulingMade
    | RulingAppealed
    | MatchPaused
    | MatchResumed
    | HoursKept
    | AbsenceDeclared
    | AbsenceEnded
    | DeadlineMoved
)
