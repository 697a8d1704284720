"""What the players of a match can ask of it by their own will."""

from datetime import datetime
from typing import TypeAlias

from games.table.commands.command import TableCommand
from games.table.proposals import AnyWish
from pirates.seats import Seat


class TakeBack(TableCommand, frozen=True):
    """Take back the own last Move, which is the entry at `position`."""

    seat: Seat
    position: int


class AskConsent(TableCommand, frozen=True):
    """Ask everybody affected to agree to a wish until `expires_at`."""

    seat: Seat
    wish: AnyWish
    asked_at: datetime
    expires_at: datetime


class GiveConsent(TableCommand, frozen=True):
    """Agree, as a seat or (None) as the person who is to take one."""

    proposal: int
    seat: Seat | None


class RefuseConsent(TableCommand, frozen=True):
    """Disagree, as a seat or (None) as the person who is to take one."""

    proposal: int
    seat: Seat | None


class WithdrawProposal(TableCommand, frozen=True):
    """Take an own wish back."""

    proposal: int
    seat: Seat


class CloseProposal(TableCommand, frozen=True):
    """Ask nobody any more, as the time is over; the clock's own."""

    proposal: int


AnyConsentCommand: TypeAlias = TakeBack | AskConsent | GiveConsent | RefuseConsent | WithdrawProposal | CloseProposal
