"""Commands for what the players decide on themselves."""

from datetime import datetime
from typing import TypeAlias

from games.table.commands.command import TableCommand
from games.table.proposals import AnyProposed
from pirates.seats import Seat


class TakeBack(TableCommand, frozen=True):
    """Take back one's own last Move, the entry at `position`."""

    seat: Seat
    position: int


class AskConsent(TableCommand, frozen=True, rename={"proposed": "wish"}):
    """Ask everybody affected to agree to a proposal by `expires_at`."""

    seat: Seat
    proposed: AnyProposed
    asked_at: datetime
    expires_at: datetime


class GiveConsent(TableCommand, frozen=True):
    """Agree, as a seat or (None) as the person proposed for one."""

    proposal: int
    seat: Seat | None


class RefuseConsent(TableCommand, frozen=True):
    """Refuse, as a seat or (None) as the person proposed for one."""

    proposal: int
    seat: Seat | None


class WithdrawProposal(TableCommand, frozen=True):
    """Withdraw one's own proposal."""

    proposal: int
    seat: Seat


class CloseProposal(TableCommand, frozen=True):
    """Close a proposal whose time is over; only the clock sends this."""

    proposal: int


AnyConsentCommand: TypeAlias = TakeBack | AskConsent | GiveConsent | RefuseConsent | WithdrawProposal | CloseProposal
