"""Places: which parts of the board an Event speaks of, so that a line of the log can point at them."""

from collections.abc import Callable
from functools import cache
from types import UnionType
from typing import Annotated, Any, TypeAlias, Union, get_args, get_origin, get_type_hints

import msgspec

Finder: TypeAlias = Callable[[Any], list[str]]


class Place:
    """Marks a type, or a field of an Event, whose values name parts of the board: `Annotated[int, Place("island")]`.

    The board calls the part `island-3`; `plus` is added to numbers that count from 0. A part that is `alone` of its
    kind is called by the kind, whatever the value.
    """

    __slots__ = ("is_alone", "kind", "plus")

    def __init__(self, kind: str, *, plus: int = 0, alone: bool = False) -> None:
        self.kind, self.plus, self.is_alone = kind, plus, alone

    def name(self, value: object) -> str:
        """Return what the board calls the part that `value` names."""
        if self.is_alone:
            return self.kind
        return f"{self.kind}-{value + self.plus if isinstance(value, int) else value}"


def places_in(event: msgspec.Struct) -> tuple[str, ...]:
    """Return the names of the parts that a redacted Event, or anything else of the rules, speaks of, each once."""
    find = _finder(type(event))
    return () if find is None else tuple(dict.fromkeys(find(event)))


@cache
def _finder(hint: Any) -> Finder | None:
    """Return what finds the names in a value of this type, or None if no such value tells any."""
    place = next((mark for mark in getattr(hint, "__metadata__", ()) if isinstance(mark, Place)), None)
    if place is not None:
        return lambda value: [] if value is None else [place.name(value)]
    if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
        return _finder_in_struct(hint)
    find = next((found for inner in _parts_of(hint) if (found := _finder(inner)) is not None), None)
    if find is None:
        return None
    if get_origin(hint) is tuple:
        return lambda items: [name for item in items or () for name in find(item)]
    return lambda value: _find_in_one_of(value, find)


def _find_in_one_of(value: Any, find: Finder) -> list[str]:
    """Return the names in a value that may be of several types; a Struct knows itself what it tells."""
    if isinstance(value, msgspec.Struct):
        return list(places_in(value))
    return [] if value is None else find(value)


def _finder_in_struct(kind: type) -> Finder | None:
    hints = get_type_hints(kind, include_extras=True)
    telling = [(field, find) for field, hint in hints.items() if (find := _finder(hint)) is not None]
    if not telling:
        return None
    return lambda thing: [name for field, find in telling for name in find(getattr(thing, field))]


def _parts_of(hint: Any) -> tuple[Any, ...]:
    """Return the types that a type is made of: what a tuple holds, what a value may be."""
    if get_origin(hint) is Annotated:
        return get_args(hint)[:1]
    if get_origin(hint) in (Union, UnionType, tuple):
        return tuple(each for each in get_args(hint) if each not in (type(None), Ellipsis))
    return ()
