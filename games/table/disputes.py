"""Disputes as the Table knows them: who disputes what, and how far it has come. Folded from the log."""

from typing import Literal, TypeAlias

import msgspec
from msgspec.structs import replace

from games.table.events.disputes import DisputeOpened, DisputeWithdrawn, RulingAppealed, RulingMade
from pirates.seats import Seat

DisputeStatus: TypeAlias = Literal["open", "ruled", "appealed", "settled", "withdrawn"]
AnyDisputeEvent: TypeAlias = DisputeOpened | DisputeWithdrawn | RulingMade | RulingAppealed


class Dispute(msgspec.Struct, frozen=True):
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


def note_dispute(disputes: tuple[Dispute, ...], event: AnyDisputeEvent) -> tuple[Dispute, ...]:
    """Return the disputes after `event`."""
    match event:
        case DisputeOpened(_, seat, position, stops_clocks):
            return (*disputes, Dispute(seat, position, stops_clocks=stops_clocks))
        case DisputeWithdrawn(number):
            return _set(disputes, number, replace(disputes[number - 1], status="withdrawn"))
        case RulingAppealed(number):
            return _set(disputes, number, replace(disputes[number - 1], status="appealed"))
        case RulingMade():
            return _rule(disputes, event)


def _rule(disputes: tuple[Dispute, ...], event: RulingMade) -> tuple[Dispute, ...]:
    if event.dispute > len(disputes):
        disputes = (*disputes, Dispute(None, 0))
    ruled = disputes[event.dispute - 1]
    status: DisputeStatus = "settled" if event.is_final else "ruled"
    return _set(disputes, event.dispute, replace(ruled, status=status, referees=(*ruled.referees, event.referee)))


def _set(disputes: tuple[Dispute, ...], number: int, dispute: Dispute) -> tuple[Dispute, ...]:
    return (*disputes[: number - 1], dispute, *disputes[number:])
