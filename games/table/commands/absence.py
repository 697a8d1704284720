"""What can be asked of the table about a seat whose player does not come."""

from typing import TypeAlias

from games.clocks.calendars import AwayTime, Hours
from games.table.commands.command import TableCommand
from pirates.seats import Seat


class OfferSeat(TableCommand, frozen=True):
    """The player of seat `by` offers `seat` to whoever wants it."""

    seat: Seat
    by: Seat


class TakeOver(TableCommand, frozen=True):
    """Take a seat that is offered: a player by reference, with their own hours and absences to come."""

    seat: Seat
    player: str
    hours: Hours
    absences: tuple[AwayTime, ...] = ()


AnyAbsenceCommand: TypeAlias = OfferSeat | TakeOver
