"""What goes out about proposals."""

from datetime import datetime

import msgspec

from pirates.seats import Seat as SeatNumber


class ProposalAnswer(msgspec.Struct, frozen=True):
    """What the holder of `seat` asks the table: who agreed, who is `awaited`, and whether the reader `is_asked`.

    `learned` tells, as far as the reader may know, what was shown or drawn since the moment that would be gone back
    `to`: nobody forgets it.
    """

    number: int
    seat: SeatNumber
    wish: str
    to: int | None
    expires_at: datetime
    agreed: list[SeatNumber]
    awaited: list[SeatNumber]
    is_asked: bool
    learned: list[str]


class ProposalsAnswer(msgspec.Struct, frozen=True):
    """What the table is asked now; null for nothing."""

    proposal: ProposalAnswer | None
