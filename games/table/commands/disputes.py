"""Commands about disputes."""

from games.table.commands.command import TableCommand
from games.table.rulings import AnyOrder
from pirates.seats import Seat


class OpenDispute(TableCommand, frozen=True):
    """Dispute the log entry at `position`."""

    seat: Seat
    position: int


class WithdrawDispute(TableCommand, frozen=True):
    """Withdraw one's own dispute before a ruling."""

    dispute: int
    seat: Seat


class AppealRuling(TableCommand, frozen=True):
    """Ask for another referee's ruling, once."""

    dispute: int
    seat: Seat


class Rule(TableCommand, frozen=True):
    """Rule on a dispute, or (None) unasked, as a referee by reference; the table reads `reason`."""

    dispute: int | None
    referee: str
    order: AnyOrder
    reason: str
