"""What a seat may wish for that everybody affected must agree to: one tagged union."""

from datetime import datetime
from typing import TypeAlias

import msgspec

from pirates.seats import Seat


class Wish(msgspec.Struct, frozen=True, tag=True, tag_field="type", forbid_unknown_fields=True):
    """Something that needs the consent of all."""


class ProposeRewind(Wish, frozen=True, tag="GoBack"):
    """What happened after position `to` is undone, and the match goes on from there."""

    to: int


class ProposePause(Wish, frozen=True, tag="StandStill"):
    """All clocks stop for so long, at most."""

    seconds: int


class Abandon(Wish, frozen=True):
    """The match ends without a result."""


class PassSeatOn(Wish, frozen=True):
    """Somebody else (by reference) plays the asker's seat from now on."""

    player: str


AnyWish: TypeAlias = ProposeRewind | ProposePause | Abandon | PassSeatOn


class Proposal(msgspec.Struct, frozen=True):
    """A wish of `seat` that is open. `agreed` are the seats that agree, `is_taken_up` whether the newcomer does."""

    number: int
    seat: Seat
    wish: AnyWish
    expires_at: datetime
    agreed: tuple[Seat, ...] = ()
    is_taken_up: bool = False

    @property
    def newcomer(self) -> str | None:
        """The reference of the person who is to take the asker's seat, if that is the wish."""
        return self.wish.player if isinstance(self.wish, PassSeatOn) else None
