"""What goes out about queued moves, to their own player only."""

from datetime import datetime

import msgspec


class QueuedAnswer(msgspec.Struct, frozen=True):
    """A move that waits for its seat to be asked."""

    notation: str
    queued_at: datetime


class DroppedAnswer(QueuedAnswer, frozen=True):
    """A queued move that was not played, and why; `decision` is the question that is open instead, if any."""

    why: str
    decision: str | None


class QueueAnswer(msgspec.Struct, frozen=True):
    """What waits, and what was dropped since the asker last answered; `can_queue`: a move can be queued now."""

    can_queue: bool
    queued: QueuedAnswer | None
    dropped: DroppedAnswer | None
