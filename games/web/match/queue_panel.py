"""The panel in which a player who is not asked says what to play later. It is empty for everybody else."""

from dataclasses import dataclass
from functools import cached_property

from accounts.models import User
from games.models import QueuedMove
from games.models.queue import LONGEST_QUEUED
from games.selectors.play.logs import last_own_act
from games.selectors.play.matches import Reading
from games.selectors.play.queued import can_queue, find_queued


@dataclass
class QueuePanel:
    """What one reader has queued in one match, and whether there is anything to queue now."""

    reading: Reading
    reader: User | None = None

    longest = LONGEST_QUEUED

    @cached_property
    def row(self) -> QueuedMove | None:
        """The queued Move, waiting or dropped."""
        if self.reader is None or self.reading.seat is None:
            return None
        return find_queued(self.reading.book, self.reader)

    @property
    def is_open(self) -> bool:
        """Whether the reader may queue a Move now."""
        return can_queue(self.reading.book, self.reading.seat)

    @property
    def waiting(self) -> str:
        """What is queued, as it was written, or ""."""
        return self.row.notation if self.row is not None and self.row.dropped_at is None else ""

    @property
    def dropped(self) -> QueuedMove | None:
        """What was queued and not played, until the reader has answered or queued anew."""
        return self.row if self.row is not None and self.row.dropped_at is not None else None

    @property
    def acted(self) -> int:
        """The position of the reader's last act, by which a form that was overtaken by a later one is known."""
        return 0 if self.reading.seat is None else last_own_act(self.reading.book, self.reading.seat)

    @property
    def news(self) -> list[str]:
        """What of this a change of the page is known by; of a reader who has queued nothing, nothing."""
        return [] if self.row is None else [self.row.notation, self.row.why]
