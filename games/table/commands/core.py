"""Commands to the table, and the union of all of them."""

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


class OpenMatch(TableCommand, frozen=True, rename={"has_ready_check": "is_mustered"}):
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
    has_ready_check: bool = False


class TakeSeat(TableCommand, frozen=True):
    """Sit down, as a player by reference, with their own hours and future absences, or as a bot (None)."""

    seat: Seat
    player: str | None
    salt: str
    hours: Hours | None = None
    absences: tuple[AwayTime, ...] = ()
    salt_from: SaltSource = "server"


class GiveSalt(TableCommand, frozen=True):
    """Replace the salt of one's seat before the start."""

    seat: Seat
    salt: str
    salt_from: SaltSource


class ConfirmSeat(TableCommand, frozen=True):
    """Confirm, once every seat is taken, that the match may begin."""

    seat: Seat


class EndReadyCheck(TableCommand, frozen=True, tag="EndMuster"):
    """Free every seat whose player has not confirmed in time; only the clock sends this."""


class LeaveSeat(TableCommand, frozen=True):
    """Leave one's seat before the start."""

    seat: Seat


class Resign(TableCommand, frozen=True):
    """Resign from a running match; a bot plays the seat from then on."""

    seat: Seat


class ReturnToSeat(TableCommand, frozen=True):
    """Take one's seat back from the caretaker."""

    seat: Seat


class CallOff(TableCommand, frozen=True):
    """Close a match that has not begun."""


class Rewind(TableCommand, frozen=True):
    """Rewind the State to position `to`."""

    to: int


AnyTableCommand: TypeAlias = (
    OpenMatch
    | TakeSeat
    | GiveSalt
    | ConfirmSeat
    | EndReadyCheck
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
