"""What happens by the will of the players themselves: a move is taken back, or all agree to something."""

from datetime import datetime
from typing import Literal

from games.table.events.event import TableEvent
from games.table.proposals import AnyWish
from pirates.seats import Seat


class MoveTakenBack(TableEvent, frozen=True):
    """The seat took back its own Move, the entry at `position`; `Rewound` follows."""

    seat: Seat
    position: int


class ConsentAsked(TableEvent, frozen=True):
    """The seat asks everybody affected to agree to its wish by `expires_at`. Proposals of a match count from 1."""

    proposal: int
    seat: Seat
    wish: AnyWish
    asked_at: datetime
    expires_at: datetime


class ConsentGiven(TableEvent, frozen=True):
    """The seat agrees; None: the person who is to take a seat does."""

    proposal: int
    seat: Seat | None


class ConsentRefused(TableEvent, frozen=True):
    """The seat does not agree (None: the person who is to take a seat), which settles it."""

    proposal: int
    seat: Seat | None


class ConsentReached(TableEvent, frozen=True):
    """Everybody affected agrees; what was wished for follows."""

    proposal: int


class ProposalClosed(TableEvent, frozen=True):
    """Nobody is asked any more: the asker took it back or left, it was too late, or the match has moved on."""

    proposal: int
    reason: Literal["withdrawn", "left", "expired", "moved_on"]
