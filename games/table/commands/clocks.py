"""Commands about the clocks of the table."""

from datetime import datetime
from typing import Literal, TypeAlias

import msgspec

from games.clocks.calendars import AwayTime, Hours
from games.table.commands.command import TableCommand
from games.table.events.clocks import MoveCause, PauseReason
from pirates.seats import Seat


class Pause(TableCommand, frozen=True):
    """Pause the clocks of all seats for at most `seconds`."""

    seconds: int
    reason: PauseReason = "agreed"


class Resume(TableCommand, frozen=True):
    """End the pause."""

    reason: Literal["agreed", "ruled", "over"] = "agreed"


class KeepHours(TableCommand, frozen=True):
    """Let a player's own hours count at this table."""

    seat: Seat
    hours: Hours


class DeclareAbsence(TableCommand, frozen=True):
    """Declare that a player will be away."""

    seat: Seat
    absence: AwayTime


class EndAbsence(TableCommand, frozen=True):
    """Declare that a player is back, or is not going away."""

    seat: Seat
    begins: datetime
    ends: datetime


class Gift(msgspec.Struct, frozen=True):
    """More time for one open Decision."""

    decision: str
    seconds: int


class GiveTime(TableCommand, frozen=True):
    """Give Decisions time back, or more time, because of `source`, which lasted from `since` to `until`."""

    gifts: tuple[Gift, ...]
    cause: MoveCause
    source: str
    since: datetime | None = None
    until: datetime | None = None


class EndOnLastDay(TableCommand, frozen=True):
    """End a match that still runs after its last day; only the clock sends this."""


AnyClockCommand: TypeAlias = Pause | Resume | KeepHours | DeclareAbsence | EndAbsence | GiveTime | EndOnLastDay
