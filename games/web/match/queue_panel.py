"""The panel in which a player queues a move while it is not that player's turn. It is empty for everybody else."""

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
    """The queued move of one reader in one match, and whether the reader may queue one now."""

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
        """The waiting move in the notation that the player wrote, or ""."""
        return self.row.notation if self.row is not None and self.row.dropped_at is None else ""

    @property
    def dropped(self) -> QueuedMove | None:
        """The queued move that was dropped unplayed, until the reader answers or queues another; else None."""
        return self.row if self.row is not None and self.row.dropped_at is not None else None

    @property
    def acted(self) -> int:
        """The position of the reader's last act; the form sends it back, so that an outdated form is recognized."""
        return 0 if self.reading.seat is None else last_own_act(self.reading.book, self.reading.seat)

    @property
    def news(self) -> list[str]:
        """Values that change when this panel changes; part of the page's tag. Empty if nothing is queued."""
        return [] if self.row is None else [self.row.notation, self.row.why]
