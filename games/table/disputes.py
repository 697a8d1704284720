"""Disputes on the Table: the seat, the disputed log entry, and the status of each. Folded from the log."""

from typing import Literal, TypeAlias

import msgspec
from msgspec.structs import replace

from games.table.events.disputes import DisputeOpened, DisputeWithdrawn, RulingAppealed, RulingMade
from pirates.seats import Seat

DisputeStatus: TypeAlias = Literal["open", "ruled", "appealed", "settled", "withdrawn"]
AnyDisputeEvent: TypeAlias = DisputeOpened | DisputeWithdrawn | RulingMade | RulingAppealed


class DisputeAtTable(msgspec.Struct, frozen=True):
    """One dispute. `seat` is None if a referee ruled without being asked; `referees` have ruled on it, in order.

    `stops_clocks`: the dispute paused the clocks, until the first ruling on it.
    """

    seat: Seat | None
    position: int
    status: DisputeStatus = "open"
    referees: tuple[str, ...] = ()
    stops_clocks: bool = False

    @property
    def is_waiting(self) -> bool:
        """Whether the dispute waits for a referee's ruling."""
        return self.status in ("open", "appealed")


def note_dispute(disputes: tuple[DisputeAtTable, ...], event: AnyDisputeEvent) -> tuple[DisputeAtTable, ...]:
    """Return the disputes after `event`."""
    match event:
        case DisputeOpened(_, seat, position, stops_clocks):
            return (*disputes, DisputeAtTable(seat, position, stops_clocks=stops_clocks))
        case DisputeWithdrawn(number):
            return _set(disputes, number, replace(disputes[number - 1], status="withdrawn"))
        case RulingAppealed(number):
            return _set(disputes, number, replace(disputes[number - 1], status="appealed"))
        case RulingMade():
            return _rule(disputes, event)


def _rule(disputes: tuple[DisputeAtTable, ...], event: RulingMade) -> tuple[DisputeAtTable, ...]:
    if event.dispute > len(disputes):
        disputes = (*disputes, DisputeAtTable(None, 0))
    ruled = disputes[event.dispute - 1]
    status: DisputeStatus = "settled" if event.is_final else "ruled"
    return _set(disputes, event.dispute, replace(ruled, status=status, referees=(*ruled.referees, event.referee)))


def _set(disputes: tuple[DisputeAtTable, ...], number: int, dispute: DisputeAtTable) -> tuple[DisputeAtTable, ...]:
    return (*disputes[: number - 1], dispute, *disputes[number:])
