"""Commands: all that can be asked of the rules side of a Match."""

from typing import Generic, TypeAlias, TypeVar

import msgspec

from pirates.seats import Seat

O_co = TypeVar("O_co", bound=msgspec.Struct, covariant=True)


class Move(msgspec.Struct, frozen=True, tag=True, tag_field="type", forbid_unknown_fields=True):
    """A Command made by a Seat, named by an imperative; its class name is its stored name."""

    seat: Seat


class Start(msgspec.Struct, Generic[O_co], frozen=True, tag=True, tag_field="type", forbid_unknown_fields=True):
    """Set the game up for `seats` seats; the first Command of every Match."""

    options: O_co
    seats: int


class Expire(msgspec.Struct, frozen=True, tag=True, tag_field="type", forbid_unknown_fields=True):
    """Play the default Move of the open Decision `key` of `seat`, whose time has run out."""

    seat: Seat
    key: str


class Resolve(msgspec.Struct, frozen=True, tag=True, tag_field="type", forbid_unknown_fields=True):
    """Close the sealed phase behind the clock's open Decision `key`."""

    key: str


Command: TypeAlias = Start[msgspec.Struct] | Move | Expire | Resolve
