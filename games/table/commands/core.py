"""What can be asked of the table itself."""

from typing import TypeAlias

import msgspec

from games.clocks.calendars import AwayTime, Hours
from games.clocks.terms import ClockTerms
from games.table.commands.absence import OfferSeat, TakeOver
from games.table.commands.clocks import DeclareAbsence, EndAbsence, EndOnLastDay, GiveTime, KeepHours, Pause, Resume
from games.table.commands.command import TableCommand
from games.table.commands.consent import (
    AskConsent,
    CloseProposal,
    GiveConsent,
    RefuseConsent,
    TakeBack,
    WithdrawProposal,
)
from games.table.commands.disputes import AppealRuling, OpenDispute, Rule, WithdrawDispute
from games.table.events.core import SaltSource
from pirates.seats import Seat


class OpenMatch(TableCommand, frozen=True):
    """Open a match; always its first entry."""

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


class TakeSeat(TableCommand, frozen=True):
    """Sit down: a player by reference, with their own hours and absences to come, or a bot (None)."""

    seat: Seat
    player: str | None
    salt: str
    hours: Hours | None = None
    absences: tuple[AwayTime, ...] = ()
    salt_from: SaltSource = "server"


class GiveSalt(TableCommand, frozen=True):
    """Give a seat one's own salt before the start."""

    seat: Seat
    salt: str
    salt_from: SaltSource


class ConfirmSeat(TableCommand, frozen=True):
    """Say, once every seat is taken, that the match may begin."""

    seat: Seat


class EndMuster(TableCommand, frozen=True):
    """Free every seat whose player has not confirmed in time; the clock's own."""


class LeaveSeat(TableCommand, frozen=True):
    """Get up before the start."""

    seat: Seat


class Resign(TableCommand, frozen=True):
    """Give a running match up; a bot plays the seat on."""

    seat: Seat


class ReturnToSeat(TableCommand, frozen=True):
    """Take one's seat back from the caretaker."""

    seat: Seat


class CallOff(TableCommand, frozen=True):
    """Close a match that has not begun."""


class Rewind(TableCommand, frozen=True):
    """Wind the State back to what it was at position `to`."""

    to: int


AnyTableCommand: TypeAlias = (
    OpenMatch
    | TakeSeat
    | GiveSalt
    | ConfirmSeat
    | EndMuster
    | LeaveSeat
    | Resign
    | ReturnToSeat
    | OfferSeat
    | TakeOver
    | CallOff
    | TakeBack
    | AskConsent
    | GiveConsent
    | RefuseConsent
    | WithdrawProposal
    | CloseProposal
    | Rewind
    | OpenDispute
    | WithdrawDispute
    | AppealRuling
    | Rule
    | Pause
    | Resume
    | KeepHours
    | DeclareAbsence
    | EndAbsence
    | GiveTime
    | EndOnLastDay
)
