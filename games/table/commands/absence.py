"""Commands about seats whose players are absent."""

from typing import TypeAlias

from games.clocks.calendars import AwayTime, Hours
from games.table.commands.command import TableCommand
from pirates.seats import Seat


class OfferSeat(TableCommand, frozen=True):
    """Offer `seat` to anybody who wants it, as the player of seat `by`."""

    seat: Seat
    by: Seat


class TakeOver(TableCommand, frozen=True):
    """Take an offered seat, as a player by reference, with their own hours and future absences."""

    seat: Seat
    player: str
    hours: Hours
    absences: tuple[AwayTime, ...] = ()


AnyAbsenceCommand: TypeAlias = OfferSeat | TakeOver
