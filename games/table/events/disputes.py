"""Events of disputes. What people say about a dispute is stored outside the log; the reasons of rulings are in it."""

from games.table.events.event import TableEvent
from games.table.rulings import AnyOrder
from pirates.seats import Seat


class DisputeOpened(TableEvent, frozen=True):
    """The player of `seat` disputes the log entry at `position`. A match counts its disputes from 1.

    `stops_clocks`: the clocks are paused until a referee has ruled.
    """

    dispute: int
    seat: Seat
    position: int
    stops_clocks: bool = False


class DisputeWithdrawn(TableEvent, frozen=True):
    """The player who opened the dispute has withdrawn it."""

    dispute: int


class RulingMade(TableEvent, frozen=True):
    """A referee (by reference) ruled. `is_final`: the ruling decides an appeal and cannot be appealed again."""

    dispute: int
    referee: str
    order: AnyOrder
    reason: str
    is_final: bool


class RulingAppealed(TableEvent, frozen=True):
    """The player of `seat` wants another referee to rule."""

    dispute: int
    seat: Seat
