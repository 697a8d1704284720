"""What happened at the table, beside the rules. No name and no address is in here: people are references."""

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
"""Where a seat's salt came from: the player's own browser or program; the match's sealed secret, from which it follows;
or, in logs of before that was written down, the server, which drew it after the secret was sealed."""


class MatchOpened(TableEvent, frozen=True):
    """A match was opened: its game, its settings, and the commitment to its secret."""

    game: str
    rules_version: int
    options: msgspec.Raw
    seats: int
    pace_seconds: int
    window_seconds: int
    host: str
    commitment: str
    terms: ClockTerms = ClockTerms()
    is_mustered: bool = False


class SeatConfirmed(TableEvent, frozen=True):
    """The player of this seat said, once every seat was taken, that the match may begin."""

    seat: Seat


class SeatTaken(TableEvent, frozen=True):
    """A player (by reference) or a bot (None) sat down and added a salt of 32 hexadecimal digits to the dice."""

    seat: Seat
    player: str | None
    salt: str
    salt_from: SaltSource = "server"


class SaltGiven(TableEvent, frozen=True):
    """The player of a seat gave another salt before the start, in place of the one the seat had."""

    seat: Seat
    salt: str
    salt_from: SaltSource


class SeatVacated(TableEvent, frozen=True):
    """Whoever sat here left before the start, or did not confirm in time."""

    seat: Seat
    reason: Literal["left", "unconfirmed"] = "left"


class SeatHandedOver(TableEvent, frozen=True):
    """Somebody else plays this seat from now on: `player`, by reference, if another person does."""

    seat: Seat
    keeper: Keeper
    reason: Literal["missed", "returned", "resigned", "ruled", "agreed", "substituted"]
    player: str | None = None


class DeadlineMissed(TableEvent, frozen=True):
    """The seat's time ran out and the default Move was made for it."""

    seat: Seat
    decision: str


class MatchAdjudicated(TableEvent, frozen=True):
    """The table, not the rules, ended the match; `outcome` is None if nobody played it out."""

    reason: Literal["resigned", "called_off", "ruled", "closed", "abandoned", "time_up"]
    outcome: Outcome | None


class Rewound(TableEvent, frozen=True):
    """The State is again what it was at position `to`; the entries after it stay in the log, left behind."""

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
