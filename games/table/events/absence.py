"""Events of seats whose players are absent."""

from typing import TypeAlias

from games.table.events.event import TableEvent
from pirates.seats import Seat


class CaretakerAnswered(TableEvent, frozen=True):
    """The caretaker of the seat made the default Move of this Decision."""

    seat: Seat
    decision: str


class SeatOffered(TableEvent, frozen=True):
    """Anybody may take over this seat until its player is back. `by` None: a referee offers it, for good."""

    seat: Seat
    by: Seat | None


AnyAbsenceEvent: TypeAlias = CaretakerAnswered | SeatOffered
