"""What the players of a match can ask of it by their own will."""

from games.table.table_command import TableCommand
from pirates.seats import Seat


class TakeBack(TableCommand, frozen=True):
    """Take back the own last Move, which is the entry at `position`."""

    seat: Seat
    position: int
