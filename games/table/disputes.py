"""Disputes as the Table knows them: who disputes what, and how far it has come. Folded from the log."""

from typing import Literal, TypeAlias

import msgspec
from msgspec.structs import replace

from games.table.events.disputes import DisputeOpened, DisputeWithdrawn, RulingAppealed, RulingMade
from pirates.seats import Seat

DisputeStatus: TypeAlias = Literal["open", "ruled", "appealed", "settled", "withdrawn"]
AnyDisputeEvent: TypeAlias = DisputeOpened | DisputeWithdrawn | RulingMade | RulingAppealed


class DisputeAtTable(msgspec.Struct, frozen=True):
    """One dispute. `seat` is None where a referee ruled unasked; `referees` have ruled on it, first to last.

    `stops_clocks`: the clocks went still for it, and go on with the first ruling on it.
    """

    seat: Seat | None
    position: int
    status: DisputeStatus = "open"
    referees: tuple[str, ...] = ()
    stops_clocks: bool = False

    @property
    def is_waiting(self) -> bool:
        """Whether a referee has to rule."""
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
