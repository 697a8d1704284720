"""Events that the players decide on themselves: a move is taken back, or all agree to a proposal."""

from datetime import datetime
from typing import Literal

from games.table.events.event import TableEvent
from games.table.proposals import AnyProposed
from pirates.seats import Seat


class MoveTakenBack(TableEvent, frozen=True):
    """The seat took back its own Move, the entry at `position`; `Rewound` follows."""

    seat: Seat
    position: int


class ConsentAsked(TableEvent, frozen=True, rename={"proposed": "wish"}):
    """The seat asks everybody affected to agree to its proposal by `expires_at`. A match counts proposals from 1.

    `proposed` keeps the name under which logs already store it.
    """

    proposal: int
    seat: Seat
    proposed: AnyProposed
    asked_at: datetime
    expires_at: datetime


class ConsentGiven(TableEvent, frozen=True):
    """The seat agrees; None: the person proposed for a seat agrees."""

    proposal: int
    seat: Seat | None


class ConsentRefused(TableEvent, frozen=True):
    """The seat refuses, which closes the proposal; None: the person proposed for a seat refuses."""

    proposal: int
    seat: Seat | None


class ConsentReached(TableEvent, frozen=True):
    """Everybody affected agrees; the Events that were proposed follow."""

    proposal: int


class ProposalClosed(TableEvent, frozen=True):
    """The proposal is closed: its asker withdrew it or left, its time is over, or the match has moved on."""

    proposal: int
    reason: Literal["withdrawn", "left", "expired", "moved_on"]
