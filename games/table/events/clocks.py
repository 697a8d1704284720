"""What happens to the clocks of a table: pauses, people's hours and absences, deadlines that are moved."""

from datetime import datetime
from typing import Literal, TypeAlias

from games.clocks.calendars import AwayTime, Hours
from games.table.events.event import TableEvent
from pirates.seats import Seat

PauseReason: TypeAlias = Literal["agreed", "ruled", "disputed"]
MoveCause: TypeAlias = Literal["outage", "unread", "undelivered", "ruled"]


class MatchPaused(TableEvent, frozen=True):
    """All clocks of seats stand still, for `seconds` at most. Play does not: who wishes to move may."""

    seconds: int
    reason: PauseReason = "agreed"


class MatchResumed(TableEvent, frozen=True):
    """The clocks go on with what was left; `over`: the longest time of the pause has passed."""

    reason: Literal["agreed", "ruled", "over"] = "agreed"


class HoursKept(TableEvent, frozen=True):
    """The player of `seat` keeps these hours, cut to the table's terms, in every Decision opened from now on."""

    seat: Seat
    hours: Hours


class AbsenceDeclared(TableEvent, frozen=True):
    """The player of `seat` will be away, cut to what the table's terms have left for them."""

    seat: Seat
    absence: AwayTime


class AbsenceEnded(TableEvent, frozen=True):
    """The absence that began, or was to begin, at `begins` ends at `ends` instead."""

    seat: Seat
    begins: datetime
    ends: datetime


class DeadlineMoved(TableEvent, frozen=True):
    """A seat has `seconds` more for an open Decision.

    `source` names what took them, once for each Decision: it lasted from `since` to `until`, if it was a loss of time.
    """

    decision: str
    seconds: int
    cause: MoveCause
    source: str = ""
    since: datetime | None = None
    until: datetime | None = None


AnyClockEvent: TypeAlias = MatchPaused | MatchResumed | HoursKept | AbsenceDeclared | AbsenceEnded | DeadlineMoved
