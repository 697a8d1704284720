"""What happens by the will of the players themselves: a move is taken back."""

from games.table.table_event import TableEvent
from pirates.seats import Seat


class MoveTakenBack(TableEvent, frozen=True):
    """The seat took back its own Move, the entry at `position`; `Rewound` follows."""

    seat: Seat
    position: int
