"""Events of the clocks of a table: pauses, players' hours and absences, moved deadlines."""

from datetime import datetime
from typing import Literal, TypeAlias

from games.clocks.calendars import AwayTime, Hours
from games.table.events.event import TableEvent
from pirates.seats import Seat

PauseReason: TypeAlias = Literal["agreed", "ruled", "disputed"]
MoveCause: TypeAlias = Literal["outage", "unread", "undelivered", "ruled"]


class MatchPaused(TableEvent, frozen=True):
    """The clocks of all seats are paused for at most `seconds`. Players may still move."""

    seconds: int
    reason: PauseReason = "agreed"


class MatchResumed(TableEvent, frozen=True):
    """The clocks go on with the time that was left; `over`: the pause has lasted as long as it may."""

    reason: Literal["agreed", "ruled", "over"] = "agreed"


class HoursKept(TableEvent, frozen=True):
    """The hours of the player of `seat`, cut to the table's terms, count for every Decision opened from now on."""

    seat: Seat
    hours: Hours


class AbsenceDeclared(TableEvent, frozen=True):
    """The player of `seat` will be away; the absence is cut to the days that the table's terms leave them."""

    seat: Seat
    absence: AwayTime


class AbsenceEnded(TableEvent, frozen=True):
    """The absence that began, or was to begin, at `begins` ends at `ends` instead."""

    seat: Seat
    begins: datetime
    ends: datetime


class DeadlineMoved(TableEvent, frozen=True):
    """A seat has `seconds` more for an open Decision.

    `source` names what cost the seat this time, and counts once for each Decision. A loss of time lasted from `since`
    to `until`.
    """

    decision: str
    seconds: int
    cause: MoveCause
    source: str = ""
    since: datetime | None = None
    until: datetime | None = None


AnyClockEvent: TypeAlias = MatchPaused | MatchResumed | HoursKept | AbsenceDeclared | AbsenceEnded | DeadlineMoved
