"""Orders of a referee: one tagged union, part of the `Rule` Command and of the Event that records it."""

from typing import TypeAlias

import msgspec

from pirates.seats import Seat


class Order(msgspec.Struct, frozen=True, tag=True, tag_field="type", forbid_unknown_fields=True):
    """The base of everything that a referee can order."""


class Uphold(Order, frozen=True):
    """Leave everything as it is."""


class OrderRewind(Order, frozen=True, tag="WindBack"):
    """Undo everything after position `to`; the match goes on from there."""

    to: int


class GiveToCaretaker(Order, frozen=True):
    """Let a caretaker play this seat until its player comes back."""

    seat: Seat


class OrderSeatOffer(Order, frozen=True, tag="OfferSeat"):
    """Let a caretaker play this seat and offer it to others; its player cannot take it back."""

    seat: Seat


class Adjudicate(Order, frozen=True):
    """End the match with this ranking: groups of seats that share a place, best first; the first group wins."""

    ranking: tuple[tuple[Seat, ...], ...]


class CloseMatch(Order, frozen=True):
    """End the match without a winner."""


class MoveDeadline(Order, frozen=True):
    """Give the seat `seconds` more for this open Decision."""

    decision: str
    seconds: int


class OrderPause(Order, frozen=True, tag="StopClocks"):
    """Pause the clocks of all seats for at most `seconds`."""

    seconds: int


class StartClocks(Order, frozen=True):
    """End the pause; the clocks go on with the time that was left."""


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
