"""What a referee may order: one tagged union, part of the `Rule` command and of the entry that carries it out."""

from typing import TypeAlias

import msgspec

from pirates.seats import Seat


class Order(msgspec.Struct, frozen=True, tag=True, tag_field="type", forbid_unknown_fields=True):
    """Something a referee orders."""


class Uphold(Order, frozen=True):
    """Everything stands as it is."""


class OrderRewind(Order, frozen=True, tag="WindBack"):
    """What happened after position `to` is void; the match goes on from there."""

    to: int


class GiveToCaretaker(Order, frozen=True):
    """A caretaker plays this seat until its player comes back."""

    seat: Seat


class OrderSeatOffer(Order, frozen=True, tag="OfferSeat"):
    """A caretaker plays this seat until its player comes back, or somebody else takes it."""

    seat: Seat


class Adjudicate(Order, frozen=True):
    """The match ends with this ranking: groups of seats that share a place, best first; the first group wins."""

    ranking: tuple[tuple[Seat, ...], ...]


class CloseMatch(Order, frozen=True):
    """The match ends and nobody has won it."""


class MoveDeadline(Order, frozen=True):
    """The seat that is asked has `seconds` more for this open Decision."""

    decision: str
    seconds: int


class OrderPause(Order, frozen=True, tag="StopClocks"):
    """All clocks of seats stand still, for `seconds` at most."""

    seconds: int


class StartClocks(Order, frozen=True):
    """The clocks go on with what was left."""


AnyOrder: TypeAlias = (
    Uphold
    | OrderRewind
    | GiveToCaretaker
    | OrderSeatOffer
    | Adjudicate
    | CloseMatch
    | MoveDeadline
    | OrderPause
    | StartClocks
)
