"""Answers about queued moves, for their own player only."""

from datetime import datetime

import msgspec


class QueuedAnswer(msgspec.Struct, frozen=True):
    """A queued move, played once its seat is asked."""

    notation: str
    queued_at: datetime


class DroppedAnswer(QueuedAnswer, frozen=True):
    """A queued move that was dropped, and why; `decision` is the one that is open instead, if any."""

    why: str
    decision: str | None


class QueueAnswer(msgspec.Struct, frozen=True):
    """The queued move, or the one dropped since the reader last answered; `can_queue`: a move can be queued now."""

    can_queue: bool
    queued: QueuedAnswer | None
    dropped: DroppedAnswer | None
