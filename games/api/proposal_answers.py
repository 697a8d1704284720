"""Answers about proposals."""

from datetime import datetime

import msgspec

from pirates.seats import Seat as SeatNumber


class ProposalAnswer(msgspec.Struct, frozen=True):
    """An open proposal of `seat`: the seats that agreed and are `awaited`; `is_asked`: the reader's answer is awaited.

    `learned` lists, as far as the reader may know, what was shown or drawn after the entry `to` of a proposed rewind:
    a rewind does not make players forget it.
    """

    number: int
    seat: SeatNumber
    proposed: str
    to: int | None
    expires_at: datetime
    agreed: list[SeatNumber]
    awaited: list[SeatNumber]
    is_asked: bool
    learned: list[str]


class ProposalsAnswer(msgspec.Struct, frozen=True):
    """The open proposal, or null if there is none."""

    proposal: ProposalAnswer | None
