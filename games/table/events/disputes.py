"""What happens about disputes. What people say of them is kept outside the log; the reasons of rulings are in it."""

from games.table.events.event import TableEvent
from games.table.rulings import AnyOrder
from pirates.seats import Seat


class DisputeOpened(TableEvent, frozen=True):
    """The player of `seat` disputes the log entry at `position`. Disputes of a match count from 1.

    `stops_clocks`: the clocks stand still until a referee has ruled.
    """

    dispute: int
    seat: Seat
    position: int
    stops_clocks: bool = False


class DisputeWithdrawn(TableEvent, frozen=True):
    """Whoever opened the dispute has let it go."""

    dispute: int


class RulingMade(TableEvent, frozen=True):
    """A referee (by reference) ruled. `is_final`: it answers an appeal, or upholds one, and cannot be appealed."""

    dispute: int
    referee: str
    order: AnyOrder
    reason: str
    is_final: bool


class RulingAppealed(TableEvent, frozen=True):
    """The player of `seat` wants another referee to rule."""

    dispute: int
    seat: Seat
