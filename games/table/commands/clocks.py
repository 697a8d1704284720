"""What can be asked of the table about its clocks."""

from datetime import datetime
from typing import Literal, TypeAlias

import msgspec

from games.clocks.calendars import AwayTime, Hours
from games.table.commands.command import TableCommand
from games.table.events.clocks import MoveCause, PauseReason
from pirates.seats import Seat


class Pause(TableCommand, frozen=True):
    """Stop the clocks of all seats, for `seconds` at most."""

    seconds: int
    reason: PauseReason = "agreed"


class Resume(TableCommand, frozen=True):
    """Let the clocks go on."""

    reason: Literal["agreed", "ruled", "over"] = "agreed"


class KeepHours(TableCommand, frozen=True):
    """Let a player's own hours count at this table."""

    seat: Seat
    hours: Hours


class DeclareAbsence(TableCommand, frozen=True):
    """Say that a player will be away."""

    seat: Seat
    absence: AwayTime


class EndAbsence(TableCommand, frozen=True):
    """Say that a player is back, or does not go."""

    seat: Seat
    begins: datetime
    ends: datetime


class Gift(msgspec.Struct, frozen=True):
    """More time for one open Decision."""

    decision: str
    seconds: int


class GiveTime(TableCommand, frozen=True):
    """Give time back to Decisions, or more of it, for what `source` names, which lasted from `since` to `until`."""

    gifts: tuple[Gift, ...]
    cause: MoveCause
    source: str
    since: datetime | None = None
    until: datetime | None = None


class EndOnLastDay(TableCommand, frozen=True):
    """End a match that still runs though its last day has passed; the clock's own."""


AnyClockCommand: TypeAlias = Pause | Resume | KeepHours | DeclareAbsence | EndAbsence | GiveTime | EndOnLastDay
