"""Commands: everything that the rules of a Match can be asked to do."""

from typing import Generic, TypeAlias, TypeVar

import msgspec

from pirates.seats import Seat

O_co = TypeVar("O_co", bound=msgspec.Struct, covariant=True)


class Move(msgspec.Struct, frozen=True, tag=True, tag_field="type", forbid_unknown_fields=True):
    """A Command made by a Seat. Its class is named by an imperative, and logs store that name."""

    seat: Seat


class Start(msgspec.Struct, Generic[O_co], frozen=True, tag=True, tag_field="type", forbid_unknown_fields=True):
    """Set up the game for `seats` seats; always the first Command of a Match."""

    options: O_co
    seats: int


class Expire(msgspec.Struct, frozen=True, tag=True, tag_field="type", forbid_unknown_fields=True):
    """Play the default Move of the open Decision `key` of `seat`, whose time has run out."""

    seat: Seat
    key: str


class Resolve(msgspec.Struct, frozen=True, tag=True, tag_field="type", forbid_unknown_fields=True):
    """Close the sealed phase that the clock's open Decision `key` stands for."""

    key: str


Command: TypeAlias = Start[msgspec.Struct] | Move | Expire | Resolve
