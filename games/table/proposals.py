"""Proposals that everybody affected must agree to: one tagged union."""

from datetime import datetime
from typing import TypeAlias

import msgspec

from pirates.seats import Seat


class Proposed(msgspec.Struct, frozen=True, tag=True, tag_field="type", forbid_unknown_fields=True):
    """The base of everything that a seat can propose."""


class ProposeRewind(Proposed, frozen=True, tag="GoBack"):
    """Undo everything after position `to`; the match goes on from there."""

    to: int


class ProposePause(Proposed, frozen=True, tag="StandStill"):
    """Pause all clocks for at most `seconds`."""

    seconds: int


class Abandon(Proposed, frozen=True):
    """End the match without a result."""


class PassSeatOn(Proposed, frozen=True):
    """Pass the asker's seat to another person (by reference)."""

    player: str


AnyProposed: TypeAlias = ProposeRewind | ProposePause | Abandon | PassSeatOn


class Proposal(msgspec.Struct, frozen=True):
    """An open proposal of `seat`. `agreed` are the seats that have agreed; `is_taken_up`: the newcomer has agreed."""

    number: int
    seat: Seat
    proposed: AnyProposed
    expires_at: datetime
    agreed: tuple[Seat, ...] = ()
    is_taken_up: bool = False

    @property
    def newcomer(self) -> str | None:
        """The reference of the person proposed for the asker's seat, if the proposal is to pass it on; else None."""
        return self.proposed.player if isinstance(self.proposed, PassSeatOn) else None
