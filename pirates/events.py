"""Events: the facts of a Match. Every secret is marked on its field, and one function redacts them all."""

from functools import cache
from typing import TypeVar, get_type_hints

import msgspec

from pirates.seats import Seat


def _first_schema(name: str) -> str:
    return f"{name}.1"


class Event(msgspec.Struct, frozen=True, tag=_first_schema, tag_field="type", forbid_unknown_fields=True):
    """Something that happened, named in the past tense.

    The stored name is the class name and the number of its schema (`IslandTaken.1`); a new schema sets
    `tag="IslandTaken.2"` and brings a one-step upcaster.
    """


class Secret:
    """Marks an Event field as secret: `Annotated[X | None, Secret("seat")]`.

    `readers` name the fields of the same Event that hold the seats (one, or a tuple) who may read it. Without
    readers nobody may. What a viewer may not read is None in that viewer's copy of the Event.
    """

    __slots__ = ("readers",)

    def __init__(self, *readers: str) -> None:
        self.readers = readers


E = TypeVar("E", bound=Event)


def redact(event: E, viewer: Seat | None) -> E:
    """Return the Event as `viewer` may see it; None is a spectator, who sees no secret."""
    hidden = {field: None for field, readers in secrets_of(type(event)) if not _may_read(event, readers, viewer)}
    return msgspec.structs.replace(event, **hidden) if hidden else event


@cache
def secrets_of(kind: type[Event]) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return the secret fields of an Event type, each with the fields that name its readers."""
    marked = []
    for field, hint in get_type_hints(kind, include_extras=True).items():
        marked += [(field, mark.readers) for mark in getattr(hint, "__metadata__", ()) if isinstance(mark, Secret)]
    return tuple(marked)


def _may_read(event: Event, readers: tuple[str, ...], viewer: Seat | None) -> bool:
    if viewer is None:
        return False
    return any(viewer in _seats_in(getattr(event, field)) for field in readers)


def _seats_in(value: Seat | tuple[Seat, ...] | None) -> tuple[Seat, ...]:
    if value is None:
        return ()
    return value if isinstance(value, tuple) else (value,)
