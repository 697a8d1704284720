"""What can be asked of the table about disputes."""

from games.table.commands.command import TableCommand
from games.table.rulings import AnyOrder
from pirates.seats import Seat


class OpenDispute(TableCommand, frozen=True):
    """Dispute the log entry at `position`."""

    seat: Seat
    position: int


class WithdrawDispute(TableCommand, frozen=True):
    """Let an own dispute go before it is ruled on."""

    dispute: int
    seat: Seat


class AppealRuling(TableCommand, frozen=True):
    """Ask for another referee's ruling, once."""

    dispute: int
    seat: Seat


class Rule(TableCommand, frozen=True):
    """A referee (by reference) rules on a dispute, or (None) of their own accord; `reason` is told to the table."""

    dispute: int | None
    referee: str
    order: AnyOrder
    reason: str
